// Reads the text of the PDFs that this program writes, page by page, as a program that searches them does: each glyph
// becomes the character that its font's table names. It knows only what `pdfkit` writes.
import { inflateSync } from 'node:zlib'

/** A filled rectangle: `y` is from the top of the page, `colour` six hexadecimal digits. In points. */
export type PdfBox = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly colour: string
}
export type PdfPage = { readonly text: string; readonly box: string; readonly boxes: readonly PdfBox[] }
export type PdfDocument = { readonly pages: readonly PdfPage[]; readonly fonts: readonly string[] }

export function readPdf(bytes: Uint8Array): PdfDocument {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'))
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head))
  const tables = new Map<string, Map<string, string>>()
  return {
    pages: pages.map(({ head }) => ({
      text: textOf(head, objects, tables),
      box: /\/MediaBox \[([^\]]*)\]/.exec(head)?.[1] ?? '',
      boxes: boxesOf(objects.get(reference(head, 'Contents'))?.stream ?? ''),
    })),
    fonts: [...objects.values()].flatMap(({ head }) =>
      /\/Type \/FontDescriptor/.test(head) ? (/\/FontName \/(\S+)/.exec(head)?.[1] ?? []) : [],
    ),
  }
}

type PdfObject = { readonly head: string; readonly stream: string }

function objectsOf(file: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>()
  for (const [, number = '', body = ''] of file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)) {
    const at = body.indexOf('\nstream\n')
    const head = at < 0 ? body : body.slice(0, at)
    const raw = at < 0 ? '' : body.slice(at + 8, body.lastIndexOf('\nendstream'))
    const isPacked = head.includes('/FlateDecode')
    objects.set(number, {
      head,
      stream: isPacked ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw,
    })
  }
  return objects
}

const reference = (head: string, name: string): string =>
  new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? ''

function textOf(
  page: string,
  objects: Map<string, PdfObject>,
  tables: Map<string, Map<string, string>>,
): string {
  const resources = objects.get(reference(page, 'Resources'))?.head ?? ''
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, number]) => [name, number]),
  )
  const content = objects.get(reference(page, 'Contents'))?.stream ?? ''
  let table = new Map<string, string>()
  let text = ''
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) {
      const number = fonts.get(font) ?? ''
      table = tables.get(number) ?? tableOf(objects, number)
      tables.set(number, table)
    }
    for (const [, codes = ''] of (shown ?? '').matchAll(/<([0-9a-f]*)>/g))
      for (const code of codes.match(/.{4}/g) ?? []) text += table.get(code) ?? '\ufffd'
    if (shown !== undefined) text += ' '
  }
  return text
}

function boxesOf(content: string): PdfBox[] {
  const boxes: PdfBox[] = []
  let colour = ''
  let last: Omit<PdfBox, 'colour'> | null = null
  for (const [, red, green, blue, x, y, width, height, ends] of content.matchAll(
    /([\d.]+) ([\d.]+) ([\d.]+) scn|([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\n|^(f|B|W)\b/gm,
  )) {
    if (red !== undefined) colour = [red, green, blue].map(digitsOf).join('')
    else if (x !== undefined)
      last = { x: Number(x), y: Number(y), width: Number(width), height: Number(height) }
    else if (last !== null) {
      if (ends !== 'W') boxes.push({ ...last, colour })
      last = null
    }
  }
  return boxes
}

/** Two hexadecimal digits of a share of one. */
const digitsOf = (share = ''): string =>
  Math.round(255 * Number(share))
    .toString(16)
    .padStart(2, '0')

/** Characters by the codes of glyphs. */
function tableOf(objects: Map<string, PdfObject>, font: string): Map<string, string> {
  const map = objects.get(reference(objects.get(font)?.head ?? '', 'ToUnicode'))?.stream ?? ''
  const table = new Map<string, string>()
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g))
    for (const [at, [, units = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const code = (Number.parseInt(from, 16) + at).toString(16).padStart(4, '0')
      table.set(
        code,
        String.fromCharCode(...(units.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
      )
    }
  return table
}
