// A desktop of the model: its own clocks, its own record of claims, its permits and its session. It keeps to the rules
// that the engine keeps to: it sends only what its record has as ready and a permit allows.
import { randomUUID } from 'node:crypto'
import type { ClaimState, Granted, Session } from '../../../../electron/engine/team/claims/claims.ts'
import { createPermits, type PermitMoment } from '../../../../electron/engine/team/claims/permits.ts'
import type { Request } from './service.ts'

/** ready: it may be sent; sending: a create is under way; unconfirmed: nobody knows whether one was. */
type Phase = 'ready' | 'sending' | 'unconfirmed'

export type Entry = {
  batch: string
  epoch: number
  number: number
  state: ClaimState
  phase: Phase
  /** The database has confirmed the end. */
  said: boolean
  /** When a first look-up did not find the account, by the monotonic clock. */
  missedAt: number | null
  /** The doubt under which it was looked up, or granted. */
  doubt: number
  request: Request | null
}

/** A copy of a data folder. */
type Folder = { readonly sent: number; readonly record: readonly (readonly [string, Entry])[] }

/** Two look-ups without the account are so far apart, in milliseconds, before it is sent again. */
export const quietMs = 120_000

export type Desktop = {
  readonly number: number
  readonly id: string
  readonly ownBatch: string
  readonly clock: { wall: number; monotonic: number }
  readonly permits: ReturnType<typeof createPermits>
  session: Session | null
  /** How many creates it has begun, by its own record. */
  sent: number
  /** In this session: claims are asked for only after what earlier ones did not record is freed. */
  hasFreed: boolean
  asleep: boolean
  sleptAt: number
  readonly batches: Set<string>
  readonly record: Map<string, Entry>
  /** Copies of its data folder. */
  readonly folders: Folder[]
  /** Answers that are still to come; they are lost when the program ends. */
  answers: (() => void)[]
}

export function newDesktop(number: number): Desktop {
  const clock = { wall: 1_800_000_000_000, monotonic: 1_000_000 * number }
  const id = randomUUID()
  const ownBatch = randomUUID()
  return {
    number,
    id,
    ownBatch,
    clock,
    permits: createPermits({ now: () => clock.wall, monotonic: () => clock.monotonic }),
    session: null,
    sent: 0,
    hasFreed: false,
    asleep: false,
    sleptAt: 0,
    batches: new Set([ownBatch]),
    record: new Map(),
    folders: [],
    answers: [],
  }
}

/**
 * The data folder is set back to a copy: nobody knows what was sent since, so all that is open is looked up. With the whole
 * machine it does not notice that itself.
 */
export function setBack(desktop: Desktop, { sent, record }: Folder, withMachine: boolean): void {
  desktop.record.clear()
  desktop.sent = sent
  for (const [key, entry] of record)
    desktop.record.set(key, {
      ...entry,
      ...(entry.state === 'open' && !withMachine && { phase: 'unconfirmed', missedAt: null }),
      request: null,
    })
}

/** The highest number of the claims in its record. */
export function knownOf({ record }: Desktop): number {
  return Math.max(0, ...[...record.values()].map(({ number, doubt }) => Math.max(number, doubt)))
}

/** Its claims whose end the database has not confirmed. */
export function unsaid({ record }: Desktop): [string, Entry][] {
  return [...record].filter(([, { state, said }]) => state !== 'open' && !said)
}

/** Whether it would send the account now. */
export function believes({ asleep, session, record, permits }: Desktop, key: string, hex: string): boolean {
  const entry = record.get(key)
  return (
    !asleep &&
    session !== null &&
    entry?.state === 'open' &&
    entry.phase === 'ready' &&
    permits.get(hex) !== null
  )
}

/** A claim was granted: what the record says of it, and the permit. An answer that is older than the record is ignored. */
export function noteGranted(
  desktop: Desktop,
  key: string,
  hex: string,
  batch: string,
  granted: Granted,
  asked: PermitMoment,
): void {
  const entry = desktop.record.get(key)
  if (!desktop.permits.isCurrent(asked)) return
  if (entry !== undefined && (entry.number >= granted.number || entry.state === 'there')) return
  const doubt = granted.doubt ?? 0
  const isKnown = entry?.state === 'open' && entry.epoch === granted.epoch
  const isUnsure = entry?.state === 'open' && entry.phase !== 'ready'
  const mustLook = isUnsure || (granted.again === true && !isKnown) || doubt > (entry?.doubt ?? 0)
  const { epoch, number } = granted
  if (isKnown) {
    Object.assign(entry, { batch, number, doubt: Math.max(doubt, entry.doubt) })
    if (mustLook && entry.phase === 'ready') Object.assign(entry, { phase: 'unconfirmed', missedAt: null })
  } else
    desktop.record.set(key, {
      batch,
      epoch,
      number,
      state: 'open',
      phase: mustLook ? 'unconfirmed' : 'ready',
      said: false,
      missedAt: null,
      doubt,
      request: entry?.state === 'open' ? entry.request : null,
    })
  desktop.permits.grant(hex, granted, asked)
}

/** The account's end, as the desktop has learned it. */
export function noteEnded(desktop: Desktop, hex: string, entry: Entry, state: 'there' | 'free'): void {
  Object.assign(entry, { state, said: false, request: null })
  desktop.permits.drop(hex)
}
