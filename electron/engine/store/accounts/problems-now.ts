// Current problems of an account, as names that can be compared with the result of checking other cells.
import type { Database } from 'better-sqlite3'

export type ProblemsNowStore = ReturnType<typeof createProblemsNowStore>

export function createProblemsNowStore(database: Database) {
  // Duplicates only show over the whole batch, so a check of one account does not find them.
  const selectNames = database
    .prepare(
      `SELECT ifnull(code, '') || ' ' || ifnull(attr, '') FROM problem
       WHERE account_id = ? AND source IN ('local','file') AND stale <> 2 AND ifnull(code, '') <> 'duplicate_account'`,
    )
    .pluck()
  const selectValidated = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM validation v WHERE v.account_id = a.id AND v.payload_id = a.payload_id)
       FROM account a WHERE a.id = ?`,
    )
    .pluck()
  return {
    of(account: number): { readonly names: readonly string[]; readonly validated: boolean } {
      return {
        names: selectNames.all(account) as string[],
        validated: selectValidated.get(account) === 1,
      }
    },
  }
}
