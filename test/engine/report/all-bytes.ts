// All that the files of a report hold, as texts: each file as it is, the parts of each workbook, and the pages of each PDF.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { readPdf } from './pdf-text.ts'

/** Names of the files, and of the parts of workbooks, that hold the text: as it is, or in UTF-16. */
export function holding(folder: string, text: string): string[] {
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]
  return partsOf(folder)
    .filter(({ bytes }) => needles.some((needle) => bytes.includes(needle)))
    .map(({ name }) => name)
}

type Part = { readonly name: string; readonly bytes: Buffer }

function partsOf(folder: string): Part[] {
  return readdirSync(folder).flatMap((name): Part[] => {
    const bytes = readFileSync(join(folder, name))
    const whole = { name, bytes }
    if (name.endsWith('.xlsx'))
      return [
        whole,
        ...Object.entries(unzipSync(bytes)).map(([part, unpacked]) => ({
          name: `${name}/${part}`,
          bytes: Buffer.from(unpacked),
        })),
      ]
    if (!name.endsWith('.pdf')) return [whole]
    const pages = readPdf(bytes).pages.map((page) => page.text)
    return [whole, { name: `${name}/pages`, bytes: Buffer.from(pages.join('\n'), 'utf8') }]
  })
}
