// Tables of edits and decisions: edited cells, holds, exclusions, and decisions that are kept while accounts are built
// again. Every reason is stored as account.held_reason is.
export const edits = `
  -- Edits are applied over the cells as read. An edit is whole or absent. Undone ones can be redone until another edit follows: 2 is
  -- one that was undone before such an edit. It stays in the history and in no cell.
  CREATE TABLE edit (
    id INTEGER PRIMARY KEY,
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    words TEXT NOT NULL,
    -- Who made it (store/operator.ts); the same for choices and waves.
    operator TEXT NOT NULL DEFAULT '',
    undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0,1,2)),
    -- Cells and accounts that it touched.
    cells INTEGER,
    accounts INTEGER
  ) STRICT;
  CREATE INDEX edit_of_batch ON edit(batch_id, id);

  CREATE TABLE edit_cell (
    edit_id INTEGER NOT NULL REFERENCES edit(id) ON DELETE CASCADE,
    sheet INTEGER NOT NULL,
    row INTEGER NOT NULL,
    col INTEGER NOT NULL,
    -- The text that was there before: null where it was the cell as read.
    before TEXT,
    after TEXT NOT NULL,
    PRIMARY KEY (edit_id, sheet, row, col)
  ) STRICT, WITHOUT ROWID;

  -- The text of edited cells now.
  CREATE TABLE cell_now (
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    sheet INTEGER NOT NULL,
    row INTEGER NOT NULL,
    col INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (batch_id, sheet, row, col)
  ) STRICT, WITHOUT ROWID;

  -- Accounts that an edit excluded with it, by their rows, and how each stood before: undone and done again with the edit.
  CREATE TABLE edit_exclusion (
    edit_id INTEGER NOT NULL REFERENCES edit(id) ON DELETE CASCADE,
    sheet INTEGER NOT NULL,
    row INTEGER NOT NULL,
    reason TEXT NOT NULL,
    before_reason TEXT,
    before_until INTEGER,
    before_operator TEXT,
    before_excluded INTEGER NOT NULL,
    PRIMARY KEY (edit_id, sheet, row)
  ) STRICT, WITHOUT ROWID;

  -- Edits that gave each cell what is right for its own row: they say nothing about the same text on another row.
  CREATE TABLE edit_by_row (
    edit_id INTEGER PRIMARY KEY REFERENCES edit(id) ON DELETE CASCADE
  ) STRICT;

  -- A hold, exclusion or release of many accounts, and what each was before, for undoing it.
  CREATE TABLE choice (
    id INTEGER PRIMARY KEY,
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('hold','exclude','release')),
    reason TEXT,
    until INTEGER,
    operator TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX choice_of_batch ON choice(batch_id);

  CREATE TABLE choice_account (
    choice_id INTEGER NOT NULL REFERENCES choice(id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    reason TEXT,
    until INTEGER,
    operator TEXT,
    excluded INTEGER NOT NULL,
    PRIMARY KEY (choice_id, account_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX choice_of_account ON choice_account(account_id);

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
    operator TEXT,
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

  -- "Let the service decide": our own checks that a person has overruled, remembered for a connection. Never deleted, since
  -- what was sent under one names it.
  CREATE TABLE overruling (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
    -- problem: one of one account of one batch; cause: a code at a field; kind: a code wherever it comes.
    scope TEXT NOT NULL CHECK (scope IN ('problem','cause','kind')),
    code TEXT NOT NULL,
    -- With * for indexes; of a cause null is the whole account.
    field TEXT,
    batch_id INTEGER REFERENCES batch(id) ON DELETE CASCADE,
    attr TEXT,
    account_key TEXT,
    -- The account's first row: a key alone may be that of another account once the file is reread.
    row INTEGER,
    at INTEGER NOT NULL,
    reverted_at INTEGER,
    CHECK ((scope = 'problem') = (batch_id IS NOT NULL AND account_key IS NOT NULL)),
    CHECK (scope <> 'kind' OR field IS NULL)
  ) STRICT;
  CREATE INDEX overruling_of_code ON overruling(connection_id, code) WHERE reverted_at IS NULL;
`
