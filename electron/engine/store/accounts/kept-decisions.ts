// Keeps the decisions about accounts (held, excluded) while the accounts are deleted and built again. Decisions are
// stored by key and source rows and are applied to the same key and rows. Moved or dropped decisions go into a list
// that stays until a person has read it.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { type DecisionChange, decisionChange } from '../../../../shared/contract/fixing/decisions.ts'
import {
  type AccountNow,
  type DecisionMatch,
  type DroppedWhy,
  matchDecision,
  type MovedWhy,
} from '../../../../shared/fixing/decision-match.ts'

const rowNumbers = z.array(z.number())
const keptRow = z.object({
  id: z.number(),
  key: z.string(),
  sheet: z.string().nullable(),
  rows: z.string(),
  alone: z.number(),
  content: z.string().nullable(),
  reason: z.string(),
  until: z.number().nullable(),
  excluded: z.number(),
  marks: z.string().nullable(),
  reread: z.number(),
  change_id: z.number().nullable(),
})
type Kept = z.infer<typeof keptRow>

/** A decision and its account, as reported. */
export type ReportedDecision = {
  readonly excluded: number
  readonly reason: string
  readonly until: number | null
  readonly key: string
  readonly sheet: string | null
  readonly rows: readonly number[]
}
const changeRow = z.object({
  id: z.number(),
  at: z.number(),
  fate: z.enum(['moved', 'dropped']),
  why: decisionChange.shape.why,
  what: z.enum(['hold', 'exclude']),
  reason: z.string(),
  until: z.number().nullable(),
  key: z.string(),
  sheet: z.string().nullable(),
  rows: z.string(),
  new_key: z.string().nullable(),
  new_rows: z.string().nullable(),
})

/** An account's rows on the account sheet, in order, as JSON. */
const mainRows = (what: string): string =>
  `(SELECT json_group_array(${what}) FROM (SELECT r.row, s.cells FROM account_row r
     JOIN source_row s ON s.batch_id = r.batch_id AND s.sheet = r.sheet AND s.row = r.row
     WHERE r.account_id = a.id AND r.sheet = m.position ORDER BY r.row))`

export type KeptDecisionStore = ReturnType<typeof createKeptDecisionStore>

