// Shared limiter: one rate limiter and one budget of status reads for all connections to one service address, because
// the service sees one client. The strictest of their limits holds for all. Pauses stay with each connection. In a team
// this desktop's share is one more source of limits, and without a share that is in force nothing starts.
//
// connection A ─┐                                          a free slot goes to the waiting connection that holds fewer slots
// connection B ─┴─▶ one rate limiter, one read budget ─▶ service
import type { Limits } from '../../../../shared/sending/connection.ts'
import type { Clock } from '../../system/clock.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'
import { createTokenBucket, perMinute, type TokenBucket } from './token-bucket.ts'

/** One connection's view of the shared limiter. */
export type SharedLimiter = {
  readonly rateLimiter: RateLimiter
  /** One token a status read. */
  readonly reads: TokenBucket
  /** Leaves: takes no more slots, and its limits no longer apply. */
  readonly leave: () => void
}

/** Requests a second and at once, and status reads a minute; null: no limit. */
export type ShareLimits = Pick<Limits, 'rate' | 'concurrency' | 'readsPerMinute'>

/** What this desktop may use of the limits that it shares with others. `isInForce` is asked before each request. */
export type Share = { readonly limits: ShareLimits; readonly isInForce: () => boolean }

/** Requests a second and the most at once, since the last reading; null: more of it could have been used. */
export type Usage = { readonly rate: number | null; readonly concurrency: number | null }

type Member = {
  readonly limits: Limits
  readonly wake: () => void
  inFlight: number
  /** Set if it wanted a slot and got none: its turn in the waiting order, and when it last had the chance. */
  waitingTurn: { readonly turn: number; chanceAt: number } | null
}

/** What the connections to one address share. */
type Service = {
  readonly clock: Clock
  readonly rateLimiter: RateLimiter
  readonly reads: TokenBucket
  readonly members: Set<Member>
  readonly share: () => Share | null
  readsPerMinute: number | null
  turns: number
  measured: Measured
}

/** Requests since then, the most at once, and whether one more was refused by the rate or for want of a slot. */
type Measured = {
  readonly since: number
  requests: number
  most: number
  lackedRate: boolean
  lackedSlots: boolean
}

/**
 * A slot is kept free for another connection for at most this many milliseconds, since that one may have nothing to
 * send.
 */
const turnKeptMs = 50

export type SharedLimiters = ReturnType<typeof createSharedLimiters>
/** The part that sharing with other desktops needs. */
export type ServiceShares = Omit<SharedLimiters, 'join'>

export function createSharedLimiters(options: { readonly clock: Clock; readonly random: () => number }) {
  const services = new Map<string, Service>()
  const shares = new Map<string, Share>()
  return {
    /** `restMs`: milliseconds left of a wait that the service asked for earlier. */
    join(address: string, limits: Limits, restMs: number, wake: () => void): SharedLimiter {
      const shareOf = (): Share | null => shares.get(address) ?? null
      const service = services.get(address) ?? openService({ ...options, restMs, shareOf }, limits)
      services.set(address, service)
      const own: Member = { limits, wake, inFlight: 0, waitingTurn: null }
      service.members.add(own)
      applyStrictestLimits(service)
      return {
        rateLimiter: viewOf(service, own),
        reads: service.reads,
        leave() {
          leave(service, own)
          if (service.members.size === 0 && services.get(address) === service) services.delete(address)
        },
      }
    },
    /** Sets this desktop's share, in force or not; null: it shares with nobody. */
    share(address: string, share: Share | null): void {
      if (share === null) shares.delete(address)
      else shares.set(address, share)
      const service = services.get(address)
      if (service === undefined) return
      applyStrictestLimits(service)
      for (const { wake } of service.members) wake()
    },
    /** The strictest limits of the connections to an address, without a share; null: there is no connection. */
    ownLimits(address: string): ShareLimits | null {
      const service = services.get(address)
      return service === undefined ? null : strictest(limitsOf(service))
    },
    /** Requests under way to an address. */
    underWay: (address: string): number => services.get(address)?.rateLimiter.inFlight ?? 0,
    /** What the connections to an address used since this was asked last. */
    takeUsage(address: string): Usage {
      const service = services.get(address)
      return service === undefined ? { rate: 0, concurrency: 0 } : takeUsage(service)
    },
  }
}

type ServiceOptions = {
  readonly clock: Clock
  readonly random: () => number
  readonly restMs: number
  readonly shareOf: () => Share | null
}

/** `first`: limits of the first connection; those of later ones are added when they join. */
function openService({ clock, random, restMs, shareOf }: ServiceOptions, first: Limits): Service {
  const { concurrency, rate, adaptive, readsPerMinute } = first
  const mayStart = (): boolean => shareOf()?.isInForce() !== false
  return {
    clock,
    rateLimiter: createRateLimiter({ clock, random, concurrency, rate, adaptive, restMs, mayStart }),
    reads: createTokenBucket(perMinute(readsPerMinute), clock),
    members: new Set(),
    share: shareOf,
    readsPerMinute,
    turns: 0,
    measured: nothingMeasured(clock),
  }
}

