// Stamp of each batch. It changes whenever the data behind its row lists changes: edits, accounts and their states,
// problems. Triggers of this connection count the changes in memory, so no writer has to remember it. Every write
// of the workspace goes through this connection.
import type { Database } from 'better-sqlite3'

export type BatchStamps = ReturnType<typeof createBatchStamps>

export function createBatchStamps(database: Database, editsOf: (batch: number) => string) {
  const counted = (name: string, event: string, table: string, batch: 'NEW' | 'OLD', when = ''): string =>
    `CREATE TEMP TRIGGER IF NOT EXISTS ${name} AFTER ${event} ON main.${table} ${when} BEGIN
       INSERT INTO batch_stamp VALUES (${batch}.batch_id, 1) ON CONFLICT DO UPDATE SET changes = changes + 1;
     END;`
  database.exec(`
    CREATE TEMP TABLE IF NOT EXISTS batch_stamp (batch_id INTEGER PRIMARY KEY, changes INTEGER NOT NULL);
    ${counted('stamp_new_account', 'INSERT', 'account', 'NEW')}
    ${counted('stamp_account', 'UPDATE OF state, outcome, held_reason, excluded', 'account', 'NEW')}
    ${counted('stamp_no_account', 'DELETE', 'account', 'OLD')}
    ${counted('stamp_new_problem', 'INSERT', 'problem', 'NEW')}
    ${counted('stamp_problem', 'UPDATE OF stale, shape', 'problem', 'NEW')}
    ${counted('stamp_no_problem', 'DELETE', 'problem', 'OLD')}`)
  const select = database.prepare('SELECT changes FROM batch_stamp WHERE batch_id = ?').pluck()
  const selectBatch = database.prepare('SELECT stage, read_at FROM batch WHERE id = ?')
  return {
    of(batch: number): string {
      const { stage, read_at } = (selectBatch.get(batch) ?? {}) as { stage?: string; read_at?: number }
      return `${editsOf(batch)} ${(select.get(batch) as number | undefined) ?? 0} ${stage ?? ''} ${read_at ?? ''}`
    },
  }
}
