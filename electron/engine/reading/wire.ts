// What passes between the reader's process and its parent: one JSON value a line. The parent sends one request; the
// child sends messages, its progress with the memory it uses. Shapes are checked by kind, not cell by cell.
import { z } from 'zod'
import { escapes, type ReadMessage, quotes } from './reader.ts'

const caps = z.strictObject({
  csvBytes: z.number().positive(),
  xlsxBytes: z.number().positive(),
  rows: z.number().int().positive(),
  columns: z.number().int().positive(),
  cellCharacters: z.number().int().positive(),
  zipEntries: z.number().int().positive(),
  zipRatio: z.number().positive(),
  merges: z.number().int().positive(),
})

export const readRequest = z.strictObject({
  path: z.string().min(1),
  options: z.strictObject({
    sheet: z.string().optional(),
    maxRows: z.number().int().nonnegative().optional(),
    encoding: z.string().optional(),
    delimiter: z.string().optional(),
    quote: z.enum(quotes).nullable().optional(),
    escape: z.enum(escapes).optional(),
    headerRow: z.number().int().positive().optional(),
    headerRows: z.record(z.string(), z.number().int().positive()).optional(),
    caps: caps.partial().optional(),
  }),
})

/** `rss`: bytes of memory the child's process holds. */
export type WireMessage = ReadMessage & { readonly rss?: number }

/** Null for a line that is no message of ours. */
export function parseWireMessage(line: string): WireMessage | null {
  try {
    const value: unknown = JSON.parse(line)
    return isMessage(value) ? value : null
  } catch {
    return null
  }
}

function isMessage(value: unknown): value is WireMessage {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  const has = (name: string, check: (found: unknown) => boolean): boolean => check(Reflect.get(value, name))
  switch (value.kind) {
    case 'rows':
      return has('sheet', isCount) && has('rows', (rows) => Array.isArray(rows) && rows.every(isRow))
    case 'sheet':
      return has('index', isCount) && has('sheet', isObject)
    case 'columns':
      return has('index', isCount) && has('columns', Array.isArray)
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

function isRow(value: unknown): boolean {
  return isObject(value) && isCount(Reflect.get(value, 'row')) && Array.isArray(Reflect.get(value, 'cells'))
}
function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0
}
function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
