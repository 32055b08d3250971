// Drives a batch from wherever it stands to its end: load, judge, gate, send, watch. What to do next is read from the
// batch's counts, so a run and its resumption are the same way.
import type { BatchView } from '../../shared/contract.ts'
import { consent } from './consent.ts'
import { exitCodes, Refusal } from './exit.ts'
import { type Follow, followBatch } from './follow.ts'
import type { ProgressNow } from './progress.ts'
import { refusedAlike } from './refused-alike.ts'
import { counted, formatCount } from './words.ts'

export type DriveOptions = {
  /** Where to stop: after judging, when everything is scheduled, or when everything is settled. */
  readonly until: 'validated' | 'scheduled' | 'settled'
  /** Consent to sending was given on the command line. */
  readonly yes: boolean
}

/** `stopped`: why sending could not go on; null when nothing was in the way. */
export type Driven = { readonly view: BatchView; readonly stopped: Refusal | null }

export async function driveBatch(follow: Follow, batch: number, options: DriveOptions): Promise<Driven> {
  let view = await loadBatch(follow, batch)
  if (view.connection === null)
    throw new Refusal(`Batch ${batch} has no connection to a service.`, exitCodes.input)
  if (view.states.ready > 0) {
    await follow.client.batches.validate({ batch })
    view = await followBatch(follow, batch, judging, (now) => !now.validating || isStuck(now))
    if (view.validating) return { view, stopped: refusalOf(view) }
  }
  const unfit = view.states.cleared === 0 ? await refusedAlike(follow.client, view) : null
  if (unfit !== null) return { view, stopped: unfit }
  if (options.until === 'validated') return { view, stopped: null }
  if (view.states.cleared > 0) {
    if (!options.yes) await consent(view, follow.signal)
    const { elsewhere } = await follow.client.batches.release({ batch, limit: null })
    if (elsewhere > 0)
      follow.warn(`${counted(elsewhere, 'account')} are on their way in another batch and stay here.`)
  }
  return sendAndWatch(follow, batch, options.until)
}

export async function loadBatch(follow: Follow, batch: number): Promise<BatchView> {
  await follow.client.batches.continueLoading({ batch })
  const view = await followBatch(
    follow,
    batch,
    loading,
    (now) => now.stage === 'open' || now.stage === 'failed',
  )
  if (view.stage === 'failed')
    throw new Refusal(view.failure?.message ?? 'The file could not be loaded.', exitCodes.input)
  return view
}

async function sendAndWatch(follow: Follow, batch: number, until: 'scheduled' | 'settled'): Promise<Driven> {
  const onTheirWay = (view: BatchView): number =>
    view.states.queued + view.states.sending + view.states.unconfirmed
  const finished = (view: BatchView): boolean =>
    onTheirWay(view) + (until === 'settled' ? view.states.watching : 0) === 0
  const view = await followBatch(follow, batch, sending, (now) => finished(now) || isStuck(now))
  return { view, stopped: finished(view) ? null : refusalOf(view) }
}

/** Pauses under which statuses cannot be read either. */
const endsAll: ReadonlySet<string> = new Set(['sign_in', 'not_this_service', 'fault'])

/**
 * True when sending or judging is paused and nothing is left that goes on by itself: statuses are still read while a
 * connection is paused, so what is being watched is waited for.
 */
function isStuck(view: BatchView): boolean {
  const stopping = view.pauses.filter((pause) => pause.supplier === '' || pause.supplier === view.supplier)
  if (stopping.length === 0 || view.inFlight > 0) return false
  if (stopping.some((pause) => endsAll.has(pause.reason))) return true
  return view.states.sending + view.states.unconfirmed + view.states.watching === 0
}

function refusalOf(view: BatchView): Refusal {
  const words = view.pauses.map((pause) =>
    pause.supplier === '' ? pause.message : `${pause.supplier}: ${pause.message}`,
  )
  return new Refusal(`Nothing is being sent. ${words.join(' ')}`, exitCodes.service)
}

function loading(view: BatchView): ProgressNow | null {
  if (view.work === null) return null
  const { kind, done, total, unit } = view.work
  return { phase: kind === 'reading' ? 'Reading' : 'Building', done, total, unit }
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

function sending(view: BatchView): ProgressNow | null {
  const { queued, sending: inFlight, unconfirmed, watching, settled } = view.states
  const total = queued + inFlight + unconfirmed + watching + settled
  if (total === 0) return null
  const waiting = queued + inFlight
  const note = [
    waiting > 0 ? `${formatCount(waiting)} to send` : '',
    watching > 0 ? `${formatCount(watching)} watched` : '',
    unconfirmed > 0 ? `${formatCount(unconfirmed)} unconfirmed` : '',
    view.notAnswering ? 'the service does not answer, trying again' : '',
  ]
  return {
    phase: 'Sending',
    done: settled,
    total,
    unit: 'accounts settled',
    note: note.filter(Boolean).join(', '),
  }
}
