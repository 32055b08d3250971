// The parts of a workbook that follow its sheets: styles, the list of sheets, relationships, content types.
import { stylesXml } from './cell-styles.ts'
import { xmlText } from './cell-text.ts'
import { filterRange, hasHeader, type Sheet } from './worksheet-parts.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packageNs = 'http://schemas.openxmlformats.org/package/2006'
const documentRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A finished sheet and the number of its rows, header included. */
export type WrittenSheet = { readonly sheet: Sheet; readonly rows: number }

/** Path inside the archive. Sheets are numbered from 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

export function packageParts(
  sheets: readonly WrittenSheet[],
): readonly (readonly [path: string, xml: string])[] {
  return [
    ['xl/styles.xml', stylesXml()],
    ['xl/workbook.xml', workbookXml(sheets)],
    ['xl/_rels/workbook.xml.rels', workbookRelsXml(sheets.length)],
    ['_rels/.rels', rootRelsXml],
    ['[Content_Types].xml', contentTypesXml(sheets.length)],
  ]
}

const rootRelsXml = `${declaration}<Relationships xmlns="${packageNs}/relationships"><Relationship Id="rId1" Type="${documentRelationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

function workbookXml(sheets: readonly WrittenSheet[]): string {
  const listed = sheets.map(
    ({ sheet }, at) =>
      `<sheet name="${xmlText(sheet.name)}" sheetId="${at + 1}"${sheet.hidden === true ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  const names = sheets.flatMap(namesOfForm)
  const defined = names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${documentRelationships}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${listed.join('')}</sheets>${defined}</workbook>`
}

/** A form with a header is filtered, and prints its header on every page. */
function namesOfForm({ sheet, rows }: WrittenSheet, at: number): readonly string[] {
  if (sheet.form !== true || !hasHeader(sheet)) return []
  const range = filterRange(sheet, rows).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')
  return [
    `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${sheet.name}!${range}</definedName>`,
    `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${sheet.name}!$1:$1</definedName>`,
  ]
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
    (_, at) => `<Override PartName="/${sheetPath(at + 1)}" ContentType="${types}.worksheet+xml"/>`,
  )
  return `${declaration}<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${sheets.join('')}</Types>`
}
