// Number formats by cell style: those in styles.xml, and the built-in formats that files refer to only by number.
import { getFormatFromId } from 'numfmt'
import { preparePattern } from './patterns.ts'
import type { Place } from './places.ts'
import { parseAll } from '../package/xml.ts'
import type { Zip } from '../package/zip.ts'

/** Format of a style index; General if it has none. */
export type Formats = (style: number) => string

/**
 * Built-in dates whose order of day and month depends on the reader's own setting, which is not in the file. Shown in
 * the one unambiguous way.
 */
const localDates = new Map<number, string>([
  [14, 'yyyy-mm-dd'],
  [22, 'yyyy-mm-dd hh:mm'],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id): [number, string] => [
    id,
    'yyyy-mm-dd',
  ]),
])

export async function readFormats(zip: Zip, part: string | null): Promise<Formats> {
  const declared = new Map<number, string>()
  const byStyle: number[] = []
  // Differential styles, named styles and extensions also declare formats, but not for cells.
  const format: Place = {
    open: (attribute) => {
      const id = Number(attribute('numFmtId'))
      if (!declared.has(id)) declared.set(id, attribute('formatCode') ?? '')
    },
  }
  const style: Place = {
    open: (attribute) => void byStyle.push(Number(attribute('numFmtId') ?? 0)),
  }
  if (part !== null) {
    const children = {
      'x:numFmts': { children: { 'x:numFmt': format } },
      'x:cellXfs': { children: { 'x:xf': style } },
    }
    await parseAll(part, zip.stream(part), { 'x:styleSheet': { children } })
  }
  const patterns = byStyle.map((id) =>
    preparePattern(declared.get(id) || (localDates.get(id) ?? builtIn(id))),
  )
  return (style) => patterns[style] ?? 'General'
}

function builtIn(id: number): string {
  return Number.isInteger(id) && id >= 0 && id < 164 ? getFormatFromId(id) || 'General' : 'General'
}
