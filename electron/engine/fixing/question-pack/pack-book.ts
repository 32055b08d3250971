// Streaming writer of a workbook with locked sheets. Cells are typed text in the format "text" (no formula runs,
// leading zeros stay), only cells of the style `answer` are editable, and drop-downs refer to a hidden sheet of
// lists. Protection has no password: it prevents mistakes, not deliberate changes.
import { createPartFile, type PartFile } from '../../report/file-sink.ts'
import { endOfBook } from '../../report/workbook/xlsx-parts.ts'
import { columnLetters, cutCell, xmlText } from '../../report/workbook/xlsx-text.ts'
import { createZipFile } from '../../report/workbook/zip-file.ts'

/** Indexes into the style sheet below. */
export const packStyles = {
  text: 1,
  header: 2,
  answer: 3,
  title: 4,
  words: 5,
  faint: 6,
  wrong: 7,
  answerHeader: 8,
} as const
export type PackStyle = keyof typeof packStyles

export type PackColumn = { readonly width: number; readonly hidden?: boolean }
export type PackCell = { readonly text: string; readonly style: PackStyle }
export type DropDown = {
  /** The zero-based column, and the sheet's own numbers of its first and last row. */
  readonly column: number
  readonly rows: readonly [number, number]
  /** Which list of the lists' sheet, from 0, and how many entries it has. */
  readonly list: number
  readonly entries: number
}
export type PackSheet = {
  readonly name: string
  readonly columns: readonly PackColumn[]
  readonly hidden?: boolean
  /** The first row is a header: frozen, filtered, on every printed page. */
  readonly table?: boolean
}

export const listsSheet = 'Lists'
const flushAt = 65_536
const lineHeight = 15
const titleHeight = 24
const highestRow = 409
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documentRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export type PackBook = {
  readonly part: PartFile
  startSheet(sheet: PackSheet): Promise<void>
  /** Empty cells of the style `answer` are written too, because they will be filled in. */
  row(cells: readonly PackCell[]): Promise<void>
  endSheet(dropDowns: readonly DropDown[]): Promise<void>
  finish(): Promise<void>
  discard(): Promise<void>
}

export async function createPackBook(path: string): Promise<PackBook> {
  const part = await createPartFile(path)
  const zip = createZipFile(part.handle)
  const sheets: { readonly sheet: PackSheet; readonly rows: number }[] = []
  let now: PackSheet | null = null
  let rowNumber = 0
  let pending = ''

  const flush = async (): Promise<void> => {
    const text = pending
    pending = ''
    if (text !== '') await zip.write(text)
  }
  return {
    part,
    async startSheet(sheet) {
      now = sheet
      rowNumber = 0
      zip.startEntry(`xl/worksheets/sheet${sheets.length + 1}.xml`)
      pending = sheetOpening(sheet)
    },
    async row(cells) {
      rowNumber += 1
      const height = heightOf(cells, now?.columns ?? [])
      pending += `<row r="${rowNumber}" ht="${height}" customHeight="1">`
      for (const [at, { text, style }] of cells.entries()) {
        const place = `r="${columnLetters(at)}${rowNumber}" s="${packStyles[style]}"`
        if (text !== '')
          pending += `<c ${place} t="inlineStr"><is><t xml:space="preserve">${xmlText(cutCell(text).text)}</t></is></c>`
        else if (style === 'answer') pending += `<c ${place}/>`
      }
      pending += '</row>'
      if (pending.length > flushAt) await flush()
    },
    async endSheet(dropDowns) {
      if (now === null) throw new Error('No sheet is open.')
      pending += sheetEnding(now, rowNumber, dropDowns)
      await flush()
      await zip.endEntry()
      sheets.push({ sheet: now, rows: rowNumber })
      now = null
    },
    async finish() {
      const parts = endOfBook({ styles: stylesXml, workbook: workbookXml(sheets), sheets: sheets.length })
      for (const [name, xml] of parts) await zip.whole(name, xml)
      await zip.finish()
      await part.finish()
    },
    async discard() {
      zip.destroy()
      await part.discard()
    },
  }
}

/** Height in points. Set explicitly, because not every program fits a row to wrapped texts. */
function heightOf(cells: readonly PackCell[], columns: readonly PackColumn[]): number {
  let lines = 1
  for (const [at, { text, style }] of cells.entries()) {
    if (style === 'title') return titleHeight
    const { width, hidden } = columns[at] ?? { width: 10 }
    if (hidden === true || text === '') continue
    const letters = Math.max(1, Math.floor(width))
    const needed = text
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0)
    lines = Math.max(lines, needed)
  }
  return Math.min(highestRow, lines * lineHeight)
}