export function createKeptDecisionStore(database: Database) {
  const statements = statementsOf(database)
  const { selectKept, place, restoreMark, dropKept, insertChange, selectBack, dropChange, setDropped } =
    statements

  function reported(
    batch: number,
    fate: DecisionMatch['fate'],
    why: string,
    kept: ReportedDecision,
    at: number,
  ) {
    return (to: AccountNow | null): number =>
      Number(
        insertChange.run({
          batch,
          at,
          fate,
          why,
          what: kept.excluded === 1 ? 'exclude' : 'hold',
          reason: kept.reason,
          until: kept.until,
          key: kept.key,
          sheet: kept.sheet,
          rows: JSON.stringify(kept.rows),
          newKey: to?.key ?? null,
          newRows: to === null ? null : JSON.stringify(to.rows),
        }).lastInsertRowid,
      )
  }

  const look = createLook(statements)

  /** Applies a decision, or reports that it is dropped. Returns its new account. */
  function takeUp(batch: number, kept: Kept, taken: Set<number>, now: number): number | null {
    const rows = rowNumbers.parse(JSON.parse(kept.rows))
    const decision = { ...kept, rows, alone: kept.alone === 1, reread: kept.reread === 1 }
    const { onRows, withKey } = look(batch, decision)
    const found = matchDecision(decision, onRows, withKey)
    const to =
      found.fate === 'dropped'
        ? null
        : ([...onRows, ...withKey].find(({ id }) => id === found.account && !taken.has(id)) ?? null)
    const why = found.fate === 'dropped' ? found.why : 'same_key'
    // Dropped before and reported: applied only if it fits exactly.
    if (to === null || (kept.change_id !== null && found.fate !== 'exact')) {
      const change = kept.change_id ?? reported(batch, 'dropped', why, { ...kept, rows }, now)(null)
      setDropped.run(change, kept.id)
      return null
    }
    const { id } = to
    place.run({ id, reason: kept.reason, until: kept.until, excluded: kept.excluded })
    if (kept.marks !== null) restoreMark.run({ account: id, marks: kept.marks })
    dropKept.run(kept.id)
    if (kept.change_id !== null) dropChange.run(kept.change_id)
    if (found.fate === 'moved') {
      const back = selectBack.get({ batch, key: kept.key, newKey: to.key, rows: JSON.stringify(to.rows) })
      // Moved there and back before anybody read of it: nothing is left to report.
      if (back === undefined) reported(batch, 'moved', found.why, { ...kept, rows }, now)(to)
      else dropChange.run((back as { id: number }).id)
    }
    return id
  }

  return {
    /** Runs before the accounts are deleted. Repeating it with some accounts deleted changes nothing. */
    keep(batch: number): void {
      statements.keep.run({ batch })
    },
    /** The rows are deleted too, so their numbers alone mean nothing. */
    keepForReading(batch: number): void {
      statements.keep.run({ batch })
      statements.setReread.run(batch)
    },
    /** Runs in the transaction that ends a build. Returns the accounts that have a decision again. */
    takeUp(batch: number, now: number): number[] {
      const taken = new Set<number>()
      const all = selectKept.all(batch).map((row) => keptRow.parse(row))
      for (const kept of all) {
        const account = takeUp(batch, kept, taken, now)
        if (account !== null) taken.add(account)
      }
      return [...taken]
    },
    /**
     * A merge of two versions moved a decision of the earlier batch to an account of this one, or dropped it;
     * reported once.
     */
    tellOfVersion(
      batch: number,
      kept: ReportedDecision,
      to: AccountNow | null,
      why: MovedWhy | DroppedWhy,
      at: number,
    ): void {
      const known = statements.selectReported.get({
        batch,
        key: kept.key,
        rows: JSON.stringify(kept.rows),
        why,
      })
      if (known === undefined) reported(batch, to === null ? 'dropped' : 'moved', why, kept, at)(to)
    },
    accountNow: look.account,
    unread: (batch: number): number => statements.countUnread.get(batch) as number,
    /** Unread changes, oldest first. */
    changes(batch: number, offset: number, limit: number): DecisionChange[] {
      return statements.selectChanges.all(batch, limit, offset).map((raw) => {
        const { rows, new_key: newKey, new_rows: newRows, ...row } = changeRow.parse(raw)
        return {
          ...row,
          rows: rowNumbers.parse(JSON.parse(rows)),
          now:
            newKey === null || newRows === null
              ? null
              : { key: newKey, rows: rowNumbers.parse(JSON.parse(newRows)) },
        }
      })
    },
    /** A person has read all up to this one. Dropped decisions are no longer applied. */
    markRead(batch: number, upTo: number, at: number): void {
      statements.forgetDropped.run({ batch, upTo })
      statements.setRead.run({ batch, upTo, at })
    },
  }
}

/** Finds the accounts that may get a stored decision. */
function createLook({ selectMain, selectOnRows, selectAccount, selectWithKey }: Statements) {
  const account = (id: number): AccountNow | null => {
    const row = selectAccount.get(id) as (Omit<AccountNow, 'rows'> & { readonly rows: string }) | undefined
    return row === undefined ? null : { ...row, rows: rowNumbers.parse(JSON.parse(row.rows)) }
  }
  const accounts = (ids: unknown[]): AccountNow[] => (ids as number[]).flatMap((id) => account(id) ?? [])
  function look(
    batch: number,
    kept: {
      readonly key: string
      readonly sheet: string | null
      readonly rows: readonly number[]
      readonly reread: boolean
    },
  ): { readonly onRows: AccountNow[]; readonly withKey: AccountNow[] } {
    if (kept.reread) return { onRows: [], withKey: accounts(selectWithKey.all(kept.key, batch)) }
    const main = selectMain.get(batch) as { position: number; name: string } | undefined
    if (main === undefined || main.name !== kept.sheet) return { onRows: [], withKey: [] }
    const rows = JSON.stringify(kept.rows)
    return { withKey: [], onRows: accounts(selectOnRows.all({ batch, sheet: main.position, rows })) }
  }
  return Object.assign(look, { account })
}

type Statements = ReturnType<typeof statementsOf>

