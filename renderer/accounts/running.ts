// Work that is running on a batch, and its sentence in the status line.
import type { BatchView } from '../../shared/contract/contract.ts'
import { format } from '../texts/format.ts'
import { texts } from '../texts/common.ts'
import { type Estimate, likelyWords } from './live/time-range.ts'

/** What a person can stop: loading or validating, writing a report, or handing the batch over. */
export type Stoppable = 'loading' | 'report' | 'handover'

export type Running = {
  readonly key: string
  readonly label: string
  readonly done: number
  readonly total: number | null
  readonly unit: 'bytes' | 'accounts' | 'rows'
  readonly processing: boolean
  /** Null: a person cannot stop it here. */
  readonly stoppable: Stoppable | null
  /** The disk takes no writes. */
  readonly waits?: boolean
  /** Measured by the engine. */
  readonly left?: Estimate | null
}

const stoppableOf: Readonly<Record<NonNullable<BatchView['work']>['kind'], Stoppable | null>> = {
  reading: 'loading',
  building: 'loading',
  validating: 'loading',
  // Edits that are stored would stay without their accounts.
  checking: null,
  reporting: 'report',
  handing_over: 'handover',
  sending_copy: 'handover',
}

/** Accounts that were complete are being built again: the batch has its earlier counts until that is done. */
export function isRebuilding({ stage, accounts }: Pick<BatchView, 'stage' | 'accounts'>): boolean {
  return stage === 'building' && accounts > 0
}

/** It was handed over, or is being: nothing of it can be changed or sent here. */
export function isElsewhere({ handover }: Pick<BatchView, 'handover'>): boolean {
  return handover !== null && handover.state !== 'here'
}

export function runningOf(batch: BatchView | null): Running | null {
  if (batch === null) return null
  if (batch.work !== null) {
    const { kind, done, total, unit, waits, left } = batch.work
    return {
      waits,
      left,
      key: `${batch.id} ${kind}`,
      label: isRebuilding(batch) ? texts.work.rebuilding : texts.work[kind],
      done,
      total,
      unit,
      processing: false,
      stoppable: stoppableOf[kind],
    }
  }
  const { queued, sending, done, processing, unconfirmed } = batch.states
  const unsettled = processing + unconfirmed
  if (queued + sending + unsettled === 0) return null
  const accounts = { unit: 'accounts', stoppable: null } as const
  if (queued + sending === 0)
    return {
      ...accounts,
      key: `${batch.id} watching`,
      label: texts.work.processing,
      processing: true,
      done: done,
      total: done + unsettled,
    }
  const sent = processing + done + unconfirmed
  return {
    ...accounts,
    key: `${batch.id} sending`,
    label: texts.work.sending,
    processing: false,
    done: sent,
    total: sent + queued + sending,
  }
}

function amount(running: Running, value: number): string {
  return running.unit === 'bytes' ? format.bytes(value) : format.number(value)
}

/** Progress, and the rate if it is known. */
export function sentence(running: Running, rate: number | null): string {
  const { done, total } = running
  const parts = [
    total === null && done === 0
      ? texts.work.preparing
      : texts.work.counted({ work: running.label, count: countedWords(running) }),
  ]
  if (running.waits === true) return [...parts, texts.work.waits].join(' · ')
  if (rate !== null && rate > 0)
    parts.push(texts.work.rate({ rate: running.unit === 'bytes' ? format.bytes(rate) : format.rate(rate) }))
  const left = likelyWords(running.left ?? null)
  if (left !== null) parts.push(texts.work.leftRange({ range: left }))
  return parts.join(' · ')
}

function countedWords(running: Running): string {
  const { done, total, unit, processing } = running
  if (total === null) return amount(running, done)
  // The bytes of a workbook are counted unpacked: they are not those of the file that a person knows.
  if (unit === 'bytes') return format.percent(done, total)
  const counts = { done: amount(running, done), total: amount(running, total) }
  if (processing) return texts.work.done(counts)
  return unit === 'accounts' && total > 1 ? texts.work.ofAccounts(counts) : texts.work.of(counts)
}
