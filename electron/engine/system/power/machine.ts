// Detects sleep, pauses of this process, clock changes and network changes. The host reports what its system reports;
// the clocks are compared anyway, so that nothing depends on those reports.
//
// awake ──suspend reported──▶ resting (nothing new begins) ──resume reported, or the clocks show a gap──▶ awake, `woke`
//   │                        └──30 s awake and no sleep came──▶ awake
//   └──the clocks show a gap──▶ awake, `woke`
//
// Three clocks tell what happened between two checks. The monotonic one stops while Linux sleeps and runs on while
// macOS or Windows sleeps or a process is stopped. The time since the machine's start always counts. The wall clock
// can be set. So a gap is the larger of the first two, and any further movement of the wall clock means that it was
// set.
import { uptime } from 'node:os'
import type { Clock } from '../clock.ts'

/** A time in which this process did not run. */
export type Gap = {
  /** By the current wall clock, milliseconds since 1970. */
  readonly from: number
  readonly to: number
  /** Milliseconds of it that the monotonic clock did not count. */
  readonly uncountedMs: number
}

export type MachineEvent = 'suspend' | 'resume' | 'online' | 'offline'

export type MachineOptions = {
  readonly clock: Clock
  /** Milliseconds since the machine was started, sleep included. */
  readonly uptime: () => number
  readonly woke: (gap: Gap) => void
  /** Called when a reported suspension did not come: work may go on. */
  readonly rested: () => void
  /** Called when the wall clock was set, by so many milliseconds; not for drift. */
  readonly clockSet: (byMs: number) => void
  readonly network: (isThere: boolean) => void
  /** Shorter gaps are not reported. */
  readonly gapMs?: number
}

export type Machine = {
  /** Compares the clocks; called before each request, so that none uses a connection opened before a sleep. */
  checkForSleep(): void
  tell(event: MachineEvent): void
  /** True while nothing new may begin, because the machine is about to sleep. */
  readonly resting: boolean
  /** True if the host or a window reported that there is no network. */
  readonly offline: boolean
  stop(): void
}

const beatMs = 1000
/** Milliseconds; shorter gaps are garbage collection or a busy disk. */
const usualGap = 10_000
/** Milliseconds after which a reported suspension that has not come counts as cancelled. */
const longestRest = 30_000
/** Milliseconds; smaller steps of the wall clock are automatic corrections. */
const smallestSet = 30_000

/** Milliseconds since the machine was started, if the system tells. */
export function systemUptime(): number {
  return uptime() * 1000
}

/** The three clocks at one moment. */
type Readings = { readonly wall: number; readonly monotonic: number; readonly up: number }

type MachineParts = MachineOptions & {
  readonly gapMs: number
  /** At the last check. */
  last: Readings
  /** The machine is about to sleep. */
  suspended: { readonly at: Readings } | null
  offline: boolean
  cancel: (() => void) | null
}

export function createMachine(options: MachineOptions): Machine {
  const parts: MachineParts = {
    ...options,
    gapMs: options.gapMs ?? usualGap,
    last: readings(options),
    suspended: null,
    offline: false,
    cancel: options.clock.after(beatMs, () => beat(parts)),
  }
  return {
    checkForSleep: () => checkForSleep(parts),
    tell: (event) => tell(parts, event),
    get resting() {
      return parts.suspended !== null
    },
    get offline() {
      return parts.offline
    },
    stop() {
      parts.cancel?.()
      parts.cancel = null
    },
  }
}

function readings({ clock, uptime: sinceStart }: MachineOptions): Readings {
  return { wall: clock.now(), monotonic: clock.monotonic(), up: sinceStart() }
}

function beat(parts: MachineParts): void {
  const { clock } = parts
  parts.cancel = clock.after(beatMs, () => beat(parts))
  compare(parts)
  if (parts.suspended !== null && clock.monotonic() - parts.suspended.at.monotonic >= longestRest)
    endRest(parts)
}

function compare(parts: MachineParts): void {
  const { gapMs } = parts
  const before = parts.last
  const now = readings(parts)
  parts.last = now
  const counted = now.monotonic - before.monotonic
  const real = Math.max(counted, now.up - before.up)
  if (real >= gapMs) wake(parts, now, real, real - counted)
  const set = now.wall - before.wall - real
  if (Math.abs(set) >= smallestSet) parts.clockSet(Math.round(set))
}

function wake(parts: MachineParts, now: Readings, real: number, uncounted: number): void {
  parts.suspended = null
  const to = Math.round(now.wall)
  parts.woke({ from: Math.round(to - real), to, uncountedMs: Math.max(0, Math.round(uncounted)) })
}

function endRest(parts: MachineParts): void {
  parts.suspended = null
  parts.rested()
}

function checkForSleep(parts: MachineParts): void {
  const { clock, gapMs } = parts
  const counted = clock.monotonic() - parts.last.monotonic
  const drift = clock.now() - parts.last.wall - counted
  if (counted >= gapMs || Math.abs(drift) >= gapMs) compare(parts)
}

function tell(parts: MachineParts, event: MachineEvent): void {
  switch (event) {
    case 'suspend':
      compare(parts)
      parts.suspended = { at: parts.last }
      return
    case 'resume': {
      compare(parts)
      // Too short for the clocks, or detected by them already.
      if (parts.suspended === null) return
      const since = parts.suspended.at
      const counted = parts.last.monotonic - since.monotonic
      const real = Math.max(counted, parts.last.up - since.up)
      wake(parts, parts.last, real, real - counted)
      return
    }
    case 'online':
    case 'offline':
      // A newly opened window reports it again.
      if (event === 'offline' && parts.offline) return
      parts.offline = event === 'offline'
      parts.network(!parts.offline)
      return
    default:
      event satisfies never
  }
}
