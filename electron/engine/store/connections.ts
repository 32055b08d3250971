// Connections and their pauses: what must not be sent for now, and why.
import type { Database } from 'better-sqlite3'
import { type ConnectionSettings, connectionSettings, type Pause, pause } from '../../../shared/connection.ts'

export type StoredConnection = {
  readonly id: number
  readonly name: string
  readonly settings: ConnectionSettings
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>

export function createConnectionStore(database: Database) {
  const upsert = database.prepare(
    `INSERT INTO connection (name, settings, created_at) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET settings = excluded.settings RETURNING id`,
  )
  const selectAll = database.prepare('SELECT id, name, settings FROM connection ORDER BY id')
  const selectOne = database.prepare('SELECT id, name, settings FROM connection WHERE id = ?')
  const upsertPause = database.prepare(
    `INSERT INTO pause VALUES (@connectionId, @supplier, @reason, @code, @message, @since)
     ON CONFLICT DO UPDATE SET reason = excluded.reason, code = excluded.code, message = excluded.message, since = excluded.since`,
  )
  const selectPauses = database.prepare(
    'SELECT connection_id AS connectionId, supplier, reason, code, message, since FROM pause WHERE connection_id = ?',
  )
  const deletePause = database.prepare('DELETE FROM pause WHERE connection_id = ? AND supplier = ?')

  return {
    /** Adds a connection, or changes the settings of the one with this name. */
    save(name: string, settings: ConnectionSettings, now: number): number {
      return (upsert.get(name, JSON.stringify(settings), now) as { id: number }).id
    },
    all(): StoredConnection[] {
      return (selectAll.all() as RawConnection[]).map(toConnection)
    },
    get(id: number): StoredConnection | null {
      const row = selectOne.get(id) as RawConnection | undefined
      return row === undefined ? null : toConnection(row)
    },
    pause(entry: Pause): void {
      upsertPause.run(entry)
    },
    pauses(connectionId: number): Pause[] {
      return selectPauses.all(connectionId).map((row) => pause.parse(row))
    },
    resume(connectionId: number, supplier: string): void {
      deletePause.run(connectionId, supplier)
    },
  }
}

type RawConnection = { id: number; name: string; settings: string }

function toConnection(row: RawConnection): StoredConnection {
  return { id: row.id, name: row.name, settings: connectionSettings.parse(JSON.parse(row.settings)) }
}
