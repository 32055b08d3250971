// Status of a batch and its next step, in a few words for the list of batches.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { onTheWay, toFix } from '../../../shared/status/counts.ts'
import { isRebuilding } from '../../accounts/running.ts'
import { texts } from '../../texts/common.ts'
import { homeTexts } from '../../texts/home.ts'

const words = homeTexts.state

export function currentState(batch: BatchView): string {
  const { states, excluded } = batch
  if (batch.work !== null) return workState(batch, batch.work)
  if (batch.stage !== 'open') return stageState(batch.stage)
  if (batch.sending.stop !== null) return words.stopped({ queued: states.queued })
  if (states.unconfirmed > 0) return words.unconfirmed({ accounts: states.unconfirmed })
  if (onTheWay(batch) > 0) return words.onTheWay({ accounts: onTheWay(batch) })
  if (toFix(batch) > 0) return words.toFix({ accounts: toFix(batch) })
  if (states.unvalidated > 0) return words.toValidate({ accounts: states.unvalidated })
  if (states.validated > 0) return words.toSubmit({ accounts: states.validated })
  if (states.done > 0 && states.done + excluded === batch.accounts)
    return excluded === 0 ? words.allDone : words.allDoneBut({ excluded })
  return words.read({ rows: batch.rows })
}

function workState(batch: BatchView, { kind, done, total, waits }: NonNullable<BatchView['work']>): string {
  const work = isRebuilding(batch) ? texts.work.rebuilding : texts.work[kind]
  if (waits) return words.waitsForDisk({ work })
  return total === null || total === 0 ? work : words.share({ work, share: done / total })
}

function stageState(stage: Exclude<BatchView['stage'], 'open'>): string {
  return words[stage]
}
