// The workbook's table of texts: rich text is joined, phonetic guides are left out. The one part that is held whole,
// as cells refer into it; its size is bounded by the zip's caps and by the memory of the reader's process.
import { plainEnd } from './plain-cell.ts'
import { parseXml, unescapeText, type XmlHandlers } from './xml.ts'
import type { Zip } from './zip.ts'

export async function* readSharedStrings(zip: Zip, part: string, strings: string[]): AsyncGenerator<void> {
  const text = createTextGatherer()
  const handlers: XmlHandlers = {
    open: (name) => {
      if (name === 'si') text.start()
      else text.open(name)
    },
    close: (name) => {
      if (name === 'si') strings.push(text.end())
      else text.close(name)
    },
    text: text.text,
  }
  const take = (xml: string, from: number): number => takePlain(xml, from, strings)
  yield* parseXml(part, zip.stream(part), handlers, { parent: 'sst', child: 'si', take })
}

/** Texts without runs, entities or anything else that needs the parser, one right after the other. */
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

/** Gathers the `t` elements of a string item or an inline string, outside of phonetic runs. */
export function createTextGatherer() {
  let gathered: string | null = null
  let phonetic = false
  let inText = false
  return {
    start: (): void => {
      gathered = ''
      phonetic = false
      inText = false
    },
    open: (name: string): void => {
      if (name === 'rPh') phonetic = true
      else if (name === 't') inText = true
    },
    close: (name: string): void => {
      if (name === 'rPh') phonetic = false
      else if (name === 't') inText = false
    },
    text: (text: string): void => {
      if (gathered !== null && inText && !phonetic) gathered += text
    },
    end: (): string => {
      const whole = unescapeText(gathered ?? '')
      gathered = null
      return whole
    },
  }
}
