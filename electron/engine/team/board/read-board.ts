// Reads the team's board: a statement each for desktops, batches, the sums of all batches, targets and days. Claims and the
// keys of a target are not read: they are counted by triggers (database/schema/target.ts).
import { z } from 'zod'
import { type BatchProgress, batchProgress, type TeamBoard } from '../../../../shared/contract/team/board.ts'
import { accountStates, outcomes } from '../../../../shared/sending/states.ts'
import { teamTotals } from '../../../../shared/status/team-totals.ts'
import { timeAtPace } from '../../sending/limits/time-left.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'

const time = z.date().transform((at) => at.getTime())

/** Of a batch that is gone from its desktop: what was created stays created, and nobody works on the rest. */
function whatRemains(progress: BatchProgress | null): BatchProgress | null {
  const created = progress?.outcomes.created ?? 0
  return progress === null
    ? null
    : {
        accounts: created,
        states: {},
        outcomes: { created },
        needsPerson: 0,
        perMinute: null,
        connection: null,
      }
}

/** Without names of newer programs. */
function known<Name extends string>(
  names: readonly Name[],
  all: Readonly<Record<string, number>>,
): Partial<Record<Name, number>> {
  return Object.fromEntries(
    names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  ) as Partial<Record<Name, number>>
}

const desktopRow = z.object({
  id: z.string(),
  member: z.string(),
  machine: z.string(),
  program: z.string(),
  seen: time,
  isThere: z.boolean(),
})
const batchRow = z
  .object({
    id: z.string(),
    desktop: z.string(),
    member: z.string(),
    name: z.string(),
    service: z.string(),
    progress: batchProgress.nullable().catch(null),
    saidAt: time,
    removedAt: time.nullable(),
  })
  .transform((batch) =>
    batch.removedAt === null ? batch : { ...batch, progress: whatRemains(batch.progress) },
  )
const counts = z.record(z.string(), z.number())
const sumsRow = z.object({
  batches: z.number(),
  accounts: z.number(),
  states: counts.transform((states) => known(accountStates, states)),
  outcomes: counts.transform((ended) => known(outcomes, ended)),
  needsPerson: z.number(),
  perMinute: z.number().nullable(),
  desktops: z.number(),
  sending: z.number(),
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

/** SQL: what a desktop said is data of another program: what is no object or no number counts as nothing. */
const objectOf = (json: string): string =>
  `CASE WHEN jsonb_typeof(${json}) = 'object' THEN ${json} ELSE '{}' END`
const numberOf = (json: string): string =>
  `CASE WHEN jsonb_typeof(${json}) = 'number' THEN (${json})::float8 ELSE 0 END`
const answers = `d.left_at IS NULL AND d.seen_at > now() - interval '10 seconds'`
const goneSince = 'CASE WHEN b.removed_at > b.said_at THEN b.removed_at END'

/**
 * SQL: sums over all batches. One that is gone from its desktop counts as what was created of it. The pace is one of a
 * connection, and each of its batches says it.
 */
const sums = `WITH said AS (
    SELECT b.id, b.desktop, ${objectOf('b.progress')} AS it, ${goneSince} IS NOT NULL AS is_gone, ${answers} AS is_there
    FROM carryover.batch b JOIN carryover.desktop d ON d.id = b.desktop
  ), states AS (
    SELECT s.key, sum(${numberOf('s.value')}) AS accounts
    FROM said b, jsonb_each(${objectOf("b.it -> 'states'")}) s WHERE NOT b.is_gone GROUP BY s.key
  ), outcomes AS (
    SELECT o.key, sum(${numberOf('o.value')}) AS accounts
    FROM said b, jsonb_each(${objectOf("b.it -> 'outcomes'")}) o WHERE NOT b.is_gone OR o.key = 'created' GROUP BY o.key
  ), paces AS (
    SELECT b.desktop, max(${numberOf("b.it -> 'perMinute'")}) AS pace FROM said b
    WHERE b.is_there AND NOT b.is_gone AND jsonb_typeof(b.it -> 'perMinute') = 'number'
    GROUP BY b.desktop, coalesce(b.it ->> 'connection', b.id::text)
  )
  SELECT count(*) AS batches,
    coalesce(sum(CASE WHEN b.is_gone THEN ${numberOf("b.it -> 'outcomes' -> 'created'")} ELSE ${numberOf("b.it -> 'accounts'")} END), 0)
      AS accounts,
    coalesce(sum(${numberOf("b.it -> 'needsPerson'")}) FILTER (WHERE NOT b.is_gone), 0) AS "needsPerson",
    (SELECT coalesce(jsonb_object_agg(s.key, s.accounts), '{}') FROM states s) AS states,
    (SELECT coalesce(jsonb_object_agg(o.key, o.accounts), '{}') FROM outcomes o) AS outcomes,
    (SELECT sum(p.pace) FROM paces p) AS "perMinute",
    (SELECT count(DISTINCT p.desktop) FROM paces p) AS sending,
    (SELECT count(*) FROM carryover.desktop d WHERE ${answers}) AS desktops
  FROM said b`

/** The statements of a board. `days`: $1 are the beginnings of the days, and the end of the last one. */
export const boardStatements = {
  desktops: `SELECT d.id::text, m.name AS member, d.machine, d.program, d.seen_at AS seen,
      ${answers} AS "isThere"
    FROM carryover.desktop d JOIN carryover.member m ON m.id = d.member WHERE d.left_at IS NULL ORDER BY m.name, d.machine`,
  batches: `SELECT b.id::text, b.desktop::text, m.name AS member, b.name, s.address AS service, b.progress, b.said_at AS "saidAt",
      ${goneSince} AS "removedAt"
    FROM carryover.batch b JOIN carryover.service s ON s.id = b.service JOIN carryover.desktop d ON d.id = b.desktop
    JOIN carryover.member m ON m.id = d.member ORDER BY b.said_at DESC LIMIT ${mostBatches}`,
  sums,
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
  const [desktops, batches, sumsOfAll, targets, days] = await Promise.all([
    database.run(desktopRow, boardStatements.desktops),
    database.run(batchRow, boardStatements.batches),
    database.run(sumsRow, boardStatements.sums),
    database.run(targetRow, boardStatements.targets),
    database.run(dayRow, boardStatements.days, [bounds.map((at) => new Date(at).toISOString())]),
  ])
  if (!desktops.ok) return desktops
  if (!batches.ok) return batches
  if (!sumsOfAll.ok) return sumsOfAll
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
    sums: oneOf(sumsOfAll.value),
    targets: [...targets.value],
    // The first range is all that was before.
    days: bounds.slice(1).map((to, at) => ({ from: bounds[at] ?? to, to, ...countsOf(at + 2) })),
    before: countsOf(1),
  }
  const { rest, perMinute } = teamTotals(board)
  return { ok: true, value: { ...board, left: perMinute === null ? null : timeAtPace(rest, perMinute) } }
}

function oneOf<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('Sums are one row')
  return row
}

/** Midnights of this desktop's time zone: those at which the days begin, and the next one. */
function dayBounds(now: number): number[] {
  const today = new Date(now)
  const { year, month, day } = { year: today.getFullYear(), month: today.getMonth(), day: today.getDate() }
  return Array.from({ length: shownDays + 1 }, (_, at) =>
    new Date(year, month, day - shownDays + 1 + at).getTime(),
  )
}
