// Streaming XLSX writer for reports, question packs and lists. Every cell is typed text, except figures that are given as
// numbers: no cell can run as a formula and no leading zero is lost. Rows beyond the format's last row continue on a new sheet with the same header.
import { createPartFile, createTextBuffer, type PartFile, type TextBuffer } from '../file-sink.ts'
import { createArchive } from './archive.ts'
import { type CellStyle, isWrapping, styleIndex } from './cell-styles.ts'
import type { BarChart } from './chart-parts.ts'
import { columnLetters, createSheetNamer, cutCell, suspect, xmlText } from './cell-text.ts'
import { packageParts, sheetPath, type WrittenSheet } from './package-parts.ts'
import {
  type DropDown,
  hasHeader,
  type Link,
  type Sheet,
  type SheetColumn,
  sheetEnding,
  sheetOpening,
  type SheetWords,
  sheetWords,
} from './worksheet-parts.ts'
import { createMessageFormat, type MessageFormat } from '../../../../shared/texts/message-format.ts'

/** A number is a figure to count with; everything else is text. */
export type CellValue = string | number

export type Workbook = {
  readonly part: PartFile
  /** Ends the previous sheet, and writes the header row if there are headers. Returns the name that it was given. */
  startSheet(sheet: Sheet): string
  /** Without styles, cells have those of their columns. Empty cells of the style `answer` are written as well. */
  row(cells: readonly CellValue[], styles?: readonly CellStyle[]): void
  /** For the current sheet. */
  addDropDowns(dropDowns: readonly DropDown[]): void
  /** For the current sheet. */
  addLinks(links: readonly Link[]): void
  addCharts(charts: readonly BarChart[]): void
  /** Bytes that flush() will write. */
  backlog(): number
  flush(): Promise<void>
  finish(): Promise<void>
  discard(): Promise<void>
  /** Cells cut at the format's 32,767 characters so far. */
  cutCells(): number
}

/** The format's last row (1,048,576), header included. */
export const lastRow = 1_048_576

type OpenSheet = {
  /** As asked for; the written one has a name that the format allows. */
  readonly wanted: Sheet
  readonly sheet: Sheet
  readonly cellStyles: readonly number[]
  readonly dropDowns: DropDown[]
  readonly links: Link[]
  readonly charts: BarChart[]
  rows: number
}

type WorkbookParts = {
  readonly part: PartFile
  readonly archive: ReturnType<typeof createArchive>
  readonly limit: number
  readonly words: SheetWords
  readonly nameSheet: ReturnType<typeof createSheetNamer>
  readonly written: WrittenSheet[]
  open: OpenSheet | null
  /** XML that is not in the archive yet. */
  readonly pending: TextBuffer
  cutCells: number
}

export async function createWorkbook(
  path: string,
  options: {
    readonly lastRow?: number
    /** Of its own words; English when left out. */
    readonly format?: MessageFormat
  } = {},
): Promise<Workbook> {
  const part = await createPartFile(path)
  const archive = createArchive(part)
  const words = sheetWords(options.format ?? createMessageFormat('en', 'en-GB'))
  const parts: WorkbookParts = {
    part,
    archive,
    limit: options.lastRow ?? lastRow,
    words,
    nameSheet: createSheetNamer(words.unnamed),
    written: [],
    open: null,
    pending: createTextBuffer(),
    cutCells: 0,
  }
  return {
    part,
    startSheet: (sheet) => startSheet(parts, sheet).sheet.name,
    row: (cells, styles) => row(parts, cells, styles),
    addDropDowns: (dropDowns) => void current(parts).dropDowns.push(...dropDowns),
    addLinks: (links) => void current(parts).links.push(...links),
    addCharts: (charts) => void current(parts).charts.push(...charts),
    backlog: () => parts.pending.bytes,
    flush: () => flush(parts),
    finish: () => finish(parts),
    async discard() {
      await archive.abort()
      await part.discard()
    },
    cutCells: () => parts.cutCells,
  }
}

function write(parts: WorkbookParts): void {
  const { archive } = parts
  if (parts.pending.bytes > 0) archive.write(parts.pending.take())
}

async function flush(parts: WorkbookParts): Promise<void> {
  const { archive } = parts
  write(parts)
  await archive.drain()
}

function append(
  parts: WorkbookParts,
  to: OpenSheet,
  cells: readonly CellValue[],
  styles: readonly number[],
): void {
  to.rows += 1
  const row = rowXml(to, cells, styles, parts.words.cut)
  parts.cutCells += row.cutCells
  parts.pending.add(row.xml)
}

function endSheet(parts: WorkbookParts): void {
  const { written } = parts
  if (parts.open === null) return
  parts.pending.add(sheetEnding(parts.open.sheet, parts.open.rows, parts.open, parts.words))
  write(parts)
  written.push(parts.open)
  parts.open = null
}

