// The machine's own life: it sleeps, this process is stopped and continued, its clock is set, the network goes and comes.
// A host tells what its system tells it; the clocks are compared all the same, so that nothing depends on being told.
//
//   awake ──suspend told──▶ resting (nothing new begins) ──resume told, or the clocks show a gap──▶ awake, `woke`
//     │                        └──30 s awake and no sleep came──▶ awake
//     └──the clocks show a gap──▶ awake, `woke`
//
// Three clocks tell what happened between two beats. The monotonic one stands still while Linux sleeps and goes on while
// macOS and Windows sleep or while a process is stopped; the time since the machine was started counts everywhere; the
// wall clock can be set. So a gap is the larger of the first two, and what the wall clock moved beyond it was set.
import { uptime } from 'node:os'
import type { Clock } from './clock.ts'

/** A while in which this process did not run. */
export type Gap = {
  /** By the wall clock as it is now, milliseconds since 1970. */
  readonly from: number
  readonly to: number
  /** How much of it the monotonic clock did not count. */
  readonly uncountedMs: number
}

export type MachineEvent = 'suspend' | 'resume' | 'online' | 'offline'

export type MachineOptions = {
  readonly clock: Clock
  /** Milliseconds since the machine was started, sleep included. */
  readonly uptime: () => number
  readonly woke: (gap: Gap) => void
  /** A suspension that was told did not come: work may go on. */
  readonly rested: () => void
  /** The wall clock was set by so many milliseconds; never a drift. */
  readonly clockSet: (byMs: number) => void
  readonly network: (isThere: boolean) => void
  /** A shorter standstill is not told. */
  readonly gapMs?: number
}

export type Machine = {
  /** Compares the clocks; called before each request, so that none leaves on a connection from before a sleep. */
  look(): void
  tell(event: MachineEvent): void
  /** Nothing new may begin: the machine is about to sleep. */
  readonly resting: boolean
  /** A host or window said that there is no network. */
  readonly offline: boolean
  stop(): void
}

const beatMs = 1000
/** A garbage collection or a busy disk is no sleep. */
const usualGap = 10_000
/** A suspension that was told and has not come by then was called off. */
const longestRest = 30_000
/** Smaller steps of the wall clock are corrections that nobody made by hand. */
const smallestSet = 30_000

/** Milliseconds since the machine was started, where the system tells it. */
export function systemUptime(): number {
  return uptime() * 1000
}

export function createMachine(options: MachineOptions): Machine {
  const { clock, gapMs = usualGap } = options
  let last = readings()
  let suspended: { readonly at: Readings } | null = null
  let offline = false
  let cancel: (() => void) | null = clock.after(beatMs, beat)

  type Readings = { readonly wall: number; readonly monotonic: number; readonly up: number }
  function readings(): Readings {
    return { wall: clock.now(), monotonic: clock.monotonic(), up: options.uptime() }
  }

  function beat(): void {
    cancel = clock.after(beatMs, beat)
    compare()
    if (suspended !== null && clock.monotonic() - suspended.at.monotonic >= longestRest) endRest()
  }

  function compare(): void {
    const before = last
    const now = readings()
    last = now
    const counted = now.monotonic - before.monotonic
    const real = Math.max(counted, now.up - before.up)
    if (real >= gapMs) wake(now, real, real - counted)
    const set = now.wall - before.wall - real
    if (Math.abs(set) >= smallestSet) options.clockSet(Math.round(set))
  }

  function wake(now: Readings, real: number, uncounted: number): void {
    suspended = null
    const to = Math.round(now.wall)
    options.woke({ from: Math.round(to - real), to, uncountedMs: Math.max(0, Math.round(uncounted)) })
  }

  function endRest(): void {
    suspended = null
    options.rested()
  }

  return {
    look() {
      const counted = clock.monotonic() - last.monotonic
      const drift = clock.now() - last.wall - counted
      if (counted >= gapMs || Math.abs(drift) >= gapMs) compare()
    },
    tell(event) {
      switch (event) {
        case 'suspend':
          compare()
          suspended = { at: last }
          return
        case 'resume': {
          compare()
          // Too short for the clocks, or seen by them already.
          if (suspended === null) return
          const since = suspended.at
          const counted = last.monotonic - since.monotonic
          const real = Math.max(counted, last.up - since.up)
          wake(last, real, real - counted)
          return
        }
        case 'online':
        case 'offline':
          // A window that opens tells it anew.
          if (event === 'offline' && offline) return
          offline = event === 'offline'
          options.network(!offline)
          return
        default:
          event satisfies never
      }
    },
    get resting() {
      return suspended !== null
    },
    get offline() {
      return offline
    },
    stop() {
      cancel?.()
      cancel = null
    },
  }
}
