// Sends a batch wave by wave and watches it. The engine releases by itself where the plan says so; here a person is
// asked, or reported how to go on, where only a person may: at a hold point, and after a brake.
//
//   release ──▶ follow ──▶ all sent, done ──▶ nothing validated: done
//                 │               └──▶ a hold point ──▶ ask ──▶ release   (no terminal: end, and say how to go on)
//                 ├──▶ a brake: what is in flight is finished ──▶ end, and say how to go on
//                 └──▶ a pause: what goes on by itself is waited for ──▶ end with the service's reason
import { ORPCError } from '@orpc/client'
import { type BatchView, failureData } from '../../shared/contract/contract.ts'
import { ask, canAsk } from './ask.ts'
import type { Consent } from './consent.ts'

import { exitCodes, Refusal } from './exit.ts'
import { type Follow, followBatch } from './follow.ts'
import { asksBetween, nextWave, waveLine } from './plan-words.ts'
import { sendingProgress } from './sending-progress.ts'
import { counted } from './words.ts'

export type DriveOptions = {
  /** Where to stop: after validating, when everything is scheduled, or when everything is done. */
  readonly until: 'validated' | 'scheduled' | 'done'
  /** Asked for before anything is sent. */
  readonly consent: Consent
  /** A person said on the command line to go past one stop or to release one wave. */
  readonly goOn: boolean
  /** Nothing is released: what was cancelled stays. */
  readonly hold?: boolean
  /** Rows that look like no customer are named. */
  readonly oddRows?: boolean
}

/** `stopped`: why sending could not go on; null when nothing was in the way. */
export type Driven = { readonly view: BatchView; readonly stopped: Refusal | null }

export type WaveOptions = Omit<DriveOptions, 'until'> & { readonly until: 'scheduled' | 'done' }

export async function sendInWaves(follow: Follow, from: BatchView, options: WaveOptions): Promise<Driven> {
  const { hold: isHolding = false } = options
  const until = (await canRead(follow, from)) ? options.until : 'sent'
  let view = from
  let mayGoOn = options.goOn
  if (mayGoOn && view.sending.stop !== null) {
    await options.consent.ask(view)
    await follow.client.batches.goOn({ batch: view.id })
    // What it stopped is sent now; where nothing was left of it, the next wave is what there is to go on with.
    mayGoOn = view.states.queued === 0
    view = await follow.client.batches.get({ batch: view.id })
  }
  let isFirst = view.sending.waves.length === 0 && onTheWay(view, 'done') === 0
  for (;;) {
    view = await followBatch(
      follow,
      view.id,
      sendingProgress,
      async (now) => !goesOn(now, until, isHolding) || (await isAllHeld(follow, now, 'queued')),
    )
    const { stop } = view.sending
    if (stop !== null && !isHolding) return { view, stopped: refusalOfStop(follow, view) }
    if (onTheWay(view, until) > 0)
      return { view, stopped: isStuck(view) ? refusalOfPauses(view) : refusalOfHeld(follow, view) }
    if (view.states.validated === 0 || isHolding) return { view, stopped: null }
    if (await isAllHeld(follow, view, 'validated')) return { view, stopped: null }
    if (isStuck(view)) return { view, stopped: refusalOfPauses(view) }
    const { plan } = view.sending
    // Whether a wave is done is never known where statuses cannot be read.
    const asks = asksBetween(plan) || (until === 'sent' && plan.between === 'when_done')
    if (!isFirst && !mayGoOn && asks) {
      const held = await askForNext(follow, view, options.consent)
      if (held !== null) return { view, stopped: held }
    }
    await options.consent.ask(view)
    if (!(await release(follow, view))) return { view, stopped: null }
    isFirst = false
    mayGoOn = false
  }
}

/** False when nothing could be released: what is validated is on its way in another batch. */
async function release({ client, warn }: Follow, view: BatchView): Promise<boolean> {
  const limit = nextWave(view)?.limit ?? null
  try {
    const { released, elsewhere } = await client.batches.release({ batch: view.id, limit })
    if (elsewhere > 0)
      warn(`${counted(elsewhere, 'account')} are on their way in another batch and stay here.`)
    return released + elsewhere > 0
  } catch (error) {
    // The engine was quicker: what it released, or why it stopped, shows at the next look.
    if (codeOf(error) === 'batch_is_busy' || codeOf(error) === 'batch_is_stopped') return true
    throw error
  }
}

function codeOf(error: unknown): string | null {
  const failure = error instanceof ORPCError ? failureData.safeParse(error.data) : null
  return failure?.success === true ? failure.data.code : null
}

