// What the Fix step shows, as the address says it: which rows, narrowed to which problem, on which sheet. Reading is
// total; everything that narrows can be taken away by itself. Pure.
import {
  type AccountState,
  accountStates,
  type Outcome,
  outcomes,
  type OutcomeCounts,
  type StateCounts,
} from '../../../shared/account-state.ts'
import type { ProblemGroup, RowFilter } from '../../../shared/views.ts'

export const shows = ['fix', 'all', 'changed', 'held'] as const
export type Show = (typeof shows)[number]

/** Where an account stands, in one word: a settled one by how it ended. */
export type Standing = Exclude<AccountState, 'settled'> | Outcome

/** In the order in which a person looks for them: what needs work first. */
export const standings = [
  'blocked',
  'refused',
  'failed',
  'ready',
  'cleared',
  'queued',
  'sending',
  'unconfirmed',
  'watching',
  'created',
  'already_there',
  'cancelled',
  'dry_run',
] as const satisfies readonly Standing[]

/** What "To fix" means: our checks, the service's validation, or its processing said no. */
export const toFixStandings: readonly Standing[] = ['blocked', 'refused', 'failed']

/** Only accounts with such a problem. What is absent may be anything. */
export type ProblemFilter = {
  /** Null: a problem without a code. */
  readonly code?: string | null
  /** The catalogue's path; null: a problem of the whole account. */
  readonly field?: string | null
  /** Zero-based, of the sheet that is shown. */
  readonly column?: number
}
export type FixView = {
  readonly show: Show
  /** Chosen one by one; null: as `show` says. */
  readonly standings: readonly Standing[] | null
  readonly problem: ProblemFilter | null
  /** The sheet's position; null for the main one. */
  readonly sheet: number | null
  readonly text: string
  readonly account: number | null
}

type Params = Readonly<Record<string, string>>
export type ParamChanges = Readonly<Record<string, string | null>>

function wholeOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

export function viewOf(params: Params): FixView {
  const named = (params['states'] ?? '').split(',')
  const chosen = standings.filter((one) => named.includes(one))
  return {
    show: shows.find((one) => one === params['show']) ?? 'fix',
    standings: chosen.length === 0 ? null : chosen,
    problem: problemOf(params),
    sheet: wholeOf(params['sheet']),
    text: params['text'] ?? '',
    account: wholeOf(params['account']),
  }
}

function problemOf({ code, field, column }: Params): ProblemFilter | null {
  const at = wholeOf(column)
  if (code === undefined && field === undefined && at === null) return null
  return {
    ...(code === undefined ? {} : { code: code === '' ? null : code }),
    ...(field === undefined ? {} : { field: field === '' ? null : field }),
    ...(at === null ? {} : { column: at }),
  }
}

const noProblem = { code: null, field: null, column: null }
/** Takes away everything that narrows the quick filter. */
export const paramsOfNothing: ParamChanges = { ...noProblem, states: null, text: null, account: null }

/** Changes of the address for another quick filter: it lets go of all that narrowed the one before but the text. */
export function paramsOfShow(show: Show): ParamChanges {
  return { ...noProblem, states: null, account: null, show: show === 'fix' ? null : show }
}

export function paramsOfCause(group: ProblemGroup | null): ParamChanges {
  if (group === null) return noProblem
  return {
    account: null,
    code: group.code ?? '',
    column: group.column === null ? null : String(group.column),
    field: group.field ?? '',
    ...(group.sheet === null ? {} : { sheet: String(group.sheet) }),
  }
}

export function paramsOfProblem({ code, field, column }: ProblemFilter): ParamChanges {
  return {
    account: null,
    code: code === undefined ? null : (code ?? ''),
    field: field === undefined ? null : (field ?? ''),
    column: column === undefined ? null : String(column),
  }
}

/** The standings that the rows shown are in; null: any. */
export function shownStandings({
  standings: chosen,
  show,
  problem,
  account,
}: FixView): readonly Standing[] | null {
  if (chosen !== null) return chosen
  return show === 'fix' && problem === null && account === null ? toFixStandings : null
}

/** None chosen: any. Chosen just as "To fix" has them, it is that again. */
export function paramsOfStandings(view: FixView, chosen: readonly Standing[]): ParamChanges {
  const flag = view.show === 'changed' || view.show === 'held'
  const states = standings.filter((one) => chosen.includes(one)).join()
  const base = { account: null, show: flag ? view.show : null }
  if (states === '') return { ...base, states: null, show: flag ? view.show : 'all' }
  return { ...base, states: !flag && states === toFixStandings.join() ? null : states }
}

/** A cause is chosen where the address names its code, and its field and column where it names them. */
export function isCause(problem: ProblemFilter | null, group: ProblemGroup): boolean {
  if (problem?.code === undefined || problem.code !== group.code) return false
  if (problem.field === undefined) return problem.column === undefined || problem.column === group.column
  return problem.field === group.field && (problem.column ?? null) === group.column
}

/** States in which a problem that is not stale still stands. */
const troubled = accountStates.filter((state) => state !== 'ready' && state !== 'cleared')

export function filterOf(view: FixView): RowFilter {
  const text = view.text.trim()
  return { ...rowsOf(view), ...(text === '' ? {} : { text }) }
}

function rowsOf(view: FixView): RowFilter {
  const { account, problem, show, standings: chosen } = view
  if (account !== null) return { account }
  return {
    ...(chosen !== null ? conditionOf(chosen) : problem !== null ? { states: [...troubled] } : {}),
    ...(chosen === null && problem === null && show === 'fix' ? conditionOf(toFixStandings) : {}),
    ...(show === 'changed' ? { changed: true } : {}),
    ...(show === 'held' ? { held: true } : {}),
    ...problem,
  }
}

function conditionOf(chosen: readonly Standing[]): RowFilter {
  return {
    states: accountStates.filter((state) => state !== 'settled' && chosen.includes(state)),
    outcomes: outcomes.filter((outcome) => chosen.includes(outcome)),
  }
}

/** Accounts in a standing. */
export function countOf(
  standing: Standing,
  batch: { readonly states: StateCounts; readonly outcomes: OutcomeCounts },
): number {
  const outcome = outcomes.find((one) => one === standing)
  if (outcome !== undefined) return batch.outcomes[outcome]
  const state = accountStates.find((one) => one === standing)
  return state === undefined ? 0 : batch.states[state]
}
