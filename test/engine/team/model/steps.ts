// The steps of the model: what a desktop, a person, time, the network or the server does. A step that is not possible now
// does nothing.
import * as fc from 'fast-check'
import { pauseForAll, resumeForAll } from '../../../../electron/engine/team/claims/session.ts'
import { claim, type Fate, heartbeat, leave, open, sayEnds, takeOver } from './calls.ts'
import { believes, type Desktop, noteEnded, quietMs, setBack } from './desktop.ts'
import { createWithinMs } from './service.ts'
import { address, call, count, forget, hexOf, keepCopy, keys, pass, type World } from './world.ts'

const kinds = {
  work: 12,
  claim: 8,
  send: 12,
  answer: 8,
  late: 2,
  end: 6,
  look: 4,
  settle: 6,
  giveUp: 1,
  heartbeat: 5,
  pass: 6,
  sleep: 2,
  wake: 4,
  setClock: 1,
  restart: 1,
  keepFolder: 2,
  setFolderBack: 2,
  pause: 0.5,
  resume: 1.5,
  takeOver: 6,
  copy: 3,
  forget: 2,
  leave: 0.5,
  leaveOut: 0.7,
  join: 2,
  again: 2,
} as const
type Kind = keyof typeof kinds

/** `n` chooses among what is possible; `ms`: for steps that need a time. */
export type Step = {
  readonly kind: Kind
  readonly desktop: number
  readonly n: number
  readonly ms: number
  readonly fate: Fate
}

const times = [500, 500, 2000, 5000, 20_000, 31_000, 61_000, quietMs + 1000]
const fates: Fate[] = ['comes', 'comes', 'comes', 'comes', 'late', 'lost', 'not made']

export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...Object.entries(kinds).map(([kind, weight]) => ({
      weight: weight * 10,
      arbitrary: fc.constant(kind as Kind),
    })),
  ),
  desktop: fc.nat({ max: 2 }),
  n: fc.nat({ max: 255 }),
  ms: fc.constantFrom(...times),
  fate: fc.constantFrom(...fates),
})

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

/** Awake and with a session: it can call the database. */
const isThere = ({ asleep, session }: Desktop): boolean => !asleep && session !== null

/** Does the step. Returns whether it was possible. */
export async function act(world: World, one: Step): Promise<boolean> {
  const desktop = world.desktops[one.desktop]
  if (desktop === undefined) throw new Error('no such desktop')
  const done = await (ofDesktop[one.kind as keyof typeof ofDesktop] ?? ofWorld)(world, desktop, one)
  if (done !== false) count(world, one.kind)
  return done !== false
}

type Act = (world: World, desktop: Desktop, one: Step) => Promise<boolean | void>

/** Accounts that it may ask for: not those that are there, and not those whose end is not confirmed. */
function wantedBy(desktop: Desktop, n: number): { key: string; batch: string }[] {
  const own = [...desktop.batches]
  return keys.flatMap((key, at) => {
    if (((n >> at) & 1) === 0) return []
    const entry = desktop.record.get(key)
    if (entry !== undefined && entry.state !== 'open' && !(entry.state === 'free' && entry.said)) return []
    const batch = entry !== undefined && desktop.batches.has(entry.batch) ? entry.batch : pick(own, n)
    return batch === undefined ? [] : [{ key, batch }]
  })
}

async function send(world: World, desktop: Desktop, { n, ms, fate }: Step): Promise<boolean> {
  const possible = keys.filter((key) => believes(desktop, key, hexOf(key)))
  const key = pick(possible, n)
  const entry = key === undefined ? undefined : desktop.record.get(key)
  if (key === undefined || entry === undefined) return false
  entry.phase = 'sending'
  desktop.sent += 1
  const delay = fate === 'comes' ? 0 : fate === 'late' ? Math.min(ms, createWithinMs - 1) : null
  entry.request = world.service.begin({
    by: desktop.number,
    key,
    epoch: entry.epoch,
    begun: world.now,
    arrives: delay === null ? null : world.now + delay,
    refused: n % 5 === 0,
  })
  world.service.arrive(world.now)
  count(world, `sent, ${delay === null ? 'lost' : delay === 0 ? 'at once' : 'later'}`)
  return true
}

