// Workspace settings that no other table holds: text values by name.
import type { Database } from 'better-sqlite3'

export type SettingStore = ReturnType<typeof createSettingStore>

export function createSettingStore(database: Database) {
  const select = database.prepare('SELECT value FROM setting WHERE name = ?').pluck()
  const upsert = database.prepare(
    'INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  return {
    get(name: string): string | null {
      return (select.get(name) as string | undefined) ?? null
    },
    set(name: string, value: string): void {
      upsert.run(name, value)
    },
  }
}

/** For opening, before the store exists. */
export function readSetting(database: Database, name: string): string | null {
  return (
    (database.prepare('SELECT value FROM setting WHERE name = ?').pluck().get(name) as string | undefined) ??
    null
  )
}

export function writeSetting(database: Database, name: string, value: string): void {
  database
    .prepare('INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
    .run(name, value)
}

export function forgetSetting(database: Database, name: string): void {
  database.prepare('DELETE FROM setting WHERE name = ?').run(name)
}
