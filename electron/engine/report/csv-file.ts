// CSV as spreadsheet programs expect it: UTF-8 with BOM, CRLF, RFC 4180 quoting, and every cell guarded so that none can
// run as a formula. Lines are collected as text and written when the caller flushes.
import { guard } from '../../../shared/sheet/formula-guard.ts'
import { createPartFile, type PartFile } from './file-sink.ts'

export type CsvFile = {
  readonly part: PartFile
  line(cells: readonly string[]): void
  /** Characters waiting to be written. */
  backlog(): number
  flush(): Promise<void>
  finish(): Promise<void>
}

const needsQuotes = /[",;|\t\r\n]|^['\s]|\s$/

/**
 * One line with its CRLF. Other separators are quoted as well, since other locales use them, and a text that begins with an
 * apostrophe, which would open a quotation where a program quotes by apostrophes.
 */
export function csvLine(cells: readonly string[]): string {
  let line = ''
  for (let at = 0; at < cells.length; at += 1) {
    const text = guard(cells[at] ?? '')
    if (at > 0) line += ','
    line += needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return `${line}\r\n`
}

export async function createCsvFile(path: string, header: readonly string[]): Promise<CsvFile> {
  const part = await createPartFile(path)
  let pending = `\uFEFF${csvLine(header)}`
  const flush = async (): Promise<void> => {
    const text = pending
    pending = ''
    if (text !== '') await part.handle.writeFile(text, 'utf8')
  }
  return {
    part,
    line(cells) {
      pending += csvLine(cells)
    },
    backlog: () => pending.length,
    flush,
    async finish() {
      await flush()
      await part.finish()
    },
  }
}