const nothingMeasured = (clock: Clock): Measured => ({
  since: clock.monotonic(),
  requests: 0,
  most: 0,
  lackedRate: false,
  lackedSlots: false,
})

function takeUsage(service: Service): Usage {
  const { measured, clock, rateLimiter } = service
  const seconds = Math.max(1, clock.monotonic() - measured.since) / 1000
  service.measured = { ...nothingMeasured(clock), most: rateLimiter.inFlight }
  return {
    rate: measured.lackedRate ? null : measured.requests / seconds,
    concurrency: measured.lackedSlots ? null : measured.most,
  }
}

const limitsOf = ({ members }: Service): Limits[] => [...members].map(({ limits }) => limits)

function strictest(all: readonly ShareLimits[]): ShareLimits {
  return {
    concurrency: Math.min(...all.map(({ concurrency }) => concurrency)),
    rate: least(all.map(({ rate }) => rate)),
    readsPerMinute: least(all.map((limits) => limits.readsPerMinute)),
  }
}

function applyStrictestLimits(service: Service): void {
  const own = limitsOf(service)
  if (own.length === 0) return
  const share = service.share()
  const { concurrency, rate, readsPerMinute } = strictest(share === null ? own : [...own, share.limits])
  const adaptive = own.some((limits) => limits.adaptive)
  service.rateLimiter.setLimits({ concurrency, rate, isShare: share !== null, adaptive })
  if (readsPerMinute !== service.readsPerMinute) service.reads.setInflow(perMinute(readsPerMinute))
  service.readsPerMinute = readsPerMinute
}

/** The shared limiter as one connection sees it: with its own slots, and its turn among the others. */
function viewOf(service: Service, own: Member): RateLimiter {
  const { rateLimiter } = service
  return {
    ...rateLimiter,
    get isOpen() {
      return rateLimiter.isOpen
    },
    get allows() {
      return rateLimiter.allows
    },
    get state() {
      return rateLimiter.state
    },
    get inFlight() {
      return own.inFlight
    },
    take: () => take(service, own),
    takeAgain: () => noteRequest(service, rateLimiter.takeAgain()),
    giveBack() {
      own.inFlight -= 1
      rateLimiter.giveBack()
      wakeOthers(service, own)
    },
    putBack() {
      own.inFlight -= 1
      rateLimiter.putBack()
      service.measured.requests -= 1
      own.waitingTurn = null
      wakeOthers(service, own)
    },
    wait() {
      const wait = rateLimiter.wait()
      return wait === 0 && findMembersAhead(service, own).length > 0 ? turnKeptMs : wait
    },
  }
}

function take(service: Service, own: Member): boolean {
  const isFree = findMembersAhead(service, own).length === 0 && service.rateLimiter.take()
  own.waitingTurn = isFree ? null : (own.waitingTurn ?? nextTurn(service))
  if (isFree) own.inFlight += 1
  return noteRequest(service, isFree)
}

function noteRequest({ measured, rateLimiter }: Service, isAllowed: boolean): boolean {
  const wait = isAllowed ? 0 : rateLimiter.wait()
  if (isAllowed) measured.requests += 1
  else if (wait === null) measured.lackedSlots = true
  else if (wait > 0) measured.lackedRate = true
  measured.most = Math.max(measured.most, rateLimiter.inFlight)
  return isAllowed
}

/** Members that wait longer for a slot and hold as many slots as this one or fewer. */
function findMembersAhead({ members, clock }: Service, own: Member): Member[] {
  const now = clock.monotonic()
  return [...members].filter(
    (other) =>
      other !== own &&
      other.waitingTurn !== null &&
      other.waitingTurn.turn < (own.waitingTurn?.turn ?? Number.POSITIVE_INFINITY) &&
      other.inFlight <= own.inFlight &&
      now - other.waitingTurn.chanceAt <= turnKeptMs,
  )
}

function nextTurn(service: Service): Member['waitingTurn'] {
  service.turns += 1
  return { turn: service.turns, chanceAt: service.clock.monotonic() }
}

function wakeOthers({ members, clock }: Service, own: Member): void {
  for (const other of members) {
    if (other === own || other.waitingTurn === null) continue
    other.waitingTurn.chanceAt = clock.monotonic()
    other.wake()
  }
}

function leave(service: Service, own: Member): void {
  own.waitingTurn = null
  service.members.delete(own)
  if (service.members.size === 0) return
  applyStrictestLimits(service)
  wakeOthers(service, own)
}

function least(all: readonly (number | null)[]): number | null {
  const set = all.filter((one) => one !== null)
  return set.length === 0 ? null : Math.min(...set)
}
