// Settings of the workspace that no other table has: texts by name.
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
