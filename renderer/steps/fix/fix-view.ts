// View of the Fix step as stored in the URL: which rows, filtered by which problem, on which sheet. Parsing never
// fails; each filter can be removed separately. Pure functions.
import {
  type AccountState,
  accountStates,
  failedOutcomes,
  type Outcome,
  outcomes,
  type OutcomeCounts,
  type StateCounts,
} from '../../../shared/sending/states.ts'
import type { ProblemGroup } from '../../../shared/contract/views.ts'
import type { RowFilter, RowSort } from '../../../shared/fixing/row-filter.ts'
import { localDay, startOfDay } from '../../components/fields/local-day.ts'

export const shows = ['fix', 'all', 'changed', 'held', 'excluded'] as const
export type Show = (typeof shows)[number]

/** Current state of an account; for a done account its outcome. */
export type CurrentState = Exclude<AccountState, 'done'> | Outcome

/** In the order in which a person looks for them: what needs work first. */
export const currentStates = [
  'invalid',
  'rejected',
  'failed',
  'dry_run_failed',
  'unvalidated',
  'validated',
  'queued',
  'sending',
  'unconfirmed',
  'processing',
  'created',
  'already_there',
  'whose_account_unsure',
  'cancelled',
  'dry_run',
  'with_member',
] as const satisfies readonly CurrentState[]

/** States of "To fix": our checks, the service's validation, or its processing failed. */
export const toFixStates: readonly CurrentState[] = ['invalid', 'rejected', ...failedOutcomes]

/** Only accounts with such a problem. What is absent may be anything. */
export type ProblemFilter = {
  /** Null: a problem without a code. */
  readonly code?: string | null
  /** The catalogue's path; null: a problem of the whole account. */
  readonly field?: string | null
  /** Zero-based, of the sheet that is shown. */
  readonly column?: number
  /** Shape of the value with the problem (shared/sheet/value-shape.ts). */
  readonly shape?: string
}
/** Since when the service has reported the problem: from the beginning of a day in the user's time zone. */
export const sinces = ['today', 'yesterday', 'week', 'month'] as const
export type Since = (typeof sinces)[number]
const daysBefore: Readonly<Record<Since, number>> = { today: 0, yesterday: 1, week: 6, month: 29 }

export type CellValues = { readonly column: number; readonly texts: readonly string[] }
export type FixView = {
  readonly show: Show
  /** Individually selected states; null: as `show` implies. */
  readonly currentStates: readonly CurrentState[] | null
  readonly problem: ProblemFilter | null
  /** With a problem: only those that the service has reported since then; null: at any time, or by our own checks. */
  readonly since: Since | null
  /** The sheet's position; null for the main one. */
  readonly sheet: number | null
  readonly text: string
  readonly account: number | null
  /** Only rows whose cell of this column is exactly one of these texts now. */
  readonly values: CellValues | null
  /** Only rows that this edit changed. */
  readonly edit: number | null
  /** Only accounts of this pasted list. */
  readonly list: number | null
  /** Null: as in the file. */
  readonly sort: RowSort | null
}

type Params = Readonly<Record<string, string>>
export type ParamChanges = Readonly<Record<string, string | null>>

function wholeOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

export function viewOf(params: Params): FixView {
  const named = (params['states'] ?? '').split(',')
  const chosen = currentStates.filter((one) => named.includes(one))
  return {
    show: shows.find((one) => one === params['show']) ?? 'fix',
    currentStates: chosen.length === 0 ? null : chosen,
    problem: problemOf(params),
    since: sinces.find((one) => one === params['since']) ?? null,
    sheet: wholeOf(params['sheet']),
    text: params['text'] ?? '',
    account: wholeOf(params['account']),
    values: valuesOf(params['values']),
    edit: wholeOf(params['edit']),
    list: wholeOf(params['list']),
    sort: sortOf(params['sort']),
  }
}

