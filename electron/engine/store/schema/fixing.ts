// Step 3 of the schema: what the Fix step remembers, compares and looks up.
import type { Database } from 'better-sqlite3'

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

    -- The shape of the value that a problem stands on ("digits with spaces and brackets"); null where it stands on no cell.
    ALTER TABLE problem ADD COLUMN shape TEXT;

    -- 1: decided, not only put off: this account is not to be migrated from this batch.
    ALTER TABLE account ADD COLUMN excluded INTEGER NOT NULL DEFAULT 0 CHECK (excluded IN (0,1));
    ALTER TABLE kept_hold ADD COLUMN excluded INTEGER NOT NULL DEFAULT 0 CHECK (excluded IN (0,1));
    -- 1: accounts of this batch are judged by the service in the background as they are edited.
    ALTER TABLE batch ADD COLUMN judge_edited INTEGER NOT NULL DEFAULT 0 CHECK (judge_edited IN (0,1));
    -- The batch that this one's file is a newer version of.
    ALTER TABLE batch ADD COLUMN earlier_batch_id INTEGER REFERENCES batch(id) ON DELETE SET NULL;
    -- What a person decided where an earlier version, our edits and this file differ, by account, sheet, row and column.
    ALTER TABLE batch ADD COLUMN merged_at INTEGER;

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

    -- Repairs of batches that were removed; those of batches that are there stand in cell_now over source_row.
    CREATE TABLE kept_repair (
      sheet_name TEXT NOT NULL,
      column_name TEXT NOT NULL,
      account_key TEXT NOT NULL,
      -- Which of the account's rows on that sheet, counted from 0.
      ordinal INTEGER NOT NULL,
      before TEXT NOT NULL,
      after TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (sheet_name, column_name, account_key, ordinal, before)
    ) STRICT, WITHOUT ROWID;
    -- Repairs that a person does not want to be offered again.
    CREATE TABLE unwanted_repair (
      column_name TEXT NOT NULL,
      before TEXT NOT NULL,
      after TEXT NOT NULL,
      PRIMARY KEY (column_name, before, after)
    ) STRICT, WITHOUT ROWID;

    -- A question pack: what was asked, of which cells, and the text that stood there.
    CREATE TABLE question_pack (
      id INTEGER PRIMARY KEY,
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      made_at INTEGER NOT NULL,
      read_at INTEGER
    ) STRICT;
    CREATE TABLE question (
      pack_id INTEGER NOT NULL REFERENCES question_pack(id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      account_key TEXT NOT NULL,
      sheet INTEGER NOT NULL,
      row INTEGER NOT NULL,
      col INTEGER NOT NULL,
      asked TEXT NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (pack_id, number)
    ) STRICT, WITHOUT ROWID;
  `)
}
