// Reads what the lines of a comparison say beyond the results that it found (compared-results.ts), by the ids of their
// accounts: the key, and the hash of the bytes that the result is of.
import type { Database, Statement } from 'better-sqlite3'
import type { ComparedSide } from './compared-results.ts'

export type ComparedAccount = {
  readonly id: number
  readonly key: string
  /** SHA-256 of its payload, hexadecimal; null: it has none, or not those bytes any more. */
  readonly sha256: string | null
}

export type ComparedLineStore = ReturnType<typeof createComparedLineStore>

export function createComparedLineStore(database: Database) {
  const statements = {
    selectAccount: database.prepare(
      'SELECT a.id, a.key, p.sha256 FROM account a LEFT JOIN payload p ON p.id = a.payload_id WHERE a.id = ?',
    ),
    selectValidation: database.prepare(
      `SELECT p.sha256 FROM validation v LEFT JOIN payload p ON p.id = v.payload_id
       WHERE v.account_id = ? ORDER BY v.id LIMIT 1 OFFSET ?`,
    ),
  }
  return {
    /** Null for an account that is not on the side, or not any more. */
    account: (side: Pick<ComparedSide, 'pass'>, id: number) => readAccount(statements, side, id),
  }
}

type Statements = Readonly<Record<'selectAccount' | 'selectValidation', Statement>>

function readAccount(
  { selectAccount, selectValidation }: Statements,
  { pass }: Pick<ComparedSide, 'pass'>,
  id: number,
): ComparedAccount | null {
  const found = selectAccount.get(id) as ComparedAccount | undefined
  if (found === undefined || pass === null) return found ?? null
  const validation = selectValidation.get(id, pass - 1) as Pick<ComparedAccount, 'sha256'> | undefined
  return validation === undefined ? null : { ...found, ...validation }
}
