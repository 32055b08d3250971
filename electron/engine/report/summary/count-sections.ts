// The sections of a summary that count: accounts by ending, by wave and supplier, the reconciliation of the rows, the
// problems, the control totals, the holds.
import {
  type EndingCounts,
  type EndingGroup,
  endingGroups,
  endings,
  noEndings,
  sumOf,
} from '../../../../shared/sending/endings.ts'
import { type BlankRows, rangeWords } from '../../../../shared/sheet/blank-rows.ts'
import { withheldText } from '../../../../shared/sheet/withheld-text.ts'
import type { ControlTotal, Total } from '../totals/control-totals.ts'
import type { CodeCount, HoldCount, Reconciliation, ReportTotals } from '../totals/tally.ts'
import { cell, code, column, countCell, figures, noCell, plain, shareCell, small } from './cells.ts'
import type { Bar, BarPart, Block, Cell, Section, Table } from './summary-model.ts'
import { time, type Words } from './summary-words.ts'

export function countSections(totals: ReportTotals, words: Words): Section[] {
  return [
    accountsSection(totals, words),
    ...rowsBySheet(totals, words),
    ...groupSections(totals, words),
    reconciliationSection(totals.reconciliation, words),
    problemsSection(totals, words),
    ...controlSection(totals, words),
    ...holdsSection(totals, words),
  ]
}

export type NamedPart = BarPart & { readonly label: string }

/** Parts of a bar and lines of the table. They are disjoint and add up to what was counted. */
export function partsOf(counts: EndingCounts, { text }: Words): NamedPart[] {
  return endings.map((ending) => ({
    ending,
    label: text('report.ending', { ending }),
    value: counts[ending],
  }))
}

/** @param all of what its full length stands for */
function barOf(counts: EndingCounts, all: number, words: Words): Bar {
  const parts = partsOf(counts, words).filter(({ value }) => value > 0)
  return { parts, all, label: parts.map(({ label, value }) => `${label} ${words.count(value)}`).join(', ') }
}

export function endingsTable(parts: readonly NamedPart[], accounts: number, words: Words): Table {
  const { text } = words
  return {
    kind: 'table',
    isWide: false,
    columns: [
      column(text('report.outcome')),
      figures(text('report.accounts')),
      figures(text('report.share')),
    ],
    lines: parts.map(({ ending, label, value }) => [
      { ...cell(plain(label)), ending },
      countCell(words, value),
      shareCell(words, value, accounts),
    ]),
    total: [cell(plain(text('report.all_accounts'))), countCell(words, accounts), noCell],
  }
}

function accountsSection(totals: ReportTotals, words: Words): Section {
  const { text } = words
  const bar = barOf(totals.endings, totals.accounts, words)
  const others = totals.held - totals.endings.held
  return {
    title: text('report.accounts'),
    isLong: false,
    blocks: [
      { kind: 'bar', ...bar, label: bar.label || text('report.no_accounts') },
      endingsTable(partsOf(totals.endings, words), totals.accounts, words),
      ...(others === 0 ? [] : [note(text('report.held_too', { accounts: others }))]),
    ],
  }
}

const note = (text: string): Block => ({ kind: 'note', text })

type Group = { readonly name: string; readonly note: string; readonly endings: EndingCounts }

/** One line a group; what its columns count is disjoint and adds up to the first. The bars have one scale. */
function groupsSection(
  title: string,
  first: string,
  counted: string,
  lines: readonly Group[],
  words: Words,
): Section {
  const all = noEndings()
  for (const line of lines) for (const ending of endings) all[ending] += line.endings[ending]
  // Only a team has accounts with another operator; without a team there is room for the other columns.
  const groups = (Object.keys(endingGroups) as EndingGroup[]).filter(
    (group) => group !== 'with_member' || sumOf(all, group) > 0,
  )
  const cells = (of: EndingCounts): [Cell, ...Cell[]] => [
    countCell(words, sumOfAll(of)),
    ...groups.map((group) => countCell(words, sumOf(of, group))),
  ]
  const most = Math.max(...lines.map((line) => sumOfAll(line.endings)))
  const heads = [counted, ...groups.map((group) => words.text('report.ending_group', { group }))]
  const table: Table = {
    kind: 'table',
    isWide: true,
    columns: [column(first), ...heads.map(figures)],
    lines: lines.map(({ name, note: beside, endings: of }) => {
      const [together, ...others] = cells(of)
      return [cell(plain(name), small(beside)), { ...together, bar: barOf(of, most, words) }, ...others]
    }),
    total: [cell(plain(words.text('report.all'))), ...cells(all)],
  }
  return { title, isLong: true, blocks: [table] }
}

