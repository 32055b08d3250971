// The parts of a workbook that follow its sheets: charts, styles, the list of sheets, relationships, content types.
import { stylesXml } from './cell-styles.ts'
import { quotedName, xmlText } from './cell-text.ts'
import { type BarChart, chartXml, drawingXml } from './chart-parts.ts'
import { filterRange, hasHeader, type Sheet } from './worksheet-parts.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packageNs = 'http://schemas.openxmlformats.org/package/2006'
const documentRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const documents = 'application/vnd.openxmlformats-officedocument'

/** A finished sheet, the number of its rows, header included, and its charts. */
export type WrittenSheet = {
  readonly sheet: Sheet
  readonly rows: number
  readonly charts: readonly BarChart[]
}

type Part = readonly [path: string, xml: string]
/** `number`: of its part, from 1 in the order in which sheets are written. */
type ListedSheet = WrittenSheet & { readonly number: number }

/** Path inside the archive. Sheets are numbered from 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`
const drawingPath = (sheet: number): string => `xl/drawings/drawing${sheet}.xml`
const chartPath = (sheet: number, chart: number): string => `xl/charts/chart${sheet}-${chart}.xml`

export function packageParts(written: readonly WrittenSheet[]): readonly Part[] {
  const numbered = written.map((one, at): ListedSheet => ({ ...one, number: at + 1 }))
  const listed = [
    ...numbered.filter(({ sheet }) => sheet.first === true),
    ...numbered.filter(({ sheet }) => sheet.first !== true),
  ]
  return [
    ...listed.flatMap(drawingParts),
    ['xl/styles.xml', stylesXml()],
    ['xl/workbook.xml', workbookXml(listed)],
    ['xl/_rels/workbook.xml.rels', workbookRelsXml(written.length)],
    ['_rels/.rels', relationshipsXml([['officeDocument', 'xl/workbook.xml']])],
    ['[Content_Types].xml', contentTypesXml(numbered)],
  ]
}

/** Ids are `rId1`, `rId2` …, in their order. */
function relationshipsXml(targets: readonly (readonly [kind: string, target: string])[]): string {
  const each = targets.map(
    ([kind, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${documentRelationships}/${kind}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="${packageNs}/relationships">${each.join('')}</Relationships>`
}

/** The drawing of a sheet with its charts, and what leads from one to the other. */
function drawingParts({ charts, number }: ListedSheet): readonly Part[] {
  if (charts.length === 0) return []
  return [
    [
      `xl/worksheets/_rels/sheet${number}.xml.rels`,
      relationshipsXml([['drawing', `../drawings/drawing${number}.xml`]]),
    ],
    [drawingPath(number), drawingXml(charts)],
    [
      `xl/drawings/_rels/drawing${number}.xml.rels`,
      relationshipsXml(charts.map((_, at) => ['chart', `../charts/chart${number}-${at + 1}.xml`])),
    ],
    ...charts.map((chart, at): Part => [chartPath(number, at + 1), chartXml(chart)]),
  ]
}

function workbookXml(listed: readonly ListedSheet[]): string {
  const entries = listed.map(
    ({ sheet, number }) =>
      `<sheet name="${xmlText(sheet.name)}" sheetId="${number}"${sheet.hidden === true ? ' state="hidden"' : ''} r:id="rId${number}"/>`,
  )
  const names = listed.flatMap(namesOf)
  const defined = names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${documentRelationships}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${entries.join('')}</sheets>${defined}</workbook>`
}

/** A sheet with a header is filtered by it; a form prints it on every page. */
function namesOf({ sheet, rows }: WrittenSheet, at: number): readonly string[] {
  if (!hasHeader(sheet)) return []
  const name = xmlText(quotedName(sheet.name))
  const range = filterRange(sheet, rows).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')
  const filter = `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${name}!${range}</definedName>`
  if (sheet.form !== true) return [filter]
  return [filter, `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${name}!$1:$1</definedName>`]
}

function workbookRelsXml(sheetCount: number): string {
  const sheets = Array.from(
    { length: sheetCount },
    (_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const,
  )
  return relationshipsXml([...sheets, ['styles', 'styles.xml']])
}

function contentTypesXml(sheets: readonly ListedSheet[]): string {
  const override = (path: string, type: string): string =>
    `<Override PartName="/${path}" ContentType="${documents}.${type}+xml"/>`
  const parts = sheets.flatMap(({ number, charts }) => [
    override(sheetPath(number), 'spreadsheetml.worksheet'),
    ...(charts.length === 0 ? [] : [override(drawingPath(number), 'drawing')]),
    ...charts.map((_, at) => override(chartPath(number, at + 1), 'drawingml.chart')),
  ])
  return `${declaration}<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'spreadsheetml.sheet.main')}${override('xl/styles.xml', 'spreadsheetml.styles')}${parts.join('')}</Types>`
}