/** The answer to a create that has arrived comes, or the desktop stops waiting for it. */
async function answer(world: World, desktop: Desktop, { n, fate }: Step): Promise<boolean> {
  const waiting = [...desktop.record].filter(([, { request }]) => request !== null)
  const [key, entry] = pick(waiting, n) ?? []
  if (desktop.asleep || key === undefined || entry === undefined || entry.request === null) return false
  const { request } = entry
  if (fate !== 'comes' || request.state === 'under way' || request.state === 'never') {
    if (request.state === 'under way' && world.now < request.begun + createWithinMs && fate !== 'lost')
      return false
    Object.assign(entry, { request: null, phase: 'unconfirmed', missedAt: null })
  } else if (request.state === 'created') noteEnded(desktop, hexOf(key), entry, 'there')
  else if (request.epoch === entry.epoch) noteEnded(desktop, hexOf(key), entry, 'free')
  else entry.request = null
  return true
}

async function look(world: World, desktop: Desktop, { n }: Step): Promise<boolean> {
  const open = [...desktop.record].filter(
    ([, { state, phase }]) => state === 'open' && phase === 'unconfirmed',
  )
  const [key, entry] = pick(open, n) ?? []
  if (desktop.asleep || key === undefined || entry === undefined) return false
  const now = desktop.clock.monotonic
  if (world.service.has(key)) noteEnded(desktop, hexOf(key), entry, 'there')
  else if (entry.missedAt === null) entry.missedAt = now
  else if (now - entry.missedAt >= quietMs)
    Object.assign(entry, { phase: 'ready', request: null, missedAt: null })
  else return false
  return true
}

async function restart(world: World, desktop: Desktop): Promise<boolean> {
  if (desktop.asleep) return false
  desktop.permits.clear()
  for (const entry of desktop.record.values())
    if (entry.state === 'open' && entry.phase === 'sending')
      Object.assign(entry, { phase: 'unconfirmed', missedAt: null, request: null })
    else entry.request = null
  await open(world, desktop, false)
  return true
}