function sumOfAll(counts: EndingCounts): number {
  return endings.reduce((sum, ending) => sum + counts[ending], 0)
}

/** What became of the rows of each sheet, where several have rows. */
function rowsBySheet({ reconciliation }: ReportTotals, words: Words): Section[] {
  const { text } = words
  const sheets = reconciliation.sheets
    .filter(({ rowsInAccounts }) => rowsInAccounts > 0)
    .map(({ sheet, endings: of }) => ({ name: sheet, note: '', endings: of }))
  if (sheets.length < 2) return []
  return [
    groupsSection(text('report.rows_by_sheet'), text('report.sheet'), text('report.rows'), sheets, words),
  ]
}

/** What became of the accounts of each wave and supplier, where there are several. */
export function groupSections({ waves, suppliers }: ReportTotals, words: Words): Section[] {
  const { text } = words
  const waveLines = waves.map(({ wave, endings: of }): Group => {
    if (wave === null) return { name: text('report.no_wave'), note: '', endings: of }
    const { number, releasedAt, by } = wave
    const how = by === null ? 'plan' : 'person'
    return {
      name: text('report.wave', { number }),
      note: text('report.wave_released', { time: time(releasedAt), by: by ?? '', how }),
      endings: of,
    }
  })
  const supplierLines = suppliers.map(
    ({ supplier, endings: of }): Group => ({
      name: supplier ?? text('report.no_supplier'),
      note: '',
      endings: of,
    }),
  )
  const accounts = text('report.accounts')
  return [
    ...(waveLines.length < 2
      ? []
      : [groupsSection(text('report.by_wave'), text('report.wave_column'), accounts, waveLines, words)]),
    ...(supplierLines.length < 2
      ? []
      : [
          groupsSection(
            text('report.by_supplier'),
            text('report.supplier_column'),
            accounts,
            supplierLines,
            words,
          ),
        ]),
  ]
}

function reconciliationSection(all: Reconciliation, words: Words): Section {
  const { text } = words
  const isGood = all.unexplained === 0
  const cells = (line: Omit<Reconciliation, 'sheets' | 'rowsNamedByAccounts'>): Cell[] =>
    [
      line.rowsRead,
      line.rowsInAccounts,
      line.leftOutRows,
      line.strayRows,
      line.rowsOnUnusedSheets,
      line.unexplained,
    ].map((value) => countCell(words, value))
  const heads = [
    text('report.rows_read'),
    text('report.in_accounts'),
    text('report.left_out'),
    text('report.stray'),
    text('report.not_mapped'),
    text('report.unexplained'),
  ]
  const table: Table = {
    kind: 'table',
    isWide: true,
    columns: [column(text('report.sheet')), ...heads.map(figures)],
    lines: all.sheets.map((line) => [
      cell(plain(line.sheet), small(text('report.sheet_role', { role: line.role }))),
      ...cells(line),
    ]),
    total: [cell(plain(text('report.all_sheets'))), ...cells(all)],
  }
  const verdict: Block = {
    kind: 'verdict',
    isGood,
    text: isGood ? text('report.reconciled') : text('report.unexplained_rows', { rows: all.unexplained }),
  }
  const blank = all.sheets.flatMap((line): Block[] =>
    line.blankRanges === null
      ? []
      : [{ kind: 'note', text: blankWords(line.sheet, line.blankRanges, words) }],
  )
  return { title: text('report.reconciliation'), isLong: false, blocks: [verdict, table, ...blank] }
}

const rangesShown = 20

function blankWords(sheet: string, { rows, ranges, list }: BlankRows, { text }: Words): string {
  const shown = list.slice(0, rangesShown)
  return text('report.blank_rows', {
    sheet,
    rows,
    ranges: shown.map(rangeWords).join(', '),
    more: ranges - shown.length,
  })
}

const codesShown = 15

