// Words about a batch on Home: its status, its next act, and facts that its name does not contain.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { countOf, wrongOutcomes } from '../../../shared/sending/states.ts'
import { onTheWay, toFix } from '../../../shared/status/counts.ts'
import { versionWords } from '../../accounts/batch-parts.ts'
import { isRebuilding } from '../../accounts/running.ts'
import { texts } from '../../texts/common.ts'
import { homeTexts } from '../../texts/home.ts'
import type { NextAct } from './next-act.ts'

const words = homeTexts.state

export function currentState(batch: BatchView): string {
  const { states, excluded } = batch
  if (batch.handover !== null && batch.handover.state !== 'here') return words.away
  if (batch.work !== null) return workState(batch, batch.work)
  if (batch.stage !== 'open') return stageState(batch.stage)
  if (batch.sending.stop !== null) return words.stopped({ queued: states.queued })
  if (states.unconfirmed > 0) return words.unconfirmed({ accounts: states.unconfirmed })
  if (onTheWay(batch) > 0) return words.onTheWay({ accounts: onTheWay(batch) })
  if (toFix(batch) > 0) return words.toFix({ accounts: toFix(batch) })
  if (batch.endings.not_validated > 0) return words.toValidate({ accounts: batch.endings.not_validated })
  if (batch.endings.ready > 0) return words.toSubmit({ accounts: batch.endings.ready })
  if (states.done > 0 && states.done + excluded === batch.accounts) return doneWords(batch)
  return words.read({ rows: batch.rows })
}

function doneWords({ outcomes, excluded }: BatchView): string {
  const toCheck = countOf(outcomes, wrongOutcomes)
  if (toCheck > 0) return words.doneToCheck({ accounts: toCheck })
  return excluded === 0 ? words.allDone : words.allDoneBut({ excluded })
}

function workState(batch: BatchView, { kind, done, total, waits }: NonNullable<BatchView['work']>): string {
  const work = isRebuilding(batch) ? texts.work.rebuilding : texts.work[kind]
  if (waits) return words.waitsForDisk({ work })
  return total === null || total === 0 ? work : words.share({ work, share: done / total })
}

function stageState(stage: Exclude<BatchView['stage'], 'open'>): string {
  return words[stage]
}

/** The next act as a heading. */
export function headingWords({ code, accounts }: NextAct): string {
  const said = homeTexts.heading[code]
  return typeof said === 'string' ? said : said({ accounts })
}

/** The next act as a button. */
export function actWords({ code, accounts }: NextAct): string {
  const said = homeTexts.act[code]
  return typeof said === 'string' ? said : said({ accounts })
}

/** Details that the name does not contain. */
export function factsOf(batch: BatchView): string[] {
  return [
    versionWords(batch),
    batch.fileName === batch.name ? null : batch.fileName,
    batch.rows === 0 ? null : homeTexts.rows({ rows: batch.rows }),
    batch.connection?.name ?? null,
    batch.supplier,
    batch.sameFileAs.length > 0 ? homeTexts.sameFile : null,
  ].filter((fact) => fact !== null)
}
