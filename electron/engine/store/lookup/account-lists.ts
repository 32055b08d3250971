// Lists of accounts that a person looked for by many keys or platform identifiers. Every statement goes from the keys to
// their accounts by index.
import type { Database } from 'better-sqlite3'
import { bindOperations, immediateTransaction } from '../operations.ts'
import { accountsOfList } from './rows/row-conditions.ts'

/** Older lists of a batch are removed: only pages that were left open show them. */
const keptLists = 20

/** The key of each account that one of these texts names: by its key, or by what the platform calls it. */
export const namedKeys = `
  SELECT g.value AS given, g.value AS key FROM json_each(@given) g WHERE EXISTS
    (SELECT 1 FROM account a INDEXED BY account_by_key WHERE a.key = g.value AND a.batch_id = @batch)
  UNION SELECT g.value, a.key FROM json_each(@given) g
    CROSS JOIN service_answer s INDEXED BY service_answer_by_identifier ON s.platform_identifier = g.value
    CROSS JOIN account a ON a.id = s.account_id AND a.batch_id = @batch
  UNION SELECT g.value, a.key FROM json_each(@given) g
    CROSS JOIN service_answer s INDEXED BY service_answer_by_existing ON s.existing_account_id = g.value
    CROSS JOIN account a ON a.id = s.account_id AND a.batch_id = @batch`

export type AccountListStore = ReturnType<typeof createAccountListStore>

export function createAccountListStore(database: Database) {
  const inTransaction = immediateTransaction(database)
  return bindOperations(
    { ...prepareLists(database), inTransaction },
    { keysOf: findKeys, add: addList, count: countAccounts },
  )
}

type ListStatements = ReturnType<typeof prepareLists>
type ListParts = ListStatements & { readonly inTransaction: ReturnType<typeof immediateTransaction> }

function prepareLists(database: Database) {
  return {
    selectKeys: database.prepare(namedKeys),
    insertList: database.prepare('INSERT INTO account_list (batch_id, at) VALUES (?, ?)'),
    insertKeys: database.prepare(
      'INSERT OR IGNORE INTO account_list_key SELECT @list, value FROM json_each(@keys)',
    ),
    deleteOlder: database.prepare(
      `DELETE FROM account_list WHERE batch_id = @batch AND id NOT IN
         (SELECT id FROM account_list WHERE batch_id = @batch ORDER BY id DESC LIMIT ${keptLists})`,
    ),
    countAccounts: database.prepare(`SELECT count(*) FROM ${accountsOfList} WHERE k.list_id = @list`).pluck(),
  }
}

/** The keys that each of these texts names; those that name none are absent. */
function findKeys(
  { selectKeys }: ListStatements,
  batch: number,
  given: readonly string[],
): Map<string, string[]> {
  const found = new Map<string, string[]>()
  type Named = { readonly given: string; readonly key: string }
  for (const { given: text, key } of selectKeys.all({ batch, given: JSON.stringify(given) }) as Named[])
    found.set(text, [...(found.get(text) ?? []), key])
  return found
}

/** Returns the list's number. */
function addList(
  { insertList, insertKeys, deleteOlder, inTransaction }: ListParts,
  batch: number,
  keys: readonly string[],
  at: number,
): number {
  return inTransaction(() => {
    const list = Number(insertList.run(batch, at).lastInsertRowid)
    insertKeys.run({ list, keys: JSON.stringify(keys) })
    deleteOlder.run({ batch })
    return list
  })
}

function countAccounts(statements: ListStatements, batch: number, list: number): number {
  return statements.countAccounts.get({ batch, list }) as number
}
