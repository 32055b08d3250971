// Catalogues that were loaded from files, and mapping templates.
import type { Database } from 'better-sqlite3'
import { type Mapping, mappingFile } from '../../../shared/mapping-file.ts'

export type CatalogueStore = ReturnType<typeof createCatalogueStore>

export function createCatalogueStore(database: Database) {
  const insert = database.prepare('INSERT INTO catalogue (title, schema, added_at) VALUES (?, ?, ?)')
  const selectSame = database.prepare('SELECT id FROM catalogue WHERE schema = ?')
  const selectOne = database.prepare('SELECT schema FROM catalogue WHERE id = ?')
  const selectIds = database.prepare('SELECT id FROM catalogue ORDER BY id')
  return {
    /** Returns the id of the same schema where it is kept already. */
    add(title: string, schema: unknown, now: number): number {
      const text = JSON.stringify(schema)
      const same = selectSame.get(text) as { id: number } | undefined
      return same?.id ?? Number(insert.run(title, text, now).lastInsertRowid)
    },
    get(id: number): unknown {
      const row = selectOne.get(id) as { schema: string } | undefined
      return row === undefined ? undefined : (JSON.parse(row.schema) as unknown)
    },
    ids(): number[] {
      return (selectIds.all() as { id: number }[]).map((row) => row.id)
    },
  }
}

export type TemplateStore = ReturnType<typeof createTemplateStore>

export function createTemplateStore(database: Database) {
  const upsert = database.prepare(
    'INSERT INTO template VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET mapping = excluded.mapping, saved_at = excluded.saved_at',
  )
  const selectAll = database.prepare('SELECT name, saved_at AS savedAt FROM template ORDER BY name')
  const selectOne = database.prepare('SELECT mapping FROM template WHERE name = ?')
  const deleteOne = database.prepare('DELETE FROM template WHERE name = ?')
  return {
    save(name: string, mapping: Mapping, now: number): void {
      upsert.run(name, JSON.stringify(mapping), now)
    },
    list(): { name: string; savedAt: number }[] {
      return selectAll.all() as { name: string; savedAt: number }[]
    },
    get(name: string): Mapping | null {
      const row = selectOne.get(name) as { mapping: string } | undefined
      return row === undefined ? null : mappingFile.parse(JSON.parse(row.mapping))
    },
    remove(name: string): void {
      deleteOne.run(name)
    },
  }
}
