// Reads the sheets of a file that came back, with the header row that identifies it, wherever it stands. Of other sheets
// only the first rows are kept. Nothing here interprets a cell.
import type { Column, RowText, SheetInfo, SourceRow } from '../../../../shared/sheet/sheet.ts'
import { rowOfText } from '../../../../shared/sheet/sheet.ts'
import { message } from '../../../../shared/texts/create-message.ts'
import type { Reader, ReadMessage, ReadOptions } from '../../import/reader.ts'
import { failed, fileRefused, type Result, success } from '../../system/failure.ts'

/** `found`: its header is one of those that are searched for. */
export type ReturnedSheet = {
  readonly info: SheetInfo
  readonly rows: SourceRow[]
  columns: readonly Column[]
  found: boolean
}
export type IsHeader = (texts: readonly string[]) => boolean

const headerSearch = 40

export async function readReturnedSheets(
  reader: Reader,
  path: string,
  options: ReadOptions,
  isHeader: IsHeader,
  signal: AbortSignal,
): Promise<Result<ReturnedSheet[]>> {
  const first = await sheetsOf(reader, path, options, isHeader, signal)
  if (!first.ok) return first
  const headerRows = headersElsewhere(first.value, isHeader)
  return Object.keys(headerRows).length === 0
    ? first
    : sheetsOf(reader, path, { ...options, headerRows }, isHeader, signal)
}

export function fileNameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

async function sheetsOf(
  reader: Reader,
  path: string,
  options: ReadOptions,
  isHeader: IsHeader,
  signal: AbortSignal,
): Promise<Result<ReturnedSheet[]>> {
  const sheets: ReturnedSheet[] = []
  for await (const read of reader(path, options, signal)) {
    if (read.kind === 'refused') return fileRefused(read.failure)
    take(sheets, read, isHeader)
  }
  if (signal.aborted) return failed('input', 'cancelled', message('questions.reading_stopped'))
  return success(sheets.filter((sheet) => sheet !== undefined))
}

function take(sheets: ReturnedSheet[], read: ReadMessage<RowText>, isHeader: IsHeader): void {
  const isFound = (columns: readonly Column[]): boolean => isHeader(columns.map(({ header }) => header))
  if (read.kind === 'sheet') {
    const { columns } = read.sheet
    sheets[read.index] = { info: read.sheet, rows: [], columns, found: isFound(columns) }
  }
  if (read.kind === 'columns') {
    const sheet = sheets[read.index]
    if (sheet !== undefined) Object.assign(sheet, { columns: read.columns, found: isFound(read.columns) })
  }
  if (read.kind === 'rows') {
    const sheet = sheets[read.sheet]
    const most = sheet?.found === false ? headerSearch : Number.POSITIVE_INFINITY
    for (const row of read.rows)
      if (sheet !== undefined && sheet.rows.length < most) sheet.rows.push(rowOfText(row))
  }
}

/** Searches for the headers in other rows than the one that was taken for the header. */
function headersElsewhere(sheets: readonly ReturnedSheet[], isHeader: IsHeader): Record<string, number> {
  const rows: Record<string, number> = {}
  for (const { info, rows: below, found } of sheets) {
    const candidates = found ? [] : [...(info.above ?? []), ...below]
    const header = candidates.find(({ cells }) => isHeader(cells))
    if (header !== undefined) rows[info.name] = header.row
  }
  return rows
}
