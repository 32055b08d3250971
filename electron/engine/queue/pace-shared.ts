// One pace for all connections to one service: the service sees one client, however many entries name it. They share the
// places, the rate, the cool-down, the circuit breaker and the budget of status reads, each under the strictest of their
// limits: what one of them promised the service holds for all. Pauses stay each connection's own.
//
//   connection A ─┐                                          a free place goes to whoever waits and has fewer
//   connection B ─┴─▶ one pacer, one read budget ─▶ service
import type { Limits } from '../../../shared/connection.ts'
import type { Clock } from '../clock.ts'
import { createPacer, type Pacer } from './pacer.ts'
import { createReadBudget, type ReadBudget } from './read-budget.ts'

/** What one connection sees of the pace that it shares. */
export type SharedPace = {
  readonly pacer: Pacer
  readonly reads: ReadBudget
  /** It takes no more places, and its limits bind nobody any more. */
  readonly leave: () => void
}

type Member = {
  readonly limits: Limits
  readonly wake: () => void
  inFlight: number
  /** It would have taken a place that was not free: its turn among those that wait, and when it last had the chance. */
  waits: { readonly turn: number; chanceAt: number } | null
}

/** A place is kept free for another connection no longer than this: it may have nothing to send after all. */
const keptFor = 50

export function createSharedPaces(options: { readonly clock: Clock; readonly random: () => number }) {
  const services = new Map<string, ReturnType<typeof createService>>()

  /** `limits` of its first connection: those of later ones follow when they join. */
  function createService(first: Limits, restMs: number) {
    const { clock } = options
    const { concurrency, rate, adaptive } = first
    const pacer = createPacer({ ...options, concurrency, rate, adaptive, restMs })
    const reads = createReadBudget(first.readsPerMinute, clock)
    const members = new Set<Member>()
    let turns = 0

    function applyLimits(): void {
      const all = [...members].map(({ limits }) => limits)
      if (all.length === 0) return
      pacer.setLimits({
        concurrency: Math.min(...all.map((limits) => limits.concurrency)),
        rate: least(all.map((limits) => limits.rate)),
        adaptive: all.some((limits) => limits.adaptive),
      })
      reads.setPerMinute(least(all.map(({ readsPerMinute }) => readsPerMinute)))
    }

    /** Others that wait longer for a place, and have as few as this one or fewer. */
    function waiting(own: Member): Member[] {
      const now = clock.monotonic()
      return [...members].filter(
        (other) =>
          other !== own &&
          other.waits !== null &&
          other.waits.turn < (own.waits?.turn ?? Number.POSITIVE_INFINITY) &&
          other.inFlight <= own.inFlight &&
          now - other.waits.chanceAt <= keptFor,
      )
    }

    function nextTurn(): Member['waits'] {
      turns += 1
      return { turn: turns, chanceAt: clock.monotonic() }
    }

    function wakeOthers(own: Member): void {
      for (const other of members) {
        if (other === own || other.waits === null) continue
        other.waits.chanceAt = clock.monotonic()
        other.wake()
      }
    }

    function join(limits: Limits, wake: () => void): SharedPace {
      const own: Member = { limits, wake, inFlight: 0, waits: null }
      members.add(own)
      applyLimits()
      function giveBack(put: 'giveBack' | 'putBack'): void {
        own.inFlight -= 1
        pacer[put]()
        if (put === 'putBack') own.waits = null
        wakeOthers(own)
      }
      // Its own object, with what is not overridden looked up in the shared one.
      const view: Pacer = Object.create(pacer, {
        take: {
          value: (): boolean => {
            const isFree = waiting(own).length === 0 && pacer.take()
            own.waits = isFree ? null : (own.waits ?? nextTurn())
            if (isFree) own.inFlight += 1
            return isFree
          },
        },
        giveBack: { value: () => giveBack('giveBack') },
        putBack: { value: () => giveBack('putBack') },
        inFlight: { get: () => own.inFlight },
        wait: {
          value: (): number | null => {
            const wait = pacer.wait()
            return wait === 0 && waiting(own).length > 0 ? keptFor : wait
          },
        },
      }) as Pacer
      return {
        pacer: view,
        reads,
        leave() {
          own.waits = null
          const { size } = members
          members.delete(own)
          if (size > 1) {
            applyLimits()
            wakeOthers(own)
          }
        },
      }
    }
    return { join, pacer, isEmpty: () => members.size === 0 }
  }

  return {
    /** `restMs`: the service had asked for a wait before, of which so many milliseconds are left. */
    join(service: string, limits: Limits, restMs: number, wake: () => void): SharedPace {
      const there = services.get(service)
      const shared = there ?? createService(limits, restMs)
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
