// Control totals: rows are counted as they are written to the files, accounts and problems by queries on the same
// snapshot. Every account is in one state and one outcome, and every source row is exactly one of in-account, left out,
// stray, unused or unexplained. Blank rows are no source rows: reading left them out, and they are counted apart.
import {
  type AccountState,
  isOneOf,
  noOutcomes,
  noStates,
  type Outcome,
  type StateCounts,
  unsuccessfulOutcomes,
} from '../../../../shared/sending/states.ts'
import { type Ending, type EndingCounts, noEndings } from '../../../../shared/sending/endings.ts'
import type { ControlColumn, SourceColumn } from '../../../../shared/contract/report.ts'
import type { BlankRows } from '../../../../shared/sheet/blank-rows.ts'
import { leftOutCode } from '../../../../shared/sheet/odd-rows.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { type MessageFormat } from '../../../../shared/texts/message-format.ts'
import { type ControlTotal, createControlTotals } from './control-totals.ts'
import { endingOfAccount } from './ending-of-account.ts'
import type {
  AccountCounts,
  AccountGroup,
  ReportRow,
  ReportSheet,
  ReportSource,
  ReportWave,
} from '../report-source.ts'

/**
 * `unsent`: every account without an outcome, including those in progress (`awaiting`). `excluded`: accounts decided
 * not to be migrated, regardless of state and outcome. All of them add up.
 */
export type ReportOutcomes = Readonly<Record<Outcome | 'unsent' | 'excluded', number>>

export type CodeCount = {
  readonly code: string | null
  readonly problems: number
  /** Accounts that have the code now; an account counts once per code. */
  readonly accounts: number
}

/** Accounts that one operator postponed or excluded for the same reason, which is said in the language of the report. */
export type HoldCount = {
  readonly reason: string
  readonly excluded: boolean
  /** The operator who decided so; null: Carryover did. */
  readonly by: string | null
  readonly accounts: number
  /** Those that are postponed until a person releases them, and those that are excluded. */
  readonly withoutTime: number
  /** When the others are due for review: how many times, the first and the last, ISO 8601, UTC; null: there are none. */
  readonly until: { readonly times: number; readonly first: string; readonly last: string } | null
}

export type SheetReconciliation = {
  readonly sheet: string
  readonly role: ReportSheet['role']
  /** Counted while the file was read. */
  readonly rowsRead: number
  /** Counted while this report was written. */
  readonly rowsReported: number
  readonly rowsInAccounts: number
  /** Left out by a person: totals, notes, repeated headers and the like. */
  readonly leftOutRows: number
  readonly strayRows: number
  readonly rowsOnUnusedSheets: number
  /** Rows without text, which reading left out; they are not among the rows read. */
  readonly blankRows: number
  readonly unexplained: number
  /** Which rows were blank. */
  readonly blankRanges: BlankRows | null
  /** Of its rows in accounts: what became of their accounts. */
  readonly endings: EndingCounts
}

/** `wave` is null for the accounts that no wave holds now, `supplier` for those without one. */
export type WaveEndings = GroupEndings & { readonly wave: ReportWave | null }
export type SupplierEndings = GroupEndings & { readonly supplier: string | null }
type GroupEndings = { readonly accounts: number; readonly endings: EndingCounts }

export type Reconciliation = Omit<SheetReconciliation, 'sheet' | 'role' | 'endings' | 'blankRanges'> & {
  /** Rows referenced by the accounts; a difference to `rowsInAccounts` is in `unexplained`. */
  readonly rowsNamedByAccounts: number
  readonly sheets: readonly SheetReconciliation[]
}