/** True when everything in this state is held, so that it does not go on, and nothing else is on its way. */
async function isAllHeld(
  { client }: Follow,
  view: BatchView,
  state: 'queued' | 'validated',
): Promise<boolean> {
  const { id, states, held } = view
  if (held === 0 || states[state] === 0 || states.sending + states.unconfirmed + states.processing > 0)
    return false
  const kept = await client.accounts.list({ batch: id, states: [state], held: true, offset: 0, limit: 1 })
  return kept.total >= states[state]
}

function refusalOfHeld(follow: Follow, view: BatchView): Refusal {
  const { queued } = view.states
  return new Refusal(
    `${counted(queued, 'account')} of batch ${view.id} held before being sent: let them go in the window, or cancel them ("${follow.command('resume --cancel-queued', view.id)}").`,
    exitCodes.person,
  )
}

/** sent: nothing is queued or in flight; what is unconfirmed then stays so. */
type Until = 'sent' | 'scheduled' | 'done'

function onTheWay({ states }: BatchView, until: Until): number {
  const { queued, sending, unconfirmed, processing } = states
  if (until === 'sent') return queued + sending
  return queued + sending + unconfirmed + (until === 'done' ? processing : 0)
}

/** False where the status path is not known: then nothing is waited for that only a status could tell. */
async function canRead({ client, warn }: Follow, view: BatchView): Promise<boolean> {
  const connection = (await client.connections.list()).find(({ id }) => id === view.connection?.id)
  if (connection === undefined || connection.settings.statusPath !== null) return true
  warn(
    'The status path is not known: what the service accepts is not followed any further, and an unconfirmed account is sent again only when a person says so.',
  )
  return false
}

/** True while there is something to wait for. A person who is needed is reported at once, not when the last status is known. */
function goesOn(view: BatchView, until: Until, isHolding: boolean): boolean {
  const { states, sending } = view
  if (sending.stop !== null && !isHolding) return states.sending > 0
  if (isStuck(view)) return false
  // Where the next wave follows by itself, the whole of this one is waited for: the engine releases it in between.
  const followsItself =
    !isHolding && states.validated > 0 && sending.waves.length > 0 && sending.plan.between !== 'ask'
  return onTheWay(view, followsItself && until !== 'sent' ? 'done' : until) > 0
}

/** Pauses under which statuses cannot be read either. */
const endsAll: ReadonlySet<string> = new Set(['sign_in', 'not_this_service', 'fault'])

/**
 * True when sending or validating is paused and nothing is left that goes on by itself: statuses are still read while a
 * connection is paused, so what is being watched is waited for.
 */
export function isStuck(view: BatchView): boolean {
  const stopping = view.pauses.filter((pause) => pause.supplier === '' || pause.supplier === view.supplier)
  if (stopping.length === 0 || view.inFlight > 0) return false
  if (stopping.some((pause) => endsAll.has(pause.reason))) return true
  return view.states.sending + view.states.unconfirmed + view.states.processing === 0
}

export function refusalOfPauses(view: BatchView): Refusal {
  const words = view.pauses.map((pause) =>
    pause.supplier === '' ? pause.message : `${pause.supplier}: ${pause.message}`,
  )
  return new Refusal(`Nothing is being sent. ${words.join(' ')}`, exitCodes.service)
}

function refusalOfStop(follow: Follow, view: BatchView): Refusal {
  const { stop } = view.sending
  const { unconfirmed, processing } = view.states
  const open =
    unconfirmed + processing === 0
      ? ''
      : ` ${counted(unconfirmed + processing, 'account')} still on the way: "${follow.command('watch', view.id)}" follows them.`
  return new Refusal(
    `Stopped by a brake. ${stop?.message ?? ''} Fix the cause, or cancel what is queued ("${follow.command('resume --cancel-queued', view.id)}"). To go on all the same: "${follow.command('resume --go-on', view.id)}". ${stop?.goOn ?? ''}${open}`,
    exitCodes.person,
  )
}

/** Null when a person said to release the next wave; otherwise how it ends here. */
async function askForNext(follow: Follow, view: BatchView, consent: Consent): Promise<Refusal | null> {
  const next = nextWave(view)
  const before = view.sending.waves.at(-1)
  const done = before === undefined ? '' : `${sentence(waveLine(before))} `
  const what = `wave ${next?.number ?? 1} (${counted(next?.accounts ?? 0, 'account')})`
  const command = follow.command('resume --go-on', view.id)
  const waiting = new Refusal(
    `${done}The next is ${what}, which a person releases: "${command}".`,
    exitCodes.person,
  )
  if (!canAsk()) return waiting
  if (!consent.isGiven()) {
    // One question is enough: agreeing to send is releasing the next wave.
    follow.warn(`${done}The next is ${what}.`)
    return consent.ask(view).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal && error.exitCode === exitCodes.attention) return waiting
        throw error
      },
    )
  }
  const answer = await ask(`${done}The next is ${what}.\nType yes to send it: `, follow.signal)
  return answer.trim() === 'yes' ? null : waiting
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
