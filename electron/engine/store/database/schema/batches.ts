// Tables of a batch as read: the file, its sheets, rows and warnings. Source rows never change.
export const batches = `
  CREATE TABLE batch (
    -- Never used twice: work that is left for a removed batch must not reach another one.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    connection_id INTEGER REFERENCES connection(id),
    supplier TEXT,
    created_at INTEGER NOT NULL,
    read_at INTEGER,
    -- When a person last chose its mapping, supplier and connection.
    mapped_at INTEGER,
    stage TEXT NOT NULL CHECK (stage IN ('reading','mapping','building','open','failed')),
    failure TEXT CHECK (failure IS NULL OR json_valid(failure)),
    -- While its accounts are built again: their counts before, since those of the accounts built so far mean nothing.
    counts_before TEXT CHECK (counts_before IS NULL OR json_valid(counts_before)),
    -- The catalogue as it was when the batch was mapped, and its name; null until then.
    catalogue TEXT CHECK (json_valid(catalogue)),
    catalogue_id TEXT,
    mapping TEXT CHECK (json_valid(mapping)),
    validating INTEGER NOT NULL DEFAULT 0 CHECK (validating IN (0,1)),
    -- 1: accounts are validated in the background after they are edited.
    validate_edited INTEGER NOT NULL DEFAULT 0 CHECK (validate_edited IN (0,1)),
    -- 1: its accounts may have been sent without this database knowing (store/sending/attempts/doubt.ts). Accounts
    -- that are built again are then in doubt too.
    in_doubt INTEGER NOT NULL DEFAULT 0 CHECK (in_doubt IN (0,1)),
    -- The wave plan (shared/sending/wave-plan.ts); null: the usual one.
    plan TEXT CHECK (plan IS NULL OR json_valid(plan)),
    -- Settings of the connection that hold for its run alone, by path.
    run_settings TEXT CHECK (run_settings IS NULL OR json_valid(run_settings)),
    -- The batch that this one's file is a newer version of.
    earlier_batch_id INTEGER REFERENCES batch(id) ON DELETE SET NULL,
    -- When its accounts and those of the earlier batch were last merged; null: never, or reverted.
    merged_at INTEGER,
    -- What the merge was asked to do, from its first write until it is reverted. While it has not ended there is a job.
    merge TEXT CHECK (merge IS NULL OR json_valid(merge)),
    -- What goes into its reports (shared/contract/report.ts); null: the usual choice.
    report_choice TEXT CHECK (report_choice IS NULL OR json_valid(report_choice)),
    -- The report that was made last.
    report TEXT CHECK (report IS NULL OR json_valid(report))
  ) STRICT;
  CREATE INDEX batch_by_earlier ON batch(earlier_batch_id) WHERE earlier_batch_id IS NOT NULL;

  -- The files of a batch, in the order of their sheets. Most batches have one.
  CREATE TABLE batch_file (
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    -- Null until the file is read.
    sha256 TEXT,
    -- How it is to be read (encoding, delimiter, header row) where a person chose.
    read_options TEXT NOT NULL CHECK (json_valid(read_options)),
    -- What the file was found to be; null until its first bytes are read.
    facts TEXT CHECK (facts IS NULL OR json_valid(facts)),
    PRIMARY KEY (batch_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batch_file_by_content ON batch_file(sha256) WHERE sha256 IS NOT NULL;

  CREATE TABLE sheet (
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    -- The position of its file.
    file INTEGER NOT NULL,
    info TEXT NOT NULL CHECK (json_valid(info)),
    role TEXT NOT NULL CHECK (role IN ('main','linked','unused')),
    row_count INTEGER,
    -- What could be filled from the cells above, and was (shared/sheet/fill-down.ts); null: nothing.
    fills TEXT CHECK (json_valid(fills)),
    -- Rows without text below the header, which reading left out (shared/sheet/blank-rows.ts); null: none.
    blank_rows TEXT CHECK (json_valid(blank_rows)),
    PRIMARY KEY (batch_id, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE warning (
    id INTEGER PRIMARY KEY,
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    warning TEXT NOT NULL CHECK (json_valid(warning))
  ) STRICT;
  CREATE INDEX warning_of_batch ON warning(batch_id);

  -- Cells as they were read; never changed. Cells that were filled while reading say so in kept.
  CREATE TABLE source_row (
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    sheet INTEGER NOT NULL,
    row INTEGER NOT NULL,
    cells TEXT NOT NULL,
    kept TEXT,
    PRIMARY KEY (batch_id, sheet, row)
  ) STRICT, WITHOUT ROWID;

  -- Every so-many-th row of a sheet with its place among the sheet's rows, so that a page far down is found at once.
  CREATE TABLE row_anchor (
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    sheet INTEGER NOT NULL,
    place INTEGER NOT NULL,
    row INTEGER NOT NULL,
    PRIMARY KEY (batch_id, sheet, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE row_key (
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    sheet INTEGER NOT NULL,
    key TEXT NOT NULL,
    row INTEGER NOT NULL,
    PRIMARY KEY (batch_id, sheet, key, row)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE stray_row (
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    sheet INTEGER NOT NULL,
    row INTEGER NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (batch_id, sheet, row)
  ) STRICT, WITHOUT ROWID;

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
`
