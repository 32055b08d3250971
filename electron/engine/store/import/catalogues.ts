// Catalogues that were loaded from files.
import type { Database } from 'better-sqlite3'

export type CatalogueStore = ReturnType<typeof createCatalogueStore>

export function createCatalogueStore(database: Database) {
  const insert = database.prepare('INSERT INTO catalogue (title, schema, added_at) VALUES (?, ?, ?)')
  const selectSame = database.prepare('SELECT id FROM catalogue WHERE schema = ?')
  const selectOne = database.prepare('SELECT schema FROM catalogue WHERE id = ?')
  const deleteOne = database.prepare('DELETE FROM catalogue WHERE id = ?')
  const updateTime = database.prepare('UPDATE catalogue SET added_at = ? WHERE id = ?')
  const selectTitles = database.prepare('SELECT id, title FROM catalogue ORDER BY added_at DESC, id DESC')
  const selectIds = database.prepare('SELECT id FROM catalogue ORDER BY id')
  return {
    /** Returns the existing id if the same schema is stored already; it is then the newest of its title. */
    add(title: string, schema: unknown, now: number): number {
      const text = JSON.stringify(schema)
      const same = selectSame.get(text) as { id: number } | undefined
      if (same !== undefined) updateTime.run(now, same.id)
      return same?.id ?? Number(insert.run(title, text, now).lastInsertRowid)
    },
    /** The newest first. */
    titles(): { readonly id: number; readonly title: string }[] {
      return selectTitles.all() as { id: number; title: string }[]
    },
    get(id: number): unknown {
      const row = selectOne.get(id) as { schema: string } | undefined
      return row === undefined ? undefined : (JSON.parse(row.schema) as unknown)
    },
    remove(id: number): void {
      deleteOne.run(id)
    },
    ids(): number[] {
      return (selectIds.all() as { id: number }[]).map((row) => row.id)
    },
  }
}
