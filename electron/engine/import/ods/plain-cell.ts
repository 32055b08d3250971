// Fast path for one cell of an OpenDocument table in the form that nearly every program writes: a few attributes
// and at most one paragraph of plain text. Strict: the parser handles anything else.
import { plainEnd } from '../xlsx/plain-cell.ts'

const tag = '<table:table-cell'
const closing = '</table:table-cell>'
const names = [
  'office:value-type',
  'calcext:value-type',
  'table:style-name',
  'office:value',
  'office:date-value',
  'office:time-value',
  'office:boolean-value',
  'office:currency',
  'table:number-columns-repeated',
]

export type PlainOdsCell = {
  readonly attributes: Map<string, string>
  /** Null if the cell has no paragraph. */
  text: string | null
}

/** Fills `cell` and returns the position after it; -1 for a cell, or anything else, that needs the parser. */
export function readPlainOdsCell(xml: string, from: number, cell: PlainOdsCell): number {
  if (!xml.startsWith(tag, from)) return -1
  cell.attributes.clear()
  cell.text = null
  let at = from + tag.length
  while (xml.charCodeAt(at) === 32) {
    const name = nameAt(xml, at + 1)
    if (name === undefined || cell.attributes.has(name)) return -1
    const start = at + name.length + 3
    const end = xml.indexOf('"', start)
    if (end === -1 || !isPlain(xml, start, end)) return -1
    cell.attributes.set(name, xml.slice(start, end))
    at = end + 1
  }
  if (xml.startsWith('/>', at)) return at + 2
  if (xml.charCodeAt(at) !== 62) return -1
  if (xml.startsWith(closing, at + 1)) return at + 1 + closing.length
  if (!xml.startsWith('<text:p>', at + 1)) return -1
  const start = at + 9
  const end = plainEnd(xml, start)
  if (!isPlain(xml, start, end) || !xml.startsWith('</text:p></table:table-cell>', end)) return -1
  const text = xml.slice(start, end)
  // Runs of blanks that count as fewer, or as none.
  if (text.startsWith(' ') || text.includes('  ')) return -1
  cell.text = text
  return end + 28
}

function nameAt(xml: string, at: number): string | undefined {
  return names.find((name) => xml.startsWith(name, at) && xml.startsWith('="', at + name.length))
}

function isPlain(xml: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const code = xml.charCodeAt(at)
    if (code < 32 || code === 38 || code === 60 || code >= 0xfffe) return false
  }
  return true
}
