// The ending of an account (shared/sending/endings.ts) as SQL over its row, derived from the same function, so that a
// report can walk the accounts of one ending.
import { endingOf } from '../../../../shared/sending/endings.ts'
import { accountStates } from '../../../../shared/sending/states.ts'

function cases(held: 'no' | 'held'): string {
  const states = accountStates.filter((state) => state !== 'done')
  return `CASE state ${states.map((state) => `WHEN '${state}' THEN '${endingOf(state, null, held)}'`).join(' ')} END`
}

export const endingSql = `CASE
  WHEN held_reason IS NOT NULL AND excluded = 1 THEN 'excluded'
  WHEN outcome IS NOT NULL THEN outcome
  WHEN held_reason IS NOT NULL THEN ${cases('held')}
  ELSE ${cases('no')} END`
