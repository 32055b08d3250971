// Filter of the account list. Parses it from the URL (`?show=moving`, `?show=word:PROCESSED`) and converts it to the
// engine's query. Every line of the funnel and every status of the service is a filter. Pure functions.
import { accountStates, type AccountState, outcomes, type Outcome } from '../../shared/sending/states.ts'
import type { Mark } from '../components/state-badge.tsx'

export const mainFilters = ['need', 'moving', 'done', 'not-sent'] as const
type Word = `word:${string}`
type List = `list:${number}`
export type ListFilter =
  | (typeof mainFilters)[number]
  | Exclude<AccountState, 'done'>
  | Outcome
  | 'held'
  | 'excluded'
  | 'stuck'
  | 'mind-changed'
  | Word
  | List

const moving: readonly AccountState[] = ['queued', 'sending', 'unconfirmed', 'processing']
const notSent: readonly AccountState[] = ['invalid', 'rejected', 'unvalidated', 'validated']
/** States about which the service may have reported a status. */
const reported: readonly AccountState[] = ['unconfirmed', 'processing', 'done']

function isState(text: string): text is Exclude<AccountState, 'done'> {
  return text !== 'done' && accountStates.some((state) => state === text)
}

function isOutcome(text: string): text is Outcome {
  return outcomes.some((outcome) => outcome === text)
}

function isWord(text: string): text is Word {
  return text.startsWith('word:') && text.length > 5
}

function isList(text: string): text is List {
  return /^list:[1-9]\d{0,14}$/.test(text)
}

/** Filters that are about neither a state nor an outcome. */
export const flagFilters = ['held', 'excluded', 'stuck', 'mind-changed'] as const
export type FlagFilter = (typeof flagFilters)[number]

export function isFlag(text: string): text is FlagFilter {
  return flagFilters.some((flag) => flag === text)
}

/** Unknown text selects the accounts that need a person. */
export function readFilter(text: string | undefined): ListFilter {
  const main = mainFilters.find((one) => one === text)
  if (main !== undefined) return main
  if (text === undefined) return 'need'
  return isFlag(text) || isState(text) || isOutcome(text) || isWord(text) || isList(text) ? text : 'need'
}

/** The state or outcome of a filter; null for other filters. */
export function markOf(filter: ListFilter): Mark | null {
  if (filter === 'done') return null
  return filter === 'excluded' || isState(filter) || isOutcome(filter) ? filter : null
}

/** The service's status of a filter; null for other filters. */
export function wordIn(filter: ListFilter): string | null {
  return isWord(filter) ? filter.slice(5) : null
}

/** Accounts of a pasted list; null for other filters. */
export function listIn(filter: ListFilter): number | null {
  return isList(filter) ? Number(filter.slice(5)) : null
}

export function filterOfList(list: number): ListFilter {
  return `list:${list}`
}

export function filterOfWord(word: string): ListFilter {
  return `word:${word}`
}

export type Asked = {
  readonly states: AccountState[]
  readonly outcomes?: Outcome[]
  readonly needPerson?: boolean
  readonly held?: boolean
  readonly excluded?: boolean
  readonly stuck?: boolean
  readonly mindChanged?: boolean
  readonly serviceStatus?: string
  readonly list?: number
}

export function askFor(filter: ListFilter): Asked {
  switch (filter) {
    case 'need':
      return { states: [...accountStates], needPerson: true }
    case 'moving':
      return { states: [...moving], excluded: false }
    case 'not-sent':
      return { states: [...notSent], excluded: false }
    case 'held':
      return { states: [...accountStates], held: true }
    case 'stuck':
      return { states: [...moving], stuck: true, excluded: false }
    case 'mind-changed':
      return { states: ['done'], mindChanged: true }
    case 'excluded':
      return { states: [...accountStates], excluded: true }
    default: {
      if (isList(filter)) return { states: [...accountStates], list: Number(filter.slice(5)) }
      if (isWord(filter)) return { states: [...reported], serviceStatus: filter.slice(5) }
      return isOutcome(filter)
        ? { states: ['done'], outcomes: [filter], excluded: false }
        : { states: [filter], excluded: false }
    }
  }
}