export type ReportTotals = {
  readonly rows: number
  readonly accounts: number
  readonly problems: number
  /** Problems of our own checks that a person left to the service; not included in `problems`. */
  readonly leftToService: number
  /** Postponed; excluded accounts are not included. */
  readonly held: number
  /** Accounts with a sent request and an unknown end: sending, unconfirmed, watching. */
  readonly awaiting: number
  /** Accounts and rows in `fix-me.xlsx`. */
  readonly fixMe: { readonly accounts: number; readonly rows: number; readonly strayRows: number }
  /** Of the accounts that are not excluded. */
  readonly states: StateCounts
  readonly outcomes: ReportOutcomes
  /** Of all accounts; each has exactly one. */
  readonly endings: EndingCounts
  /** In the order of their release; the accounts without a wave last. */
  readonly waves: readonly WaveEndings[]
  /** By name; the accounts without a supplier last. */
  readonly suppliers: readonly SupplierEndings[]
  readonly problemsByCode: readonly CodeCount[]
  /** Adds up to `held` and `outcomes.excluded`; most accounts first. */
  readonly holds: readonly HoldCount[]
  readonly reconciliation: Reconciliation
  /** Of the columns that a person chose. */
  readonly controlTotals: readonly ControlTotal[]
  /** Cells cut at the workbook format's 32,767 characters; `results.csv` holds them whole. */
  readonly cutCells: number
  /** Cells beyond the last header of their sheet: they have no column and are not in the results. */
  readonly cellsWithoutColumn: number
  /** Cells that are empty in the file and were filled from a cell above. */
  readonly cellsFilled: number
}

/** Whether `fix-me.xlsx` has the row: its account failed, or it belongs to none and nobody left it out. */
export function belongsInFixMe(row: ReportRow): boolean {
  return row.account === null ? row.stray !== null && row.stray.code !== leftOutCode : isFailing(row.account)
}

export type RowState = AccountState | 'left out' | 'stray' | 'not mapped' | 'unexplained'

/** Value of a row's `state` column. */
export function rowState(row: ReportRow, sheet: ReportSheet): RowState {
  if (row.account !== null) return row.account.state
  if (row.stray !== null) return row.stray.code === leftOutCode ? 'left out' : 'stray'
  return sheet.role === 'unused' ? 'not mapped' : 'unexplained'
}

/**
 * Accounts whose rows a person may repair and load again: nothing was created for them and nothing is in progress.
 */
export function isFailing(account: Pick<AccountGroup, 'state' | 'outcome' | 'held'>): boolean {
  if (account.held?.excluded === true) return false
  if (account.state === 'invalid' || account.state === 'rejected') return true
  return account.state === 'done' && isOneOf(unsuccessfulOutcomes, account.outcome)
}

type SheetCounts = {
  reported: number
  inAccounts: number
  leftOut: number
  stray: number
  unused: number
  unexplained: number
  readonly endings: Record<Ending, number>
}

type KnownHold = Pick<HoldCount, 'reason' | 'excluded' | 'by'> & {
  accounts: number
  withoutTime: number
  readonly times: Set<string>
}

export type Tally = ReturnType<typeof createTally>

type TallyParts = {
  readonly sheets: readonly ReportSheet[]
  readonly waves: readonly ReportWave[]
  /** The language of the report. */
  readonly format: MessageFormat
  readonly perSheet: Map<string, SheetCounts>
  readonly codes: Map<string | null, { problems: number; accounts: number }>
  readonly holds: Map<string, KnownHold>
  readonly states: ReturnType<typeof noStates>
  readonly endings: Record<Ending, number>
  readonly byWave: Map<number | null, Record<Ending, number>>
  readonly bySupplier: Map<string | null, Record<Ending, number>>
  readonly outcomes: { -readonly [name in keyof ReportOutcomes]: number }
  readonly counts: Record<
    | 'accounts'
    | 'problems'
    | 'leftToService'
    | 'held'
    | 'awaiting'
    | 'named'
    | 'failing'
    | 'cellsWithoutColumn'
    | 'cellsFilled',
    number
  >
  readonly fixMe: { rows: number; strayRows: number }
}

/** `columns`: those whose cells are added up. */
export function createTally(
  source: Pick<ReportSource, 'sheets' | 'waves'>,
  format: MessageFormat,
  columns: readonly ControlColumn[] = [],
  withheld: readonly SourceColumn[] = [],
) {
  const parts = emptyTally(source, format)
  const control = createControlTotals(columns, withheld)
  return {
    addRow(row: ReportRow, sheet: ReportSheet): void {
      addRow(parts, row, sheet)
      control.add(row, sheet)
    },
    addAccounts: (counted: AccountCounts): void => addAccounts(parts, counted),
    totals: (cutCells: number): ReportTotals => ({
      ...totals(parts, cutCells),
      controlTotals: control.totals(),
    }),
  }
}

