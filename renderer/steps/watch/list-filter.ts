// Which accounts the list shows, as the address says it (`?show=moving`), and what that means for the engine. Pure. The
// engine filters by state, not by outcome: a line of the settled group lists all that have settled.
import { accountStates, type AccountState } from '../../../shared/account-state.ts'
import type { Mark } from '../../parts/state-badge.tsx'

export const mainFilters = ['need', 'moving', 'settled', 'not-sent'] as const
export type ListFilter = (typeof mainFilters)[number] | Exclude<AccountState, 'settled'>

const moving: readonly AccountState[] = ['queued', 'sending', 'unconfirmed', 'watching']
const notSent: readonly AccountState[] = ['blocked', 'refused', 'ready', 'cleared']

function isState(text: string): text is Exclude<AccountState, 'settled'> {
  return text !== 'settled' && accountStates.some((state) => state === text)
}

/** Anything else is the list of those that need a person. */
export function readFilter(text: string | undefined): ListFilter {
  return mainFilters.find((one) => one === text) ?? (text !== undefined && isState(text) ? text : 'need')
}

/** The one state that a filter is about; null for those of several. */
export function stateOf(filter: ListFilter): AccountState | null {
  return accountStates.find((state) => state === filter && state !== 'settled') ?? null
}

export function filterOfMark(mark: Mark): ListFilter {
  return isState(mark) ? mark : 'settled'
}

export function askFor(filter: ListFilter): {
  readonly states: AccountState[]
  readonly needPerson: boolean
} {
  switch (filter) {
    case 'need':
      return { states: [...accountStates], needPerson: true }
    case 'moving':
      return { states: [...moving], needPerson: false }
    case 'not-sent':
      return { states: [...notSent], needPerson: false }
    default:
      return { states: [filter], needPerson: false }
  }
}