/** `12:["one text","another"]`. */
function valuesOf(reported: string | undefined): CellValues | null {
  const [, of, list = ''] = /^(\d+):(.*)$/su.exec(reported ?? '') ?? []
  const column = wholeOf(of)
  const texts = textsOf(list)
  return column === null || texts.length === 0 ? null : { column, texts }
}

function textsOf(list: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(list)
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** `row`, `state`, `problems` or `c` and a column's index; `-` before it: descending. */
function sortOf(reported: string | undefined): RowSort | null {
  const [, down = '', by = ''] = /^(-?)(.*)$/.exec(reported ?? '') ?? []
  const descending = down === '-'
  if (by === 'row' || by === 'state' || by === 'problems') return { by, descending }
  const column = by.startsWith('c') ? wholeOf(by.slice(1)) : null
  return column === null ? null : { by: { column }, descending }
}

export function paramsOfSort(sort: RowSort | null): ParamChanges {
  if (sort === null || (sort.by === 'row' && !sort.descending)) return { sort: null }
  const by = typeof sort.by === 'string' ? sort.by : `c${sort.by.column}`
  return { sort: `${sort.descending ? '-' : ''}${by}` }
}

/** Cycles the sort of this column: ascending, descending, file order. */
export function nextSort(sort: RowSort | null, by: RowSort['by']): RowSort | null {
  if (sort === null || !isSortedBy(sort, by)) return { by, descending: false }
  return sort.descending ? null : { by, descending: true }
}

export function isSortedBy(sort: RowSort, by: RowSort['by']): boolean {
  return JSON.stringify(sort.by) === JSON.stringify(by)
}

export function paramsOfValues(values: CellValues | null): ParamChanges {
  return { values: values === null ? null : `${values.column}:${JSON.stringify(values.texts)}` }
}

/** All rows that an edit changed, whatever their accounts' states. */
export function paramsOfEdit(edit: number): ParamChanges {
  return { ...paramsOfNothing, show: 'all', edit: String(edit) }
}

/** Filters by one sheet's columns are removed when another sheet is shown. */
export function paramsOfSheet(sheet: number): ParamChanges {
  return { sheet: String(sheet), column: null, values: null, shape: null, sort: null }
}

function problemOf({ code, field, column, shape }: Params): ProblemFilter | null {
  const at = wholeOf(column)
  if (code === undefined && field === undefined && at === null) return null
  return {
    ...(shape === undefined ? {} : { shape }),
    ...(code === undefined ? {} : { code: code === '' ? null : code }),
    ...(field === undefined ? {} : { field: field === '' ? null : field }),
    ...(at === null ? {} : { column: at }),
  }
}

const noProblem = { code: null, field: null, column: null, shape: null, since: null }
/** Removes everything that narrows the quick filter. */
export const paramsOfNothing: ParamChanges = {
  ...noProblem,
  states: null,
  text: null,
  account: null,
  values: null,
  edit: null,
  list: null,
}

/** URL changes for another quick filter: it removes all narrowing except the text and a pasted list. */
export function paramsOfShow(show: Show): ParamChanges {
  return {
    ...noProblem,
    states: null,
    account: null,
    values: null,
    edit: null,
    show: show === 'fix' ? null : show,
  }
}

/**
 * A cause is shown with all its rows: another filter beside it would hide some, and the list would look as if they were
 * solved.
 */
export function paramsOfCause(group: ProblemGroup | null): ParamChanges {
  if (group === null) return noProblem
  return {
    ...paramsOfNothing,
    show: null,
    code: group.code ?? '',
    column: group.column === null ? null : String(group.column),
    field: group.field ?? '',
    ...(group.sheet === null ? {} : { sheet: String(group.sheet) }),
  }
}

export function paramsOfProblem({ code, field, column }: ProblemFilter): ParamChanges {
  return {
    account: null,
    edit: null,
    shape: null,
    since: null,
    code: code === undefined ? null : (code ?? ''),
    field: field === undefined ? null : (field ?? ''),
    column: column === undefined ? null : String(column),
  }
}

/** The states of the rows that are shown; null: any. */
export function shownCurrentStates({
  currentStates: chosen,
  show,
  problem,
  account,
  edit,
}: FixView): readonly CurrentState[] | null {
  if (chosen !== null) return chosen
  return show === 'fix' && problem === null && account === null && edit === null ? toFixStates : null
}

/** The states after one was switched: the first one chosen replaces those that "To fix" implies. */
export function switchedStates(view: FixView, one: CurrentState, on: boolean): readonly CurrentState[] {
  if (view.currentStates === null) return [one]
  return on ? [...view.currentStates, one] : view.currentStates.filter((other) => other !== one)
}

/** None selected means any. The same states as "To fix" become "To fix" again. */
export function paramsOfCurrentStates(view: FixView, chosen: readonly CurrentState[]): ParamChanges {
  const flag = view.show === 'changed' || view.show === 'held' || view.show === 'excluded'
  const states = currentStates.filter((one) => chosen.includes(one)).join()
  const base = { account: null, show: flag ? view.show : null }
  if (states === '') return { ...base, states: null, show: flag ? view.show : 'all' }
  return { ...base, states: !flag && states === toFixStates.join() ? null : states }
}

/** A cause is chosen where the address names its code, and its field and column where it names them. */
export function isCause(problem: ProblemFilter | null, group: ProblemGroup): boolean {
  if (problem?.code === undefined || problem.code !== group.code) return false
  if (problem.field === undefined) return problem.column === undefined || problem.column === group.column
  return problem.field === group.field && (problem.column ?? null) === group.column
}

/** States in which a problem can still be current. */
const troubled = accountStates.filter((state) => state !== 'unvalidated' && state !== 'validated')

/** `now`: milliseconds since 1970. */
export function filterOf(view: FixView, now = Date.now()): RowFilter {
  const text = view.text.trim()
  return {
    ...rowsOf(view, now),
    ...(text === '' ? {} : { text }),
    ...(view.values === null ? {} : { values: { ...view.values, texts: [...view.values.texts] } }),
  }
}

function rowsOf(view: FixView, now: number): RowFilter {
  const { account, problem, show, currentStates: chosen, edit, list } = view
  if (account !== null) return { account }
  const toFix = chosen === null && problem === null && edit === null && show === 'fix'
  return {
    ...(chosen !== null ? conditionOf(chosen) : problem !== null ? { states: [...troubled] } : {}),
    ...(toFix ? conditionOf(toFixStates) : {}),
    ...(show === 'changed' ? { changed: true } : {}),
    ...(show === 'held' ? { held: true } : {}),
    // Following the counts by state: excluded accounts are in none of them.
    ...(show === 'excluded' ? { excluded: true } : {}),
    ...(show !== 'excluded' && (toFix || chosen !== null || problem !== null) ? { excluded: false } : {}),
    ...(edit === null ? {} : { edit }),
    ...(list === null ? {} : { list }),
    ...problem,
    ...(problem === null || view.since === null ? {} : { since: beginOf(view.since, now) }),
  }
}

/** The first moment of the day, in milliseconds since 1970. */
function beginOf(since: Since, now: number): number {
  const { year, month, day } = localDay(now)
  return startOfDay({ year, month, day: day - daysBefore[since] })
}

function conditionOf(chosen: readonly CurrentState[]): RowFilter {
  return {
    states: accountStates.filter((state) => state !== 'done' && chosen.includes(state)),
    outcomes: outcomes.filter((outcome) => chosen.includes(outcome)),
  }
}

/** Number of accounts in a state. */
export function countOf(
  currentState: CurrentState,
  batch: { readonly states: StateCounts; readonly outcomes: OutcomeCounts },
): number {
  const outcome = outcomes.find((one) => one === currentState)
  if (outcome !== undefined) return batch.outcomes[outcome]
  const state = accountStates.find((one) => one === currentState)
  return state === undefined ? 0 : batch.states[state]
}
