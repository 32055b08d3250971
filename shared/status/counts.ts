// Counts that windows and commands derive from a batch's states and outcomes.
import type { BatchView } from '../contract/contract.ts'
import { countOf, failedOutcomes } from '../sending/states.ts'

/** Accounts, without excluded ones, that have errors: invalid, rejected by the service, or failed in processing. */
export function toFix(batch: Pick<BatchView, 'states' | 'outcomes'>): number {
  return batch.states.invalid + batch.states.rejected + countOf(batch.outcomes, failedOutcomes)
}

export function onTheWay(batch: Pick<BatchView, 'states'>): number {
  const { queued, sending, unconfirmed, processing } = batch.states
  return queued + sending + unconfirmed + processing
}