function emptyTally(
  { sheets, waves }: Pick<ReportSource, 'sheets' | 'waves'>,
  format: MessageFormat,
): TallyParts {
  return {
    sheets,
    waves,
    format,
    perSheet: new Map(sheets.map(({ name }) => [name, noRows()])),
    codes: new Map(),
    holds: new Map(),
    states: noStates(),
    endings: noEndings(),
    byWave: new Map(),
    bySupplier: new Map(),
    outcomes: { ...noOutcomes(), unsent: 0, excluded: 0 },
    counts: {
      accounts: 0,
      problems: 0,
      leftToService: 0,
      held: 0,
      awaiting: 0,
      named: 0,
      failing: 0,
      cellsWithoutColumn: 0,
      cellsFilled: 0,
    },
    fixMe: { rows: 0, strayRows: 0 },
  }
}

function noRows(): SheetCounts {
  return { reported: 0, inAccounts: 0, leftOut: 0, stray: 0, unused: 0, unexplained: 0, endings: noEndings() }
}

function codeCount({ codes }: TallyParts, code: string | null): { problems: number; accounts: number } {
  const known = codes.get(code) ?? { problems: 0, accounts: 0 }
  codes.set(code, known)
  return known
}

function addRow({ perSheet, counts, fixMe }: TallyParts, row: ReportRow, sheet: ReportSheet): void {
  const count = perSheet.get(sheet.name)
  if (count === undefined) throw new Error(`No sheet of this name was announced: ${sheet.name}`)
  count.reported += 1
  const state = rowState(row, sheet)
  if (state === 'left out') count.leftOut += 1
  else if (state === 'stray') count.stray += 1
  else if (state === 'not mapped') count.unused += 1
  else if (state === 'unexplained') count.unexplained += 1
  else count.inAccounts += 1
  if (row.account !== null) count.endings[endingOfAccount(row.account)] += 1
  counts.cellsFilled += row.filled?.length ?? 0
  if (belongsInFixMe(row)) fixMe[row.account === null ? 'strayRows' : 'rows'] += 1
  for (let at = sheet.columns.length; at < row.cells.length; at += 1) {
    if (row.cells[at] !== '') counts.cellsWithoutColumn += 1
  }
}

function addAccounts(parts: TallyParts, { groups, rows, codes, leftToService }: AccountCounts): void {
  for (const group of groups) addGroup(parts, group)
  parts.counts.named += rows
  parts.counts.leftToService += leftToService
  for (const { code, problems, accounts } of codes) {
    const known = codeCount(parts, code)
    known.problems += problems
    known.accounts += accounts
    parts.counts.problems += problems
  }
}

function addGroup(parts: TallyParts, group: AccountGroup): void {
  const { counts, outcomes, states } = parts
  const { accounts, state, outcome, held } = group
  counts.accounts += accounts
  countEnding(parts, group)
  if (held !== null) addHold(parts, held, accounts)
  if (held?.excluded === true) {
    outcomes.excluded += accounts
    return
  }
  states[state] += accounts
  outcomes[outcome ?? 'unsent'] += accounts
  if (held !== null) counts.held += accounts
  if (isFailing(group)) counts.failing += accounts
  const underWay = state === 'sending' || state === 'unconfirmed' || state === 'processing'
  if (outcome === null && underWay) counts.awaiting += accounts
}

function countEnding({ endings, byWave, bySupplier }: TallyParts, group: AccountGroup): void {
  const ending = endingOfAccount(group)
  endings[ending] += group.accounts
  inGroup(byWave, group.wave)[ending] += group.accounts
  inGroup(bySupplier, group.supplier)[ending] += group.accounts
}

function inGroup<Key>(groups: Map<Key, Record<Ending, number>>, key: Key): Record<Ending, number> {
  const known = groups.get(key) ?? noEndings()
  groups.set(key, known)
  return known
}

function totals(parts: TallyParts, cutCells: number): Omit<ReportTotals, 'controlTotals'> {
  const { sheets, format, perSheet, counts, fixMe, states, outcomes, codes, holds } = parts
  const reconciliation = reconcile(sheets, perSheet, counts.named)
  return {
    rows: reconciliation.rowsRead,
    accounts: counts.accounts,
    problems: counts.problems,
    leftToService: counts.leftToService,
    held: counts.held,
    awaiting: counts.awaiting,
    fixMe: { accounts: counts.failing, ...fixMe },
    states: { ...states },
    outcomes: { ...outcomes },
    endings: { ...parts.endings },
    waves: listWaves(parts),
    suppliers: listSuppliers(parts),
    problemsByCode: [...codes]
      .map(([code, count]) => ({ code, ...count }))
      .sort((a, b) => b.problems - a.problems || String(a.code).localeCompare(String(b.code), 'en')),
    holds: listHolds(holds.values(), format),
    reconciliation,
    cutCells,
    cellsWithoutColumn: counts.cellsWithoutColumn,
    cellsFilled: counts.cellsFilled,
  }
}

