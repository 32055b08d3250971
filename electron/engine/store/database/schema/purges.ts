// Table of purged batches: what remains of a batch when its data is gone. One line of numbers for each, without keys and
// without texts of cells.
export const purges = `
  CREATE TABLE purged_batch (
    -- The number that the batch had; it is never used again.
    batch_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    -- The line stays when the connection is removed. Null: the batch had none.
    connection_id INTEGER,
    connection_name TEXT CHECK ((connection_name IS NULL) = (connection_id IS NULL)),
    supplier TEXT,
    rows INTEGER NOT NULL,
    accounts INTEGER NOT NULL,
    -- Accounts by ending (shared/sending/endings.ts); they add up to the accounts.
    endings TEXT NOT NULL CHECK (json_valid(endings)),
    -- SHA-256 of the files as they were read, as a list; null for a file that was not read whole.
    files TEXT NOT NULL CHECK (json_valid(files)),
    created_at INTEGER NOT NULL,
    begun_at INTEGER NOT NULL,
    -- Null: its data is still being removed.
    purged_at INTEGER,
    -- Who purged it (store/operator.ts); null: the retention period of its connection was over.
    operator TEXT
  ) STRICT;
  CREATE INDEX purged_batch_under_way ON purged_batch(batch_id) WHERE purged_at IS NULL;
`
