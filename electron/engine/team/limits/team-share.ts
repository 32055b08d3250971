// Keeps this desktop's share of the limits of one service while it sends, and puts it into the shared limiter. A share
// ends by itself some time after it was asked for, by both clocks: a desktop that slept, or that does not reach the
// database, sends nothing from then on, because others may have its share.
//
// asking ──▶ share ──renewed──▶ share ──no answer for 5 s──▶ away ──▶ share
//              └──others' turn, or others send──▶ turn, soon ──▶ share
import { isDeepStrictEqual } from 'node:util'
import { type Message, message } from '../../../../shared/texts/message.ts'
import type { ServiceShares, ShareLimits, Usage } from '../../sending/limits/shared-limiter.ts'
import { type Clock, sleep } from '../../system/clock.ts'
import type { Session } from '../claims/claims.ts'
import { hasPassed, type Moment, momentOf } from '../claims/permits.ts'
import type { TeamDatabase } from '../database/connect.ts'
import { askForShare, type ShareAnswer, shareMs } from './lease.ts'

/**
 * asking: no answer yet; soon: others give their part first; turn: more desktops send than requests are allowed at once;
 * away: the database does not answer; left, replaced: this desktop gets none any more; idle: it is not sending.
 */
export type NoShareReason = 'asking' | 'soon' | 'turn' | 'away' | 'left' | 'replaced' | 'idle'

/** What this desktop may use now. `desktops`: how many send to the service. */
export type ShareNow =
  | { readonly limits: ShareLimits; readonly desktops: number }
  | { readonly limits: null; readonly reason: NoShareReason; readonly why: Message }

export type TeamShareOptions = {
  readonly database: Pick<TeamDatabase, 'run'>
  readonly session: Session
  /** Of `serviceAt`. */
  readonly service: string
  readonly clock: Clock
  readonly limiters: ServiceShares
  /** False: it has nothing to send at present, and others get its share. */
  readonly isSending: () => boolean
  /** Called when `now` is another one. */
  readonly changed: () => void
  /** Called on a bug: the share has ended. */
  readonly broke: (error: unknown) => void
}

export type TeamShare = {
  readonly now: ShareNow
  /** Renews at once: after a notice that others began or stopped, or when this desktop begins or stops to send. */
  renew(): void
  /** Gives the share back. The service stays closed for this desktop until the limiter gets another share or none. */
  stop(): Promise<void>
}

/** Milliseconds after which a call that failed is repeated. */
const retryMs = 500
/** What a desktop used is measured over so many milliseconds at least, and the most of the last measurements counts. */
const measuredMs = 1000
const measurements = 4
/** A desktop that was allowed more than it used gets so many times that if others want the rest, and at least so much. */
const headroom = 2
const leastRate = 0.1

/** Numbers all calls of this program, so that also a share that is started again asks with higher numbers. */
let calls = 0

const nothing: ShareLimits = { rate: 0, concurrency: 0, readsPerMinute: 0 }

type Keeping = TeamShareOptions & {
  readonly ending: AbortController
  /** The latest share, also when it has ended, and when it was asked for. */
  share: ShareNow
  asked: Moment
  cancelEnd: () => void
  /** Ends the wait before the next call. */
  next: AbortController
  /** Why the latest call failed; null: it did not. */
  trouble: Message | null
  measuredAt: number
  used: Usage[]
}

/** Nothing starts at the service before the first share is here. */
export function startTeamShare(options: TeamShareOptions): TeamShare {
  const keeping: Keeping = {
    ...options,
    ending: new AbortController(),
    share: noShare('asking'),
    asked: momentOf(options.clock),
    cancelEnd: () => undefined,
    next: new AbortController(),
    trouble: null,
    measuredAt: options.clock.monotonic(),
    used: [{ rate: null, concurrency: null }],
  }
  // Nothing may be saved up before there is a share.
  options.limiters.share(options.service, { limits: nothing, isInForce: () => false })
  const ended = keep(keeping).catch((error: unknown) => {
    keeping.ending.abort()
    setShare(keeping, noShare('idle'))
    options.broke(error)
  })
  return {
    get now() {
      return nowOf(keeping)
    },
    renew: () => keeping.next.abort(),
    async stop() {
      keeping.ending.abort()
      keeping.next.abort()
      setShare(keeping, noShare('idle'))
      await ended
      await ask(keeping, false)
    },
  }
}

async function keep(keeping: Keeping): Promise<void> {
  const { ending, clock } = keeping
  while (!ending.signal.aborted) {
    // Before the call, so that a notice that comes during the call leads to another one.
    keeping.next = new AbortController()
    const { signal } = keeping.next
    const againMs = await renew(keeping)
    await sleep(clock, againMs, signal)
  }
}

