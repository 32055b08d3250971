// Tables of connections and what is kept for all batches: settings, catalogues, templates, pauses.
export const connections = `
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- A number is never given again: key stores go by it, and another connection must not inherit a key.
  CREATE TABLE connection (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    settings TEXT NOT NULL CHECK (json_valid(settings)),
    created_at INTEGER NOT NULL,
    -- What its last test found at this address with this key, and when; null: it was not tested since they changed.
    last_test TEXT CHECK (last_test IS NULL OR json_valid(last_test)),
    -- What is known of the clock that the service writes created_at by (process-clock.ts); null: nothing.
    process_clock TEXT CHECK (process_clock IS NULL OR json_valid(process_clock)),
    -- Days after which a finished batch of it is purged; null: never.
    retention_days INTEGER CHECK (retention_days > 0)
  ) STRICT;

  CREATE TABLE catalogue (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    schema TEXT NOT NULL CHECK (json_valid(schema)),
    added_at INTEGER NOT NULL
  ) STRICT;

  -- What must not be sent for now, and why; an empty supplier is the whole connection.
  CREATE TABLE pause (
    connection_id INTEGER NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
    supplier TEXT NOT NULL,
    reason TEXT NOT NULL CHECK (reason IN ('person','after_crash','sign_in','supplier_closed','supplier_paused','supplier_complete','odd_answers','same_refusals','not_permitted','not_this_service','fault','team')),
    code TEXT,
    message TEXT NOT NULL,
    since INTEGER NOT NULL,
    -- 1: it holds for every desktop of the team, and ends when it has ended there.
    for_all INTEGER NOT NULL CHECK (for_all IN (0,1)),
    PRIMARY KEY (connection_id, supplier)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE template (
    name TEXT PRIMARY KEY,
    mapping TEXT NOT NULL CHECK (json_valid(mapping)),
    saved_at INTEGER NOT NULL,
    -- Whose files it is for, and the columns that they had.
    supplier TEXT,
    source TEXT,
    layout TEXT CHECK (layout IS NULL OR json_valid(layout))
  ) STRICT, WITHOUT ROWID;

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
`
