// Sends a batch wave by wave and watches it. The engine releases waves by itself if the plan says so. At a hold
// point and after a brake only a person may continue: here they are asked, or get the command to continue with.
//
//   release ──▶ follow ──▶ all sent, done ──▶ nothing validated: done
//                 │               └──▶ a hold point ──▶ ask ──▶ release   (no terminal: end, and say how to go on)
//                 ├──▶ a brake: what is in flight is finished ──▶ end, and say how to go on
//                 └──▶ a pause: what goes on by itself is waited for ──▶ end with the service's reason
import { ORPCError } from '@orpc/client'
import { type BatchView, failureData } from '../../../shared/contract/contract.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { saysYes } from '../terminal/agree.ts'
import type { Consent } from './consent.ts'
import { exitCodes, Refusal } from '../terminal/exit.ts'
import { type Follow, followBatch } from './follow.ts'
import { asksBetween, nextWave, pauseWords, waveLine } from './plan-words.ts'
import { sendingProgress } from './sending-progress.ts'
import { runTexts } from '../texts/run.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const words = runTexts.ends

export type DriveOptions = {
  /** End point: after validating, when everything is scheduled, or when everything is done. */
  readonly until: 'validated' | 'scheduled' | 'done'
  /** Requested before anything is sent. */
  readonly consent: Consent
  /** The command line allows passing one stop or releasing one wave. */
  readonly goOn: boolean
  /** Release nothing: cancelled accounts stay cancelled. */
  readonly hold?: boolean
  /** Name the rows that do not look like a customer. */
  readonly oddRows?: boolean
}

/** `stopped`: why sending could not continue; null if nothing stopped it. */
export type Driven = { readonly view: BatchView; readonly stopped: Refusal | null }

export type WaveOptions = Omit<DriveOptions, 'until'> & { readonly until: 'scheduled' | 'done' }

export async function sendInWaves(follow: Follow, from: BatchView, options: WaveOptions): Promise<Driven> {
  const { hold: isHolding = false } = options
  await tellTeam(follow)
  const until = (await canRead(follow, from)) ? options.until : 'sent'
  let view = from
  let mayGoOn = options.goOn
  if (mayGoOn && view.sending.stop !== null) {
    await options.consent.ask(view)
    await follow.client.batches.goOn({ batch: view.id, expected: view.sending.version })
    // Send what the brake stopped; if nothing of it is left, continue with the next wave.
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
    // Without readable statuses the end of a wave is never known.
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

/** Says why the team lets nothing be created, if it does not. Afterwards it is said when that changes. */
async function tellTeam({ client, warn }: Follow): Promise<void> {
  const team = await client.team.get()
  const why = sentenceOf(team?.why)
  if (why !== undefined && why !== null) warn(why)
}

/** False if nothing could be released: the validated accounts are in progress in another batch. */
async function release({ client, warn }: Follow, view: BatchView): Promise<boolean> {
  const limit = nextWave(view)?.limit ?? null
  try {
    const { released, elsewhere } = await client.batches.release({
      batch: view.id,
      limit,
      expected: view.sending.version,
    })
    if (elsewhere > 0) warn(words.inOtherBatch({ accounts: elsewhere }))
    return released + elsewhere > 0
  } catch (error) {
    // The engine was faster: its release, its stop or the new destination shows in the next view.
    if (outdated.has(codeOf(error))) return true
    throw error
  }
}

const outdated: ReadonlySet<string | null> = new Set(['changed', 'batch_is_busy', 'batch_is_stopped'])

function codeOf(error: unknown): string | null {
  const failure = error instanceof ORPCError ? failureData.safeParse(error.data) : null
  return failure?.success === true ? failure.data.code : null
}

/** True if everything in this state is held and nothing else is in progress. */
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
    words.held({
      accounts: queued,
      batch: view.id,
      command: follow.command('resume --cancel-queued', view.id),
    }),
    exitCodes.person,
  )
}

/** sent: nothing is queued or in flight; unconfirmed accounts then stay unconfirmed. */
type Until = 'sent' | 'scheduled' | 'done'

