// Learns a rate limit that nobody configured, from a service that answers "slow down" even with few requests under
// way, or that states its rate. It starts at the observed rate, climbs while that holds, bisects the gap to the rate
// that was refused, and then stays just below it, with a higher try now and then. While a learned rate is in force, a
// refusal lowers the rate and not the concurrency.
//
// none ──429 with few under way, or a stated rate──▶ climbing ──429──▶ closing in ──▶ resting ──a while──▶ climbing
import type { Clock } from '../../system/clock.ts'

export type LearnedRate = {
  /** Requests per second; null: nothing learned. */
  readonly cap: number | null
  /** Call when a request begins. */
  began(): void
  /** Call when a request was answered properly. */
  answered(): void
  /**
   * Call when the service refused a request as too many. `request` is its number, counted as requests began.
   * `notTheNumber`: fewer were under way than had been accepted at once before. Returns true if the rate is, or may
   * be, the reason and was adjusted.
   */
  slowedDown(notTheNumber: boolean, stated: number | null, request: number): boolean
}

/** A rate must hold for this many milliseconds and requests before it is changed. */
const steps = { climbing: { ms: 1000, requests: 5 }, closing: { ms: 3000, requests: 10 } } as const
/** Resting time in milliseconds: the first, and the longest if the same rate is refused again. */
const firstRest = 60_000
const longestRest = 600_000
/** A smaller relative gap to the refused rate is close enough: at first, and once a rate held through a rest. */
const gap = 0.03
const gapOfProven = 0.12
/** A cap this many times above the actual rate limits nothing and is dropped. */
const forgetAbove = 8
const slowest = 1 / 60
/** After this many refusals in a row despite a falling rate, the rate is not the reason. */
const mostRefusals = 3

export function createLearnedRate(clock: Clock, changed: (cap: number | null) => void): LearnedRate {
  let cap: number | null = null
  let most = Number.POSITIVE_INFINITY
  /** Highest rate that held, and lowest rate that was refused. */
  let held = 0
  let broke: number | null = null
  /** Rate that held through a rest. */
  let proven: number | null = null
  let growth = 1.5
  let rest: { readonly broke: number | null; readonly ms: number } = { broke: null, ms: firstRest }
  let setAt = clock.monotonic()
  let begun = 0
  let begunBefore = 0
  /** Start of the first request under this cap: idle time before it says nothing about the cap. */
  let since: number | null = setAt
  let taken = 0
  /** Refusals in a row without a successful step in between. */
  let refusals = 0

  function set(next: number): void {
    cap = Math.min(most, Math.max(slowest, next))
    setAt = clock.monotonic()
    begunBefore = begun
    since = null
    taken = 0
    changed(cap)
  }
  function forget(): void {
    cap = null
    most = Number.POSITIVE_INFINITY
    broke = null
    proven = null
    changed(null)
  }

  /** The rate has held long enough: take a step. */
  function step(lasted: number, limit: number): void {
    const asked = (taken / Math.max(1, lasted)) * 1000
    if (limit > asked * forgetAbove) {
      forget()
      return
    }
    refusals = 0
    held = Math.max(held, limit)
    if (broke === null) {
      set(limit * growth)
      growth = Math.min(1.5, growth * growth)
      return
    }
    if ((broke - held) / broke > (proven === null ? gap : gapOfProven)) set((held + broke) / 2)
    else if (lasted >= rest.ms) {
      // After a rest try more: services get more capacity, too.
      const again = rest.broke !== null && Math.abs(broke / rest.broke - 1) < 0.1
      rest = { broke, ms: again ? Math.min(longestRest, rest.ms * 2) : firstRest }
      broke = null
      proven = limit
      growth = 1 + gap
      set(limit * growth)
    }
  }

  /** The rate observed since the last refusal, waits included, is the least that the service accepts. */
  function learn(notTheNumber: boolean): boolean {
    const now = clock.monotonic()
    const perSecond = (taken / Math.max(1000, now - setAt)) * 1000
    setAt = now
    taken = 0
    if (!notTheNumber || perSecond === 0) return false
    held = perSecond
    proven = null
    growth = 1.5
    refusals = 0
    set(perSecond)
    return true
  }

  return {
    get cap() {
      return cap
    },
    began() {
      begun += 1
      since ??= clock.monotonic()
    },
    answered() {
      taken += 1
      if (cap === null || since === null) return
      const { ms, requests } = broke === null ? steps.climbing : steps.closing
      const lasted = clock.monotonic() - since
      if (taken >= requests && lasted >= ms) step(lasted, cap)
    },
    slowedDown(notTheNumber, stated, request) {
      if (stated !== null && stated !== most) {
        most = stated
        held = stated
        broke = null
        set(stated)
        return true
      }
      if (cap === null) return learn(notTheNumber)
      // Of several requests that began under one cap, only the first refused one lowers it.
      if (request <= begunBefore) return true
      refusals += 1
      if (refusals > mostRefusals) {
        forget()
        return false
      }
      broke = Math.min(broke ?? cap, cap)
      if (proven !== null && broke <= proven) proven = null
      // A short success above a proven rate used tokens that the service had saved up.
      if (proven !== null && (broke - proven) / broke <= gapOfProven) held = proven
      // A rate that held may hold no longer; a repeated refusal lowers it more.
      if (held >= broke || refusals > 1) held = broke * (refusals > 1 ? 0.8 : 1 - gap)
      set(held)
      return true
    },
  }
}
