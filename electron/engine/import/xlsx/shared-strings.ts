// Reads the workbook's shared strings: joins rich text and leaves out phonetic guides. It is the only part held in
// memory as a whole, because cells refer into it; the zip's caps and the memory limit of the reader process bound
// its size.
import { plainEnd } from './plain-cell.ts'
import type { Children, Place } from './places.ts'
import { parseXml, unescapeText } from '../package/xml.ts'
import type { Zip } from '../package/zip.ts'

export async function* readSharedStrings(zip: Zip, part: string, strings: string[]): AsyncGenerator<void> {
  const text = createTextCollector()
  const item: Place = {
    open: text.start,
    close: () => void strings.push(text.end()),
    children: text.children,
  }
  const table: Place = { children: { 'x:si': item } }
  const take = (xml: string, from: number): number => takePlain(xml, from, strings)
  const shortcut = { place: table, parent: 'sst', child: 'si', take }
  yield* parseXml(part, zip.stream(part), { 'x:sst': table }, shortcut)
}

/** Fast path for consecutive texts without runs, entities or anything else that needs the parser. */
function takePlain(xml: string, from: number, strings: string[]): number {
  for (let at = from; ; ) {
    if (!xml.startsWith('<si><t', at)) return at
    const preserved = xml.startsWith(' xml:space="preserve"', at + 6)
    const start = at + (preserved ? 28 : 7)
    const end = xml.charCodeAt(start - 1) === 62 ? plainEnd(xml, start) : -1
    if (end === -1 || !xml.startsWith('</t></si>', end)) return at
    strings.push(unescapeText(xml.slice(start, end)))
    at = end + 9
  }
}

/**
 * Collects the texts of a string item or an inline string: its own and those of its runs, without phonetic guides.
 */
export function createTextCollector() {
  let collected = ''
  const run: Place = {
    text: (text) => {
      collected += text
    },
  }
  return {
    start: (): void => {
      collected = ''
    },
    children: { 'x:t': run, 'x:r': { children: { 'x:t': run } } } satisfies Children,
    end: (): string => unescapeText(collected),
  }
}
