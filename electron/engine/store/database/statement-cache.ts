// Prepares statements whose text depends on a request. Each text is prepared once.
import type { Database, Statement } from 'better-sqlite3'

export type StatementCache = (sql: string) => Statement

export function createStatementCache(database: Database): StatementCache {
  const statements = new Map<string, Statement>()
  return (sql) => {
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }
}
