// Cell styles of all workbooks. Every style of texts has the number format "text", so a phone number typed over in a
// spreadsheet program keeps its leading zero. On a locked sheet only cells of the style `answer` can be changed.

type Style = {
  readonly font?: keyof typeof fonts
  readonly fill?: keyof typeof fills
  readonly bordered?: true
  /** A line above it: what is above adds up to it. */
  readonly summed?: true
  readonly wraps?: true
  readonly editable?: true
  /** Of figures; texts have the format "text". */
  readonly format?: keyof typeof formats
  readonly right?: true
}

/** Numbers of the format's own, except the last: they start at 164 for those of a workbook. */
const formats = { text: 49, count: 3, share: 164 } as const
const shareFormat = '<numFmts count="1"><numFmt numFmtId="164" formatCode="0.0%"/></numFmts>'

const font = (marks: string, size = 11): string =>
  `<font>${marks.includes('b') ? '<b/>' : ''}${marks.includes('u') ? '<u/>' : ''}<sz val="${size}"/>${marks.includes('r') ? '<color rgb="FFB42318"/>' : ''}${marks.includes('f') ? '<color rgb="FF667085"/>' : ''}${marks.includes('u') ? '<color rgb="FF2E5AAC"/>' : ''}<name val="Calibri"/><family val="2"/></font>`
const solid = (rgb: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/><bgColor indexed="64"/></patternFill></fill>`
const side = (name: string): string => `<${name} style="thin"><color rgb="FFD0A93B"/></${name}>`

const fonts = {
  plain: font(''),
  bold: font('b'),
  title: font('b', 16),
  faint: font('f'),
  red: font('r'),
  section: font('b', 13),
  link: font('u'),
} as const
/** The format wants its own two first. */
const fills = {
  none: '<fill><patternFill patternType="none"/></fill>',
  format: '<fill><patternFill patternType="gray125"/></fill>',
  grey: solid('FFF0F1F3'),
  blue: solid('FFE3E9FB'),
  yellow: solid('FFFFF7D6'),
  amber: solid('FFFFE48F'),
} as const
const borders = [
  '<border><left/><right/><top/><bottom/><diagonal/></border>',
  `<border>${side('left')}${side('right')}${side('top')}${side('bottom')}<diagonal/></border>`,
  '<border><left/><right/><top style="thin"><color rgb="FF16181D"/></top><bottom/><diagonal/></border>',
]

const styles = {
  text: {},
  header: { font: 'bold', fill: 'grey' },
  added: { font: 'bold', fill: 'blue' },
  problem: { font: 'red', wraps: true },
  wrapped: { wraps: true },
  wrappedHeader: { font: 'bold', fill: 'grey', wraps: true },
  title: { font: 'title', wraps: true },
  faint: { font: 'faint', wraps: true },
  answer: { fill: 'yellow', bordered: true, wraps: true, editable: true },
  count: { format: 'count' },
  share: { format: 'share' },
  total: { font: 'bold', summed: true },
  totalCount: { font: 'bold', summed: true, format: 'count' },
  figureHeader: { font: 'bold', fill: 'grey', wraps: true, right: true },
  heading: { font: 'title' },
  section: { font: 'section' },
  name: { font: 'faint' },
  link: { font: 'link', wraps: true },
  answerHeader: { font: 'bold', fill: 'amber', bordered: true, wraps: true },
} as const satisfies Readonly<Record<string, Style>>
export type CellStyle = keyof typeof styles

const plainFormat = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
const names = Object.keys(styles)
const wrapping = Object.values<Style>(styles).map(({ wraps }) => wraps === true)

/** Index into the cell formats of the style sheet, behind the plain format. */
export function styleIndex(style: CellStyle): number {
  return names.indexOf(style) + 1
}

/** Whether a cell with this index breaks its text into lines. */
export function isWrapping(index: number): boolean {
  return wrapping[index - 1] === true
}

export function stylesXml(): string {
  const cellFormats = [plainFormat, ...Object.values(styles).map(formatXml)]
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${main}">${shareFormat}${listXml('fonts', Object.values(fonts))}${listXml('fills', Object.values(fills))}${listXml('borders', borders)}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${listXml('cellXfs', cellFormats)}<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

function listXml(element: string, entries: readonly string[]): string {
  return `<${element} count="${entries.length}">${entries.join('')}</${element}>`
}

function formatXml(style: Style): string {
  const { font: ink = 'plain', fill = 'none', bordered, summed, wraps, right, editable } = style
  const fontId = Object.keys(fonts).indexOf(ink)
  const fillId = Object.keys(fills).indexOf(fill)
  const borderId = bordered === true ? 1 : summed === true ? 2 : 0
  const toRight = right === true ? ' horizontal="right"' : ''
  const isPlain = wraps !== true && style.format === undefined
  const alignment = isPlain
    ? ''
    : `<alignment${toRight} vertical="top"${wraps === true ? ' wrapText="1"' : ''}/>`
  const protection = `<protection locked="${editable === true ? 0 : 1}"/>`
  return `<xf numFmtId="${formats[style.format ?? 'text']}" fontId="${fontId}" fillId="${fillId}" borderId="${borderId}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1" applyProtection="1">${alignment}${protection}</xf>`
}
