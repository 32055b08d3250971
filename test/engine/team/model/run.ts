// Property of the model of claims: whatever happens, in whatever order, two desktops never both believe that they may send
// an account, and the service gets each create once. At the end faults stop, and everything is created.
import * as fc from 'fast-check'
import { resumeForAll } from '../../../../electron/engine/team/claims/session.ts'
import type { TeamDatabase } from '../../../../electron/engine/team/database/connect.ts'
import { claim, heartbeat, open, sayEnds, takeOver } from './calls.ts'
import { believes, quietMs } from './desktop.ts'
import { act, type Step, step } from './steps.ts'
import { address, hexOf, keys, newWorld, pass, valueOf, type World } from './world.ts'

export type Sum = { runs: number; steps: number; creates: number; readonly counts: Map<string, number> }

const mostSteps = 160

/** Throws with the seed, the path and the shrunk list of steps. */
export async function neverTwo(
  database: TeamDatabase,
  options: {
    readonly runs: number
    readonly seed: number
    readonly path?: string
    readonly endOnFailure?: boolean
  },
): Promise<Sum> {
  const sum: Sum = { runs: 0, steps: 0, creates: 0, counts: new Map() }
  const { runs, ...others } = options
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: mostSteps, size: 'max' }), async (steps) => {
      const world = await oneRun(database, steps)
      sum.runs += 1
      sum.creates += world.service.creates()
      for (const [what, times] of world.counts) sum.counts.set(what, (sum.counts.get(what) ?? 0) + times)
      sum.steps += world.steps
    }),
    { numRuns: runs, ...others },
  )
  return sum
}

/** All join, the steps are made, and everything comes to rest. Throws at the first violation. */
export async function oneRun(
  database: TeamDatabase,
  steps: readonly Step[],
): Promise<World & { readonly steps: number }> {
  const world = await newWorld(database)
  for (const desktop of world.desktops) await open(world, desktop, true)
  let made = 0
  for (const one of steps) {
    if (await act(world, one)) made += 1
    check(world)
  }
  await comeToRest(world)
  return Object.assign(world, { steps: made })
}

function check({ desktops, violations }: World): void {
  for (const key of keys) {
    const believing = desktops.filter((desktop) => believes(desktop, key, hexOf(key)))
    if (believing.length > 1)
      violations.push(`Desktops ${believing.map(({ number }) => number).join(' and ')} may both send ${key}`)
  }
  if (violations.length > 0) throw new Error(violations.join('\n'))
}

/** No faults any more, and nobody is away: each account is created by one of them. */
async function comeToRest(world: World): Promise<void> {
  for (let round = 0; ; round += 1) {
    for (const desktop of world.desktops) {
      desktop.asleep = false
      // What is still under way does not come any more.
      if (desktop.answers.splice(0).length > 0) desktop.hasFreed = false
      if (desktop.session === null) await open(world, desktop, true)
      await heartbeat(world, desktop, 'comes')
      const { session } = desktop
      if (round === 0 && session !== null)
        valueOf(await resumeForAll(world.database, session, { service: address, supplier: '' }))
    }
    for (const desktop of world.desktops) await finish(world, desktop.number - 1)
    pass(world, quietMs)
    const missing = keys.filter((key) => !world.service.has(key))
    if (missing.length === 0) return
    // A take-over whose answer was lost: nobody goes on with the batch until somebody takes it over again.
    if (round === 6)
      for (const desktop of world.desktops)
        await takeOver(world, world.desktops[0] ?? desktop, desktop.ownBatch, 'comes')
    if (round === 12) throw new Error(`${missing.join(', ')} cannot be created: ${stateOf(world)}`)
  }
}

async function finish(world: World, desktop: number): Promise<void> {
  const one = world.desktops[desktop]
  if (one === undefined) return
  const base = { desktop, ms: 500, fate: 'comes' } as const
  for (let n = 0; n < keys.length; n += 1) await act(world, { ...base, kind: 'answer', n })
  for (let n = 0; n < keys.length; n += 1) await act(world, { ...base, kind: 'look', n })
  await sayEnds(world, one, 'comes')
  await claim(world, one, wanted(world, desktop), 'comes')
  check(world)
  // 1: it is not refused.
  for (const _ of keys) await act(world, { ...base, kind: 'send', n: 1 })
  check(world)
}

function wanted({ desktops }: World, at: number): { key: string; batch: string }[] {
  const desktop = desktops[at]
  return keys.flatMap((key) => {
    const entry = desktop?.record.get(key)
    const isAsked = entry === undefined || entry.state === 'open' || (entry.state === 'free' && entry.said)
    const [own] = desktop?.batches ?? []
    const batch = entry !== undefined && desktop?.batches.has(entry.batch) === true ? entry.batch : own
    return isAsked && batch !== undefined ? [{ key, batch }] : []
  })
}

function stateOf({ desktops }: World): string {
  return JSON.stringify(
    desktops.map(({ number, session, batches, record }) => ({
      number,
      session,
      batches: [...batches],
      record: [...record],
    })),
  )
}

export const drawSeed = (): number => Math.floor(Math.random() * 2 ** 31)
