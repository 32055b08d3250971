// Texts about checks that a person left to the service, in Fix and on a connection.
import type { OverrulingView } from '../../shared/contract/fixing/overrulings.ts'
import { count } from './format.ts'

type Counted = Pick<OverrulingView, 'problems' | 'accounts'>
export type OfScope = Pick<OverrulingView, 'scope' | 'code' | 'field' | 'attr' | 'key'>

const accounts = (n: number): string => count(n, 'account', 'accounts')

export const overrulingTexts = {
  /** Scope of a decision, without what it checks. */
  scope: ({ scope, field, attr, key }: OfScope): string => {
    switch (scope) {
      case 'problem':
        return attr === null ? `only for ${key ?? ''}` : `${attr}, only for ${key ?? ''}`
      case 'cause':
        return field === null ? 'for whole accounts, in every file' : `for ${field}, in every file`
      case 'kind':
        return 'for every field, in every file'
    }
  },
  since: 'left to the service',
  accounts,
  revert: 'Revert',
  revertAsks: 'Revert…',
  revertLabel: (what: string): string => `Revert: check ${what} here again`,
  revertTitle: 'Check this here again?',
  /** `counted`: null until it is. */
  revertBody: (what: string, counted: Counted | null): string => {
    if (counted === null) return `${what}: counting affected accounts…`
    if (counted.accounts === 0)
      return `${what}: no account has this problem now. The check applies again to accounts that are loaded or edited.`
    const many = `${count(counted.problems, 'problem', 'problems')} of ${accounts(counted.accounts)}`
    return `${what}: left to the service for ${many}. The check applies again to all accounts not sent yet. Sent accounts do not change.`
  },
  checkAgain: 'Check here again',
  reverted: (n: number): string =>
    n === 0 ? 'The check applies again' : `The check applies again: ${accounts(n)} checked here`,
  revertedBefore: 'Already reverted',
} as const
