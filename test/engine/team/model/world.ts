// The world of one run of the model: three desktops, one database, one service, and true time. The database's state can be
// kept and put back, as a server does that forgets its last commits.
import { z } from 'zod'
import { identityHash } from '../../../../electron/engine/team/claims/identity-hash.ts'
import type { TeamDatabase } from '../../../../electron/engine/team/database/connect.ts'
import type { TeamResult } from '../../../../electron/engine/team/database/trouble.ts'
import { type Desktop, knownOf, newDesktop } from './desktop.ts'
import { createService, type Service } from './service.ts'

export const address = 'http://service.example'
/** Few, so that the desktops want the same ones. */
export const keys = ['A', 'B'] as const

const hashes = new Map(keys.map((key) => [key as string, identityHash('model', address, key)]))
export function hashOf(key: string): Buffer {
  const hash = hashes.get(key)
  if (hash === undefined) throw new Error(key)
  return hash
}
export const hexOf = (key: string): string => hashOf(key).toString('hex')
const keyOfHex = new Map(keys.map((key) => [hexOf(key), key as string]))
export const keyOf = (hex: string): string => keyOfHex.get(hex) ?? ''

type Copy = { readonly state: string; readonly at: number }

export type World = {
  readonly database: TeamDatabase
  readonly desktops: readonly Desktop[]
  readonly service: Service
  readonly violations: string[]
  /** Calls that were made once, to be made again as a network does that delivers late. */
  readonly messages: (() => Promise<unknown>)[]
  now: number
  /** True time that the database's own times do not know yet. */
  behind: number
  copies: Copy[]
  /** How often what happened. */
  readonly counts: Map<string, number>
}

const tables = ['member', 'desktop', 'service', 'batch', 'claim', 'pause', 'team'] as const

const empty = `SET LOCAL session_replication_role = replica; SET LOCAL synchronous_commit = off;
  ${tables.map((table) => `DELETE FROM carryover.${table};`).join('\n')}
  INSERT INTO carryover.team (incarnation) VALUES (carryover.incarnation());
  SELECT setval('carryover.claim_number', 1)`

export const anyRow = z.unknown()

/** Empties the tables and lets three desktops begin. */
export async function newWorld(database: TeamDatabase): Promise<World> {
  valueOf(await database.run(anyRow, empty))
  const violations: string[] = []
  return {
    database,
    desktops: [1, 2, 3].map(newDesktop),
    service: createService(violations),
    violations,
    messages: [],
    now: 0,
    behind: 0,
    copies: [],
    counts: new Map(),
  }
}

export function valueOf<T>(result: TeamResult<T>): T {
  if (!result.ok) throw new Error(`${result.trouble.kind}: ${JSON.stringify(result.trouble.message)}`)
  return result.value
}

export function count(world: World, what: string): void {
  world.counts.set(what, (world.counts.get(what) ?? 0) + 1)
}

/** A call to the database, after its times have caught up. Kept, so that it can arrive once more. */
export async function call<T>(world: World, make: () => Promise<TeamResult<T>>): Promise<T> {
  await catchUp(world)
  world.messages.push(make)
  return valueOf(await make())
}

async function catchUp(world: World): Promise<void> {
  if (world.behind === 0) return
  const ms = world.behind
  world.behind = 0
  valueOf(
    await world.database.run(
      anyRow,
      `UPDATE carryover.claim SET taken_at = taken_at - interval '${ms} ms' WHERE taken_at IS NOT NULL;
       UPDATE carryover.claim SET doubted_at = doubted_at - interval '${ms} ms' WHERE doubted_at IS NOT NULL;
       UPDATE carryover.team SET doubted_at = doubted_at - interval '${ms} ms' WHERE doubted_at IS NOT NULL`,
    ),
  )
}

/** All clocks go on; the monotonic one of a machine that sleeps stands still. */
export function pass(world: World, ms: number): void {
  world.now += ms
  world.behind += ms
  for (const { clock, asleep } of world.desktops) {
    clock.wall += ms
    if (!asleep) clock.monotonic += ms
  }
  world.service.arrive(world.now)
}

const readState = `SELECT jsonb_build_object('number', (SELECT last_value FROM carryover.claim_number),
  'called', (SELECT is_called FROM carryover.claim_number),
  ${tables.map((table) => `'${table}', (SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') FROM carryover.${table} t)`).join(', ')}
)::text AS state`

export async function keepCopy(world: World): Promise<void> {
  await catchUp(world)
  const [row] = valueOf(await world.database.run(z.object({ state: z.string() }), readState))
  if (row !== undefined) world.copies.push({ state: row.state, at: world.now })
}

/**
 * Puts an older state back. `seen`: the server has another incarnation. Otherwise nothing shows it but its numbers, so the
 * desktop that knows the highest one is the first to call: it has to be a member and awake. Answers that were under way
 * are lost then: a server is stopped before its data is put back.
 */
export async function forget(world: World, copy: Copy, seen: boolean): Promise<boolean> {
  const stored = z.object({ number: z.number(), called: z.boolean() }).parse(JSON.parse(copy.state))
  const known = (one: Desktop): number => Math.max(one.session?.known ?? 0, knownOf(one))
  const first = world.desktops.toSorted((a, b) => known(b) - known(a))[0]
  if (!seen && (first === undefined || first.session === null || first.asleep)) return false
  if (!seen) for (const desktop of world.desktops) desktop.answers = []
  const rows = tables.map(
    (table) => `DELETE FROM carryover.${table};
      INSERT INTO carryover.${table} OVERRIDING SYSTEM VALUE
      SELECT r.* FROM jsonb_populate_recordset(NULL::carryover.${table}, '${copy.state.replaceAll("'", "''")}'::jsonb -> '${table}') r;`,
  )
  world.behind = 0
  const sql = `SET LOCAL session_replication_role = replica; SET LOCAL synchronous_commit = off; ${rows.join('\n')}
    SELECT setval('carryover.claim_number', ${stored.number}, ${stored.called});
    ${seen ? `UPDATE carryover.team SET incarnation = 'another'` : ''}`
  valueOf(await world.database.run(anyRow, sql))
  world.behind = world.now - copy.at
  // What was kept later never was.
  world.copies = world.copies.slice(0, world.copies.indexOf(copy) + 1)
  return true
}