function statementsOf(database: Database) {
  return {
    keep: database.prepare(
      `INSERT OR REPLACE INTO kept_decision (batch_id, account, key, sheet, rows, alone, content, reason, until, excluded, marks)
       SELECT b, id, key, sheet, rows, alone, iif(alone, NULL, content), reason, until, excluded, marks FROM
         (SELECT a.batch_id AS b, a.id, a.key, m.info ->> '$.name' AS sheet, ${mainRows('row')} AS rows,
            NOT EXISTS (SELECT 1 FROM account o WHERE o.key = a.key AND o.batch_id = a.batch_id AND o.id <> a.id) AS alone,
            ${mainRows('cells')} AS content, a.held_reason AS reason, a.held_until AS until, a.excluded,
            (SELECT json_group_array(json_array(v.batch_id, v.kind, v.earlier, v.reason, v.before)) FROM version_mark v
              WHERE v.account_id = a.id HAVING count(*) > 0) AS marks
          FROM account a LEFT JOIN sheet m ON m.batch_id = a.batch_id AND m.role = 'main'
          WHERE a.batch_id = @batch AND a.held_reason IS NOT NULL)`,
    ),
    setReread: database.prepare('UPDATE kept_decision SET reread = 1 WHERE batch_id = ?'),
    selectKept: database.prepare('SELECT * FROM kept_decision WHERE batch_id = ? ORDER BY id'),
    selectMain: database.prepare(
      "SELECT position, info ->> '$.name' AS name FROM sheet WHERE batch_id = ? AND role = 'main'",
    ),
    selectOnRows: database
      .prepare(
        `SELECT DISTINCT account_id FROM account_row WHERE batch_id = @batch AND sheet = @sheet
           AND row IN (SELECT value FROM json_each(@rows))`,
      )
      .pluck(),
    selectAccount: database.prepare(
      `SELECT a.id, a.key, m.info ->> '$.name' AS sheet, ${mainRows('row')} AS rows, ${mainRows('cells')} AS content
       FROM account a LEFT JOIN sheet m ON m.batch_id = a.batch_id AND m.role = 'main' WHERE a.id = ?`,
    ),
    selectWithKey: database
      .prepare(
        'SELECT id FROM account INDEXED BY account_by_key WHERE key = ? AND batch_id = ? ORDER BY position',
      )
      .pluck(),
    place: database.prepare(
      'UPDATE account SET held_reason = @reason, held_until = @until, excluded = @excluded WHERE id = @id',
    ),
    restoreMark: database.prepare(
      `INSERT OR IGNORE INTO version_mark (account_id, batch_id, kind, earlier, reason, before)
       SELECT @account, v.value ->> 0, v.value ->> 1, v.value ->> 2, v.value ->> 3, v.value ->> 4 FROM json_each(@marks) v
       WHERE EXISTS (SELECT 1 FROM batch b WHERE b.id = v.value ->> 0)`,
    ),
    dropKept: database.prepare('DELETE FROM kept_decision WHERE id = ?'),
    setDropped: database.prepare('UPDATE kept_decision SET account = NULL, change_id = ? WHERE id = ?'),
    insertChange: database.prepare(
      `INSERT INTO decision_change (batch_id, at, fate, why, what, reason, until, key, sheet, rows, new_key, new_rows)
       VALUES (@batch, @at, @fate, @why, @what, @reason, @until, @key, @sheet, @rows, @newKey, @newRows)`,
    ),
    dropChange: database.prepare('DELETE FROM decision_change WHERE id = ?'),
    selectBack: database.prepare(
      `SELECT id FROM decision_change WHERE batch_id = @batch AND read_at IS NULL AND fate = 'moved'
         AND key = @newKey AND new_key = @key AND rows = @rows`,
    ),
    selectReported: database.prepare(
      'SELECT id FROM decision_change WHERE batch_id = @batch AND key = @key AND rows = @rows AND why = @why',
    ),
    countUnread: database
      .prepare('SELECT count(*) FROM decision_change WHERE batch_id = ? AND read_at IS NULL')
      .pluck(),
    selectChanges: database.prepare(
      'SELECT * FROM decision_change WHERE batch_id = ? AND read_at IS NULL ORDER BY id LIMIT ? OFFSET ?',
    ),
    setRead: database.prepare(
      'UPDATE decision_change SET read_at = @at WHERE batch_id = @batch AND read_at IS NULL AND id <= @upTo',
    ),
    forgetDropped: database.prepare(
      'DELETE FROM kept_decision WHERE batch_id = @batch AND change_id <= @upTo',
    ),
  }
}
