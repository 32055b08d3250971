// Reads the lines of a comparison by the ids of their accounts: key, ending or verdict, the codes of the problems, and the
// hash of the bytes that the result is of.
import type { Database, Statement } from 'better-sqlite3'
import type { Ending } from '../../../../shared/sending/endings.ts'
import { type ComparedResult, resultNow, resultOfPass } from '../../../../shared/sending/comparison.ts'
import {
  type ComparedSide,
  endingNow,
  namedProblems,
  problemName,
  type RawEnding,
} from './compared-results.ts'

export type ComparedAccount = {
  readonly id: number
  readonly key: string
  /** Of the account as it is now, or the verdict of the validation that is looked at. */
  readonly result: Ending | 'validated' | 'rejected'
  /** Each code once. */
  readonly codes: readonly string[]
  /** SHA-256 of its payload, hexadecimal; null: it has none, or not those bytes any more. */
  readonly sha256: string | null
}

export type ComparedLineStore = ReturnType<typeof createComparedLineStore>

export function createComparedLineStore(database: Database) {
  const statements = {
    selectAccount: database.prepare(
      `SELECT a.id, a.key, a.state, a.outcome, a.held_reason IS NOT NULL AS held, a.excluded, p.sha256
       FROM account a LEFT JOIN payload p ON p.id = a.payload_id WHERE a.id = ?`,
    ),
    selectValidation: database.prepare(
      `SELECT v.verdict, v.named, p.sha256 FROM validation v LEFT JOIN payload p ON p.id = v.payload_id
       WHERE v.account_id = ? ORDER BY v.id LIMIT 1 OFFSET ?`,
    ),
    selectProblems: database.prepare(
      'SELECT DISTINCT code, field FROM problem WHERE account_id = ? AND stale = 0',
    ),
  }
  return {
    /** Null for an account that is not on the side, or not any more. */
    account: (side: Pick<ComparedSide, 'pass'>, id: number) => readAccount(statements, side, id),
  }
}

type Statements = Readonly<Record<'selectAccount' | 'selectValidation' | 'selectProblems', Statement>>

function readAccount(
  { selectAccount, selectValidation, selectProblems }: Statements,
  { pass }: Pick<ComparedSide, 'pass'>,
  id: number,
): ComparedAccount | null {
  const found = selectAccount.get(id) as RawAccount | undefined
  if (found === undefined) return null
  const { key, sha256 } = found
  if (pass === null) {
    const problems = selectProblems.all(id) as { code: string | null; field: string | null }[]
    const ending = endingNow(found)
    const names = problems.map(({ code, field }) => problemName(code, field))
    return { id, key, result: ending, codes: codesOf(resultNow(ending, names)), sha256 }
  }
  const validation = selectValidation.get(id, pass - 1) as RawValidation | undefined
  if (validation === undefined) return null
  const { verdict, named } = validation
  const codes = codesOf(resultOfPass(verdict, namedProblems(named)))
  return { id, key, result: verdict, codes, sha256: validation.sha256 }
}

function codesOf({ problems }: ComparedResult): string[] {
  const names = problems === '' ? [] : problems.split('\n')
  return [...new Set(names.map((name) => name.slice(0, name.lastIndexOf(' '))))]
}

type RawAccount = RawEnding & { readonly key: string; readonly sha256: string | null }
type RawValidation = {
  readonly verdict: 'validated' | 'rejected'
  readonly named: string | null
  readonly sha256: string | null
}
