// Waves, plans and stops of batches, and the counts of each wave's brakes. Account counts come from a table that
// triggers maintain, so reading a wave of a hundred thousand accounts costs no more than reading one of ten.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { AccountState, Outcome } from '../../../../shared/sending/states.ts'
import { type Environment, environments } from '../../../../shared/sending/connection.ts'
import {
  type SendingPlan,
  sendingPlan,
  stopReasons,
  usualPlan,
} from '../../../../shared/sending/wave-plan.ts'

const codeRow = z.array(z.tuple([z.string(), z.number()]))
const codeRows = z.object({ create: codeRow, process: codeRow })
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
/** Input of an engine's brakes (queue/brakes.ts); rows are codes with their consecutive counts. */
export type BrakeCounts = {
  readonly answers: number
  readonly wrong: number
  readonly rows: {
    readonly create: readonly (readonly [string, number])[]
    readonly process: readonly (readonly [string, number])[]
  }
}
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

type BrakesRow = {
  readonly stretch: number
  readonly answers: number
  readonly wrong: number
  readonly code_rows: string
}

/** The schema's default. */
const noRows = '{"create":[],"process":[]}'
const emptyRows: StoredWave['counts']['rows'] = { create: [], process: [] }

function rowsOf(text: string): StoredWave['counts']['rows'] {
  return text === noRows ? emptyRows : codeRows.parse(JSON.parse(text))
}

const stopRow = z.object({
  wave: z.number().nullable(),
  reason: z.enum(stopReasons),
  code: z.string().nullable(),
  detail: z.string(),
  at: z.number(),
})
/** Figures for the text of a stop. */
export const stopDetail = z.object({
  answers: z.number(),
  wrong: z.number(),
  times: z.number().nullable(),
  /** The account of the answer; null if a person made the brakes stricter. */
  account: z.number().nullable(),
})
export type StopDetail = z.infer<typeof stopDetail>
export type StoredStop = Omit<z.infer<typeof stopRow>, 'detail'> & { readonly detail: StopDetail }

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
  const selectPlan = database.prepare('SELECT plan FROM batch WHERE id = ?').pluck()
  const selectBrakes = database.prepare(
    'SELECT stretch, answers, wrong, code_rows FROM wave WHERE batch_id = ? AND number = ?',
  )
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
  const updateBrakes = database.prepare(
    `UPDATE wave SET answers = @answers, wrong = @wrong, code_rows = @rows WHERE batch_id = @batch AND number = @number`,
  )
  const beginStretch = database.prepare(
    `UPDATE wave SET stretch = stretch + 1, answers = 0, wrong = 0, code_rows = '${noRows}' WHERE batch_id = ?`,
  )
  const selectStop = database.prepare('SELECT wave, reason, code, detail, at FROM stop WHERE batch_id = ?')
  const insertStop = database.prepare(
    'INSERT OR IGNORE INTO stop (batch_id, wave, reason, code, detail, at) VALUES (@batch, @wave, @reason, @code, @detail, @at)',
  )
  const deleteStop = database.prepare('DELETE FROM stop WHERE batch_id = ?')
  const selectAnyStandingStill = database
    .prepare("SELECT EXISTS (SELECT 1 FROM stop) OR EXISTS (SELECT 1 FROM job WHERE kind = 'cancel')")
    .pluck()
  const selectStandingStill = database
    .prepare(
      `SELECT s.batch_id FROM stop s JOIN batch b ON b.id = s.batch_id WHERE b.connection_id = @connection
       UNION SELECT t.batch_id FROM job t JOIN batch b ON b.id = t.batch_id
       WHERE t.kind = 'cancel' AND b.connection_id = @connection`,
    )
    .pluck()
  const selectStandsStill = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM stop WHERE batch_id = @batch) 
         OR EXISTS (SELECT 1 FROM job WHERE kind = 'cancel' AND batch_id = @batch)`,
    )
    .pluck()
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
  let known: { readonly text: string; readonly plan: SendingPlan } = { text: '', plan: usualPlan }

  function planOf(batch: number): SendingPlan {
    const text = selectPlan.get(batch) as string | null | undefined
    if (typeof text !== 'string') return usualPlan
    if (known.text !== text) known = { text, plan: sendingPlan.parse(JSON.parse(text)) }
    return known.plan
  }

  return {
    plan: planOf,
    setPlan(batch: number, plan: SendingPlan): void {
      updatePlan.run(JSON.stringify(plan), batch)
    },
    waves(batch: number): StoredWave[] {
      return selectWaves.all(batch).map(toWave)
    },
    /** Brake counts of a wave; null if there is no such wave. */
    brakes(batch: number, number: number): Pick<StoredWave, 'stretch' | 'counts'> | null {
      const row = selectBrakes.get(batch, number) as BrakesRow | undefined
      return row === undefined
        ? null
        : {
            stretch: row.stretch,
            counts: { answers: row.answers, wrong: row.wrong, rows: rowsOf(row.code_rows) },
          }
    },
    counts(batch: number): WaveCount[] {
      return selectCounts.all(batch) as WaveCount[]
    },
    batches(): number[] {
      return selectBatchesWithWaves.all() as number[]
    },
    setEnds(batch: number, number: number, sentAt: number | null, endedAt: number | null): void {
      updateEnds.run({ batch, number, sentAt, endedAt })
    },

    keepCounts(batch: number, number: number, counts: BrakeCounts): void {
      const { answers, wrong, rows } = counts
      updateBrakes.run({ batch, number, answers, wrong, rows: JSON.stringify(rows) })
    },

    stop(batch: number): StoredStop | null {
      const row = selectStop.get(batch)
      if (row === undefined) return null
      const { detail, ...rest } = stopRow.parse(row)
      return { ...rest, detail: stopDetail.parse(JSON.parse(detail)) }
    },
    /** False if it was stopped already: the first reason stays. */
    setStop(batch: number, stop: StoredStop): boolean {
      return insertStop.run({ ...stop, batch, detail: JSON.stringify(stop.detail) }).changes > 0
    },
    /** A person continued: the brakes of all its waves count from the start. */
    liftStop(batch: number): boolean {
      const lifted = deleteStop.run(batch).changes > 0
      if (lifted) beginStretch.run(batch)
      return lifted
    },
    /** Batches of a connection that must not send for now: stopped, or being cancelled. */
    standingStill(connection: number): number[] {
      // Read at every pick, and nearly always empty.
      return selectAnyStandingStill.get() === 0 ? [] : (selectStandingStill.all({ connection }) as number[])
    },
    /** True if a brake has stopped the batch, or its queued accounts are being cancelled. */
    isSendingBlocked(batch: number): boolean {
      return selectStandsStill.get({ batch }) === 1
    },
    /** Validated accounts that are not held. */
    validatedCount(batch: number): number {
      return countValidated.get(batch) as number
    },
    /** True if the next wave of some batch of a connection may follow automatically, now or after validation. */
    mayFollow(connection: number): boolean {
      const batches = selectFollowing.all(connection) as number[]
      return batches.some((batch) => planOf(batch).between !== 'ask' && selectMayClear.get({ batch }) === 1)
    },
    /** True if any account of the batch may still be sent without a person's action. */
    hasLeftToSend(batch: number): boolean {
      return selectLeftToSend.get(batch) === 1
    },
  }
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
