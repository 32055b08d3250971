// Shared limiter: one rate limiter and read budget for all connections to one service, because the service sees one
// client. The strictest of their limits holds for all. Pauses stay with each connection.
//
// connection A ─┐                                          a free slot goes to a waiting connection that has fewer
// connection B ─┴─▶ one rate limiter, one read budget ─▶ service
import type { Limits } from '../../../../shared/sending/connection.ts'
import type { Clock } from '../../system/clock.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'
import { createReadBudget, type ReadBudget } from '../read-budget.ts'

/** One connection's view of the shared limiter. */
export type SharedLimiter = {
  readonly rateLimiter: RateLimiter
  readonly reads: ReadBudget
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

/**
 * A slot is kept free for another connection for at most this many milliseconds, since that one may have nothing to
 * send.
 */
const turnKeptMs = 50

export function createSharedLimiters(options: { readonly clock: Clock; readonly random: () => number }) {
  const services = new Map<string, ReturnType<typeof createService>>()

  /** `first`: limits of the first connection; those of later ones are added when they join. */
  function createService(first: Limits, restMs: number) {
    const { clock } = options
    const { concurrency, rate, adaptive } = first
    const rateLimiter = createRateLimiter({ ...options, concurrency, rate, adaptive, restMs })
    const reads = createReadBudget(first.readsPerMinute, clock)
    const members = new Set<Member>()
    let dueRequests = 0

    function applyLimits(): void {
      const all = [...members].map(({ limits }) => limits)
      if (all.length === 0) return
      rateLimiter.setLimits({
        concurrency: Math.min(...all.map((limits) => limits.concurrency)),
        rate: least(all.map((limits) => limits.rate)),
        adaptive: all.some((limits) => limits.adaptive),
      })
      reads.setPerMinute(least(all.map(({ readsPerMinute }) => readsPerMinute)))
    }

    /** Members that wait longer for a slot and hold as many slots as this one or fewer. */
    function findMembersAhead(own: Member): Member[] {
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

    function nextTurn(): Member['waitingTurn'] {
      dueRequests += 1
      return { turn: dueRequests, chanceAt: clock.monotonic() }
    }

    function wakeOthers(own: Member): void {
      for (const other of members) {
        if (other === own || other.waitingTurn === null) continue
        other.waitingTurn.chanceAt = clock.monotonic()
        other.wake()
      }
    }

    function join(limits: Limits, wake: () => void): SharedLimiter {
      const own: Member = { limits, wake, inFlight: 0, waitingTurn: null }
      members.add(own)
      applyLimits()
      function giveBack(put: 'giveBack' | 'putBack'): void {
        own.inFlight -= 1
        rateLimiter[put]()
        if (put === 'putBack') own.waitingTurn = null
        wakeOthers(own)
      }
      // A separate object; members that are not overridden come from the shared limiter.
      const view: RateLimiter = Object.create(rateLimiter, {
        take: {
          value: (): boolean => {
            const isFree = findMembersAhead(own).length === 0 && rateLimiter.take()
            own.waitingTurn = isFree ? null : (own.waitingTurn ?? nextTurn())
            if (isFree) own.inFlight += 1
            return isFree
          },
        },
        giveBack: { value: () => giveBack('giveBack') },
        putBack: { value: () => giveBack('putBack') },
        inFlight: { get: () => own.inFlight },
        wait: {
          value: (): number | null => {
            const wait = rateLimiter.wait()
            return wait === 0 && findMembersAhead(own).length > 0 ? turnKeptMs : wait
          },
        },
      }) as RateLimiter
      return {
        rateLimiter: view,
        reads,
        leave() {
          own.waitingTurn = null
          const { size } = members
          members.delete(own)
          if (size > 1) {
            applyLimits()
            wakeOthers(own)
          }
        },
      }
    }
    return { join, rateLimiter, isEmpty: () => members.size === 0 }
  }

  return {
    /** `restMs`: milliseconds left of a wait that the service asked for earlier. */
    join(service: string, limits: Limits, restMs: number, wake: () => void): SharedLimiter {
      const existingService = services.get(service)
      const shared = existingService ?? createService(limits, restMs)
      services.set(service, shared)
      const joined = shared.join(limits, wake)
      return {
        ...joined,
        leave() {
          joined.leave()
          if (shared.isEmpty() && services.get(service) === shared) services.delete(service)
        },
      }
    },
  }
}

function least(all: readonly (number | null)[]): number | null {
  const set = all.filter((one) => one !== null)
  return set.length === 0 ? null : Math.min(...set)
}
