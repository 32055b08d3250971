// Work that is running on a batch, and its sentence in the status line.
import type { BatchView } from '../../shared/contract/contract.ts'
import { format } from '../texts/format.ts'
import { texts } from '../texts/common.ts'

export type Running = {
  readonly key: string
  readonly label: string
  readonly done: number
  readonly total: number | null
  readonly unit: 'bytes' | 'accounts' | 'rows'
  readonly processing: boolean
  readonly cancel: boolean
  /** The disk takes no writes. */
  readonly waits?: boolean
}

export function runningOf(batch: BatchView | null): Running | null {
  if (batch === null) return null
  if (batch.work !== null) {
    const { kind, done, total, unit, waits } = batch.work
    return {
      waits,
      key: `${batch.id} ${kind}`,
      label: texts.work[kind],
      done,
      total,
      unit,
      processing: false,
      cancel: kind !== 'reporting' && kind !== 'checking',
    }
  }
  const { queued, sending, done, processing, unconfirmed } = batch.states
  const unsettled = processing + unconfirmed
  if (queued + sending + unsettled === 0) return null
  const accounts = { unit: 'accounts', cancel: false } as const
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
    label: texts.work.submitting,
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
  const counted =
    total === null
      ? amount(running, done)
      : (running.processing ? texts.work.done : texts.work.of)({
          done: amount(running, done),
          total: amount(running, total),
        })
  const parts = [`${running.label} ${counted}`]
  if (running.waits === true) return [...parts, texts.work.waits].join(' · ')
  if (rate !== null && rate > 0) {
    parts.push(texts.work.rate({ rate: running.unit === 'bytes' ? format.bytes(rate) : format.rate(rate) }))
    if (total !== null && total > done)
      parts.push(texts.work.left({ time: format.duration(((total - done) / rate) * 1_000) }))
  }
  return parts.join(' · ')
}
