// Number formats by cell style: what styles.xml says, and the built-in formats that files refer to by number only.
import { getFormatFromId } from 'numfmt'
import { preparePattern } from './patterns.ts'
import { parseAll } from './xml.ts'
import type { Zip } from './zip.ts'

/** The format of a style index; General where there is none. */
export type Formats = (style: number) => string

/**
 * Built-in dates whose order of day and month is the reader's own setting, which the file does not hold. Shown the one
 * way that cannot be misread.
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
  let inCellStyles = false
  if (part !== null) {
    await parseAll(part, zip.stream(part), {
      open: (name, attribute) => {
        if (name === 'cellXfs') inCellStyles = true
        else if (name === 'xf' && inCellStyles) byStyle.push(Number(attribute('numFmtId') ?? 0))
        else if (name === 'numFmt' && !inCellStyles) {
          // Differential styles declare formats too, later in the part; the first declaration is the table's.
          const id = Number(attribute('numFmtId'))
          if (!declared.has(id)) declared.set(id, attribute('formatCode') ?? '')
        }
      },
      close: (name) => {
        if (name === 'cellXfs') inCellStyles = false
      },
      text: () => undefined,
    })
  }
  const patterns = byStyle.map((id) =>
    preparePattern(declared.get(id) || (localDates.get(id) ?? builtIn(id))),
  )
  return (style) => patterns[style] ?? 'General'
}

function builtIn(id: number): string {
  return Number.isInteger(id) && id >= 0 && id < 164 ? getFormatFromId(id) || 'General' : 'General'
}