function groupOf(endings: EndingCounts): GroupEndings {
  return { accounts: Object.values(endings).reduce((sum, count) => sum + count, 0), endings }
}

/** A wave of which no account is left is listed too. */
function listWaves({ waves, byWave }: TallyParts): WaveEndings[] {
  const known = waves.map((wave) => ({ wave, ...groupOf(byWave.get(wave.number) ?? noEndings()) }))
  const others = byWave.get(null)
  return others === undefined ? known : [...known, { wave: null, ...groupOf(others) }]
}

function listSuppliers({ bySupplier }: TallyParts): SupplierEndings[] {
  return [...bySupplier]
    .map(([supplier, endings]) => ({ supplier, ...groupOf(endings) }))
    .sort((one, other) =>
      one.supplier === null || other.supplier === null
        ? Number(one.supplier === null) - Number(other.supplier === null)
        : one.supplier.localeCompare(other.supplier, 'en'),
    )
}

function addHold(
  { holds, format }: TallyParts,
  { reason: said, excluded, by, until }: NonNullable<AccountGroup['held']>,
  accounts: number,
): void {
  const reason = sentenceOf(said, format)
  const key = JSON.stringify([excluded, by, reason])
  const known = holds.get(key) ?? { reason, excluded, by, accounts: 0, withoutTime: 0, times: new Set() }
  holds.set(key, known)
  known.accounts += accounts
  if (until === null) known.withoutTime += accounts
  else known.times.add(until)
}

function listHolds(holds: Iterable<KnownHold>, { language }: MessageFormat): HoldCount[] {
  const listed = Array.from(holds, ({ times, ...hold }): HoldCount => {
    const sorted = [...times].toSorted()
    const [first, last] = [sorted[0], sorted.at(-1)]
    const until = first === undefined || last === undefined ? null : { times: times.size, first, last }
    return { ...hold, until }
  })
  return listed.sort(
    (a, b) =>
      b.accounts - a.accounts ||
      a.reason.localeCompare(b.reason, language) ||
      (a.by ?? '').localeCompare(b.by ?? '', language),
  )
}

/** Rows that reading counted and the report did not see, or vice versa, are unexplained. */
function reconcile(
  sheets: readonly ReportSheet[],
  counted: ReadonlyMap<string, SheetCounts>,
  rowsNamedByAccounts: number,
): Reconciliation {
  const each = sheets.map((sheet): SheetReconciliation => {
    const count = counted.get(sheet.name) ?? noRows()
    return {
      sheet: sheet.name,
      role: sheet.role,
      rowsRead: sheet.rowCount,
      rowsReported: count.reported,
      rowsInAccounts: count.inAccounts,
      leftOutRows: count.leftOut,
      strayRows: count.stray,
      rowsOnUnusedSheets: count.unused,
      blankRows: sheet.blankRows?.rows ?? 0,
      blankRanges: sheet.blankRows,
      unexplained: count.unexplained + Math.abs(sheet.rowCount - count.reported),
      endings: count.endings,
    }
  })
  const sum = (pick: (sheet: SheetReconciliation) => number): number =>
    each.reduce((total, sheet) => total + pick(sheet), 0)
  const rowsInAccounts = sum((sheet) => sheet.rowsInAccounts)
  return {
    rowsRead: sum((sheet) => sheet.rowsRead),
    rowsReported: sum((sheet) => sheet.rowsReported),
    rowsInAccounts,
    leftOutRows: sum((sheet) => sheet.leftOutRows),
    strayRows: sum((sheet) => sheet.strayRows),
    rowsOnUnusedSheets: sum((sheet) => sheet.rowsOnUnusedSheets),
    blankRows: sum((sheet) => sheet.blankRows),
    unexplained: sum((sheet) => sheet.unexplained) + Math.abs(rowsNamedByAccounts - rowsInAccounts),
    rowsNamedByAccounts,
    sheets: each,
  }
}
