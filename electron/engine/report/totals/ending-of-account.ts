// The ending of an account as a report reads it.
import { type Ending, endingOf } from '../../../../shared/sending/endings.ts'
import type { AccountLine } from '../report-source.ts'

export function endingOfAccount({ state, outcome, held }: AccountLine): Ending {
  return endingOf(state, outcome, held === null ? 'no' : held.excluded ? 'excluded' : 'held')
}
