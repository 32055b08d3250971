// Tables of fixing: what worked for a code, repairs of earlier batches, versions of a file, question packs.
export const fixing = `
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

  -- Of which connections' batches they were made: a purge removes those that quote cells. 0: of no connection.
  CREATE TABLE worked_fix_source (
    code TEXT NOT NULL,
    field TEXT NOT NULL,
    fix TEXT NOT NULL,
    connection_id INTEGER NOT NULL,
    PRIMARY KEY (code, field, fix, connection_id),
    FOREIGN KEY (code, field, fix) REFERENCES worked_fix ON DELETE CASCADE
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
    -- The connection of that batch; null: it had none.
    connection_id INTEGER,
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
    -- The reason that was written (as account.held_reason is), and the hold that stood there before.
    reason TEXT,
    before TEXT CHECK (before IS NULL OR json_valid(before)),
    PRIMARY KEY (batch_id, account_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX version_mark_by_kind ON version_mark(batch_id, kind);
  CREATE INDEX version_mark_of_account ON version_mark(account_id);

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

  -- Accounts of a batch that a person looked for by a list: their keys, also of those named by a platform identifier.
  CREATE TABLE account_list (
    -- Never used twice: a page that shows a list must not show another one.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX account_list_of_batch ON account_list(batch_id, id);

  CREATE TABLE account_list_key (
    list_id INTEGER NOT NULL REFERENCES account_list(id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    PRIMARY KEY (list_id, key)
  ) STRICT, WITHOUT ROWID;

  -- A fix file of a report: the rows that it holds, as ranges by the position of their sheet, and when the files of the
  -- batch had been read, since other rows may have these numbers once they are read again. Its code is in the workbook;
  -- the secret of the fingerprints of its withheld cells is only here.
  CREATE TABLE fix_file (
    id INTEGER PRIMARY KEY,
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    code TEXT NOT NULL UNIQUE,
    rows TEXT NOT NULL CHECK (json_valid(rows)),
    secret TEXT NOT NULL,
    -- The indexes of the withheld columns, by the position of their sheet.
    withheld TEXT NOT NULL CHECK (json_valid(withheld)),
    files_read_at INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    -- When its repairs were last applied.
    applied_at INTEGER
  ) STRICT;
  CREATE INDEX fix_file_of_batch ON fix_file(batch_id);
`
