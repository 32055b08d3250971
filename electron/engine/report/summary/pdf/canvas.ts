// Draws on the pages of the PDF: text in one size and colour, lines, boxes. Measures text as it is drawn.
import type { Font } from 'fontkit'
import Pdf from 'pdfkit'
import { createTypefaces, type Weight } from './typefaces.ts'

/** In points: A4, and the room that is left on all sides. */
export const paper = { width: 595.28, height: 841.89, side: 48, top: 48, bottom: 58 } as const
export const contentWidth = paper.width - 2 * paper.side

export const colours = {
  text: '#16181d',
  soft: '#565d69',
  line: '#d4d7dc',
  good: '#12725a',
  bad: '#b42318',
  practice: '#0c6377',
  test: '#5b45b0',
} as const
export type Colour = (typeof colours)[keyof typeof colours]

/** How a text is set. `even`: all digits are equally wide. */
export type Ink = {
  readonly size: number
  readonly weight: Weight
  readonly colour: Colour
  readonly even?: boolean
}

export type Canvas = ReturnType<typeof createCanvas>

export type DocumentFacts = {
  readonly title: string
  readonly language: string
  readonly author: string
  readonly creator: string
  readonly madeAt: Date
}

/** Read once for all documents of this thread. */
const faces = createTypefaces()

export function createCanvas({ title, language, author, creator, madeAt }: DocumentFacts) {
  const first = faces.stretches('a', 400)[0]?.face ?? ''
  const document = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    // Without one, the library would read a typeface of its own.
    font: sourceOf(faces.fontOf(first)),
    info: { Title: title, Author: author, Creator: creator, Producer: 'pdfkit', CreationDate: madeAt },
  })
  const widths = new Map<string, number>()
  const registered = new Set<string>()
  const use = (face: string, size: number): void => {
    if (!registered.has(face)) document.registerFont(face, sourceOf(faces.fontOf(face)))
    registered.add(face)
    document.font(face, size)
  }
  const widthOf = (text: string, ink: Ink): number => {
    const key = `${ink.size} ${ink.weight} ${ink.even === true} ${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    let width = 0
    for (const { text: part, face } of faces.stretches(text, ink.weight)) {
      use(face, ink.size)
      width += document.widthOfString(part, optionsOf(ink))
    }
    if (text.length < longestKept) widths.set(key, width)
    return width
  }
  return {
    document,
    visible: faces.visible,
    widthOf,
    /** `y`: of the line that the letters stand on. */
    text(text: string, x: number, y: number, ink: Ink): void {
      let at = x
      for (const { text: part, face } of faces.stretches(text, ink.weight)) {
        use(face, ink.size)
        document.fillColor(ink.colour).text(part, at, y, { ...optionsOf(ink), baseline: 'alphabetic' })
        at += document.widthOfString(part, optionsOf(ink))
      }
    },
    line(x: number, y: number, width: number, colour: Colour, thickness = 0.6): void {
      document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(thickness)
        .strokeColor(colour)
        .stroke()
    },
  }
}

const longestKept = 80

/** The library takes a font that was read, too; its types do not know. */
function sourceOf(font: Font): string {
  return font as unknown as string
}

/** Without alternates that depend on their neighbours: `10x20` stays as it was written. */
const features = { calt: false } as const
const evenFeatures = { ...features, tnum: true } as const

/** Features by name, as the library that reads fonts takes them; the types know only a list of those that are on. */
function optionsOf({ even }: Ink): PDFKit.Mixins.TextOptions {
  const chosen = even === true ? evenFeatures : features
  return { lineBreak: false, features: chosen as unknown as PDFKit.Mixins.OpenTypeFeatures[] }
}
