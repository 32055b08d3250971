// Versions in the team's database: adds one if nobody was faster, reads those that are new, and the history of an item. Each
// function is one statement, so one round trip.
import { z } from 'zod'
import type { SharedVersion } from '../../../../shared/contract/team/knowledge.ts'
import type { SharedName, TeamVersion } from '../../store/team/shared-items.ts'
import type { Session } from '../claims/claims.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'

/** Bytes of a content's text; the table refuses more. */
export const mostBytes = 2_000_000

const time = z.date().transform((at) => at.getTime())
const version = z.object({
  version: z.number(),
  number: z.number(),
  id: z.string(),
  content: z.string().nullable(),
  removed: z.boolean(),
  member: z.string(),
  machine: z.string(),
  at: time,
})
const newRow = version.extend({ kind: z.string(), key: z.string() })
/** `number`: the change's place in the order of all changes; `id`: of the change. */
export type NewVersion = TeamVersion & { readonly number: number; readonly id: string }

const answerRow = z.union([
  version.extend({ verdict: z.enum(['shared', 'conflict']) }),
  // Somebody shared it for the first time, and the server forgot it since.
  z.object({ verdict: z.enum(['left', 'replaced']) }),
])
export type ShareAnswer =
  | { readonly verdict: 'shared' | 'conflict'; readonly newest: TeamVersion }
  | { readonly verdict: 'left' | 'replaced' | 'lost' }

/**
 * Adds a version after `base`; null content: the item is shared no more. conflict: somebody was faster; lost: the server does
 * not have `base` any more.
 */
export async function shareVersion(
  database: TeamDatabase,
  { desktop, session }: Session,
  { kind, key, base, content }: SharedName & { readonly base: number; readonly content: string | null },
): Promise<TeamResult<ShareAnswer>> {
  const found = await database.run(
    answerRow,
    `SELECT verdict, version, number, id::text, content, is_removed AS removed, member, machine, at
     FROM carryover.share($1, $2, $3, $4, $5, $6)`,
    [desktop, session, kind, key, base, content],
  )
  if (!found.ok) return found
  const [row] = found.value
  if (row === undefined) return { ok: true, value: { verdict: 'lost' } }
  if (!('version' in row)) return { ok: true, value: row }
  const { verdict, number: _, id: __, ...newest } = row
  return { ok: true, value: { verdict, newest: { kind, key, ...newest } } }
}

/** At most so many at once: contents may be long. */
export const versionsAtOnce = 20

/** The newest version of each item that changed after a change, in the order of changes. */
export function readNewVersions(
  database: TeamDatabase,
  after: number,
): Promise<TeamResult<readonly NewVersion[]>> {
  return database.run(
    newRow,
    `SELECT k.kind, k.key, k.version, k.number, k.id::text, k.content::text, k.is_removed AS removed, m.name AS member,
       d.machine, k.at
     FROM carryover.knowledge k JOIN carryover.member m ON m.id = k.member JOIN carryover.desktop d ON d.id = k.desktop
     WHERE k.number > $1 AND NOT EXISTS (SELECT FROM carryover.knowledge n
       WHERE n.kind = k.kind AND n.key = k.key AND n.version > k.version)
     ORDER BY k.number LIMIT ${versionsAtOnce}`,
    [after],
  )
}

/** False: the server does not have this change any more. */
export async function hasChange(
  database: TeamDatabase,
  { number, id }: { readonly number: number; readonly id: string },
): Promise<TeamResult<boolean>> {
  const found = await database.run(
    z.object({ has: z.boolean() }),
    'SELECT EXISTS (SELECT FROM carryover.knowledge WHERE number = $1 AND id::text = $2) AS has',
    [number, id],
  )
  return found.ok ? { ok: true, value: found.value[0]?.has === true } : found
}

const historyRow = z.object({
  version: z.number(),
  member: z.string(),
  machine: z.string(),
  at: time,
  removed: z.boolean(),
  hasContent: z.boolean(),
})

/** Newest first, at most 200. */
export function readHistory(
  database: TeamDatabase,
  { kind, key }: SharedName,
): Promise<TeamResult<readonly SharedVersion[]>> {
  return database.run(
    historyRow,
    `SELECT k.version, m.name AS member, d.machine, k.at, k.is_removed AS removed, k.content IS NOT NULL AS "hasContent"
     FROM carryover.knowledge k JOIN carryover.member m ON m.id = k.member JOIN carryover.desktop d ON d.id = k.desktop
     WHERE k.kind = $1 AND k.key = $2 ORDER BY k.version DESC LIMIT 200`,
    [kind, key],
  )
}

/** The content of one version; null: it has none, or there is no such version. */
export async function readContent(
  database: TeamDatabase,
  { kind, key }: SharedName,
  number: number,
): Promise<TeamResult<string | null>> {
  const found = await database.run(
    z.object({ content: z.string().nullable() }),
    'SELECT content::text FROM carryover.knowledge WHERE kind = $1 AND key = $2 AND version = $3',
    [kind, key, number],
  )
  return found.ok ? { ok: true, value: found.value[0]?.content ?? null } : found
}
