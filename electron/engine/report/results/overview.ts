// The overview of the results: what the report is of, and the accounts by ending, problem, wave and supplier, with charts
// beside them. Its figures are numbers. Names of endings and codes lead to their sheets.
import type { MessageFormat } from '../../../../shared/texts/message-format.ts'
import { cell, code, column, countCell, figures, noCell, plain } from '../summary/cells.ts'
import { endingsTable, groupSections, partsOf } from '../summary/count-sections.ts'
import { endingColours } from '../summary/ending-colours.ts'
import type { Cell, Piece, Table } from '../summary/summary-model.ts'
import { sourceFacts } from '../summary/source-sections.ts'
import { showText, time, type Words, wordsIn } from '../summary/summary-words.ts'
import type { ReportBatch } from '../report-source.ts'
import type { CodeCount, ReportTotals } from '../totals/tally.ts'
import type { CellStyle } from '../workbook/cell-styles.ts'
import type { BarChart } from '../workbook/chart-parts.ts'
import type { CellValue, Workbook } from '../workbook/workbook.ts'
import type { AccountSheets } from './account-sheets.ts'

export type OverviewParts = {
  readonly batch: ReportBatch
  readonly format: MessageFormat
  /** ISO 8601, UTC. */
  readonly madeAt: string
  /** Carryover's own version. */
  readonly version: string
  readonly totals: ReportTotals
  readonly sheets: AccountSheets
}

const widths = [44, ...Array.from({ length: 9 }, () => 16)]
/** Behind the tables of few columns, as wide as the tables of many. */
const chartColumns = [4, 10] as const
/** So that a chart of one bar can be read too. */
const leastRows = 12
const barsShown = 15

export function writeOverview(book: Workbook, parts: OverviewParts): void {
  const words = wordsIn(parts.format)
  const name = book.startSheet({
    name: words.text('report.overview'),
    columns: widths.map((width) => ({ width, style: 'text' })),
    page: true,
    first: true,
  })
  const page = createPage(book, name)
  page.line([parts.batch.name], ['heading'])
  for (const { name: fact, pieces } of facts(parts, words))
    page.line([fact, textOf(pieces)], ['name', 'text'])
  endings(page, parts, words)
  problems(page, parts, words)
  for (const { title, blocks } of groupSections(parts.totals, words)) {
    page.section(title)
    for (const block of blocks) if (block.kind === 'table') page.table(block)
  }
}

function facts({ batch, madeAt, version }: OverviewParts, words: Words) {
  const { text } = words
  const { connection, preparedBy } = batch
  return [
    { name: text('report.as_of'), pieces: [plain(time(madeAt))] },
    { name: text('report.sign_prepared'), pieces: [plain(preparedBy)] },
    ...(connection === null
      ? []
      : [
          {
            name: text('report.environment_of'),
            pieces: [plain(text('report.environment', { environment: connection.environment }))],
          },
        ]),
    ...sourceFacts(batch, words),
    { name: text('report.program'), pieces: [plain(`Carryover ${version}`)] },
  ]
}

function endings(page: Page, { totals, sheets }: OverviewParts, words: Words): void {
  const parts = partsOf(totals.endings, words).filter(({ value }) => value > 0)
  page.section(words.text('report.accounts'))
  const top = page.row()
  const table = endingsTable(parts, totals.accounts, words)
  const rows = page.table(
    table,
    parts.map(({ ending }) => sheets.byEnding.get(ending)),
  )
  if (parts.length === 0) return
  page.chart(top, rows, {
    title: words.text('report.accounts_by_outcome'),
    bars: parts.map(({ ending, label, value }) => ({
      name: label,
      value,
      colour: endingColours[ending].line ?? endingColours[ending].fill,
    })),
  })
}

