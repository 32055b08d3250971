// Session of this desktop in its team: joining, leaving, and the heartbeat by which each side learns what holds now.
import { hostname } from 'node:os'
import { z } from 'zod'
import type { TeamDatabase } from '../database/connect.ts'
import { teamSteps } from '../database/schema.ts'
import type { TeamResult } from '../database/trouble.ts'
import { type AnnouncedDetail, forAllNow, instant, type PauseKind } from '../for-all/for-all-now.ts'
import { type Session, eligibilities } from './claims.ts'

/** Who opens a session. `name`: of the person in the team. */
export type Opener = {
  /** Identifier of the data folder. */
  readonly desktop: string
  readonly name: string
  readonly machine: string
  readonly program: string
  /** The highest number of the claims in its own record; 0: there are none. */
  readonly known: number
  /** The number of the creates that it has begun; left out: it does not say. */
  readonly sent?: number
}

/** As the others see it beside the person's name. */
export function machineName(): string {
  return hostname().slice(0, 255)
}

/** The identifier of the team whose database it is. */
export async function teamOf(database: TeamDatabase): Promise<TeamResult<string>> {
  const found = await database.run(
    z.object({ team: z.string() }),
    'SELECT id::text AS team FROM carryover.team',
  )
  return found.ok ? { ok: true, value: found.value[0]?.team ?? '' } : found
}

/** Opens a session; null: the desktop does not belong to the team, and `join` does not ask for it. */
export async function openSession(
  database: TeamDatabase,
  { desktop, name, machine, program, known, sent }: Opener,
  join: boolean,
): Promise<TeamResult<{ readonly session: Session; readonly team: string } | null>> {
  const found = await database.run(
    z.object({ session: z.number().nullable(), team: z.string() }),
    'SELECT * FROM carryover.open_session($1, $2, $3, $4, $5, $6, $7)',
    [desktop, name, machine, program, known, sent ?? null, join],
  )
  if (!found.ok) return found
  const [row] = found.value
  if (row === undefined || row.session === null) return { ok: true, value: null }
  return { ok: true, value: { session: { desktop, session: row.session, known }, team: row.team } }
}

/**
 * Nobody waits for this desktop any more. False if it does not belong to the team.
 * @param by the desktop where a person leaves it out: from then on others may claim what it has claimed; by default it leaves by
 * itself
 */
export async function leaveTeam(
  database: TeamDatabase,
  desktop: string,
  by = desktop,
): Promise<TeamResult<boolean>> {
  const found = await database.run(z.object({ gone: z.boolean() }), 'SELECT * FROM carryover.leave($1, $2)', [
    desktop,
    by,
  ])
  return found.ok ? { ok: true, value: found.value[0]?.gone === true } : found
}

/** Makes a batch known before accounts of it are claimed. */
export async function nameBatch(
  database: TeamDatabase,
  session: Session,
  batch: { readonly id: string; readonly service: string; readonly name: string },
): Promise<TeamResult<null>> {
  const found = await database.run(z.unknown(), 'SELECT * FROM carryover.batch_of($1, $2, $3, $4)', [
    session.desktop,
    batch.service,
    batch.id,
    batch.name,
  ])
  return found.ok ? { ok: true, value: null } : found
}

const heartbeatAnswer = z.object({
  eligibility: z.enum(eligibilities),
  /** Desktops whose records the others wait for. */
  waiting: z.array(z.object({ desktop: z.string(), member: z.string(), machine: z.string(), seen: instant })),
  ...forAllNow,
})
/**
 * What holds for all now. Times in milliseconds since 1970, by the server's clock. `isNewer`: a newer program has changed
 * the tables since, and this one writes nothing any more.
 */
export type TeamNow = z.infer<typeof heartbeatAnswer> & { readonly isNewer: boolean }

/**
 * @param batches with the `progress` of each that is being sent, for the others
 * @param sent the number of the creates that this desktop has begun; left out: it does not say
 */
export async function sendHeartbeat(
  database: TeamDatabase,
  session: Session,
  batches: readonly { readonly id: string; readonly progress: unknown }[],
  sent?: number,
): Promise<TeamResult<TeamNow>> {
  const found = await database.run(
    z.object({ answer: heartbeatAnswer, version: z.number() }),
    `SELECT h.answer, (SELECT max(v.version) FROM carryover.carryover_schema v) AS version
      FROM carryover.heartbeat($1, $2, $3, $4, $5) h`,
    [session.desktop, session.session, session.known, sent ?? null, JSON.stringify(batches)],
  )
  if (!found.ok) return found
  const [row] = found.value
  if (row === undefined) throw new Error('The database gave no answer to a heartbeat')
  return { ok: true, value: { ...row.answer, isNewer: row.version > teamSteps.length } }
}

type Place = { readonly service: string; readonly supplier: string }

export type PauseToMake = Place & {
  /** A person's words. */
  readonly reason: string
  readonly kind?: PauseKind
  readonly detail?: AnnouncedDetail
}

/** When it returns, nothing is claimed there any more, by no desktop. Returns since when: a pause that is there stays. */
export async function pauseForAll(
  database: TeamDatabase,
  session: Session,
  { service, supplier, reason, kind = 'person', detail }: PauseToMake,
): Promise<TeamResult<number>> {
  const found = await database.run(
    z.object({ since: z.date() }),
    'SELECT * FROM carryover.pause_for_all($1, $2, $3, $4, $5, $6)',
    [session.desktop, service, supplier, reason, kind, JSON.stringify(detail ?? {})],
  )
  return found.ok ? { ok: true, value: found.value[0]?.since.getTime() ?? 0 } : found
}

/** False if there was no such pause. */
export async function resumeForAll(
  database: TeamDatabase,
  session: Session,
  { service, supplier }: Place,
): Promise<TeamResult<boolean>> {
  const found = await database.run(
    z.object({ ended: z.boolean() }),
    'SELECT * FROM carryover.resume_for_all($1, $2, $3)',
    [session.desktop, service, supplier],
  )
  return found.ok ? { ok: true, value: found.value[0]?.ended === true } : found
}
