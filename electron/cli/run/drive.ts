// Drives a batch from its current state to its end: load, validate, consent, send in waves, watch. The next step is
// read from the batch's view, so a first run and a resumed run use the same code.
import type { DriveOptions } from './waves.ts'
import type { Driven } from './waves.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { exitCodes, Refusal, refusalWords } from '../terminal/exit.ts'
import { type Follow, followBatch, type Following } from './follow.ts'
import { tellOddRows } from '../options/odd-rows.ts'
import { tellFilled } from '../options/reading.ts'
import type { ProgressNow } from '../terminal/progress.ts'
import { pausedForAll } from './plan-words.ts'
import { refusedAlike } from './refused-alike.ts'
import { isStuck, refusalOfPauses, sendInWaves } from './waves.ts'
import { runTexts } from '../texts/run.ts'

const words = runTexts.progress

export async function driveBatch(follow: Follow, batch: number, options: DriveOptions): Promise<Driven> {
  let view = await loadBatch(follow, batch)
  if (options.oddRows === true) {
    await tellFilled(follow.client, batch, follow.warn)
    await tellOddRows(follow.client, batch, follow.warn)
  }
  if (view.connection === null) throw new Refusal(runTexts.ends.noConnection({ batch }), exitCodes.input)
  const { until } = options
  if (view.states.unvalidated > 0 && options.hold !== true) {
    await follow.client.batches.validate({ batch })
    view = await followBatch(follow, batch, validating, (now) => !now.validating || isStuck(now))
    if (view.validating) return { view, stopped: refusalOfPauses(view) }
  }
  const unfit = view.states.validated === 0 ? await refusedAlike(follow.client, view) : null
  if (unfit !== null) return { view, stopped: unfit }
  if (until === 'validated') return { view, stopped: null }
  return sendInWaves(follow, view, { ...options, until })
}

export async function loadBatch(follow: Following, batch: number): Promise<BatchView> {
  const view = await followBatch(
    follow,
    batch,
    loading,
    (now) => now.stage === 'open' || now.stage === 'failed',
  )
  if (view.stage === 'failed')
    throw new Refusal(
      view.failure === null ? runTexts.ends.notLoaded : refusalWords(view.failure),
      exitCodes.input,
    )
  return view
}

function loading(view: BatchView): ProgressNow | null {
  if (view.work === null) return null
  const { kind, done, total, unit, waits } = view.work
  const phase = kind === 'reading' ? words.reading : words.building
  return { phase, done, total, unit, ...(waits ? { note: words.waitsForDisk } : {}) }
}

function validating(view: BatchView): ProgressNow {
  const { invalid, unvalidated, rejected } = view.states
  const total = view.accounts - invalid
  const notes = [rejected > 0 ? words.refused({ accounts: rejected }) : '', pausedForAll(view)]
  const note = notes.filter((one) => one !== '').join(', ')
  return {
    phase: words.validating,
    done: total - unvalidated,
    total,
    unit: 'accounts',
    ...(note === '' ? {} : { note }),
  }
}
