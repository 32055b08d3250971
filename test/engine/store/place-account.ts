// Puts accounts into a state directly in the tables, whatever their state was.
import type { Database } from 'better-sqlite3'

const answers: Readonly<Record<string, string>> = {
  service_event: 'event',
  process_at: 'process_at',
  not_found_at: 'not_found_at',
  platform_identifier: 'platform_identifier',
  existing_account_id: 'existing_account_id',
}

/** Columns of the account row and of its details; `recheck` is due at `due_at`. */
export type PlacedFields = Readonly<Record<string, unknown>> & {
  readonly recheck?: 'asked' | 'planned' | 'none'
  readonly changed_at?: number
}

/** `where` selects accounts by SQL; its values are part of the fields under other names. */
export function placeAccounts(
  database: Database,
  where: string,
  { recheck, changed_at, ...fields }: PlacedFields,
  values: Readonly<Record<string, unknown>> = {},
): void {
  const ids = database.prepare(`SELECT id FROM account WHERE ${where}`).pluck().all(values) as number[]
  const row = Object.keys(fields).filter((name) => answers[name] === undefined)
  const said = Object.keys(fields).filter((name) => answers[name] !== undefined)
  for (const id of ids) {
    const sets = ['id = id', ...row.map((name) => `${name} = @${name}`)].join(', ')
    database.prepare(`UPDATE account SET ${sets} WHERE id = @id`).run({ ...fields, id })
    database.prepare('INSERT OR IGNORE INTO service_answer (account_id) VALUES (?)').run(id)
    for (const name of said)
      database
        .prepare(`UPDATE service_answer SET ${answers[name]} = ? WHERE account_id = ?`)
        .run(fields[name], id)
    if (recheck !== undefined) database.prepare('DELETE FROM recheck WHERE account_id = ?').run(id)
    if (recheck === 'asked' || recheck === 'planned')
      database
        .prepare(
          `INSERT INTO recheck (account_id, batch_id, connection_id, asked, due_at)
           SELECT id, batch_id, connection_id, ?, ? FROM account WHERE id = ?`,
        )
        .run(recheck === 'asked' ? 1 : 0, fields['due_at'] ?? 0, id)
    if (changed_at !== undefined)
      database
        .prepare('INSERT OR REPLACE INTO changed_after_done SELECT id, batch_id, ? FROM account WHERE id = ?')
        .run(changed_at, id)
  }
}

export function placeAccount(database: Database, id: number, fields: PlacedFields): void {
  placeAccounts(database, 'id = @id', fields, { id })
}

/** The recheck of an account: `asked` by a person, `planned` by its outcome, or none. */
export function recheckOf(database: Database, id: number): 'asked' | 'planned' | 'none' {
  const asked = database.prepare('SELECT asked FROM recheck WHERE account_id = ?').pluck().get(id)
  return asked === undefined ? 'none' : asked === 1 ? 'asked' : 'planned'
}

/** The service validated the present payload of these accounts. */
export function validateAll(database: Database, at: number, where = '1'): void {
  database
    .prepare(
      `INSERT INTO validation (account_id, payload_id, at, http_status, verdict, answer)
       SELECT id, payload_id, ?, 200, 'validated', '{}' FROM account WHERE ${where}`,
    )
    .run(at)
  database.prepare(`UPDATE account SET state = 'validated' WHERE ${where}`).run()
}
