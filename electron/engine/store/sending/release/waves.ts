// Waves and plans of batches; stops and the counts of each wave's brakes are in files of their own. Account counts come
// from a table that triggers maintain, so reading a wave of a hundred thousand accounts costs no more than reading one
// of ten.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { AccountState, Outcome } from '../../../../../shared/sending/states.ts'
import { type Environment, environments } from '../../../../../shared/sending/connection.ts'
import { type SendingPlan, sendingPlan, usualPlan } from '../../../../../shared/sending/wave-plan.ts'
import { type BrakeCounts, createBrakeCounts, rowsOf } from './brake-counts.ts'
import { createStopStore } from './stops.ts'
import { bindOperations } from '../../operations.ts'

const waveRow = z.object({
  number: z.number(),
  size: z.number().nullable(),
  released_at: z.number(),
  by_person: z.number(),
  environment: z.enum(environments).nullable(),
  releasing: z.number(),
  may_follow: z.number(),
  sent_at: z.number().nullable(),
  ended_at: z.number().nullable(),
  stretch: z.number(),
  answers: z.number(),
  wrong: z.number(),
  code_rows: z.string(),
})
export type StoredWave = {
  readonly number: number
  /** Requested size; null: all that were left. */
  readonly size: number | null
  readonly releasedAt: number
  readonly byPerson: boolean
  /** Environment of the connection's address at the release. */
  readonly environment: Environment | null
  /** True while its release is under way. */
  readonly isReleasing: boolean
  readonly mayFollow: boolean
  readonly sentAt: number | null
  readonly endedAt: number | null
  /** Counted from 1, increased by each "go on". */
  readonly stretch: number
  readonly counts: BrakeCounts
}

/** Number of accounts of a wave in one state; `held` includes excluded ones. */
export type WaveCount = {
  readonly wave: number
  readonly state: AccountState
  readonly outcome: Outcome | ''
  readonly held: 0 | 1
  readonly count: number
}

export type WaveStore = ReturnType<typeof createWaveStore>

export function createWaveStore(database: Database) {
  return {
    ...createStopStore(database),
    ...createBrakeCounts(database),
    ...bindOperations(prepareWaves(database), {
      plan: readPlan,
      setPlan,
      waves: listWaves,
      counts: countByWave,
      batches: listBatchesWithWaves,
      setEnds,
      validatedCount: countValidated,
      mayFollow,
      hasLeftToSend,
    }),
  }
}

type WaveStoreParts = ReturnType<typeof prepareWaves>

function prepareWaves(database: Database) {
  const selectPlan = database.prepare('SELECT plan FROM batch WHERE id = ?').pluck()
  const updatePlan = database.prepare('UPDATE batch SET plan = ? WHERE id = ?')
  const selectWaves =
    database.prepare(`SELECT w.*, EXISTS (SELECT 1 FROM job j WHERE j.kind = 'release' AND j.batch_id = w.batch_id
         AND j.arguments ->> 'wave' = w.number) AS releasing
       FROM wave w WHERE batch_id = ? ORDER BY number`)
  const selectCounts = database.prepare(
    `SELECT wave, state, outcome, held > 0 AS held, sum(count) AS count FROM account_count
     WHERE batch_id = ? AND wave > 0 AND count > 0 GROUP BY 1, 2, 3, 4`,
  )
  const selectBatchesWithWaves = database.prepare('SELECT DISTINCT batch_id FROM wave').pluck()
  const updateEnds = database.prepare(
    'UPDATE wave SET sent_at = @sentAt, ended_at = @endedAt WHERE batch_id = @batch AND number = @number',
  )
  const countValidated = database
    .prepare(
      "SELECT ifnull(sum(count), 0) FROM account_count WHERE batch_id = ? AND state = 'validated' AND held = 0",
    )
    .pluck()
  // Accounts being validated or rebuilt may be validated soon.
  const selectMayClear = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM account_count WHERE batch_id = @batch AND state IN ('validated','unvalidated') AND held = 0 AND count > 0)
         OR EXISTS (SELECT 1 FROM account WHERE batch_id = @batch AND dirty IS NOT NULL)`,
    )
    .pluck()
  const selectFollowing = database
    .prepare(
      `SELECT w.batch_id FROM wave w JOIN batch b ON b.id = w.batch_id WHERE b.connection_id = ? AND w.may_follow = 1
         AND w.size IS NOT NULL AND w.number = (SELECT max(number) FROM wave WHERE batch_id = w.batch_id)`,
    )
    .pluck()
  const selectLeftToSend = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM account_count WHERE batch_id = ? AND count > 0
         AND state IN ('validated','queued','sending','unconfirmed'))`,
    )
    .pluck()

  // Read at every answer, and nearly always the same text.
  const latest: { text: string; plan: SendingPlan } = { text: '', plan: usualPlan }
  return {
    selectPlan,
    updatePlan,
    selectWaves,
    selectCounts,
    selectBatchesWithWaves,
    updateEnds,
    countValidated,
    selectMayClear,
    selectFollowing,
    selectLeftToSend,
    latest,
  }
}

function readPlan(parts: WaveStoreParts, batch: number): SendingPlan {
  const text = parts.selectPlan.get(batch) as string | null | undefined
  if (typeof text !== 'string') return usualPlan
  if (parts.latest.text !== text)
    Object.assign(parts.latest, { text, plan: sendingPlan.parse(JSON.parse(text)) })
  return parts.latest.plan
}

function setPlan(parts: WaveStoreParts, batch: number, plan: SendingPlan): void {
  parts.updatePlan.run(JSON.stringify(plan), batch)
}

function listWaves(parts: WaveStoreParts, batch: number): StoredWave[] {
  return parts.selectWaves.all(batch).map(toWave)
}

function countByWave(parts: WaveStoreParts, batch: number): WaveCount[] {
  return parts.selectCounts.all(batch) as WaveCount[]
}

function listBatchesWithWaves(parts: WaveStoreParts): number[] {
  return parts.selectBatchesWithWaves.all() as number[]
}

function setEnds(
  parts: WaveStoreParts,
  batch: number,
  number: number,
  sentAt: number | null,
  endedAt: number | null,
): void {
  parts.updateEnds.run({ batch, number, sentAt, endedAt })
}

/** Validated accounts that are not held. */
function countValidated(parts: WaveStoreParts, batch: number): number {
  return parts.countValidated.get(batch) as number
}

/** True if the next wave of some batch of a connection may follow automatically, now or after validation. */
function mayFollow(parts: WaveStoreParts, connection: number): boolean {
  const batches = parts.selectFollowing.all(connection) as number[]
  return batches.some(
    (batch) => readPlan(parts, batch).between !== 'ask' && parts.selectMayClear.get({ batch }) === 1,
  )
}

/** True if any account of the batch may still be sent without a person's action. */
function hasLeftToSend(parts: WaveStoreParts, batch: number): boolean {
  return parts.selectLeftToSend.get(batch) === 1
}

function toWave(row: unknown): StoredWave {
  const raw = waveRow.parse(row)
  return {
    number: raw.number,
    size: raw.size,
    releasedAt: raw.released_at,
    byPerson: raw.by_person === 1,
    environment: raw.environment,
    isReleasing: raw.releasing === 1,
    mayFollow: raw.may_follow === 1,
    sentAt: raw.sent_at,
    endedAt: raw.ended_at,
    stretch: raw.stretch,
    counts: {
      answers: raw.answers,
      wrong: raw.wrong,
      rows: rowsOf(raw.code_rows),
    },
  }
}
