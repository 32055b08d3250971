// The next act of a batch: what a person does with it now, in which step, and with how many accounts. Home offers it
// as one button. Pure functions.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { countOf, failedOutcomes } from '../../../shared/sending/states.ts'
import { onTheWay, toFix } from '../../../shared/status/counts.ts'
import { nextStep } from '../../accounts/batch-parts.ts'
import { isRebuilding } from '../../accounts/running.ts'
import type { Step } from '../../app/route.ts'

export type ActCode =
  | 'reading'
  | 'seeFailure'
  | 'compare'
  | 'map'
  | 'building'
  | 'rebuilding'
  | 'decide'
  | 'fix'
  | 'seeFailed'
  | 'validating'
  | 'validate'
  | 'submit'
  | 'watch'
  | 'report'
  | 'done'
  /** Another data folder goes on with it. */
  | 'away'

/** `accounts`: that the act is about; 0 where it is about the batch. */
export type NextAct = { readonly code: ActCode; readonly step: Step; readonly accounts: number }

export function nextActOf(batch: BatchView): NextAct {
  if (batch.handover !== null && batch.handover.state !== 'here')
    return { code: 'away', step: 'report', accounts: 0 }
  if (batch.stage === 'failed') return { code: 'seeFailure', step: 'load', accounts: 0 }
  if (batch.stage === 'reading') return { code: 'reading', step: 'load', accounts: 0 }
  if (isRebuilding(batch)) return { code: 'rebuilding', step: 'fix', accounts: 0 }
  if (batch.stage === 'building') return { code: 'building', step: 'fix', accounts: 0 }
  if (batch.sending.stop !== null) return { code: 'decide', step: 'submit', accounts: batch.states.queued }
  const step = nextStep(batch)
  return { step, ...actIn(batch, step) }
}

function actIn(batch: BatchView, step: Step): Omit<NextAct, 'step'> {
  const { states } = batch
  switch (step) {
    case 'load':
      return { code: 'compare', accounts: 0 }
    case 'map':
      return { code: 'map', accounts: 0 }
    case 'fix':
      return actInFix(batch)
    case 'submit':
      return { code: 'submit', accounts: batch.endings.ready }
    case 'watch':
      return { code: 'watch', accounts: onTheWay(batch) }
    case 'report':
      return { code: batch.report === null ? 'report' : 'done', accounts: states.done }
  }
}

function actInFix(batch: BatchView): Omit<NextAct, 'step'> {
  const failed = countOf(batch.outcomes, failedOutcomes)
  const all = toFix(batch)
  if (all > 0 && all === failed) return { code: 'seeFailed', accounts: failed }
  if (all > 0) return { code: 'fix', accounts: all }
  const accounts = batch.endings.not_validated
  // All are excluded.
  if (accounts === 0) return { code: 'done', accounts: 0 }
  return { code: batch.validating ? 'validating' : 'validate', accounts }
}

/** Nothing more is to be done with it here. */
export function isFinished(batch: BatchView): boolean {
  return ['done', 'away'].includes(nextActOf(batch).code)
}

/** The batch that was worked on last and is not finished; else the one that was worked on last. */
export function batchToContinue(batches: readonly BatchView[]): BatchView | null {
  const latest = batches.toSorted((one, other) => other.workedAt - one.workedAt || other.id - one.id)
  return latest.find((batch) => !isFinished(batch)) ?? latest[0] ?? null
}

/** What could be done instead, while accounts are still to be fixed. */
export function besidesOf(batch: BatchView): NextAct | null {
  const { code } = nextActOf(batch)
  if (code !== 'fix' && code !== 'seeFailed') return null
  const { ready } = batch.endings
  if (ready > 0) return { code: 'submit', step: 'submit', accounts: ready }
  const underWay = onTheWay(batch)
  return underWay > 0 ? { code: 'watch', step: 'watch', accounts: underWay } : null
}