const ofDesktop = {
  claim: async (world, desktop, { n, fate }) => {
    if (!isThere(desktop)) return false
    await claim(world, desktop, wantedBy(desktop, n), fate)
  },
  /** What a desktop does again and again: it asks how it stands, claims, and sends. */
  work: async (world, desktop, one) => {
    if (!isThere(desktop)) return false
    if ((await heartbeat(world, desktop, one.fate)) !== 'ok') return
    await claim(world, desktop, wantedBy(desktop, one.n), 'comes')
    await send(world, desktop, one)
  },
  /** It looks up what is unconfirmed, twice, and sends what is not there. */
  settle: async (world, desktop, one) => {
    if (!isThere(desktop) || ![...desktop.record.values()].some(({ phase }) => phase === 'unconfirmed'))
      return false
    for (const n of keys.keys()) await look(world, desktop, { ...one, n })
    pass(world, quietMs)
    for (const n of keys.keys()) await look(world, desktop, { ...one, n })
    await claim(world, desktop, wantedBy(desktop, 255), 'comes')
    await send(world, desktop, one)
  },
  send,
  answer,
  look,
  restart,
  keepFolder: async (_world, desktop) => {
    const record = [...desktop.record].map(([key, entry]) => [key, { ...entry }] as const)
    desktop.folders.push({ sent: desktop.sent, record })
  },
  setFolderBack: async (world, desktop, { n }) => {
    const folder = pick(desktop.folders, n)
    if (!isThere(desktop) || folder === undefined) return false
    // What both the server and the only record of it forget is outside the model.
    if (!['ok', 'wait'].includes(await heartbeat(world, desktop, 'comes'))) return false
    world.copies = []
    const withMachine = (n & 1) === 1
    setBack(desktop, folder, withMachine)
    if (withMachine) count(world, 'set back with its machine')
    await restart(world, desktop)
  },
  late: async (_world, desktop, { n }) => {
    const [note] = desktop.answers.splice(n % Math.max(1, desktop.answers.length), 1)
    if (desktop.asleep || note === undefined) return false
    note()
  },
  end: async (world, desktop, { fate }) => {
    if (!isThere(desktop)) return false
    await sayEnds(world, desktop, fate)
  },
  giveUp: async (_world, desktop, { n }) => {
    const ready = [...desktop.record].filter(([, { state, phase }]) => state === 'open' && phase === 'ready')
    const [key, entry] = pick(ready, n) ?? []
    if (desktop.asleep || key === undefined || entry === undefined) return false
    noteEnded(desktop, hexOf(key), entry, 'free')
  },
  heartbeat: async (world, desktop, { fate }) => {
    if (!isThere(desktop)) return false
    await heartbeat(world, desktop, fate)
  },
  sleep: async (world, desktop) => {
    if (desktop.asleep) return false
    desktop.asleep = true
    desktop.sleptAt = world.now
  },
  wake: async (world, desktop, { n }) => {
    if (!desktop.asleep) return false
    desktop.asleep = false
    // Its timers are due at once.
    desktop.permits.moment()
    // In one of two cases somebody sets the clock back, as if it had not slept.
    if (n % 2 === 0) desktop.clock.wall -= world.now - desktop.sleptAt
    desktop.permits.moment()
  },
  setClock: async (_world, desktop, { n, ms }) => {
    if (desktop.asleep) return false
    desktop.clock.wall += n % 2 === 0 ? ms : -ms
    desktop.permits.moment()
  },
  takeOver: async (world, desktop, { n, fate }) => {
    const other = pick([...new Set(world.desktops.flatMap(({ batches }) => [...batches]))], n)
    if (!isThere(desktop) || other === undefined) return false
    await takeOver(world, desktop, other, fate)
  },
  pause: async (world, desktop) => {
    const { session } = desktop
    if (!isThere(desktop) || session === null) return false
    await call(world, () =>
      pauseForAll(world.database, session, { service: address, supplier: '', reason: '' }),
    )
  },
  resume: async (world, desktop) => {
    const { session } = desktop
    if (!isThere(desktop) || session === null) return false
    await call(world, () => resumeForAll(world.database, session, { service: address, supplier: '' }))
  },
  leave: async (world, desktop) => {
    if (!isThere(desktop)) return false
    desktop.permits.clear()
    desktop.session = null
    await leave(world, desktop.id, desktop.id)
  },
  leaveOut: async (world, desktop, { n }) => {
    const other = world.desktops[n % world.desktops.length]
    if (!isThere(desktop) || other === undefined || other === desktop) return false
    await leave(world, other.id, desktop.id)
  },
  join: async (world, desktop) => {
    if (desktop.asleep || desktop.session !== null) return false
    await open(world, desktop, true)
    // A server that forgets that a desktop has joined is outside the model: nobody knows then of whom to ask.
    world.copies = []
  },
} as const satisfies Partial<Record<Kind, Act>>

/** What no desktop does. */
const ofWorld: Act = async (world, _desktop, { kind, n, ms }) => {
  if (kind === 'pass') pass(world, ms)
  else if (kind === 'copy') await keepCopy(world)
  else if (kind === 'again') {
    const message = pick(world.messages, n)
    if (message === undefined) return false
    await message()
  } else {
    const copy = pick(world.copies, n)
    if (copy === undefined) return false
    const seen = n % 4 !== 0
    if (!(await forget(world, copy, seen))) return false
    if (!seen) for (const desktop of highestFirst(world)) await heartbeat(world, desktop, 'lost')
    count(world, seen ? 'forgot, another server' : 'forgot, the same server')
  }
}

function highestFirst(world: World): Desktop[] {
  return world.desktops
    .filter(isThere)
    .toSorted((a, b) => (b.session?.known ?? 0) - (a.session?.known ?? 0))
    .slice(0, 1)
}
