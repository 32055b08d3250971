// A rate that nobody set, learnt from a service that says "slow down" however few are under way, or that states it. It
// starts at what was taken, climbs while that holds, halves the gap to where it broke, and then stays just below, trying
// a little more now and then. While it is in force a refusal lowers it, and not the number at once.
//
//   none ──429 with few under way, or a stated rate──▶ climbing ──429──▶ closing in ──▶ resting ──a while──▶ climbing
import type { Clock } from '../clock.ts'

export type LearntRate = {
  /** Requests a second; null: nothing was learnt. */
  readonly cap: number | null
  /** A request begins. */
  began(): void
  /** A request was taken. */
  answered(): void
  /**
   * The request of this number, counted as they began, was refused for being too many. `notTheNumber`: fewer were under
   * way than had been taken at once. True when the rate is, or may be, the reason, and is seen to.
   */
  slowedDown(notTheNumber: boolean, stated: number | null, request: number): boolean
}

/** Longer than this, in milliseconds, and for so many requests, it must hold before it is changed. */
const steps = { climbing: { ms: 1000, requests: 5 }, closing: { ms: 3000, requests: 10 } } as const
/** How long it rests: first, and at most where it breaks at the same rate again. */
const firstRest = 60_000
const longestRest = 600_000
/** Closer than this to where it broke is close enough: at first, and once a rate has held through a rest. */
const gap = 0.03
const gapOfProven = 0.12
/** A cap that is so far above what is asked for limits nothing. */
const forgetAbove = 8
const slowest = 1 / 60
/** Refused so often in a row however slowly it is asked: the rate is not why. */
const mostRefusals = 3

export function createLearntRate(clock: Clock, changed: (cap: number | null) => void): LearntRate {
  let cap: number | null = null
  let most = Number.POSITIVE_INFINITY
  /** What held, and what did not. */
  let held = 0
  let broke: number | null = null
  /** Held through a rest. */
  let proven: number | null = null
  let growth = 1.5
  let rest: { readonly broke: number | null; readonly ms: number } = { broke: null, ms: firstRest }
  let setAt = clock.monotonic()
  let begun = 0
  let begunBefore = 0
  /** The first request under this cap: a wait before it says nothing about the cap. */
  let since: number | null = setAt
  let taken = 0
  /** Refusals in a row without a step that held between them. */
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

  /** It has held long enough for a step. */
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
      // Services are given more room, too.
      const again = rest.broke !== null && Math.abs(broke / rest.broke - 1) < 0.1
      rest = { broke, ms: again ? Math.min(longestRest, rest.ms * 2) : firstRest }
      broke = null
      proven = limit
      growth = 1 + gap
      set(limit * growth)
    }
  }

  /** What was taken since the last refusal, with all the waiting, is the least that can be had. */
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
      // Of several that began under one cap, one has lowered it.
      if (request <= begunBefore) return true
      refusals += 1
      if (refusals > mostRefusals) {
        forget()
        return false
      }
      broke = Math.min(broke ?? cap, cap)
      if (proven !== null && broke <= proven) proven = null
      // What held for a moment above a proven rate did so from what the service had saved up.
      if (proven !== null && (broke - proven) / broke <= gapOfProven) held = proven
      // What held once may hold no more, and less when it is refused again.
      if (held >= broke || refusals > 1) held = broke * (refusals > 1 ? 0.8 : 1 - gap)
      set(held)
      return true
    },
  }
}
