// Line protocol between the reader process and its parent. The parent sends one request as JSON. The child sends
// messages, one JSON value per line, and its progress with its memory use. Rows follow their message as lines of
// their own, `number TAB cells TAB kept`: cells and kept are JSON text (which contains neither tab nor line feed),
// and kept is empty if nothing is kept, so the parent forwards them without parsing. Shapes are checked by kind,
// not cell by cell.
import type { RowText } from '../../../../shared/sheet/sheet.ts'
import type { ReadMessage, ReadOptions } from '../reader.ts'

/** `key`: of a sealed file, as hexadecimal digits. */
export type ReadRequest = {
  readonly path: string
  readonly options: ReadOptions
  readonly key: string | null
}

/** `rss`: memory of the child's process in bytes. */
export type WireMessage = ReadMessage<RowText> & { readonly rss?: number }

/**
 * Parses a request from our own parent. Written by hand, because loading zod would add 35 ms to the child's start.
 */
export function parseRequest(line: string): ReadRequest {
  const value: unknown = JSON.parse(line)
  if (isRequest(value)) return value
  throw new Error('The request is none of ours')
}

function isRequest(value: unknown): value is ReadRequest {
  return (
    isObject(value) &&
    typeof Reflect.get(value, 'path') === 'string' &&
    isObject(Reflect.get(value, 'options')) &&
    isKey(Reflect.get(value, 'key'))
  )
}

const isKey = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^[\da-f]{64}$/.test(value))

/** A message in wire format, with its line ends. */
export function wireText(message: ReadMessage & { readonly rss?: number }): string {
  if (message.kind !== 'rows') return `${JSON.stringify(message)}\n`
  const { sheet, rows } = message
  const head = JSON.stringify({ kind: 'rows', sheet, count: rows.length })
  const lines = rows.map(
    ({ row, cells, kept }) =>
      `${row}\t${JSON.stringify(cells)}\t${kept === undefined ? '' : JSON.stringify(kept)}\n`,
  )
  return `${head}\n${lines.join('')}`
}

/** Parses the child's output piece by piece and returns the complete messages; null for an invalid one. */
export function createWireParser(): (piece: string) => (WireMessage | null)[] {
  let rest: string[] = []
  let rows: { readonly sheet: number; readonly count: number; readonly rows: RowText[] } | null = null

  function take(line: string): WireMessage | null | undefined {
    if (rows === null) {
      const message = parseLine(line)
      if (message?.kind !== 'row lines') return message
      rows = { sheet: message.sheet, count: message.count, rows: [] }
      return undefined
    }
    const row = parseRow(line)
    if (row === null) return null
    rows.rows.push(row)
    if (rows.rows.length < rows.count) return undefined
    const whole = { kind: 'rows', sheet: rows.sheet, rows: rows.rows } as const
    rows = null
    return whole
  }
  return (piece) => {
    const messages: (WireMessage | null)[] = []
    let start = 0
    for (let feed = piece.indexOf('\n'); feed !== -1; feed = piece.indexOf('\n', start)) {
      const end = piece.slice(start, feed)
      const message = take(rest.length === 0 ? end : rest.join('') + end)
      if (rest.length > 0) rest = []
      start = feed + 1
      if (message !== undefined) messages.push(message)
    }
    if (start < piece.length) rest.push(piece.slice(start))
    return messages
  }
}

/** Checked only superficially: the store parses the texts strictly when they are read. */
function parseRow(line: string): RowText | null {
  const first = line.indexOf('\t')
  const second = line.indexOf('\t', first + 1)
  if (first < 1 || second === -1 || line.includes('\t', second + 1)) return null
  const row = Number(line.slice(0, first))
  const cells = line.slice(first + 1, second)
  const kept = line.slice(second + 1)
  const isSound =
    Number.isSafeInteger(row) &&
    row > 0 &&
    cells.startsWith('[') &&
    cells.endsWith(']') &&
    (kept === '' || (kept.startsWith('{') && kept.endsWith('}')))
  return isSound ? { row, cells, kept: kept === '' ? null : kept } : null
}

type RowLines = { readonly kind: 'row lines'; readonly sheet: number; readonly count: number }

function parseLine(line: string): WireMessage | RowLines | null {
  try {
    const value: unknown = JSON.parse(line)
    if (isRowsHead(value)) return { kind: 'row lines', sheet: value.sheet, count: value.count }
    return isMessage(value) ? value : null
  } catch {
    return null
  }
}

function isRowsHead(value: unknown): value is { readonly sheet: number; readonly count: number } {
  return (
    isObject(value) &&
    Reflect.get(value, 'kind') === 'rows' &&
    isCount(Reflect.get(value, 'sheet')) &&
    Number.isSafeInteger(Reflect.get(value, 'count')) &&
    Number(Reflect.get(value, 'count')) > 0
  )
}

function isMessage(value: unknown): value is WireMessage {
  if (!isObject(value) || !('kind' in value)) return false
  const has = (name: string, check: (found: unknown) => boolean): boolean => check(Reflect.get(value, name))
  switch (value.kind) {
    case 'sheet':
      return has('index', isCount) && has('sheet', isObject)
    case 'columns':
      return has('index', isCount) && has('columns', Array.isArray)
    case 'odd_rows':
      return has('sheet', isCount) && has('rows', Array.isArray)
    case 'blank_rows':
      return has('sheet', isCount) && has('found', isObject)
    case 'fills':
      return has('sheet', isCount) && has('offer', isObject)
    case 'warning':
      return has('warning', isObject)
    case 'progress':
      return has('bytes', isCount) && has('bytesTotal', isCount) && has('rows', isCount)
    case 'file':
      return has('format', (format) => format === 'csv' || format === 'xlsx' || format === 'ods')
    case 'end':
      return has('sha256', (hash) => typeof hash === 'string') && has('sheets', Array.isArray)
    case 'refused':
      return has('failure', isObject)
    default:
      return false
  }
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0
}
function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