/** Returns the milliseconds until the next call. */
async function renew(keeping: Keeping): Promise<number> {
  const asked = momentOf(keeping.clock)
  const answer = await ask(keeping, keeping.isSending())
  if (answer === null) return retryMs
  if (keeping.ending.signal.aborted) return 0
  const { verdict, limits, desktops, againMs } = answer
  const before = nowOf(keeping).limits ?? nothing
  if (verdict === 'share') {
    setShare(keeping, { limits, desktops }, asked)
    // The database gives the rest to others when it knows that this desktop does not use it any more.
    return isLess(limits, before) ? 0 : againMs
  }
  if (verdict === 'older') return againMs
  setShare(keeping, noShare(verdict === 'none' ? 'idle' : verdict))
  return isLess(nothing, before) ? 0 : againMs
}

/** Null: there is no answer. */
async function ask(keeping: Keeping, isSending: boolean): Promise<ShareAnswer | null> {
  const { database, session, service, limiters } = keeping
  const own = limiters.ownLimits(service)
  if (!isSending || own === null) setShare(keeping, noShare('idle'))
  const now = nowOf(keeping).limits ?? nothing
  calls += 1
  const answer = await askForShare(database, session, {
    service,
    number: calls,
    isSending: isSending && own !== null,
    limits: own ?? { rate: null, concurrency: 1, readsPerMinute: null },
    wants: measureWants(keeping),
    has: { ...now, concurrency: Math.max(now.concurrency, limiters.underWay(service)) },
  })
  const before = nowOf(keeping)
  keeping.trouble = answer.ok ? null : answer.trouble.message
  if (!isDeepStrictEqual(before, nowOf(keeping))) keeping.changed()
  return answer.ok ? answer.value : null
}

/** The most that the desktop can use at present; null: all. */
function measureWants(keeping: Keeping): Usage {
  const { limiters, service, clock } = keeping
  const now = clock.monotonic()
  if (now - keeping.measuredAt >= measuredMs) {
    keeping.measuredAt = now
    keeping.used = [...keeping.used, limiters.takeUsage(service)].slice(-measurements)
  }
  return {
    rate: withHeadroom(
      keeping.used.map(({ rate }) => rate),
      leastRate,
    ),
    concurrency: withHeadroom(
      keeping.used.map(({ concurrency }) => concurrency),
      1,
    ),
  }
}

function withHeadroom(used: readonly (number | null)[], least: number): number | null {
  const known = used.filter((one) => one !== null)
  return known.length < used.length ? null : Math.max(least, ...known.map((one) => one * headroom))
}

const isInForce = ({ share, asked, clock }: Keeping): boolean =>
  share.limits !== null && !hasPassed(clock, asked, shareMs)

function nowOf(keeping: Keeping): ShareNow {
  const { share, trouble } = keeping
  if (isInForce(keeping) || (share.limits === null && (trouble === null || isFinal(share.reason))))
    return share
  const why = trouble === null ? message('team.share_silent') : message('team.share_away', { why: trouble })
  return { limits: null, reason: 'away', why }
}

/** The database need not answer for it. */
const isFinal = (reason: NoShareReason): boolean => reason === 'left' || reason === 'replaced'

function setShare(keeping: Keeping, next: ShareNow, asked: Moment = keeping.asked): void {
  const { clock, limiters, service, changed } = keeping
  const before = nowOf(keeping)
  keeping.cancelEnd()
  keeping.share = next
  keeping.asked = asked
  if (next.limits !== null) {
    keeping.cancelEnd = clock.after(asked.monotonic + shareMs - clock.monotonic(), changed)
    // The limiter wakes what waits, which is not needed for a share that is only renewed.
    if (before.limits === null || isLess(next.limits, before.limits) || isLess(before.limits, next.limits))
      limiters.share(service, { limits: next.limits, isInForce: () => isInForce(keeping) })
  }
  if (!isDeepStrictEqual(before, nowOf(keeping))) changed()
}

function noShare(reason: Exclude<NoShareReason, 'away'>): ShareNow {
  return { limits: null, reason, why: message(`team.share_${reason}`) }
}

const isLess = (one: ShareLimits, other: ShareLimits): boolean =>
  one.concurrency < other.concurrency ||
  (one.rate ?? Number.POSITIVE_INFINITY) < (other.rate ?? Number.POSITIVE_INFINITY) ||
  (one.readsPerMinute ?? Number.POSITIVE_INFINITY) < (other.readsPerMinute ?? Number.POSITIVE_INFINITY)