function startSheet(parts: WorkbookParts, wanted: Sheet): OpenSheet {
  const { nameSheet, archive, written } = parts
  endSheet(parts)
  const sheet = { ...wanted, name: nameSheet(wanted.name) }
  const started: OpenSheet = {
    wanted,
    sheet,
    cellStyles: cellStylesOf(sheet.columns),
    dropDowns: [],
    links: [],
    charts: [],
    rows: 0,
  }
  archive.startEntry(sheetPath(written.length + 1))
  parts.pending.add(sheetOpening(sheet))
  parts.open = started
  if (hasHeader(sheet)) append(parts, started, ...headerOf(sheet.columns))
  return started
}

function current(parts: WorkbookParts): OpenSheet {
  if (parts.open === null) throw new Error('A row needs a sheet.')
  return parts.open
}

function row(parts: WorkbookParts, cells: readonly CellValue[], styles?: readonly CellStyle[]): void {
  const { limit } = parts
  const sheet = current(parts)
  const to = sheet.rows < limit ? sheet : startSheet(parts, sheet.wanted)
  append(parts, to, cells, styles?.map(styleIndex) ?? to.cellStyles)
}

async function finish(parts: WorkbookParts): Promise<void> {
  const { written, archive, part } = parts
  endSheet(parts)
  for (const [name, xml] of packageParts(written)) {
    archive.startEntry(name)
    archive.write(Buffer.from(xml))
  }
  await archive.finish()
  await part.finish()
}

function cellStylesOf(columns: readonly SheetColumn[]): readonly number[] {
  return columns.map(({ style }) => styleIndex(style))
}

function headerOf(
  columns: readonly SheetColumn[],
): readonly [texts: readonly string[], styles: readonly number[]] {
  return [
    columns.map(({ header }) => header ?? ''),
    columns.map(({ headerStyle }) => styleIndex(headerStyle ?? 'header')),
  ]
}

const answer = styleIndex('answer')
const textStyle = styleIndex('text')
/** A text without special characters is written in the format's shortest form, up to this length. */
const shortCell = 4096
/** Spreadsheet programs may drop white space at the edges of a text that does not ask to keep it. */
const needsSpace = /^\s|\s$|\n/

const textStarts: string[] = []

/** Between the row's number and the text of a cell in the format's shortest form. */
function textStart(style: number): string {
  return (textStarts[style] ??= `" s="${style}" t="str"><v>`)
}

function rowXml(
  { sheet, rows }: OpenSheet,
  cells: readonly CellValue[],
  styles: readonly number[],
  cutNote: string,
): { readonly xml: string; readonly cutCells: number } {
  const height =
    sheet.form === true || sheet.page === true
      ? ` ht="${rowHeight(cells, styles, sheet.columns)}" customHeight="1"`
      : ''
  let xml = `<row r="${rows}"${height}>`
  let cutCells = 0
  for (let at = 0; at < cells.length; at += 1) {
    const whole = cells[at] ?? ''
    const style = styles[at] ?? textStyle
    if (whole === '') {
      if (style === answer) xml += `<c r="${columnLetters(at)}${rows}" s="${style}"/>`
      continue
    }
    if (typeof whole === 'number') {
      xml += `<c r="${columnLetters(at)}${rows}" s="${style}"><v>${whole}</v></c>`
      continue
    }
    if (whole.length <= shortCell && !suspect.test(whole)) {
      xml += `<c r="${columnLetters(at)}${rows}${textStart(style)}${whole}</v></c>`
      continue
    }
    const { text, cut } = cutCell(whole, cutNote)
    if (cut) cutCells += 1
    const space = needsSpace.test(text) ? ' xml:space="preserve"' : ''
    xml += `<c r="${columnLetters(at)}${rows}" s="${style}" t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`
  }
  return { xml: `${xml}</row>`, cutCells }
}

const title = styleIndex('title')
const heading = styleIndex('heading')
const titleHeight = 24
const lineHeight = 15
const highestRow = 409

/** In points. Set explicitly, because not every program fits a row to wrapped texts. */
function rowHeight(
  cells: readonly CellValue[],
  styles: readonly number[],
  columns: readonly SheetColumn[],
): number {
  if (styles.includes(title) || styles.includes(heading)) return titleHeight
  let lines = 1
  for (const [at, value] of cells.entries()) {
    const text = String(value)
    const { width, hidden } = columns[at] ?? { width: 10 }
    if (hidden === true || text === '' || !isWrapping(styles[at] ?? textStyle)) continue
    const letters = Math.max(1, Math.floor(width))
    const needed = text.split('\n').reduce((sum, line) => sum + linesOf(line, letters), 0)
    lines = Math.max(lines, needed)
  }
  return Math.min(highestRow, lines * lineHeight)
}

/** Lines that a text needs where it breaks between its words, and in those that are too long. */
function linesOf(text: string, letters: number): number {
  let lines = 1
  let used = 0
  for (const { length } of text.split(' ')) {
    if (used > 0 && used + 1 + length <= letters) {
      used += 1 + length
      continue
    }
    if (used > 0) lines += 1
    lines += Math.max(0, Math.ceil(length / letters) - 1)
    used = length <= letters ? length : length % letters
  }
  return lines
}
