// What is said of checks that a person left to the service, in Fix and at a connection.
import type { OverrulingView } from '../../shared/contract/overrulings.ts'
import { count } from '../parts/format.ts'

type Counted = Pick<OverrulingView, 'problems' | 'accounts'>
export type OfScope = Pick<OverrulingView, 'scope' | 'code' | 'field' | 'attr' | 'key'>

const accounts = (n: number): string => count(n, 'account', 'accounts')

export const overrulingTexts = {
  /** What a decision is about, beside what it checks. */
  scope: ({ scope, field, attr, key }: OfScope): string => {
    switch (scope) {
      case 'problem':
        return attr === null ? `of ${key ?? ''} alone` : `${attr} of ${key ?? ''} alone`
      case 'cause':
        return field === null ? 'of whole accounts, in every file' : `at ${field}, in every file`
      case 'kind':
        return 'at every field, in every file'
    }
  },
  since: 'left to the service',
  accounts,
  takeBack: 'Take back',
  takeBackAsks: 'Take back…',
  takeBackLabel: (what: string): string => `Take back: check ${what} here again`,
  takeBackTitle: 'Check this here again?',
  /** `counted`: null until it is. */
  takeBackBody: (what: string, counted: Counted | null): string => {
    if (counted === null) return `${what}: counting what is left to the service by it.`
    if (counted.accounts === 0)
      return `${what}: no account has this problem now. The check holds again for what is loaded or edited.`
    const many = `${count(counted.problems, 'problem', 'problems')} of ${accounts(counted.accounts)}`
    return `${what}: left to the service for ${many}. The check holds again for all that was not sent; what was sent stays as it is.`
  },
  checkAgain: 'Check here again',
  takenBack: (n: number): string =>
    n === 0 ? 'The check holds again' : `The check holds again: ${accounts(n)} checked here`,
  takenBackBefore: 'It was taken back before',
} as const
