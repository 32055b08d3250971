// Streaming XLSX writer: several sheets in sequence, each with a frozen header row, and every cell as typed text
// (no cell can run as a formula and no leading zero is lost). Rows beyond the format's last row continue on a new
// sheet.
import { createPartFile, type PartFile } from '../file-sink.ts'
import {
  type CellStyle,
  cellStyles,
  endOfBook,
  sheetEnding,
  sheetOpening,
  stylesXml,
  workbookXml,
} from './xlsx-parts.ts'
import { columnLetters, createSheetNamer, cutCell, xmlText } from './xlsx-text.ts'
import { createZipFile } from './zip-file.ts'

export type XlsxColumn = {
  readonly header: string
  /** In characters. */
  readonly width: number
  readonly headerStyle: CellStyle
  readonly style: CellStyle
}

export type XlsxFile = {
  readonly part: PartFile
  /** Ends the previous sheet. Without columns the sheet stays empty. */
  startSheet(name: string, columns: readonly XlsxColumn[]): Promise<void>
  row(cells: readonly string[]): void
  /** True if the sheet has no room for a row; continueSheet() adds a new one. */
  full(): boolean
  continueSheet(): Promise<void>
  backlog(): number
  flush(): Promise<void>
  finish(): Promise<void>
  discard(): Promise<void>
  /** Cells cut at the format's 32,767 characters so far. */
  cutCells(): number
}

/** The format's last row (1,048,576), header included. */
export const lastRow = 1_048_576

export async function createXlsxFile(
  path: string,
  options: { readonly lastRow?: number } = {},
): Promise<XlsxFile> {
  const limit = options.lastRow ?? lastRow
  const part = await createPartFile(path)
  const zip = createZipFile(part.handle)
  const nameSheet = createSheetNamer()
  const names: string[] = []
  let sheet: { name: string; columns: readonly XlsxColumn[] } | null = null
  let rowNumber = 0
  let pending = ''
  let cuts = 0

  const append = (cells: readonly string[], styleOf: (at: number) => number): void => {
    rowNumber += 1
    let xml = `<row r="${rowNumber}">`
    for (let at = 0; at < cells.length; at += 1) {
      const whole = cells[at] ?? ''
      if (whole === '') continue
      const { text, cut } = cutCell(whole)
      if (cut) cuts += 1
      xml += `<c r="${columnLetters(at)}${rowNumber}" s="${styleOf(at)}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
    }
    pending += `${xml}</row>`
  }
  const flush = async (): Promise<void> => {
    const text = pending
    pending = ''
    if (text !== '') await zip.write(text)
  }
  const endSheet = async (): Promise<void> => {
    if (sheet === null) return
    pending += sheetEnding
    await flush()
    await zip.endEntry()
    sheet = null
  }
  const startSheet = async (name: string, columns: readonly XlsxColumn[]): Promise<void> => {
    await endSheet()
    sheet = { name, columns }
    names.push(nameSheet(name))
    zip.startEntry(`xl/worksheets/sheet${names.length}.xml`)
    rowNumber = 0
    pending = sheetOpening(columns.map(({ width }) => width))
    if (columns.length === 0) return
    const headers = columns.map(({ header }) => header)
    append(headers, (at) => cellStyles[columns[at]?.headerStyle ?? 'header'])
  }

  return {
    part,
    startSheet,
    row(cells) {
      if (sheet === null) throw new Error('A row needs a sheet.')
      const { columns } = sheet
      append(cells, (at) => cellStyles[columns[at]?.style ?? 'text'])
    },
    full: () => rowNumber >= limit,
    async continueSheet() {
      if (sheet === null) throw new Error('No sheet to go on with.')
      await startSheet(sheet.name, sheet.columns)
    },
    backlog: () => pending.length,
    flush,
    async finish() {
      await endSheet()
      const parts = endOfBook({ styles: stylesXml, workbook: workbookXml(names), sheets: names.length })
      for (const [name, xml] of parts) await zip.whole(name, xml)
      await zip.finish()
      await part.finish()
    },
    async discard() {
      zip.destroy()
      await part.discard()
    },
    cutCells: () => cuts,
  }
}
