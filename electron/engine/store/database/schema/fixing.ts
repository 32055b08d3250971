// Step 3 of the schema: what the Fix step remembers, compares and looks up.
import type { Database } from 'better-sqlite3'
import { valueShape } from '../../../../../shared/sheet/value-shape.ts'
import { rowsPerAnchor } from '../../import/row-anchors.ts'

export function fixing(database: Database): void {
  database.exec(`
    -- Every so-many-th row of a sheet with its place among the sheet's rows, so that a page far down is found at once.
    CREATE TABLE row_anchor (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      sheet INTEGER NOT NULL,
      place INTEGER NOT NULL,
      row INTEGER NOT NULL,
      PRIMARY KEY (batch_id, sheet, place)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO row_anchor SELECT batch_id, sheet, place, row FROM
      (SELECT batch_id, sheet, row, row_number() OVER (PARTITION BY batch_id, sheet ORDER BY row) - 1 AS place FROM source_row)
      WHERE place % ${rowsPerAnchor} = 0;

    -- The shape of the value that a problem stands on ("digits with spaces and brackets"); null where it stands on no cell.
    ALTER TABLE problem ADD COLUMN shape TEXT;

    -- Few are held: a list of them walks nothing else.
    CREATE INDEX account_held ON account(batch_id) WHERE held_reason IS NOT NULL;

    -- 1: decided, not only put off: this account is not to be migrated from this batch.
    ALTER TABLE account ADD COLUMN excluded INTEGER NOT NULL DEFAULT 0 CHECK (excluded IN (0,1));
    CREATE INDEX account_excluded ON account(batch_id) WHERE excluded = 1;
    -- Excluded accounts are counted by themselves: held is 0 (neither), 1 (held) or 2 (excluded).
    DROP TRIGGER count_new;
    DROP TRIGGER count_move;
    DROP TRIGGER count_gone;
    CREATE TRIGGER count_new AFTER INSERT ON account BEGIN
      INSERT INTO account_count VALUES (NEW.batch_id, NEW.state, ifnull(NEW.outcome, ''),
        iif(NEW.excluded = 1, 2, NEW.held_reason IS NOT NULL), 1) ON CONFLICT DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER count_move AFTER UPDATE OF state, outcome, held_reason, excluded ON account
      WHEN OLD.state <> NEW.state OR OLD.outcome IS NOT NEW.outcome OR OLD.excluded <> NEW.excluded
        OR (OLD.held_reason IS NULL) <> (NEW.held_reason IS NULL) BEGIN
      UPDATE account_count SET count = count - 1 WHERE batch_id = OLD.batch_id AND state = OLD.state
        AND outcome = ifnull(OLD.outcome, '') AND held = iif(OLD.excluded = 1, 2, OLD.held_reason IS NOT NULL);
      INSERT INTO account_count VALUES (NEW.batch_id, NEW.state, ifnull(NEW.outcome, ''),
        iif(NEW.excluded = 1, 2, NEW.held_reason IS NOT NULL), 1) ON CONFLICT DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER count_gone AFTER DELETE ON account BEGIN
      UPDATE account_count SET count = count - 1 WHERE batch_id = OLD.batch_id AND state = OLD.state
        AND outcome = ifnull(OLD.outcome, '') AND held = iif(OLD.excluded = 1, 2, OLD.held_reason IS NOT NULL);
    END;
    -- A hold, exclusion or release of many accounts, and how each of them stood before: what takes it back.
    CREATE TABLE choice (
      id INTEGER PRIMARY KEY,
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      what TEXT NOT NULL CHECK (what IN ('hold','exclude','release')),
      reason TEXT,
      until INTEGER
    ) STRICT;
    CREATE INDEX choice_of_batch ON choice(batch_id);
    CREATE TABLE choice_account (
      choice_id INTEGER NOT NULL REFERENCES choice(id) ON DELETE CASCADE,
      account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
      reason TEXT,
      until INTEGER,
      excluded INTEGER NOT NULL,
      PRIMARY KEY (choice_id, account_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX choice_of_account ON choice_account(account_id);
    -- 1: edited while its batch is validated as it is edited; the service is asked in the background, within a budget.
    ALTER TABLE account ADD COLUMN recheck INTEGER NOT NULL DEFAULT 0 CHECK (recheck IN (0,1));
    CREATE INDEX account_recheck ON account(batch_id, id) WHERE recheck = 1;
    -- When our own checks last looked at it; null: when its payload was built.
    ALTER TABLE account ADD COLUMN checked_at INTEGER;
    -- One account's events, whatever the number of others.
    CREATE INDEX event_of_account ON event(account_id) WHERE account_id IS NOT NULL;
    -- What a validation named, as [attr, code] pairs: tells what a later pass shows that this one could not.
    ALTER TABLE validation ADD COLUMN named TEXT CHECK (named IS NULL OR json_valid(named));
    -- 1: accounts of this batch are validated by the service in the background as they are edited.
    ALTER TABLE batch ADD COLUMN validate_edited INTEGER NOT NULL DEFAULT 0 CHECK (validate_edited IN (0,1));
    -- The batch that this one's file is a newer version of.
    ALTER TABLE batch ADD COLUMN earlier_batch_id INTEGER REFERENCES batch(id) ON DELETE SET NULL;
    -- When its accounts, and those of that batch, were last brought in line; null: never, or cancelled.
    ALTER TABLE batch ADD COLUMN merged_at INTEGER;
    -- What the merge was asked to do, kept from before its first write until it is cancelled: a restart goes on with it.
    ALTER TABLE batch ADD COLUMN merge TEXT CHECK (merge IS NULL OR json_valid(merge));
    -- 1: accounts of this batch or of the earlier one were built again since, or the merge has not come to its end.
    ALTER TABLE batch ADD COLUMN merge_due INTEGER NOT NULL DEFAULT 0 CHECK (merge_due IN (0,1));
    CREATE INDEX batch_by_earlier ON batch(earlier_batch_id) WHERE earlier_batch_id IS NOT NULL;

    -- What comparing a batch with the earlier version found, of the batch and the edits that the stamp names.
    CREATE TABLE version_comparison (
      batch_id INTEGER PRIMARY KEY REFERENCES batch(id) ON DELETE CASCADE,
      stamp TEXT NOT NULL,
      at INTEGER NOT NULL,
      columns TEXT NOT NULL CHECK (json_valid(columns)),
      found TEXT NOT NULL CHECK (json_valid(found))
    ) STRICT;
    -- Its lines: cells and accounts on which the old file, our edits and the new file have something to say.
    CREATE TABLE version_line (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      seq INTEGER NOT NULL,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      -- In this batch; null for what it does not have.
      sheet INTEGER,
      row INTEGER,
      col INTEGER,
      -- The account of the earlier batch; null where it has none.
      earlier INTEGER,
      detail TEXT NOT NULL CHECK (json_valid(detail)),
      -- What a person chose, and the text that this puts into the cell; null text: the cell stays as the new file has it.
      choice TEXT CHECK (choice IN ('ours','theirs','typed','same','apart')),
      chosen TEXT,
      PRIMARY KEY (batch_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX version_line_by_kind ON version_line(batch_id, kind, seq);
    -- Accounts of other keys that a person said are the same.
    CREATE TABLE version_key (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      earlier_key TEXT NOT NULL,
      PRIMARY KEY (batch_id, key),
      UNIQUE (batch_id, earlier_key)
    ) STRICT, WITHOUT ROWID;
    -- What a merge did to accounts of either batch, to be followed while the earlier one is on its way, and cancelled.
    CREATE TABLE version_mark (
      account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
      -- The newer batch.
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('replaced','gone','waits','done','held')),
      -- For a newer account: the earlier one.
      earlier INTEGER,
      -- The reason that was written, and the hold that stood there before.
      reason TEXT,
      before TEXT CHECK (before IS NULL OR json_valid(before)),
      PRIMARY KEY (batch_id, account_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX version_mark_by_kind ON version_mark(batch_id, kind);
    CREATE INDEX version_mark_of_account ON version_mark(account_id);

    -- Rows that look like no customer (shared/sheet/odd-rows.ts), as reading found them.
    CREATE TABLE odd_row (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      sheet INTEGER NOT NULL,
      row INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('total','note','header','section','separator')),
      PRIMARY KEY (batch_id, sheet, row)
    ) STRICT, WITHOUT ROWID;
    -- What a person decided of such a row. It outlives another reading of the file, and holds only for the same row with the
    -- same cells.
    CREATE TABLE odd_row_choice (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      sheet_name TEXT NOT NULL,
      row INTEGER NOT NULL,
      cells TEXT NOT NULL,
      choice TEXT NOT NULL CHECK (choice IN ('left_out','customer')),
      PRIMARY KEY (batch_id, sheet_name, row)
    ) STRICT, WITHOUT ROWID;
    -- What is to be decided of all rows of a kind once the file is read; then it is decided and gone.
    CREATE TABLE odd_row_wish (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('total','note','header','section','separator')),
      choice TEXT NOT NULL CHECK (choice IN ('left_out','customer')),
      PRIMARY KEY (batch_id, kind)
    ) STRICT, WITHOUT ROWID;

    -- The team's own words about a code.
    CREATE TABLE playbook (
      code TEXT PRIMARY KEY,
      words TEXT NOT NULL,
      changed_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Fixes that were made for a code, and what they did.
    CREATE TABLE worked_fix (
      code TEXT NOT NULL,
      field TEXT NOT NULL,
      fix TEXT NOT NULL CHECK (json_valid(fix)),
      times INTEGER NOT NULL,
      -- Problems with this code that were gone afterwards.
      gone INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      PRIMARY KEY (code, field, fix)
    ) STRICT, WITHOUT ROWID;
    -- A fix that was made for a cause and whose effect is not known yet: problems of that cause that there were before it.
    CREATE TABLE pending_fix (
      edit_id INTEGER PRIMARY KEY REFERENCES edit(id) ON DELETE CASCADE,
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      code TEXT NOT NULL,
      field TEXT NOT NULL,
      fix TEXT NOT NULL CHECK (json_valid(fix)),
      problems INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX pending_fix_of_batch ON pending_fix(batch_id);

    -- Repairs of batches that were removed; those of batches that are there stand in cell_now over source_row.
    CREATE TABLE kept_repair (
      id INTEGER PRIMARY KEY,
      -- The batch that was: another may have its number by now.
      batch_id INTEGER NOT NULL,
      batch_made INTEGER NOT NULL,
      batch_name TEXT NOT NULL,
      supplier TEXT,
      -- What the column means, in general and to the place (shared/fixing/repair-match.ts).
      feeds TEXT NOT NULL,
      place TEXT NOT NULL,
      column_name TEXT NOT NULL,
      -- Null where the row was no account's. The ordinal: which of the key's rows on its sheet, counted from 0.
      account_key TEXT,
      ordinal INTEGER,
      before TEXT NOT NULL,
      after TEXT NOT NULL,
      way TEXT NOT NULL CHECK (way IN ('typed','many','row')),
      -- Cells of the column that said the same and stayed as they were.
      stayed INTEGER NOT NULL,
      at INTEGER NOT NULL,
      kept_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX kept_repair_of_batch ON kept_repair(batch_id, batch_made);
    -- Repairs that a person does not want to be offered again, by the hash of what they are: the texts are not kept.
    CREATE TABLE unwanted_repair (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    -- Edits that gave each cell what is right for its own row: they say nothing about the same text on another row.
    CREATE TABLE edit_by_row (
      edit_id INTEGER PRIMARY KEY REFERENCES edit(id) ON DELETE CASCADE
    ) STRICT;

    -- A question pack: what was asked, of which cells, and the text that stood there. Its code is in the workbook.
    CREATE TABLE question_pack (
      id INTEGER PRIMARY KEY,
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      code TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      questions INTEGER NOT NULL,
      made_at INTEGER NOT NULL,
      read_at INTEGER
    ) STRICT;
    CREATE INDEX question_pack_of_batch ON question_pack(batch_id);
    -- Sheet and column by name, so that it can be answered into a newer version of the file too.
    CREATE TABLE question (
      pack_id INTEGER NOT NULL REFERENCES question_pack(id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      -- What stands in the workbook for the account: its key, or how many accounts it is about.
      who TEXT NOT NULL,
      sheet_name TEXT NOT NULL,
      column_name TEXT NOT NULL,
      asked TEXT NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (pack_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE question_cell (
      pack_id INTEGER NOT NULL REFERENCES question_pack(id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      account_key TEXT NOT NULL,
      row INTEGER NOT NULL,
      -- Which of the account's rows on that sheet, counted from 0.
      ordinal INTEGER NOT NULL,
      PRIMARY KEY (pack_id, number, row)
    ) STRICT, WITHOUT ROWID;
  `)
  shapeProblems(database)
}

/** Gives the problems that are there already the shapes of their values, where they stand on a cell. */
function shapeProblems(database: Database): void {
  const selectPiece = database.prepare(
    `SELECT p.id, coalesce(n.text, r.cells ->> p.col, '') AS text FROM problem p
     JOIN source_row r ON r.batch_id = p.batch_id AND r.sheet = p.sheet AND r.row = p.row
     LEFT JOIN cell_now n ON n.batch_id = p.batch_id AND n.sheet = p.sheet AND n.row = p.row AND n.col = p.col
     WHERE p.id > ? AND p.col IS NOT NULL ORDER BY p.id LIMIT 10000`,
  )
  const update = database.prepare('UPDATE problem SET shape = ? WHERE id = ?')
  for (let after = 0; ; ) {
    const piece = selectPiece.all(after) as { id: number; text: string }[]
    for (const { id, text } of piece) update.run(valueShape(text), id)
    const last = piece.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
