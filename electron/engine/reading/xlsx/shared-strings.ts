// The workbook's table of texts: rich text is joined, phonetic guides are left out. The one part that is held whole,
// as cells refer into it; its size is bounded by the zip's caps and by the memory of the reader's process.
import { parseXml, unescapeText } from './xml.ts'
import type { Zip } from './zip.ts'

export async function* readSharedStrings(zip: Zip, part: string, strings: string[]): AsyncGenerator<void> {
  const text = createTextGatherer()
  yield* parseXml(part, zip.stream(part), {
    open: (name) => {
      if (name === 'si') text.start()
      else text.open(name)
    },
    close: (name) => {
      if (name === 'si') strings.push(text.end())
      else text.close(name)
    },
    text: text.text,
  })
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
