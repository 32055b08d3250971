// Waves, plans and stops of batches.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { type SendingPlan, sendingPlan, stopReasons, usualPlan } from '../../../shared/sending-plan.ts'

const waveRow = z.object({
  number: z.number(),
  size: z.number().nullable(),
  released_at: z.number(),
  sent_at: z.number().nullable(),
  ended_at: z.number().nullable(),
  counts_from: z.number(),
})
export type StoredWave = z.infer<typeof waveRow>

const stopRow = z.object({
  wave: z.number().nullable(),
  reason: z.enum(stopReasons),
  code: z.string().nullable(),
  detail: z.string(),
  at: z.number(),
})
export type StoredStop = Omit<z.infer<typeof stopRow>, 'detail'> & {
  readonly detail: Readonly<Record<string, unknown>>
}

export type WaveStore = ReturnType<typeof createWaveStore>

export function createWaveStore(database: Database) {
  const selectPlan = database.prepare('SELECT plan FROM batch WHERE id = ?').pluck()
  const updatePlan = database.prepare('UPDATE batch SET plan = ? WHERE id = ?')
  const selectWaves = database.prepare(
    'SELECT number, size, released_at, sent_at, ended_at, counts_from FROM wave WHERE batch_id = ? ORDER BY number',
  )
  const selectStop = database.prepare('SELECT wave, reason, code, detail, at FROM stop WHERE batch_id = ?')
  const deleteStop = database.prepare('DELETE FROM stop WHERE batch_id = ?')

  return {
    plan(batch: number): SendingPlan {
      const text = selectPlan.get(batch) as string | null | undefined
      return typeof text === 'string' ? sendingPlan.parse(JSON.parse(text)) : usualPlan
    },
    setPlan(batch: number, plan: SendingPlan): void {
      updatePlan.run(JSON.stringify(plan), batch)
    },
    waves(batch: number): StoredWave[] {
      return selectWaves.all(batch).map((row) => waveRow.parse(row))
    },
    stop(batch: number): StoredStop | null {
      const row = selectStop.get(batch)
      if (row === undefined) return null
      const { detail, ...rest } = stopRow.parse(row)
      return { ...rest, detail: z.record(z.string(), z.unknown()).parse(JSON.parse(detail)) }
    },
    liftStop(batch: number): boolean {
      return deleteStop.run(batch).changes > 0
    },
  }
}
