// The XML of a sheet's charts: a drawing that places them, and a bar chart that reads its names and values from cells of a
// sheet. The chart also holds their texts and numbers, so that it is shown before a program has read the cells.
import { columnLetters, quotedName, xmlText } from './cell-text.ts'

/** One bar for each row of the range; bars and rows have the same order. */
export type BarChart = {
  readonly title: string
  /** Name of the sheet that holds its cells, as the workbook has it. */
  readonly sheet: string
  /** The sheet's own numbers of the first and last row, and the zero-based columns of names and values. */
  readonly rows: readonly [number, number]
  readonly names: number
  readonly values: number
  /** As the cells have them. `colour`: six hexadecimal digits. */
  readonly bars: readonly { readonly name: string; readonly value: number; readonly colour: string }[]
  /** Cells of its corners, zero-based: the upper left one, and the one behind the lower right one. */
  readonly from: readonly [column: number, row: number]
  readonly to: readonly [column: number, row: number]
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const drawingMain = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const chartMain = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
const sheetDrawing = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The chart at place n is behind the drawing's relationship `rIdn`, from 1. */
export function drawingXml(charts: readonly BarChart[]): string {
  const anchors = charts.map(({ title, from, to }, at) => {
    const corner = (name: string, [column, row]: readonly [number, number]): string =>
      `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`
    const frame = `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${at + 2}" name="${xmlText(title)}" descr="${xmlText(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${chartMain}"><c:chart xmlns:c="${chartMain}" xmlns:r="${relationships}" r:id="rId${at + 1}"/></a:graphicData></a:graphic></xdr:graphicFrame>`
    return `<xdr:twoCellAnchor>${corner('from', from)}${corner('to', to)}${frame}<xdr:clientData/></xdr:twoCellAnchor>`
  })
  return `${declaration}<xdr:wsDr xmlns:xdr="${sheetDrawing}" xmlns:a="${drawingMain}">${anchors.join('')}</xdr:wsDr>`
}

const fill = (colour: string): string => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`
const inkOf = (size: number, colour: string, isBold = false): string =>
  `<a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="${size}" b="${isBold ? 1 : 0}">${fill(colour)}</a:defRPr></a:pPr><a:endParaRPr lang="en-US"/></a:p>`

const gridColour = 'E3E5E9'
const textColour = '454B55'
const noLine = '<a:ln><a:noFill/></a:ln>'

export function chartXml({ title, sheet, rows, names, values, bars }: BarChart): string {
  const range = (column: number): string => {
    const letters = columnLetters(column)
    return xmlText(`${quotedName(sheet)}!$${letters}$${rows[0]}:$${letters}$${rows[1]}`)
  }
  const points = (of: (bar: BarChart['bars'][number]) => string): string =>
    `<c:ptCount val="${bars.length}"/>${bars.map((bar, at) => `<c:pt idx="${at}"><c:v>${xmlText(of(bar))}</c:v></c:pt>`).join('')}`
  const colours = bars.map(
    ({ colour }, at) =>
      `<c:dPt><c:idx val="${at}"/><c:invertIfNegative val="0"/><c:bubble3D val="0"/><c:spPr>${fill(colour)}${noLine}</c:spPr></c:dPt>`,
  )
  const labels = `<c:dLbls><c:numFmt formatCode="#,##0" sourceLinked="0"/><c:spPr><a:noFill/>${noLine}</c:spPr><c:txPr>${inkOf(900, textColour)}</c:txPr><c:dLblPos val="outEnd"/><c:showLegendKey val="0"/><c:showVal val="1"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/><c:showBubbleSize val="0"/></c:dLbls>`
  const series = `<c:ser><c:idx val="0"/><c:order val="0"/><c:spPr>${fill(bars[0]?.colour ?? textColour)}${noLine}</c:spPr><c:invertIfNegative val="0"/>${colours.join('')}${labels}<c:cat><c:strRef><c:f>${range(names)}</c:f><c:strCache>${points(({ name }) => name)}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:f>${range(values)}</c:f><c:numCache><c:formatCode>#,##0</c:formatCode>${points(({ value }) => String(value))}</c:numCache></c:numRef></c:val></c:ser>`
  const bar = `<c:barChart><c:barDir val="bar"/><c:grouping val="clustered"/><c:varyColors val="0"/>${series}<c:gapWidth val="45"/><c:axId val="1"/><c:axId val="2"/></c:barChart>`
  return `${declaration}<c:chartSpace xmlns:c="${chartMain}" xmlns:a="${drawingMain}" xmlns:r="${relationships}"><c:roundedCorners val="0"/><c:chart>${titleXml(title)}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${bar}${axesXml}<c:spPr><a:noFill/></c:spPr></c:plotArea><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr>${fill('FFFFFF')}<a:ln w="9525">${fill(gridColour)}</a:ln></c:spPr></c:chartSpace>`
}

function titleXml(title: string): string {
  return `<c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="1200" b="1">${fill(textColour)}</a:defRPr></a:pPr><a:r><a:rPr lang="en-US" sz="1200" b="1">${fill(textColour)}</a:rPr><a:t>${xmlText(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`
}

/** The first row is at the top; bars start at zero. */
const axesXml = `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="maxMin"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:spPr><a:ln w="9525">${fill(gridColour)}</a:ln></c:spPr><c:txPr>${inkOf(900, textColour)}</c:txPr><c:crossAx val="2"/><c:crosses val="autoZero"/><c:auto val="1"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/><c:min val="0"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:majorGridlines><c:spPr><a:ln w="9525">${fill(gridColour)}</a:ln></c:spPr></c:majorGridlines><c:numFmt formatCode="#,##0" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:spPr>${noLine}</c:spPr><c:txPr>${inkOf(900, textColour)}</c:txPr><c:crossAx val="1"/><c:crosses val="max"/><c:crossBetween val="between"/></c:valAx>`
