// The summary as a PDF to print, to sign and to file: A4 pages with numbers, searchable text, bookmarks of its sections.
import type { Section, Summary } from '../summary-model.ts'
import { blockStrips, textStrips } from './block-strips.ts'
import { type Canvas, type Colour, colours, contentWidth, createCanvas, type Ink, paper } from './canvas.ts'
import { createPages, gap, type Strip } from './pages.ts'
import { linesOf } from './text-lines.ts'

export type PdfInput = {
  readonly summary: Summary
  /** Who makes the report. */
  readonly author: string
  /** Carryover's own version. */
  readonly version: string
  /** ISO 8601, UTC. */
  readonly madeAt: string
  /** `page 1 of 3`, in the language of the report. */
  readonly pageOf: (page: number, pages: number) => string
}

const overInk: Ink = { size: 8.5, weight: 400, colour: colours.soft }
const brandInk: Ink = { size: 8.5, weight: 600, colour: colours.text }
const headingInk: Ink = { size: 20, weight: 600, colour: colours.text }
const leadInk: Ink = { size: 10.5, weight: 400, colour: colours.soft }
const titleInk: Ink = { size: 11.5, weight: 600, colour: colours.text }
const noteInk: Ink = { size: 8, weight: 400, colour: colours.soft }
const footInk: Ink = { size: 7.5, weight: 400, colour: colours.soft, even: true }

export async function summaryPdf({
  summary,
  author,
  version,
  madeAt,
  pageOf,
}: PdfInput): Promise<Uint8Array> {
  const canvas = createCanvas({
    title: canvasTitle(summary),
    language: summary.language,
    author,
    creator: `Carryover ${version}`,
    madeAt: new Date(madeAt),
  })
  const pages = createPages(canvas)
  pages.add(headerStrips(canvas, summary), false)
  const note = textStrips(canvas, [{ text: summary.note, ink: noteInk }])
  for (const section of summary.sections) {
    const isLast = section === summary.sections.at(-1)
    const strips = sectionStrips(canvas, section)
    // The note stays with the signatures.
    if (isLast) pages.add([...strips, ...note].map(kept), true)
    else pages.add(strips, !section.isLong)
  }
  addFeet(canvas, summary, pageOf)
  return bytesOf(canvas)
}

/** Metadata is shown by other programs, in a line of its own. */
function canvasTitle({ title }: Summary): string {
  return title.slice(0, 300)
}

const kept = (strip: Strip): Strip => ({ ...strip, keep: true })

function headerStrips(canvas: Canvas, summary: Summary): Strip[] {
  const over = textStrips(canvas, [
    { text: 'Carryover', ink: brandInk },
    { text: summary.over, ink: overInk },
  ])
  const { environment } = summary
  const first: Strip = {
    height: 0,
    draw: (y) => void (environment !== null && drawEnvironment(canvas, environment, y)),
  }
  return [
    first,
    ...over,
    gap(7),
    ...textStrips(canvas, [{ text: summary.heading, ink: headingInk }]),
    gap(3),
    ...textStrips(canvas, [{ text: summary.lead, ink: leadInk }]),
    gap(16),
  ]
}

const environments: Readonly<
  Record<string, { readonly colour: Colour; readonly dash: number | null; readonly thickness: number }>
> = {
  practice: { colour: colours.practice, dash: 1.2, thickness: 0.8 },
  test: { colour: colours.test, dash: 3, thickness: 0.8 },
  production: { colour: colours.bad, dash: null, thickness: 1.4 },
}

/** At the right edge, framed as the window frames it. */
function drawEnvironment(
  canvas: Canvas,
  { kind, label }: NonNullable<Summary['environment']>,
  y: number,
): void {
  const { document } = canvas
  const { colour, dash, thickness } = environments[kind] ?? {
    colour: colours.text,
    dash: null,
    thickness: 0.8,
  }
  const ink: Ink = { size: 7.5, weight: 600, colour }
  const width = canvas.widthOf(label, ink) + 16
  const x = paper.side + contentWidth - width
  document.roundedRect(x, y - 2.5, width, 15, 7.5).lineWidth(thickness)
  if (dash === null) document.undash()
  else document.dash(dash, { space: dash })
  document.strokeColor(colour).stroke().undash()
  canvas.text(label, x + 8, y + 7.7, ink)
}

function sectionStrips(canvas: Canvas, { title, blocks }: Section): Strip[] {
  const titles = textStrips(canvas, [{ text: title, ink: titleInk }])
  const ruled: Strip = {
    height: 13,
    draw(y) {
      canvas.line(paper.side, y, contentWidth, colours.line, 0.6)
      canvas.document.outline.addItem(title)
    },
  }
  return [
    ...[ruled, ...titles, gap(6)].map(kept),
    ...blocks.flatMap((block) => blockStrips(canvas, block)),
    gap(14),
  ]
}

const mostOfName = 300

/** Known once all pages are there. */
function addFeet(canvas: Canvas, { heading }: Summary, pageOf: PdfInput['pageOf']): void {
  const { document } = canvas
  const { start, count } = document.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(start + page)
    const y = paper.height - paper.bottom + 30
    const number = pageOf(page + 1, count)
    const width = canvas.widthOf(number, footInk)
    canvas.text(number, paper.side + contentWidth - width, y, footInk)
    const name = heading.slice(0, mostOfName)
    const [line] = linesOf(canvas, [{ text: name, ink: footInk }], contentWidth - width - 24)
    for (const { text, ink } of line?.parts ?? []) canvas.text(text, paper.side, y, ink)
  }
}

async function bytesOf({ document }: Canvas): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', resolve)
    document.on('error', reject)
  })
  document.end()
  await ended
  return Buffer.concat(chunks)
}