function sheetOpening({ columns, table }: PackSheet): string {
  const cols = columns.map(
    ({ width, hidden }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${packStyles.text}" customWidth="1"${hidden === true ? ' hidden="1"' : ''}/>`,
  )
  const pane =
    table === true
      ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
      : ''
  return `${declaration}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView ${table === true ? '' : 'showGridLines="0" '}workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>`
}

/** In the order of the format. Widths and filters stay available although the sheet is locked. */
function sheetEnding(sheet: PackSheet, rows: number, dropDowns: readonly DropDown[]): string {
  const protection =
    '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0" sort="0" autoFilter="0"/>'
  const filter = sheet.table === true ? `<autoFilter ref="${rangeOf(sheet, rows)}"/>` : ''
  const validations = dropDowns.map(({ column, rows: [from, to], list, entries }) => {
    const letter = columnLetters(column)
    const of = columnLetters(list)
    return `<dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="1" errorTitle="Not in the list" error="Please choose one of the list." sqref="${letter}${from}:${letter}${to}"><formula1>${listsSheet}!$${of}$1:$${of}$${entries}</formula1></dataValidation>`
  })
  const validated =
    validations.length === 0
      ? ''
      : `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`
  return `</sheetData>${protection}${filter}${validated}<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="${sheet.table === true ? 'landscape' : 'portrait'}" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter></worksheet>`
}

function rangeOf({ columns }: PackSheet, rows: number): string {
  return `A1:${columnLetters(columns.length - 1)}${Math.max(1, rows)}`
}

function absolute(range: string): string {
  return range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')
}

function workbookXml(sheets: readonly { readonly sheet: PackSheet; readonly rows: number }[]): string {
  const listed = sheets.map(
    ({ sheet }, at) =>
      `<sheet name="${xmlText(sheet.name)}" sheetId="${at + 1}"${sheet.hidden === true ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  const names = sheets.flatMap(({ sheet, rows }, at) =>
    sheet.table === true
      ? [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${sheet.name}!${absolute(rangeOf(sheet, rows))}</definedName>`,
          `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${sheet.name}!$1:$1</definedName>`,
        ]
      : [],
  )
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${documentRelationships}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${listed.join('')}</sheets>${names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`}</workbook>`
}

const font = (marks: string, size = 11): string =>
  `<font>${marks.includes('b') ? '<b/>' : ''}<sz val="${size}"/>${marks.includes('r') ? '<color rgb="FFB42318"/>' : ''}${marks.includes('f') ? '<color rgb="FF667085"/>' : ''}<name val="Calibri"/><family val="2"/></font>`
const fill = (rgb: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/><bgColor indexed="64"/></patternFill></fill>`
const side = (name: string): string => `<${name} style="thin"><color rgb="FFD0A93B"/></${name}>`
const wrapped = '<alignment vertical="top" wrapText="1"/>'
const style = (
  of: { readonly font?: number; readonly fill?: number; readonly border?: number },
  open = false,
): string =>
  `<xf numFmtId="49" fontId="${of.font ?? 0}" fillId="${of.fill ?? 0}" borderId="${of.border ?? 0}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1" applyProtection="1">${wrapped}<protection locked="${open ? 0 : 1}"/></xf>`

const fonts = [font(''), font('b'), font('b', 16), font('f'), font('r')]
const fills = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  fill('FFF0F1F3'),
  fill('FFFFF7D6'),
  fill('FFFFE48F'),
]
const borders = [
  '<border><left/><right/><top/><bottom/><diagonal/></border>',
  `<border>${side('left')}${side('right')}${side('top')}${side('bottom')}<diagonal/></border>`,
]
/** In the order of `packStyles`, after the plain one. */
const cellXfs = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  style({}),
  style({ font: 1, fill: 2 }),
  style({ fill: 3, border: 1 }, true),
  style({ font: 2 }),
  style({}),
  style({ font: 3 }),
  style({ font: 4 }),
  style({ font: 1, fill: 4, border: 1 }),
]

const stylesXml = `${declaration}<styleSheet xmlns="${main}"><fonts count="${fonts.length}">${fonts.join('')}</fonts><fills count="${fills.length}">${fills.join('')}</fills><borders count="${borders.length}">${borders.join('')}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellXfs.length}">${cellXfs.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
