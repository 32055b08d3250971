// Walks over the accounts of a batch for a report: all of them, or those with one ending or one problem code.
import type { Database } from 'better-sqlite3'
import type { AccountLine, AccountsAmong, ReportAccount } from '../../report/report-source.ts'
import type { StoredSheet } from '../import/rows.ts'
import { bindOperations } from '../operations.ts'
import { endingSql } from './ending-sql.ts'
import { type FoundAccount, idsOf, known } from './pages.ts'
import { type AccountReader, accountsAtOnce } from './report-accounts.ts'

export function createAccountWalks(database: Database, accounts: AccountReader) {
  return bindOperations(prepareWalks(database, accounts), { all: walkAccounts, among: walkAccountsAmong })
}

type Statements = ReturnType<typeof prepareWalks>

function prepareWalks(database: Database, accounts: AccountReader) {
  return {
    accounts,
    selectAccounts: database.prepare(
      `SELECT id, position AS place FROM account WHERE batch_id = ? AND position > ? ORDER BY position LIMIT ${accountsAtOnce}`,
    ),
    selectWithEnding: database.prepare(
      `SELECT id, position AS place FROM account WHERE batch_id = ? AND position > ? AND ${endingSql} = ?
       ORDER BY position LIMIT ${accountsAtOnce}`,
    ),
    // The first problem of the code stands for its account, so each account is selected once.
    selectWithCode: database.prepare(
      `SELECT p.id AS place, p.account_id AS id FROM problem p
       WHERE p.batch_id = @batch AND p.code IS @code AND p.id > @after AND p.stale <> 2 AND NOT EXISTS (
         SELECT 1 FROM problem q WHERE q.account_id = p.account_id AND q.code IS p.code AND q.stale <> 2 AND q.id < p.id)
       ORDER BY p.id LIMIT ${accountsAtOnce}`,
    ),
  }
}

function* walkAccounts(
  statements: Statements,
  batch: number,
  sheets: readonly StoredSheet[],
): Generator<ReportAccount> {
  const next = (after: number) => statements.selectAccounts.all(batch, after) as FoundAccount[]
  for (const ids of idsOf(next)) {
    const found = statements.accounts.accounts(ids, sheets)
    for (const id of ids) yield known(found, id)
  }
}

function* walkAccountsAmong(
  statements: Statements,
  batch: number,
  sheets: readonly StoredSheet[],
  among: AccountsAmong,
): Generator<AccountLine> {
  const { selectWithEnding, selectWithCode } = statements
  const next = (after: number) =>
    ('ending' in among
      ? selectWithEnding.all(batch, after, among.ending)
      : selectWithCode.all({ batch, code: among.code, after })) as FoundAccount[]
  for (const ids of idsOf(next)) {
    const found = statements.accounts.lines(ids, sheets)
    for (const id of ids) yield known(found, id)
  }
}
