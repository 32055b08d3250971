// Tests the bars of the summary in the page and in the PDF: they show the figures that the tables have, in the colours of
// the endings, and say them to a person who does not see them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endingColours } from '../../../electron/engine/report/summary/ending-colours.ts'
import { writeReport } from '../../../electron/engine/report/write-report.ts'
import { usualReportChoice } from '../../../shared/contract/report.ts'
import type { Ending } from '../../../shared/sending/endings.ts'
import { inEnglish, message, sentenceOf } from '../../../shared/texts/message.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { freshFolder } from '../api/harness.ts'
import { type PdfBox, readPdf } from './pdf-text.ts'
import { account, sheet, sourceOf } from './report-fixture.ts'

/** Of each supplier: how many accounts there are with each ending. */
const suppliers = {
  ACME: { created: 40, failed: 12, to_fix: 8 },
  NORTHWIND: { created: 20, to_fix: 10 },
  SOUTHBANK: { to_fix: 3 },
} as const satisfies Readonly<Record<string, Partial<Record<Ending, number>>>>
const codes = { account_creation_failed: 12, field_required: 14, invalid_phone_number: 7 } as const
type Counts = Readonly<Record<string, number>>
const allEndings: Counts = { created: 60, failed: 12, to_fix: 21 }
/** The accounts that no wave holds are those to fix. */
const waves: Readonly<Record<string, Counts>> = {
  'Wave 1': { created: 40, failed: 12 },
  'Wave 2': { created: 20 },
  'Never released, or cancelled again': { to_fix: 21 },
}

function chartSource() {
  let toFix = 0
  const codeOf = (ending: string): string => {
    if (ending === 'failed') return 'account_creation_failed'
    toFix += 1
    return toFix <= codes.field_required ? 'field_required' : 'invalid_phone_number'
  }
  const endings = Object.entries(suppliers).flatMap(([supplier, counts]) =>
    Object.entries(counts).flatMap(([ending, count]) =>
      Array.from({ length: count }, () => ({ supplier, ending })),
    ),
  )
  const accounts = endings.map(({ supplier, ending }, at) => {
    const rows = [{ sheet: 'Data', row: at + 2 }]
    if (ending === 'created') return account(`A${at}`, rows, { supplier, wave: supplier === 'ACME' ? 1 : 2 })
    const problems = [{ code: codeOf(ending), attr: null, columns: [], message: 'No.', overruled: false }]
    return ending === 'failed'
      ? account(`A${at}`, rows, { supplier, outcome: 'failed', problems })
      : account(`A${at}`, rows, { supplier, wave: null, state: 'rejected', outcome: null, problems })
  })
  const placed = accounts.map((one) => ({ ...(one.rows[0] ?? { sheet: '', row: 0 }), account: one }))
  return sourceOf({
    sheets: [sheet('Data', ['Key'], 'main', accounts.length)],
    rows: placed.map((row) => ({ ...row, cells: [row.account.key], stray: null })),
    accounts,
    problems: placed.flatMap(({ sheet: on, row, account: { key, problems } }) =>
      problems.map(({ code, message: said }) => ({
        sheet: on,
        row,
        columns: [],
        value: '',
        attr: null,
        source: 'validate' as const,
        code,
        message: said,
        account: key,
        overruled: null,
      })),
    ),
    waves: [1, 2].map((number) => ({
      number,
      releasedAt: '2026-11-21T08:00:00Z',
      by: 'Ina Berg',
      environment: 'practice' as const,
    })),
  })
}

async function written(format = createMessageFormat('en', 'en-GB')) {
  const folder = freshFolder()
  const result = await writeReport(chartSource(), folder, {
    now: () => Date.UTC(2026, 10, 21, 9),
    version: '0.1.0',
    format,
    choice: { ...usualReportChoice, files: ['summary_pdf'] },
  })
  if (!result.ok) throw new Error(inEnglish(result.failure.message))
  return {
    html: readFileSync(join(folder, 'summary.html'), 'utf8'),
    pages: readPdf(readFileSync(join(folder, 'summary.pdf'))).pages,
  }
}

const sectionOf = (html: string, title: string): string =>
  html.split('<section').find((section) => section.includes(`<h2>${title}</h2>`)) ?? ''

type Drawn = { readonly share: number; readonly label: string; readonly parts: Counts }

/** The bars with their length in percent, and of each part its share of the bar in percent. */
function barsIn(html: string): Drawn[] {
  return [...html.matchAll(/<svg width="([\d.]+)%"[^>]*aria-label="([^"]*)">(.*?)<\/svg>/g)].map(
    ([, share, label = '', inside = '']) => ({
      share: Number(share),
      label,
      parts: Object.fromEntries(
        [...inside.matchAll(/<rect class="(\w+)" x="[\d.]+" y="0" width="([\d.]+)"/g)].map(
          // A part leaves room of 1.5 before the next one.
          ([, ending = '', width]) => [ending, Math.round((Number(width) + 1.5) / 0.1) / 100],
        ),
      ),
    }),
  )
}

