// Statements of kept decisions: copying them off the accounts, finding the accounts that may get them again, and the
// list of changes.
import type { Database, Statement } from 'better-sqlite3'

/** An account's rows on the account sheet, in order, as JSON. */
const mainRows = (what: string): string =>
  `(SELECT json_group_array(${what}) FROM (SELECT r.row, s.cells FROM account_row r
     JOIN source_row s ON s.batch_id = r.batch_id AND s.sheet = r.sheet AND s.row = r.row
     WHERE r.account_id = a.id AND r.sheet = m.position ORDER BY r.row))`

type Name =
  | 'keep'
  | 'setReread'
  | 'selectKept'
  | 'selectMain'
  | 'selectOnRows'
  | 'selectAccount'
  | 'selectWithKey'
  | 'place'
  | 'restoreMark'
  | 'dropKept'
  | 'setDropped'
  | 'insertChange'
  | 'dropChange'
  | 'selectBack'
  | 'selectReported'
  | 'countUnread'
  | 'selectChanges'
  | 'setRead'
  | 'forgetDropped'

export type KeptStatements = Readonly<Record<Name, Statement>>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
export function prepareKeptDecisions(database: Database): KeptStatements {
  return {
    keep: database.prepare(
      `INSERT INTO kept_decision (batch_id, account, key, sheet, rows, alone, content, reason, until, operator, excluded, marks)
       SELECT b, id, key, sheet, rows, alone, iif(alone, NULL, content), reason, until, operator, excluded, marks FROM
         (SELECT a.batch_id AS b, a.id, a.key, m.info ->> '$.name' AS sheet, ${mainRows('row')} AS rows,
            NOT EXISTS (SELECT 1 FROM account o WHERE o.key = a.key AND o.batch_id = a.batch_id AND o.id <> a.id) AS alone,
            ${mainRows('cells')} AS content, a.held_reason AS reason, a.held_until AS until, a.held_by AS operator, a.excluded,
            (SELECT json_group_array(json_array(v.batch_id, v.kind, v.earlier, v.reason, v.before)) FROM version_mark v
              WHERE v.account_id = a.id HAVING count(*) > 0) AS marks
          FROM account a LEFT JOIN sheet m ON m.batch_id = a.batch_id AND m.role = 'main'
          WHERE a.batch_id = @batch AND a.held_reason IS NOT NULL) WHERE true
       ON CONFLICT (batch_id, account) DO NOTHING`,
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
      'UPDATE account SET held_reason = @reason, held_until = @until, held_by = @operator, excluded = @excluded WHERE id = @id',
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
