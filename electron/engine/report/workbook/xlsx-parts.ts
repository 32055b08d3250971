// Fixed parts of a workbook: styles, relations, content types. Every cell style has the number format "text", so a
// phone number typed over in a spreadsheet program keeps its leading zero.
import { xmlText } from './xlsx-text.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packageNs = 'http://schemas.openxmlformats.org/package/2006'
const documentRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes into the style sheet below. */
export const cellStyles = { text: 1, header: 2, added: 3, problem: 4 } as const
export type CellStyle = keyof typeof cellStyles

export const stylesXml = `${declaration}<styleSheet xmlns="${main}"><fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><sz val="11"/><color rgb="FFB42318"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF0F1F3"/><bgColor indexed="64"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE3E9FB"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" fontId="1" fillId="3" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const rootRelsXml = `${declaration}<Relationships xmlns="${packageNs}/relationships"><Relationship Id="rId1" Type="${documentRelationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export function workbookXml(sheetNames: readonly string[]): string {
  const sheets = sheetNames.map(
    (name, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${documentRelationships}"><sheets>${sheets.join('')}</sheets></workbook>`
}

function workbookRelsXml(sheetCount: number): string {
  const rels = Array.from(
    { length: sheetCount },
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${documentRelationships}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  rels.push(
    `<Relationship Id="rId${sheetCount + 1}" Type="${documentRelationships}/styles" Target="styles.xml"/>`,
  )
  return `${declaration}<Relationships xmlns="${packageNs}/relationships">${rels.join('')}</Relationships>`
}

function contentTypesXml(sheetCount: number): string {
  const sheets = Array.from(
    { length: sheetCount },
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${types}.worksheet+xml"/>`,
  )
  return `${declaration}<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${sheets.join('')}</Types>`
}

/** Start of a worksheet before its rows: frozen header row, a width and the text format for each column. */
export function sheetOpening(widths: readonly number[]): string {
  const columns = widths.map(
    (width, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${cellStyles.text}" customWidth="1"/>`,
  )
  const cols = columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${cols}<sheetData>`
}

export const sheetEnding = '</sheetData></worksheet>'

/** The parts that follow the sheets of a book, by their names in the archive. */
export function endOfBook(book: {
  readonly styles: string
  readonly workbook: string
  readonly sheets: number
}): readonly (readonly [name: string, xml: string])[] {
  return [
    ['xl/styles.xml', book.styles],
    ['xl/workbook.xml', book.workbook],
    ['xl/_rels/workbook.xml.rels', workbookRelsXml(book.sheets)],
    ['_rels/.rels', rootRelsXml],
    ['[Content_Types].xml', contentTypesXml(book.sheets)],
  ]
}