const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

function drawnOf(counts: Counts, all: number, label: string): Drawn {
  const sum = sumOf(counts)
  const parts = Object.entries(counts).map(([name, count]) => [
    name,
    Math.round((10_000 * count) / sum) / 100,
  ])
  return { share: (100 * sum) / all, label, parts: Object.fromEntries(parts) }
}

/** `Created 40, Failed 12` */
function labelOf(counts: Counts, format = createMessageFormat('en', 'en-GB')): string {
  return Object.entries(counts)
    .map(
      ([ending, count]) =>
        `${sentenceOf(message('report.ending', { ending: ending as Ending }), format)} ${count}`,
    )
    .join(', ')
}

/** The first figure of each line, and the line's name. */
function firstFigures(section: string): [string, number][] {
  const lines = section
    .slice(section.indexOf('<tbody>'), section.indexOf('<tfoot>'))
    .matchAll(/<th scope="row"[^>]*>(.*?)<\/th>.*?<td class="n">(\d+)<\/td>/g)
  return [...lines].map(([, name = '', figure]) => [
    name
      .replace(/<small>.*/, '')
      .replaceAll(/<[^>]*>/g, '')
      .trim(),
    Number(figure),
  ])
}

test('the page shows accounts by ending, wave and supplier as bars of one scale each, with the figures of the tables', async () => {
  const { html } = await written()
  expect(barsIn(sectionOf(html, 'Accounts'))).toEqual([drawnOf(allEndings, 93, labelOf(allEndings))])
  for (const [title, groups, most] of [
    ['Accounts by wave', waves, 52],
    ['Accounts by supplier', suppliers, 60],
  ] as const) {
    const section = sectionOf(html, title)
    expect(barsIn(section)).toEqual(
      Object.values(groups).map((counts) => drawnOf(counts, most, labelOf(counts))),
    )
    expect(firstFigures(section)).toEqual(
      Object.entries(groups).map(([name, counts]) => [name, sumOf(counts)]),
    )
  }
})

test('the page shows problems by code as bars, the largest first, and says each one’s share', async () => {
  const { html } = await written()
  const section = sectionOf(html, 'Problems by code')
  const sorted = Object.entries(codes).toSorted(([, one], [, other]) => other - one)
  expect(firstFigures(section)).toEqual(sorted)
  expect(barsIn(section)).toEqual(
    sorted.map(([, count]) =>
      drawnOf({ to_fix: count }, 14, `${Math.round((1000 * count) / 33) / 10}% of all problems`),
    ),
  )
})

test('in German the bars are said in German', async () => {
  const format = createMessageFormat('de', 'de-DE')
  const { html } = await written(format)
  const labels = barsIn(html).map(({ label }) => label)
  expect(labels).toContain(labelOf(suppliers.ACME, format))
  expect(labels).toContain('42,4\u00a0% aller Probleme')
})

/** Boxes of an ending’s colour, as bars have them: the marks in front of the lines are no rectangles. */
function partsIn(boxes: readonly PdfBox[]): { ending: string; x: number; y: number; width: number }[] {
  const endingOf = new Map(
    Object.entries(endingColours).map(([ending, { fill }]) => [fill.toLowerCase(), ending]),
  )
  return boxes.flatMap(({ colour, ...box }) => {
    const ending = endingOf.get(colour)
    return ending === undefined ? [] : [{ ending, ...box }]
  })
}

test('the PDF has the same bars: their lengths are as the figures of the tables', async () => {
  const { pages } = await written()
  const bars = pages.flatMap(({ boxes }) => [...Map.groupBy(partsIn(boxes), ({ y }) => y).values()])
  const expected: [Counts, number, number][] = [
    [allEndings, 93, 0],
    ...Object.values(waves).map((counts): [Counts, number, number] => [counts, 52, 1]),
    ...Object.values(suppliers).map((counts): [Counts, number, number] => [counts, 60, 2]),
    ...[14, 12, 7].map((count): [Counts, number, number] => [{ to_fix: count }, 14, 3]),
  ]
  expect(bars.map((parts) => parts.map(({ ending }) => ending))).toEqual(
    expected.map(([counts]) => Object.keys(counts)),
  )
  // Of each scale its longest bar has the full length; a part leaves room of 0.9 points before the next one.
  for (const scale of [0, 1, 2, 3]) {
    const ofScale = bars.flatMap((parts, at) => {
      const [counts, all, of] = expected[at] ?? [{}, 1, -1]
      return of === scale ? [{ parts, counts, all }] : []
    })
    const lengths = ofScale.map(({ parts }) => parts.reduce((sum, { width }) => sum + width + 0.9, 0))
    const full = Math.max(...lengths)
    for (const { parts, counts, all } of ofScale)
      for (const { ending, width } of parts)
        expect((all * (width + 0.9)) / full, `${ending} of scale ${scale}`).toBeCloseTo(
          counts[ending] ?? 0,
          1,
        )
  }
})
