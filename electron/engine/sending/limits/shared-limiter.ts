// Shared limiter: one rate limiter and one budget of status reads for all connections to one service address, because
// the service sees one client. The strictest of their limits holds for all. Pauses stay with each connection.
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
  readsPerMinute: number | null
  turns: number
}

/**
 * A slot is kept free for another connection for at most this many milliseconds, since that one may have nothing to
 * send.
 */
const turnKeptMs = 50

export type SharedLimiters = ReturnType<typeof createSharedLimiters>

export function createSharedLimiters(options: { readonly clock: Clock; readonly random: () => number }) {
  const services = new Map<string, Service>()
  return {
    /** `restMs`: milliseconds left of a wait that the service asked for earlier. */
    join(address: string, limits: Limits, restMs: number, wake: () => void): SharedLimiter {
      const service = services.get(address) ?? openService(options, limits, restMs)
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
  }
}

/** `first`: limits of the first connection; those of later ones are added when they join. */
function openService(
  options: { readonly clock: Clock; readonly random: () => number },
  first: Limits,
  restMs: number,
): Service {
  const { concurrency, rate, adaptive, readsPerMinute } = first
  return {
    clock: options.clock,
    rateLimiter: createRateLimiter({ ...options, concurrency, rate, adaptive, restMs }),
    reads: createTokenBucket(perMinute(readsPerMinute), options.clock),
    members: new Set(),
    readsPerMinute,
    turns: 0,
  }
}

function applyStrictestLimits(service: Service): void {
  const all = [...service.members].map(({ limits }) => limits)
  if (all.length === 0) return
  service.rateLimiter.setLimits({
    concurrency: Math.min(...all.map((limits) => limits.concurrency)),
    rate: least(all.map((limits) => limits.rate)),
    adaptive: all.some((limits) => limits.adaptive),
  })
  const readsPerMinute = least(all.map((limits) => limits.readsPerMinute))
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
    giveBack() {
      own.inFlight -= 1
      rateLimiter.giveBack()
      wakeOthers(service, own)
    },
    putBack() {
      own.inFlight -= 1
      rateLimiter.putBack()
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
  return isFree
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
