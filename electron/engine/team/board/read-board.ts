// Reads the team's board: a statement each for desktops, batches, targets and days. What they read is as many rows as
// are shown: claims and the keys of a target are counted by triggers (database/schema/target.ts).
import { z } from 'zod'
import { batchProgress, type TeamBoard } from '../../../../shared/contract/team/board.ts'
import { teamTotals } from '../../../../shared/status/team-totals.ts'
import { timeAtPace } from '../../sending/limits/time-left.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'

const time = z.date().transform((at) => at.getTime())
const desktopRow = z.object({
  id: z.string(),
  member: z.string(),
  machine: z.string(),
  program: z.string(),
  seen: time,
  isThere: z.boolean(),
})
const batchRow = z.object({
  id: z.string(),
  desktop: z.string(),
  member: z.string(),
  name: z.string(),
  service: z.string(),
  progress: batchProgress.nullable().catch(null),
  saidAt: time,
})
const targetRow = z.object({
  id: z.number(),
  service: z.string(),
  supplier: z.string(),
  name: z.string(),
  member: z.string(),
  loadedAt: time,
  keys: z.number(),
  created: z.number(),
  found: z.number(),
  open: z.number(),
})
const dayRow = z.object({ day: z.number(), created: z.number(), found: z.number() })

/** Days of the board, the present one among them. */
const shownDays = 28
const mostBatches = 500

/** The statements of a board. `days`: $1 are the beginnings of the days, and the end of the last one. */
export const boardStatements = {
  desktops: `SELECT d.id::text, m.name AS member, d.machine, d.program, d.seen_at AS seen,
      d.seen_at > now() - interval '10 seconds' AS "isThere"
    FROM carryover.desktop d JOIN carryover.member m ON m.id = d.member WHERE d.left_at IS NULL ORDER BY m.name, d.machine`,
  batches: `SELECT b.id::text, b.desktop::text, m.name AS member, b.name, s.address AS service, b.progress, b.said_at AS "saidAt"
    FROM carryover.batch b JOIN carryover.service s ON s.id = b.service JOIN carryover.desktop d ON d.id = b.desktop
    JOIN carryover.member m ON m.id = d.member ORDER BY b.said_at DESC LIMIT ${mostBatches}`,
  targets: `SELECT t.id, s.address AS service, t.supplier, t.name, m.name AS member, t.loaded_at AS "loadedAt", t.keys, t.created,
      t.found, t.open
    FROM carryover.target t JOIN carryover.service s ON s.id = t.service JOIN carryover.desktop d ON d.id = t.desktop
    JOIN carryover.member m ON m.id = d.member WHERE t.loaded_at IS NOT NULL AND t.removed_at IS NULL
    ORDER BY s.address, t.supplier`,
  days: `SELECT r.day::int AS day, sum(q.created)::bigint AS created, sum(q.found)::bigint AS found
    FROM unnest('-infinity'::timestamptz || $1::timestamptz[], $1::timestamptz[]) WITH ORDINALITY AS r (starts, ends, day)
    CROSS JOIN carryover.service s
    JOIN carryover.created_count q ON q.service = s.id AND q.at >= r.starts AND q.at < r.ends GROUP BY r.day`,
} as const

/** @param desktop of this data folder @param now milliseconds since 1970 */
export async function readBoard(
  database: TeamDatabase,
  desktop: string,
  now: number,
): Promise<TeamResult<TeamBoard>> {
  const bounds = dayBounds(now)
  const [desktops, batches, targets, days] = await Promise.all([
    database.run(desktopRow, boardStatements.desktops),
    database.run(batchRow, boardStatements.batches),
    database.run(targetRow, boardStatements.targets),
    database.run(dayRow, boardStatements.days, [bounds.map((at) => new Date(at).toISOString())]),
  ])
  if (!desktops.ok) return desktops
  if (!batches.ok) return batches
  if (!targets.ok) return targets
  if (!days.ok) return days
  const byDay = new Map(days.value.map(({ day, ...counts }) => [day, counts]))
  const countsOf = (day: number) => byDay.get(day) ?? { created: 0, found: 0 }
  const board = {
    desktops: desktops.value.map((one) => ({ ...one, isThis: one.id === desktop })),
    // Each keeps its place: all say how far they are every other second.
    batches: batches.value.toSorted(
      (one, other) => one.member.localeCompare(other.member) || one.name.localeCompare(other.name),
    ),
    targets: [...targets.value],
    // The first range is all that was before.
    days: bounds.slice(1).map((to, at) => ({ from: bounds[at] ?? to, to, ...countsOf(at + 2) })),
    before: countsOf(1),
  }
  const { rest, perMinute } = teamTotals(board)
  return { ok: true, value: { ...board, left: perMinute === null ? null : timeAtPace(rest, perMinute) } }
}

/** Midnights of this desktop's time zone: those at which the days begin, and the next one. */
function dayBounds(now: number): number[] {
  const today = new Date(now)
  const { year, month, day } = { year: today.getFullYear(), month: today.getMonth(), day: today.getDate() }
  return Array.from({ length: shownDays + 1 }, (_, at) =>
    new Date(year, month, day - shownDays + 1 + at).getTime(),
  )
}
