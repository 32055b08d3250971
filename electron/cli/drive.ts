// Drives a batch from wherever it stands to its end: load, judge, gate, send in waves, watch. What to do next is read
// from the batch's view, so a run and its resumption are the same way.
import type { BatchView } from '../../shared/contract.ts'
import type { Consent } from './consent.ts'
import { exitCodes, Refusal, refusalWords } from './exit.ts'
import { type Follow, followBatch, type Following } from './follow.ts'
import { tellOddRows } from './odd-row-options.ts'
import type { ProgressNow } from './progress.ts'
import { refusedAlike } from './refused-alike.ts'
import { isStuck, refusalOfPauses, sendInWaves } from './waves.ts'
import { formatCount } from './words.ts'

export type DriveOptions = {
  /** Where to stop: after judging, when everything is scheduled, or when everything is settled. */
  readonly until: 'validated' | 'scheduled' | 'settled'
  /** Asked for before anything is sent. */
  readonly consent: Consent
  /** A person said on the command line to go past one stop or to release one wave. */
  readonly goOn: boolean
  /** Nothing is released: what was taken back stays. */
  readonly hold?: boolean
  /** Rows that look like no customer are named. */
  readonly oddRows?: boolean
}

/** `stopped`: why sending could not go on; null when nothing was in the way. */
export type Driven = { readonly view: BatchView; readonly stopped: Refusal | null }

export async function driveBatch(follow: Follow, batch: number, options: DriveOptions): Promise<Driven> {
  let view = await loadBatch(follow, batch)
  if (options.oddRows === true) await tellOddRows(follow.client, batch, follow.warn)
  if (view.connection === null)
    throw new Refusal(`Batch ${batch} has no connection to a service.`, exitCodes.input)
  const { until } = options
  if (view.states.ready > 0 && options.hold !== true) {
    await follow.client.batches.validate({ batch })
    view = await followBatch(follow, batch, judging, (now) => !now.validating || isStuck(now))
    if (view.validating) return { view, stopped: refusalOfPauses(view) }
  }
  const unfit = view.states.cleared === 0 ? await refusedAlike(follow.client, view) : null
  if (unfit !== null) return { view, stopped: unfit }
  if (until === 'validated') return { view, stopped: null }
  return sendInWaves(follow, view, { ...options, until })
}

export async function loadBatch(follow: Following, batch: number): Promise<BatchView> {
  await follow.client.batches.continueLoading({ batch })
  const view = await followBatch(
    follow,
    batch,
    loading,
    (now) => now.stage === 'open' || now.stage === 'failed',
  )
  if (view.stage === 'failed')
    throw new Refusal(
      view.failure === null ? 'The file could not be loaded.' : refusalWords(view.failure),
      exitCodes.input,
    )
  return view
}

function loading(view: BatchView): ProgressNow | null {
  if (view.work === null) return null
  const { kind, done, total, unit, waits } = view.work
  const phase = kind === 'reading' ? 'Reading' : 'Building'
  return { phase, done, total, unit, ...(waits ? { note: 'waits for room on the disk' } : {}) }
}

function judging(view: BatchView): ProgressNow {
  const { blocked, ready, refused } = view.states
  const total = view.accounts - blocked
  return {
    phase: 'Validating',
    done: total - ready,
    total,
    unit: 'accounts',
    ...(refused > 0 ? { note: `${formatCount(refused)} refused` } : {}),
  }
}
