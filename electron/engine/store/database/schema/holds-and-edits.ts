// Step 2 of the schema, released: never changed.
import type { Database } from 'better-sqlite3'

export function holdsAndEdits(database: Database): void {
  database.exec(`
    -- The day on which a held account asks for a person again.
    ALTER TABLE account ADD COLUMN held_until INTEGER;
    -- Accounts by the key that a person knows them by, over all batches.
    CREATE INDEX account_by_key ON account(key);
    -- Decisions about accounts that are being built again: building takes them up again where the account is the same by
    -- key and by its rows on the sheet that accounts come from, and says which others it moved or dropped.
    CREATE TABLE kept_decision (
      id INTEGER PRIMARY KEY,
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      -- The account that was; null once it is gone and the decision was dropped, but may still be taken up exactly.
      account INTEGER,
      key TEXT NOT NULL,
      -- The sheet's name; null where the account had no row on it.
      sheet TEXT,
      rows TEXT NOT NULL CHECK (json_valid(rows)),
      -- 1: no other account had the key.
      alone INTEGER NOT NULL CHECK (alone IN (0,1)),
      -- The rows as read, where another account had the key: what tells them apart when the file is read again.
      content TEXT,
      reason TEXT NOT NULL,
      until INTEGER,
      excluded INTEGER NOT NULL CHECK (excluded IN (0,1)),
      -- What a merge of two versions had marked, as JSON rows of version_mark.
      marks TEXT CHECK (marks IS NULL OR json_valid(marks)),
      -- 1: the file was read again since, so that row numbers alone say nothing.
      reread INTEGER NOT NULL DEFAULT 0 CHECK (reread IN (0,1)),
      -- What a person was reported of it.
      change_id INTEGER,
      UNIQUE (batch_id, account)
    ) STRICT;
    -- Decisions that a building, or a merge of two versions, moved to the account as it is now, or dropped; kept until read.
    CREATE TABLE decision_change (
      id INTEGER PRIMARY KEY,
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      fate TEXT NOT NULL CHECK (fate IN ('moved','dropped')),
      why TEXT NOT NULL,
      what TEXT NOT NULL CHECK (what IN ('hold','exclude')),
      reason TEXT NOT NULL,
      until INTEGER,
      key TEXT NOT NULL,
      sheet TEXT,
      rows TEXT NOT NULL CHECK (json_valid(rows)),
      -- Where it is now; null: dropped.
      new_key TEXT,
      new_rows TEXT CHECK (new_rows IS NULL OR json_valid(new_rows)),
      read_at INTEGER
    ) STRICT;
    CREATE INDEX decision_change_of_batch ON decision_change(batch_id, id);
    -- Accounts that an edit excluded with it, by their rows, and how each stood before: undone and done again with the edit.
    CREATE TABLE edit_exclusion (
      edit_id INTEGER NOT NULL REFERENCES edit(id) ON DELETE CASCADE,
      sheet INTEGER NOT NULL,
      row INTEGER NOT NULL,
      reason TEXT NOT NULL,
      before_reason TEXT,
      before_until INTEGER,
      before_excluded INTEGER NOT NULL,
      PRIMARY KEY (edit_id, sheet, row)
    ) STRICT, WITHOUT ROWID;
    -- A mark of the edit after which the account has not been built again yet: its payload and problems are those of older cells, so
    -- it is neither validated nor released. Null: it stands as its cells do.
    ALTER TABLE account ADD COLUMN dirty INTEGER;
    CREATE INDEX account_dirty ON account(batch_id, id) WHERE dirty IS NOT NULL;
    -- Whose files a template is for, and the columns that they had.
    ALTER TABLE template ADD COLUMN supplier TEXT;
    ALTER TABLE template ADD COLUMN source TEXT;
    ALTER TABLE template ADD COLUMN layout TEXT CHECK (layout IS NULL OR json_valid(layout));
    -- What was kept under a template's name before.
    CREATE TABLE earlier_template (
      name TEXT NOT NULL,
      saved_at INTEGER NOT NULL,
      mapping TEXT NOT NULL CHECK (json_valid(mapping)),
      layout TEXT CHECK (layout IS NULL OR json_valid(layout)),
      PRIMARY KEY (name, saved_at)
    ) STRICT, WITHOUT ROWID;
    -- How often a column of this name was given this field when a mapping was applied, and its conversion then.
    CREATE TABLE decision (
      column_name TEXT NOT NULL,
      field TEXT NOT NULL,
      count INTEGER NOT NULL CHECK (count > 0),
      conversion TEXT CHECK (conversion IS NULL OR json_valid(conversion)),
      PRIMARY KEY (column_name, field)
    ) STRICT, WITHOUT ROWID;
    -- Cells and accounts that an edit touched; null in edits from before this step.
    ALTER TABLE edit ADD COLUMN cells INTEGER;
    ALTER TABLE edit ADD COLUMN accounts INTEGER;
    -- What the file was found to be, and the report that was made last.
    ALTER TABLE batch ADD COLUMN file_facts TEXT CHECK (file_facts IS NULL OR json_valid(file_facts));
    ALTER TABLE batch ADD COLUMN report TEXT CHECK (report IS NULL OR json_valid(report));
  `)
}