function problemsSection(totals: ReportTotals, words: Words): Section {
  const { text } = words
  const { problemsByCode, problems, cutCells, cellsWithoutColumn, cellsFilled } = totals
  const title = text('report.problems_by_code')
  const notes: Block[] = [
    ...(cutCells === 0 ? [] : [note(text('report.cells_cut', { cells: cutCells }))]),
    ...(cellsWithoutColumn === 0
      ? []
      : [note(text('report.cells_without_column', { cells: cellsWithoutColumn }))]),
    ...(cellsFilled === 0 ? [] : [note(text('report.cells_filled', { cells: cellsFilled }))]),
  ]
  const shown = problemsByCode.filter((entry) => entry.problems > 0)
  if (shown.length === 0) {
    const none: Block = { kind: 'paragraph', text: text('report.no_problems') }
    return { title, isLong: false, blocks: [none, ...notes] }
  }
  const most = Math.max(...shown.map((entry) => entry.problems))
  const line = ({ code: named, problems: found, accounts }: CodeCount): Cell[] => [
    cell(named === null ? plain(text('report.no_code')) : code(named)),
    {
      ...countCell(words, found),
      bar: {
        parts: [{ ending: 'to_fix', value: found }],
        all: most,
        label: text('report.share_of_problems', { share: words.share(found, problems) }),
      },
    },
    countCell(words, accounts),
  ]
  const rest = shown.slice(codesShown)
  const others = rest.reduce((sum, entry) => sum + entry.problems, 0)
  const restLine: Cell[] = [
    cell(plain(text('report.other_codes', { codes: rest.length }))),
    countCell(words, others),
    noCell,
  ]
  const table: Table = {
    kind: 'table',
    isWide: false,
    columns: [
      column(text('report.code')),
      figures(text('report.problems')),
      figures(text('report.accounts')),
    ],
    lines: [...shown.slice(0, codesShown).map(line), ...(rest.length === 0 ? [] : [restLine])],
    total: [cell(plain(text('report.all_problems'))), countCell(words, problems), noCell],
  }
  return { title, isLong: true, blocks: [table, ...notes] }
}

const holdsShown = 20

/** Why accounts are postponed or not migrated, until when, and by whom. */
function holdsSection({ holds, held, outcomes }: ReportTotals, words: Words): Section[] {
  const { text } = words
  if (holds.length === 0) return []
  const line = (hold: HoldCount): Cell[] => [
    cell(plain(hold.reason)),
    decisionCell(hold, words),
    cell(plain(hold.by ?? 'Carryover')),
    countCell(words, hold.accounts),
  ]
  const rest = holds.slice(holdsShown)
  const others = rest.reduce((sum, entry) => sum + entry.accounts, 0)
  const restLine: Cell[] = [
    cell(plain(text('report.other_decisions', { decisions: rest.length }))),
    noCell,
    noCell,
    countCell(words, others),
  ]
  const table: Table = {
    kind: 'table',
    isWide: false,
    columns: [
      column(text('report.reason')),
      column(text('report.decision')),
      column(text('report.decided_by')),
      figures(text('report.accounts')),
    ],
    lines: [...holds.slice(0, holdsShown).map(line), ...(rest.length === 0 ? [] : [restLine])],
    total: [cell(plain(text('report.all_held'))), noCell, noCell, countCell(words, held + outcomes.excluded)],
  }
  return [{ title: text('report.held_and_excluded'), isLong: true, blocks: [table] }]
}

function decisionCell({ excluded, until, withoutTime }: HoldCount, { text }: Words): Cell {
  if (excluded) return cell(plain(text('report.excluded')))
  const when =
    until === null
      ? text('report.held_without_time')
      : text('report.held_until', {
          times: until.times,
          first: time(until.first),
          last: time(until.last),
          others: withoutTime,
        })
  return cell(plain(text('report.held')), small(when))
}

/** A table for each chosen column: its total in the file, and the parts that add up to it. */
function controlSection({ controlTotals }: ReportTotals, words: Words): Section[] {
  const { text } = words
  if (controlTotals.length === 0) return []
  return [
    {
      title: text('report.control_totals'),
      isLong: true,
      blocks: [
        note(text('report.control_note')),
        ...controlTotals.map((total): Table => controlTable(total, words)),
      ],
    },
  ]
}

function controlTable(control: ControlTotal, words: Words): Table {
  const { sheet, column: named, isWithheld, source, current, parts } = control
  const { text } = words
  const sumOf = (sum: string | null): string =>
    isWithheld ? withheldText : sum === null ? '–' : words.decimal(sum)
  const line = (label: string, { cells, noNumber, sum }: Total, isWhole: boolean): Cell[] => [
    cell(
      { text: label, as: isWhole ? 'strong' : 'plain' },
      small(noNumber === 0 ? '' : text('report.control_no_number', { cells: noNumber })),
    ),
    countCell(words, cells),
    cell(plain(sumOf(sum))),
  ]
  const groups = Object.entries(parts).filter(([, { cells }]) => cells > 0)
  return {
    kind: 'table',
    isWide: false,
    columns: [
      { head: [plain(named), small(sheet)], isFigure: false },
      figures(text('report.control_cells')),
      figures(text('report.control_sum')),
    ],
    lines: [
      line(text('report.control_part', { part: 'source' }), source, true),
      ...groups.map(([group, total]) =>
        line(
          group === 'no_account'
            ? text('report.control_part', { part: 'no_account' })
            : text('report.ending_group', { group: group as EndingGroup }),
          total,
          false,
        ),
      ),
    ],
    total: line(text('report.control_current'), current, true),
  }
}
