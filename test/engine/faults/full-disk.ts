// Simulates a disk that refuses writes with SQLite's own errors: full or read-only. Only for tests.
import Database from 'better-sqlite3'
import { vi } from 'vitest'

/** The connection that the engine opens next. */
export function nextConnection(): () => Database.Database {
  const found: Database.Database[] = []
  const real = Database.prototype.pragma
  const spy = vi.spyOn(Database.prototype, 'pragma').mockImplementation(function pragma(
    this: Database.Database,
    ...given: Parameters<typeof real>
  ) {
    if (given[0].startsWith('journal_size_limit')) found.push(this)
    return real.apply(this, given)
  })
  return () => {
    spy.mockRestore()
    const last = found.at(-1)
    if (last === undefined) throw new Error('The engine has opened no database')
    return last
  }
}

export const diskTroubles = [
  {
    name: 'the disk is full',
    begin: (database: Database.Database) =>
      void database.pragma(`max_page_count = ${String(database.pragma('page_count', { simple: true }))}`),
    end: (database: Database.Database) => void database.pragma('max_page_count = 1000000'),
  },
  {
    name: 'the disk takes no writes',
    begin: (database: Database.Database) => void database.pragma('query_only = ON'),
    end: (database: Database.Database) => void database.pragma('query_only = OFF'),
  },
]
