// The rule by which a batch may be purged: every account is done, excluded or was never released, nothing of it is under
// way, and no work on it is left. Where another member of the team goes on with it, what its accounts still need is done
// there. Pure.
import type { PurgeCandidate } from '../../../../shared/contract/purge.ts'
import { message } from '../../../../shared/texts/message.ts'
import type { PurgeFacts } from '../../store/purges/purges.ts'

/** Why the batch stays; null: it may be purged. `before`: it must not have changed since, in milliseconds since 1970. */
export function whyItStays(facts: PurgeFacts, before: number): PurgeCandidate['stays'] {
  const { stage, taken } = facts
  if (stage === 'reading' || stage === 'building')
    return { code: 'loading', message: message('purge.loading') }
  if (facts.away > 0) return { code: 'handed_over', message: message('purge.handed_over') }
  const left = taken > 0 ? null : whatIsLeft(facts)
  if (left !== null) return left
  if (facts.jobs > 0) return { code: 'busy', message: message('purge.busy') }
  if (facts.notMerged > 0) return { code: 'not_merged', message: message('purge.not_merged') }
  if (facts.changedAt > before) return { code: 'recent', message: message('purge.recent') }
  return null
}

/** What its accounts still need from this folder; null: nothing. */
function whatIsLeft({
  unconfirmed,
  underWay,
  inDoubt,
  toFix,
  rechecks,
  dirty,
}: PurgeFacts): PurgeCandidate['stays'] {
  if (unconfirmed > 0)
    return { code: 'unconfirmed', message: message('purge.unconfirmed', { accounts: unconfirmed }) }
  if (underWay > 0) return { code: 'under_way', message: message('purge.under_way', { accounts: underWay }) }
  if (inDoubt > 0) return { code: 'in_doubt', message: message('purge.in_doubt', { accounts: inDoubt }) }
  if (toFix > 0) return { code: 'to_fix', message: message('purge.to_fix', { accounts: toFix }) }
  if (rechecks > 0)
    return { code: 'rechecking', message: message('purge.rechecking', { accounts: rechecks }) }
  if (dirty > 0) return { code: 'busy', message: message('purge.busy') }
  return null
}
