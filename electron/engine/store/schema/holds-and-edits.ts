// Step 2 of the schema, released: never changed.
import type { Database } from 'better-sqlite3'

export function holdsAndEdits(database: Database): void {
  database.exec(`
    -- The day on which a held account asks for a person again.
    ALTER TABLE account ADD COLUMN held_until INTEGER;
    -- Accounts by the key that a person knows them by, over all batches.
    CREATE INDEX account_by_key ON account(key);
    -- Holds of accounts that are being built anew, by their key: building takes them up again.
    CREATE TABLE kept_hold (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      reason TEXT NOT NULL,
      until INTEGER,
      PRIMARY KEY (batch_id, key)
    ) STRICT, WITHOUT ROWID;
    -- A mark of the edit after which the account has not been built anew yet: its payload and problems are those of older cells, so
    -- it is neither judged nor released. Null: it stands as its cells do.
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