function onTheWay({ states }: BatchView, until: Until): number {
  const { queued, sending, unconfirmed, processing } = states
  if (until === 'sent') return queued + sending
  return queued + sending + unconfirmed + (until === 'done' ? processing : 0)
}

/** False if the status path is unknown: then nothing that needs a status is waited for. */
async function canRead({ client, warn }: Follow, view: BatchView): Promise<boolean> {
  const connection = (await client.connections.list()).find(({ id }) => id === view.connection?.id)
  if (connection === undefined || connection.settings.statusPath !== null) return true
  warn(words.pathUnknown)
  return false
}

/**
 * True while there is something to wait for. If a person is needed, this is reported at once, not after the last
 * status.
 */
function goesOn(view: BatchView, until: Until, isHolding: boolean): boolean {
  const { states, sending } = view
  if (sending.stop !== null && !isHolding) return states.sending > 0
  if (isStuck(view)) return false
  // If the next wave follows automatically, wait for the whole wave: the engine releases the next one meanwhile.
  const followsItself =
    !isHolding && states.validated > 0 && sending.waves.length > 0 && sending.plan.between !== 'ask'
  return onTheWay(view, followsItself && until !== 'sent' ? 'done' : until) > 0
}

/** Pauses that also stop status reads. */
const endsAll: ReadonlySet<string> = new Set(['sign_in', 'not_this_service', 'fault'])

/**
 * True if sending or validating is paused and nothing else can progress. Statuses are still read while a connection
 * is paused, so watched accounts are waited for; and so is the end of a pause for all, which comes by itself.
 */
export function isStuck(view: BatchView): boolean {
  const stopping = view.pauses.filter(
    ({ supplier, reason }) => reason !== 'team' && (supplier === '' || supplier === view.supplier),
  )
  if (stopping.length === 0 || view.inFlight > 0) return false
  if (stopping.some((pause) => endsAll.has(pause.reason))) return true
  return view.states.sending + view.states.unconfirmed + view.states.processing === 0
}

export function refusalOfPauses(view: BatchView): Refusal {
  const why = view.pauses.map(pauseWords).join(' ')
  return new Refusal(words.paused({ why }), exitCodes.service)
}

function refusalOfStop(follow: Follow, view: BatchView): Refusal {
  const { stop } = view.sending
  const { unconfirmed, processing } = view.states
  const accounts = unconfirmed + processing
  const stopped = words.stopped({
    stop: sentenceOf(stop?.message) ?? '',
    cancel: follow.command('resume --cancel-queued', view.id),
    command: follow.command('resume --go-on', view.id),
    goOn: sentenceOf(stop?.goOn) ?? '',
  })
  const open = words.stillOnTheWay({ accounts, command: follow.command('watch', view.id) })
  return new Refusal(accounts === 0 ? stopped : `${stopped} ${open}`, exitCodes.person)
}

/** Null if a person chose to release the next wave; otherwise the end of this run. */
async function askForNext(follow: Follow, view: BatchView, consent: Consent): Promise<Refusal | null> {
  const next = nextWave(view)
  const before = view.sending.waves.at(-1)
  const done = before === undefined ? '' : `${sentence(waveLine(before))} `
  const wave = { number: next?.number ?? 1, accounts: next?.accounts ?? 0 }
  const command = follow.command('resume --go-on', view.id)
  const waiting = new Refusal(`${done}${words.nextByPerson({ ...wave, command })}`, exitCodes.person)
  if (!canAsk(follow.invocation)) return waiting
  if (!consent.isGiven()) {
    // One question is enough: consent to send also releases the next wave.
    follow.warn(`${done}${words.next(wave)}`)
    return consent.ask(view).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal && error.exitCode === exitCodes.attention) return waiting
        throw error
      },
    )
  }
  const { typeToSend, yes } = runTexts.consent
  const answer = await ask(`${done}${words.next(wave)}\n${typeToSend({ word: yes })}`, follow.invocation)
  return saysYes(answer) ? null : waiting
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
