// Bulk decisions about many accounts: hold, exclude, release or validate. Each decision is one transaction of a few
// statements for any number of accounts, and it stores the previous state of each account.
import { operatorNow } from '../../operator.ts'
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { thereOutcomes } from '../../../../../shared/sending/states.ts'
import type { LeftOutAccounts } from '../../../../../shared/contract/accounts.ts'
import type { EventView } from '../../../../../shared/contract/views.ts'
import { type Said, storedSaid, storeSaid } from '../../../../../shared/texts/message.ts'
import { sqlList } from '../../database/sql-list.ts'
import { bindOperations, immediateTransaction } from '../../operations.ts'

export type Choice = {
  readonly what: 'hold' | 'exclude' | 'release'
  readonly reason: Said | null
  readonly until: number | null
}
export type Chosen = {
  readonly choice: number | null
  readonly accounts: number
  readonly cancelled: number
  readonly leftOut: LeftOutAccounts
}
type Why = LeftOutAccounts[number]['why']

/** Condition for the chosen accounts: `@ids`, of one batch if given. */
const chosen = 'id IN (SELECT value FROM json_each(@ids))'

/** Reason why an account can no longer be held or excluded; null if it can. */
const stuck = `CASE WHEN state IN ('sending','unconfirmed','processing') THEN 'on_its_way'
  WHEN outcome = 'created' THEN 'created' END`

/** Reason why an account is not validated on request; null if it is. */
const unjudged = `CASE WHEN excluded = 1 THEN 'excluded' WHEN held_reason IS NOT NULL THEN 'held'
  WHEN state = 'invalid' THEN 'invalid' WHEN state = 'queued' THEN 'waits'
  WHEN state IN ('sending','unconfirmed','processing') THEN 'on_its_way'
  WHEN outcome IN (${sqlList(thereOutcomes)}) THEN outcome END`

const kinds: Readonly<Record<Choice['what'], string>> = {
  hold: 'held',
  exclude: 'excluded',
  release: 'released_from_hold',
}
const madeRow = z.object({
  id: z.number(),
  at: z.number(),
  batch_id: z.number(),
  what: z.enum(['hold', 'exclude', 'release']),
  reason: storedSaid.nullable(),
  until: z.number().nullable(),
})

export type ChoiceStore = ReturnType<typeof createChoiceStore>

export function createChoiceStore(database: Database) {
  return bindOperations(prepareChoices(database), {
    accountsOn: listAccountsOn,
    decide: makeChoice,
    accountsOf: listAccountsOf,
    undecide: revertChoice,
    eventsOf: listEvents,
    validate: requestValidation,
  })
}

type ChoiceStatements = ReturnType<typeof prepareChoices>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
function prepareChoices(database: Database) {
  const selectOnSheet = database
    .prepare('SELECT DISTINCT account_id FROM account_row WHERE batch_id = ? AND sheet = ?')
    .pluck()
  const selectOfRows = database
    .prepare(
      `SELECT DISTINCT account_id FROM account_row WHERE batch_id = @batch AND sheet = @sheet
         AND row IN (SELECT value FROM json_each(@rows))`,
    )
    .pluck()
  const insertChoice = database.prepare(
    `INSERT INTO choice (batch_id, at, what, reason, until, operator)
     VALUES (@batch, @at, @what, @reason, @until, ${operatorNow('@batch')})`,
  )
  const keepBefore = database.prepare(
    `INSERT INTO choice_account SELECT @choice, id, held_reason, held_until, held_by, excluded FROM account
     WHERE ${chosen} AND batch_id = @batch AND (@what = 'release' OR (${stuck}) IS NULL)
       AND (held_reason IS NOT @reason OR held_until IS NOT @until OR excluded <> @excluded)`,
  )
  const ofChoice = 'id IN (SELECT account_id FROM choice_account WHERE choice_id = @choice)'
  const cancelQueued = database.prepare(
    `UPDATE account SET state = 'validated', wave = NULL, counted = NULL WHERE state = 'queued' AND ${ofChoice}`,
  )
  const mark = database.prepare(
    `UPDATE account SET held_reason = @reason, held_until = @until, held_by = iif(@reason IS NULL, NULL, ${operatorNow('@batch')}),
       excluded = @excluded WHERE ${ofChoice}`,
  )
  const dropRequests = database.prepare(
    `DELETE FROM validation_request WHERE account_id IN (SELECT account_id FROM choice_account WHERE choice_id = @choice)`,
  )
  const countStuck = database.prepare(
    `SELECT ${stuck} AS why, count(*) AS accounts FROM account
     WHERE ${chosen} AND batch_id = @batch AND why IS NOT NULL GROUP BY why`,
  )
  const countChosen = database
    .prepare(`SELECT count(*) FROM account WHERE ${chosen} AND batch_id = @batch`)
    .pluck()
  const deleteChoice = database.prepare('DELETE FROM choice WHERE id = ?')
  const selectChoice = database.prepare('SELECT 1 FROM choice WHERE id = ? AND batch_id = ?')
  const selectOfChoice = database.prepare('SELECT account_id FROM choice_account WHERE choice_id = ?').pluck()
  const countOfChoice = database.prepare('SELECT count(*) FROM choice_account WHERE choice_id = ?').pluck()
  // Only if it is still in the state that the choice set.
  const putBack = database.prepare(
    `UPDATE account SET held_reason = c.reason, held_until = c.until, held_by = c.operator, excluded = c.excluded
     FROM choice_account c JOIN choice h ON h.id = c.choice_id
     WHERE c.choice_id = ? AND account.id = c.account_id AND account.excluded = (h.what = 'exclude')
       AND account.held_reason IS h.reason AND account.held_until IS h.until`,
  )
  const selectMade = database.prepare(
    `SELECT h.* FROM choice_account c JOIN choice h ON h.id = c.choice_id WHERE c.account_id = ? ORDER BY h.id DESC`,
  )
  const countUnjudged = database.prepare(
    `SELECT ${unjudged} AS why, count(*) AS accounts FROM account WHERE ${chosen} AND why IS NOT NULL GROUP BY why`,
  )
  const mayValidate = `${chosen} AND (${unjudged}) IS NULL`
  const requestValidation = database.prepare(
    `INSERT OR REPLACE INTO validation_request SELECT id, batch_id, 1 FROM account WHERE ${mayValidate}`,
  )
  const unvalidate = database.prepare(
    `UPDATE account SET state = 'unvalidated', outcome = NULL, due_at = 0, tries = 0 WHERE ${mayValidate}`,
  )
  const selectConnections = database
    .prepare(`SELECT DISTINCT connection_id FROM account WHERE ${chosen} AND connection_id IS NOT NULL`)
    .pluck()
  const selectBatches = database.prepare(`SELECT DISTINCT batch_id FROM account WHERE ${chosen}`).pluck()
  const inTransaction = immediateTransaction(database)
  return {
    selectOnSheet,
    selectOfRows,
    insertChoice,
    keepBefore,
    cancelQueued,
    mark,
    dropRequests,
    countStuck,
    countChosen,
    deleteChoice,
    selectChoice,
    selectOfChoice,
    countOfChoice,
    putBack,
    selectMade,
    countUnjudged,
    requestValidation,
    unvalidate,
    selectConnections,
    selectBatches,
    inTransaction,
  }
}