/** All codes; those of the most accounts have a sheet. */
function problems(page: Page, { totals, sheets }: OverviewParts, words: Words): void {
  const { text } = words
  const shown = totals.problemsByCode.filter((entry) => entry.problems > 0)
  page.section(text('report.problems_by_code'))
  if (shown.length === 0) {
    page.line([text('report.no_problems')], ['text'])
    return
  }
  const top = page.row()
  const table: Table = {
    kind: 'table',
    isWide: false,
    columns: [
      column(text('report.code')),
      figures(text('report.problems')),
      figures(text('report.accounts')),
    ],
    lines: shown.map(({ code: named, problems: found, accounts }) => [
      cell(named === null ? plain(text('report.no_code')) : code(named)),
      countCell(words, found),
      countCell(words, accounts),
    ]),
    total: [cell(plain(text('report.all_problems'))), countCell(words, totals.problems), noCell],
  }
  const names = shown.map((entry) => sheets.byCode.get(entry.code))
  const rows = page.table(table, names)
  page.chart(top, [rows[0], Math.min(rows[1], rows[0] + barsShown - 1)], {
    title: text('report.problems_by_code'),
    bars: shown.slice(0, barsShown).map((entry) => barOf(entry, words)),
  })
  const others = shown.filter((entry) => entry.accounts > 0 && !sheets.byCode.has(entry.code)).length
  if (others > 0) page.line([text('report.codes_without_sheet', { codes: others })], ['name'])
}

function barOf({ code: named, problems: found }: CodeCount, { text }: Words): BarChart['bars'][number] {
  return { name: showText(named ?? text('report.no_code')), value: found, colour: endingColours.to_fix.fill }
}

/** Soft hyphens are for pages that break words. */
function textOf(pieces: readonly Piece[]): string {
  return showText(pieces.map(({ text }) => text).join(' ')).replaceAll('\u00ad', '')
}

type Page = ReturnType<typeof createPage>

/** Writes the overview from top to bottom, and knows its rows. */
function createPage(book: Workbook, sheet: string) {
  let row = 0
  /** The row behind the last chart. */
  let free = 0
  const line = (cells: readonly CellValue[], styles: readonly CellStyle[]): void => {
    row += 1
    book.row(cells, styles)
  }
  return {
    line,
    /** The number of the next row, from 1. */
    row: () => row + 1,
    section(title: string): void {
      do line([], [])
      while (row < free)
      line([title], ['section'])
    },
    /**
     * Returns the numbers of its first and last line.
     * @param sheets that the lines lead to
     */
    table(table: Table, sheets: readonly (string | undefined)[] = []): readonly [number, number] {
      line(
        table.columns.map(({ head }) => textOf(head)),
        table.columns.map(({ isFigure }) => (isFigure ? 'figureHeader' : 'wrappedHeader')),
      )
      const first = row + 1
      for (const [at, cells] of table.lines.entries()) {
        const to = sheets[at]
        line(cells.map(valueOf), stylesOf(cells, to !== undefined))
        if (to !== undefined) book.addLinks([{ column: 0, row, sheet: to }])
      }
      const last = row
      const { total } = table
      if (total !== null)
        line(
          total.map(valueOf),
          total.map(({ figure }) => (figure === undefined ? 'total' : 'totalCount')),
        )
      return [first, last]
    },
    /** Beside the table that begins at `top` and has its lines in `rows`; its bars are in the second column. */
    chart(top: number, rows: readonly [number, number], given: Pick<BarChart, 'title' | 'bars'>): void {
      const height = Math.max(leastRows, given.bars.length + 6)
      free = top - 1 + height
      book.addCharts([
        {
          ...given,
          sheet,
          rows,
          names: 0,
          values: 1,
          from: [chartColumns[0], top - 1],
          to: [chartColumns[1], free],
        },
      ])
    },
  }
}

function valueOf({ pieces, figure }: Cell): CellValue {
  return figure?.value ?? textOf(pieces)
}

function stylesOf(cells: readonly Cell[], isLinked: boolean): CellStyle[] {
  return cells.map(({ figure }) =>
    figure === undefined ? (isLinked ? 'link' : 'wrapped') : figure.isShare ? 'share' : 'count',
  )
}
