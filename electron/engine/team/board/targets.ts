// The target of a migration in the team's database: a list of keys, by the hashes that name accounts in claims. It is
// loaded in pieces and replaces the one before only when it is complete.
import { z } from 'zod'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'

/** Of one service and supplier; an empty supplier: of the whole service. `desktop`: who loads it. */
export type NewTarget = {
  readonly desktop: string
  readonly service: string
  readonly supplier: string
  readonly name: string
}

/** Returns its number; null: the desktop does not belong to the team. */
export function beginTarget(
  database: TeamDatabase,
  { desktop, service, supplier, name }: NewTarget,
): Promise<TeamResult<number | null>> {
  return oneOf(database, z.object({ value: z.number().nullable() }), 'begin_target($1, $2, $3, $4)', [
    desktop,
    service,
    supplier,
    name,
  ])
}

/** Returns how many of the keys were new; null: somebody removed the target meanwhile. */
export function addTargetKeys(
  database: TeamDatabase,
  desktop: string,
  target: number,
  identities: readonly Buffer[],
): Promise<TeamResult<number | null>> {
  return oneOf(database, z.object({ value: z.number().nullable() }), 'add_target_keys($1, $2, $3)', [
    desktop,
    target,
    identities,
  ])
}

/** From now on it counts for everybody. Returns its keys; null: somebody removed it meanwhile. */
export function finishTarget(
  database: TeamDatabase,
  desktop: string,
  target: number,
): Promise<TeamResult<number | null>> {
  return oneOf(database, z.object({ value: z.number().nullable() }), 'finish_target($1, $2)', [
    desktop,
    target,
  ])
}

/** False if it was removed already. */
export function removeTarget(
  database: TeamDatabase,
  desktop: string,
  target: number,
): Promise<TeamResult<boolean>> {
  return oneOf(database, z.object({ value: z.boolean() }), 'remove_target($1, $2)', [desktop, target])
}

const droppedAtOnce = 20_000

/** Deletes the keys of all targets that were removed or replaced. */
export async function dropTargetKeys(database: TeamDatabase): Promise<TeamResult<null>> {
  for (;;) {
    const dropped = await oneOf(database, z.object({ value: z.boolean() }), 'drop_target_keys($1)', [
      droppedAtOnce,
    ])
    if (!dropped.ok) return dropped
    if (!dropped.value) return { ok: true, value: null }
  }
}

async function oneOf<T>(
  database: TeamDatabase,
  row: z.ZodType<{ readonly value: T }>,
  call: string,
  values: readonly unknown[],
): Promise<TeamResult<T>> {
  const found = await database.run(row, `SELECT * FROM carryover.${call} AS answer (value)`, values)
  if (!found.ok) return found
  const [answer] = found.value
  if (answer === undefined) throw new Error('A function of a target answers with one row')
  return { ok: true, value: answer.value }
}
