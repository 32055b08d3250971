// The XML of a worksheet around its rows: columns, frozen header with its filter, links and charts, and for a form also
// the lock, drop-downs and page set-up. A form's protection has no password: it prevents mistakes, not deliberate changes.
import { message, type MessageKey, sentenceOf } from '../../../../shared/texts/message.ts'
import type { MessageFormat } from '../../../../shared/texts/message-format.ts'
import { columnLetters, longestCell, quotedName, xmlText } from './cell-text.ts'
import { type CellStyle, styleIndex } from './cell-styles.ts'
import type { BarChart } from './chart-parts.ts'

export type SheetColumn = {
  /** In the frozen first row. A sheet has headers in every column or in none. */
  readonly header?: string
  readonly headerStyle?: CellStyle
  /** Style of the cells below. */
  readonly style: CellStyle
  /** In characters. */
  readonly width: number
  readonly hidden?: boolean
}

export type Sheet = {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly hidden?: boolean
  /** Locked except for its answers, with rows as high as their texts, and ready to be printed. */
  readonly form?: boolean
  /** Read like a page: without grid lines, as wide as the paper. */
  readonly page?: boolean
  /** Listed before the other sheets, although it is written after them. */
  readonly first?: boolean
}

/** A cell that leads to the start of another sheet, named as the workbook has it. */
export type Link = { readonly column: number; readonly row: number; readonly sheet: string }

/** What is written behind a sheet's rows. */
export type SheetAdditions = {
  readonly dropDowns: readonly DropDown[]
  readonly links: readonly Link[]
  readonly charts: readonly BarChart[]
}

export type DropDown = {
  /** The zero-based column, and the sheet's own numbers of its first and last row. */
  readonly column: number
  readonly rows: readonly [number, number]
  /** Sheet that holds the choices, the zero-based column in it, and the number of choices. */
  readonly sheet: string
  readonly list: number
  readonly entries: number
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const frozenHeader =
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'

export function hasHeader({ columns }: Sheet): boolean {
  return columns.some(({ header }) => header !== undefined)
}

/** What a workbook says by itself, in its language. */
export type SheetWords = {
  /** With the format's own marks for the number of the page and of all pages. */
  readonly page: string
  /** Title and sentence for an answer that is not in its list. At most 32 and 255 characters. */
  readonly notListed: string
  readonly chooseListed: string
  /** Behind a text that is too long for a cell. */
  readonly cut: string
  /** For a sheet whose name is empty. */
  readonly unnamed: string
}

export function sheetWords(format: MessageFormat): SheetWords {
  const say = (key: MessageKey): string => sentenceOf(message(key), format)
  return {
    page: sentenceOf(message('report.printed_page', { page: '&P', pages: '&N' }), format),
    notListed: say('report.not_listed'),
    chooseListed: say('report.choose_listed'),
    cut: sentenceOf(message('report.cell_cut', { most: longestCell }), format),
    unnamed: say('report.sheet'),
  }
}

/** Everything before the rows. */
export function sheetOpening(sheet: Sheet): string {
  const { columns, form, page } = sheet
  const empty = styleIndex(form === true ? 'wrapped' : 'text')
  const cols = columns.map(
    ({ width, hidden }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${empty}" customWidth="1"${hidden === true ? ' hidden="1"' : ''}/>`,
  )
  const isFitted = form === true || page === true
  const fitted = isFitted ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : ''
  const lines = isFitted && !hasHeader(sheet) ? 'showGridLines="0" ' : ''
  const listed = cols.length === 0 ? '' : `<cols>${cols.join('')}</cols>`
  return `${declaration}<worksheet xmlns="${main}" xmlns:r="${relationships}">${fitted}<sheetViews><sheetView ${lines}workbookViewId="0">${hasHeader(sheet) ? frozenHeader : ''}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${listed}<sheetData>`
}

/** Everything behind the rows, in the order of the format. Widths and filters of a locked sheet stay available. */
export function sheetEnding(
  sheet: Sheet,
  rows: number,
  { dropDowns, links, charts }: SheetAdditions,
  words: SheetWords,
): string {
  const { form, page } = sheet
  const protection =
    form === true
      ? '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0" sort="0" autoFilter="0"/>'
      : ''
  const filter = hasHeader(sheet) ? `<autoFilter ref="${filterRange(sheet, rows)}"/>` : ''
  const validations = dropDowns.length === 0 ? '' : validationsXml(dropDowns, words)
  const linked = links.length === 0 ? '' : linksXml(links)
  const orientation = hasHeader(sheet) || page === true ? 'landscape' : 'portrait'
  const setUp =
    form === true || page === true
      ? `<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>`
      : ''
  const footer =
    form === true
      ? `<headerFooter><oddFooter>&amp;L&amp;A&amp;R${xmlText(words.page)}</oddFooter></headerFooter>`
      : ''
  const drawing = charts.length === 0 ? '' : '<drawing r:id="rId1"/>'
  return `</sheetData>${protection}${filter}${validations}${linked}${setUp}${footer}${drawing}</worksheet>`
}

function linksXml(links: readonly Link[]): string {
  const each = links.map(
    ({ column, row, sheet }) =>
      `<hyperlink ref="${columnLetters(column)}${row}" location="${xmlText(`${quotedName(sheet)}!A1`)}"/>`,
  )
  return `<hyperlinks>${each.join('')}</hyperlinks>`
}

function validationsXml(dropDowns: readonly DropDown[], { notListed, chooseListed }: SheetWords): string {
  const validations = dropDowns.map(({ column, rows: [from, to], sheet, list, entries }) => {
    const letter = columnLetters(column)
    const source = columnLetters(list)
    return `<dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="1" errorTitle="${xmlText(notListed)}" error="${xmlText(chooseListed)}" sqref="${letter}${from}:${letter}${to}"><formula1>${sheet}!$${source}$1:$${source}$${entries}</formula1></dataValidation>`
  })
  return `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`
}

/** `A1:H20`: the header and all rows below it. */
export function filterRange({ columns }: Sheet, rows: number): string {
  return `A1:${columnLetters(columns.length - 1)}${Math.max(1, rows)}`
}
