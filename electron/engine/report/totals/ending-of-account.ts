// The ending of an account as a report reads it.
import { type Ending, endingOf } from '../../../../shared/sending/endings.ts'
import type { AccountLine } from '../report-source.ts'

type EndingFacts = Pick<AccountLine, 'state' | 'outcome'> & {
  readonly held: Pick<NonNullable<AccountLine['held']>, 'excluded'> | null
}

export function endingOfAccount({ state, outcome, held }: EndingFacts): Ending {
  return endingOf(state, outcome, held === null ? 'no' : held.excluded ? 'excluded' : 'held')
}
