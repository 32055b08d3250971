// Texts of "Let the service decide": the check, its meaning, and how many accounts it affects.
import type { OverrulingReach } from '../../shared/contract/fixing/overrulings.ts'
import type { OverrulingScope } from '../../shared/fixing/overruling.ts'
import { count, format } from './format.ts'

const accounts = (n: number): string => count(n, 'account', 'accounts')

export const overrulingFixTexts = {
  action: 'Let the service decide…',
  hint: 'The account may be sent though this check refuses it, and the service’s own answer counts',
  noConnection: 'Choose a connection first, in Map: the decision is kept for it.',
  unavailable: (why: string): string => `This check stays: ${why}`,

  title: 'Let the service decide',
  body: 'Accounts may be sent although this check of Carryover’s own refuses them. The service then accepts them, or refuses them with errors of its own. Whatever else is wrong with them stays.',
  which: 'What is left to the service',
  scopes: {
    problem: (key: string): string => `Only this problem of ${key}`,
    cause: (field: string | null): string =>
      field === null ? 'This problem, wherever whole accounts have it' : `This problem at ${field}`,
    kind: (check: string): string => `Every “${check}”, at any field`,
  },
  means: {
    problem: 'It stays so when the account is edited or built again.',
    many: (connection: string): string => `In every batch for ${connection}, now and later.`,
  },
  reach: accounts,
  elsewhere: (n: number): string => (n === 0 ? '' : `And ${accounts(n)} of other batches that go there.`),
  stay: (n: number): string =>
    n === 0
      ? ''
      : `${accounts(n)} of this batch ${n === 1 ? 'keeps' : 'keep'} the problem: it has no value to send, or is at a field that must be right.`,
  counting: 'Counting accounts',
  kept: 'Kept until somebody takes it back, and reported in the report.',
  confirm: 'Let the service decide',

  done: (scope: OverrulingScope, n: number): string =>
    scope === 'problem' || n === 1
      ? 'Left to the service: 1 account is checked without it'
      : n === 0
        ? 'Left to the service; no account had this problem now'
        : `Left to the service: ${format.number(n)} accounts are checked without it`,

  strip: (n: number): string => `${count(n, 'check is', 'checks are')} left to the service.`,
  stripLabel: 'Checks left to the service',
  look: 'See which',
  listTitle: 'Checks left to the service',
  listBody:
    'Checks of Carryover’s own that somebody overruled for accounts of this batch. Those for every file also stand at the connection.',
  none: 'None is left to the service any more.',
  trayTitle: (n: number): string => `${count(n, 'problem', 'problems')} without a cell left to the service`,
} as const

/** Effect of a decision beyond its accounts here, in sentences; null if there is none. */
export function reachWords({ elsewhere, stay }: OverrulingReach): string | null {
  const words = [overrulingFixTexts.elsewhere(elsewhere), overrulingFixTexts.stay(stay)].filter(
    (one) => one !== '',
  )
  return words.length === 0 ? null : words.join(' ')
}
