// What the Fix step shows, as the address says it: which rows, which cause, which sheet. Reading is total; a chosen cause
// replaces the quick filter, because its accounts can be in any state in which a problem still stands. Pure.
import { type AccountState, accountStates } from '../../../shared/account-state.ts'
import type { ProblemGroup, RowFilter } from '../../../shared/views.ts'

export const shows = ['fix', 'all', 'changed', 'held'] as const
export type Show = (typeof shows)[number]

export type Cause = {
  /** Null: a problem without a code. */
  readonly code: string | null
  readonly column: number | null
  /**
   * Tells apart causes that the rows' filter cannot: it knows code and column only. Empty: the whole account; null: any,
   * as in a link that names the code alone.
   */
  readonly field: string | null
}
export type FixView = {
  readonly show: Show
  readonly cause: Cause | null
  /** The sheet's position; null for the main one. */
  readonly sheet: number | null
  readonly text: string
  readonly account: number | null
}

type Params = Readonly<Record<string, string>>

function wholeOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

export function viewOf(params: Params): FixView {
  const code = params['code']
  return {
    show: shows.find((one) => one === params['show']) ?? 'fix',
    cause:
      code === undefined
        ? null
        : {
            code: code === '' ? null : code,
            column: wholeOf(params['column']),
            field: params['field'] ?? null,
          },
    sheet: wholeOf(params['sheet']),
    text: params['text'] ?? '',
    account: wholeOf(params['account']),
  }
}

/** Changes of the address for another quick filter: it lets go of the cause and of a single account. */
export function paramsOfShow(show: Show): Record<string, string | null> {
  return { ...noCause, account: null, show: show === 'fix' ? null : show }
}

const noCause = { code: null, column: null, field: null }

export function paramsOfCause(group: ProblemGroup | null): Record<string, string | null> {
  if (group === null) return noCause
  return {
    account: null,
    code: group.code ?? '',
    column: group.column === null ? null : String(group.column),
    field: group.field ?? '',
    ...(group.sheet === null ? {} : { sheet: String(group.sheet) }),
  }
}

export function isCause(cause: Cause | null, group: ProblemGroup): boolean {
  if (cause === null || cause.code !== group.code || cause.column !== group.column) return false
  return cause.field === null || cause.field === (group.field ?? '')
}

/** States in which a problem that is not stale still stands. */
const standing: readonly AccountState[] = accountStates.filter(
  (state) => state !== 'ready' && state !== 'cleared',
)

export function filterOf(view: FixView): RowFilter {
  const text = view.text.trim()
  return { ...rowsOf(view), ...(text === '' ? {} : { text }) }
}

function rowsOf({ account, cause, show }: FixView): RowFilter {
  if (account !== null) return { account }
  if (cause !== null) {
    const { code, column } = cause
    return { code, states: [...standing], ...(column === null ? {} : { column }) }
  }
  switch (show) {
    case 'fix':
      return { states: ['blocked', 'refused'] }
    case 'changed':
      return { changed: true }
    case 'held':
      return { held: true }
    case 'all':
      return {}
  }
}
