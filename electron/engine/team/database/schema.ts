// The tables of a team, as numbered steps in the database's schema `carryover`. One transaction runs the missing steps
// under an advisory lock, so desktops that begin at the same moment wait for each other. A released step is never
// changed; a new step follows it.
import { z } from 'zod'
import { message } from '../../../../shared/texts/message.ts'
import type { Run, TeamDatabase } from './connect.ts'
import { audit } from './schema/audit.ts'
import { claims } from './schema/claims.ts'
import { copies } from './schema/copies.ts'
import { forAll } from './schema/for-all.ts'
import { knowledge } from './schema/knowledge.ts'
import { leases } from './schema/leases.ts'
import { madeKnown } from './schema/made-known.ts'
import { members } from './schema/members.ts'
import { rights } from './schema/rights.ts'
import { sessions } from './schema/sessions.ts'
import { target } from './schema/target.ts'
import { unrecorded } from './schema/unrecorded.ts'
import { type TeamResult, troubled } from './trouble.ts'

/** SQL of each step. */
export const teamSteps: readonly string[] = [
  members,
  claims,
  sessions,
  leases,
  audit,
  forAll,
  target,
  knowledge,
  unrecorded,
  madeKnown,
  copies,
]

/** `carryover` as the number of the advisory lock. */
const lock = 0x6361_7272

export type TeamSchema = {
  /** The number of steps that the database has. */
  readonly version: number
  /** A newer program made the tables: this one may read them and writes nothing. */
  readonly readOnly: boolean
}

const versionRow = z.object({ version: z.number().int().nullable() })
const anyRow = z.unknown()

/**
 * Makes the tables, or adds the missing steps; needs a role that may create them. Nothing is changed in a database that
 * a newer program made.
 * @param program the version of this program, which the table of steps names
 */
export function initializeTeam(
  database: TeamDatabase,
  program: string,
  steps: readonly string[] = teamSteps,
): Promise<TeamResult<TeamSchema>> {
  return database.transaction(async (run) => {
    await run(anyRow, 'SELECT pg_advisory_xact_lock($1)', [lock])
    await run(anyRow, 'CREATE SCHEMA IF NOT EXISTS carryover')
    await run(
      anyRow,
      `CREATE TABLE IF NOT EXISTS carryover.carryover_schema (
        version integer PRIMARY KEY CHECK (version > 0), at timestamptz NOT NULL DEFAULT now(), program text NOT NULL)`,
    )
    const from = (await versionOf(run)) ?? 0
    for (let version = from + 1; version <= steps.length; version += 1) {
      await run(anyRow, steps[version - 1] ?? '')
      await run(anyRow, 'INSERT INTO carryover.carryover_schema (version, program) VALUES ($1, $2)', [
        version,
        program,
      ])
    }
    if (from < steps.length) {
      await run(anyRow, rights)
      // Older programs read the version with their next heartbeat, and claim nothing from then on.
      await run(anyRow, `SELECT pg_notify('carryover', 'schema')`)
    }
    return schemaOf(Math.max(from, steps.length), steps)
  })
}

/**
 * The state of the tables; changes nothing. Refused where they are missing, or older than this program: then somebody
 * with the right to do so has to bring them up to date.
 */
export async function readTeamSchema(
  database: TeamDatabase,
  steps: readonly string[] = teamSteps,
): Promise<TeamResult<TeamSchema>> {
  const found = await database.transaction(versionOf)
  if (!found.ok) return found
  const host = database.address.shown
  const version = found.value
  if (version === null) return troubled('not_a_team', message('team.not_a_team', { host }))
  if (version < steps.length) return troubled('not_a_team', message('team.older_team', { host }))
  return { ok: true, value: schemaOf(version, steps) }
}

/** Refuses a change in a database that a newer program made. */
export function mayWrite({ readOnly }: TeamSchema, database: TeamDatabase): TeamResult<null> {
  return readOnly
    ? troubled('newer_team', message('team.newer_team', { host: database.address.shown }))
    : { ok: true, value: null }
}

async function versionOf(run: Run): Promise<number | null> {
  const [row] = await run(versionRow, 'SELECT max(version) AS version FROM carryover.carryover_schema')
  return row?.version ?? null
}

function schemaOf(version: number, steps: readonly string[]): TeamSchema {
  return { version, readOnly: version > steps.length }
}
