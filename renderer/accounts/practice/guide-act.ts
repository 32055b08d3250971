// What comes next in the practice, from the batch and the page that is shown: the guide follows what was done, by
// whatever way, and never goes ahead. Pure functions.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { onTheWay, toFix } from '../../../shared/status/counts.ts'
import type { Route } from '../../app/route.ts'

export const guideParts = ['find', 'fix', 'send', 'report'] as const
export type GuidePart = (typeof guideParts)[number]

export type GuideAct = {
  readonly part: GuidePart
  readonly code:
    | 'building'
    | 'openFix'
    | 'choose'
    | 'correct'
    | 'validate'
    | 'validating'
    | 'openSubmit'
    | 'agree'
    | 'releaseFirst'
    | 'releaseRest'
    | 'sending'
    | 'openReport'
    | 'makeReport'
    | 'makingReport'
    | 'finished'
}

/** @param agreed at the gate of Submit */
export function guideActOf(batch: BatchView, route: Route, agreed: boolean): GuideAct {
  const at = route.page === 'batch' ? route : null
  const { states } = batch
  if (batch.stage !== 'open') return { part: 'find', code: 'building' }
  if (toFix(batch) > 0) {
    if (at?.step !== 'fix') return { part: 'find', code: 'openFix' }
    return at.params['code'] === undefined
      ? { part: 'find', code: 'choose' }
      : { part: 'fix', code: 'correct' }
  }
  if (batch.validating) return { part: 'fix', code: 'validating' }
  if (states.unvalidated > 0) return { part: 'fix', code: at?.step === 'fix' ? 'validate' : 'openFix' }
  if (states.validated > 0) {
    if (at?.step !== 'submit') return { part: 'send', code: 'openSubmit' }
    if (!agreed) return { part: 'send', code: 'agree' }
    return { part: 'send', code: batch.sending.waves.length === 0 ? 'releaseFirst' : 'releaseRest' }
  }
  if (onTheWay(batch) > 0) return { part: 'send', code: 'sending' }
  if (at?.step !== 'report') return { part: 'report', code: 'openReport' }
  if (batch.report !== null) return { part: 'report', code: 'finished' }
  return { part: 'report', code: batch.work?.kind === 'reporting' ? 'makingReport' : 'makeReport' }
}