/** Accounts with rows on a sheet: of these rows, or of all; each once. */
function listAccountsOn(
  statements: ChoiceStatements,
  batch: number,
  sheet: number,
  rows: readonly number[] | null,
): number[] {
  return rows === null
    ? (statements.selectOnSheet.all(batch, sheet) as number[])
    : (statements.selectOfRows.all({ batch, sheet, rows: JSON.stringify(rows) }) as number[])
}

function makeChoice(
  statements: ChoiceStatements,
  batch: number,
  accounts: readonly number[],
  made: Choice,
  at: number,
): Chosen {
  return statements.inTransaction(() => {
    const excluded = made.what === 'exclude' ? 1 : 0
    const ids = JSON.stringify(accounts)
    const { what, until } = made
    const reason = made.reason === null ? null : storeSaid(made.reason)
    const choice = Number(statements.insertChoice.run({ batch, at, what, reason, until }).lastInsertRowid)
    const { changes } = statements.keepBefore.run({ choice, batch, ids, what, reason, until, excluded })
    const cancelled = what === 'exclude' ? statements.cancelQueued.run({ choice }).changes : 0
    statements.mark.run({ batch, choice, reason, until, excluded })
    if (what === 'exclude') statements.dropRequests.run({ choice })
    const leftOut =
      what === 'release'
        ? []
        : (statements.countStuck.all({ batch, ids }) as { why: Why; accounts: number }[])
    const found = statements.countChosen.get({ batch, ids }) as number
    const asWished = found - changes - leftOut.reduce((sum, one) => sum + one.accounts, 0)
    if (asWished > 0) leftOut.push({ why: 'as_wished', accounts: asWished })
    if (changes === 0) statements.deleteChoice.run(choice)
    return { choice: changes === 0 ? null : choice, accounts: changes, cancelled, leftOut }
  })
}

/** The accounts that a choice changed. */
function listAccountsOf(statements: ChoiceStatements, choice: number): number[] {
  return statements.selectOfChoice.all(choice) as number[]
}

/** Null if there is no such choice, or it was reverted already. */
function revertChoice(
  statements: ChoiceStatements,
  batch: number,
  choice: number,
): { readonly accounts: number; readonly left: number } | null {
  return statements.inTransaction(() => {
    if (statements.selectChoice.get(choice, batch) === undefined) return null
    const total = statements.countOfChoice.get(choice) as number
    const { changes } = statements.putBack.run(choice)
    statements.deleteChoice.run(choice)
    return { accounts: changes, left: total - changes }
  })
}

/** Bulk decisions about an account, as events; their ids are negative. */
function listEvents(statements: ChoiceStatements, account: number): EventView[] {
  return statements.selectMade.all(account).map((row) => {
    const { id, at, batch_id: batch, what, reason, until } = madeRow.parse(row)
    const detail = reason === null ? {} : { reason, ...(until === null ? {} : { until }) }
    return { id: -id, at, batch, account, kind: kinds[what], detail }
  })
}

/** Requests the validation of accounts; the sender asks the service. */
function requestValidation(
  statements: ChoiceStatements,
  accounts: readonly number[],
): {
  readonly asked: number
  readonly leftOut: LeftOutAccounts
  readonly batches: number[]
  readonly connections: number[]
} {
  return statements.inTransaction(() => {
    const ids = JSON.stringify(accounts)
    const leftOut = statements.countUnjudged.all({ ids }) as { why: Why; accounts: number }[]
    const { changes } = statements.requestValidation.run({ ids })
    statements.unvalidate.run({ ids })
    return {
      asked: changes,
      leftOut,
      batches: statements.selectBatches.all({ ids }) as number[],
      connections: statements.selectConnections.all({ ids }) as number[],
    }
  })
}
