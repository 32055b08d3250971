// Step 4 of the schema: waves and their brakes, how long an account is in its state, settled accounts looked at again.
import type { Database } from 'better-sqlite3'

export function sending(database: Database): void {
  database.exec(`
    -- How it is to be sent (shared/sending-plan.ts); null: in the usual way.
    ALTER TABLE batch ADD COLUMN plan TEXT CHECK (plan IS NULL OR json_valid(plan));

    -- What was released together. Numbers are from 1 in each batch.
    CREATE TABLE wave (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      -- What was asked for; null: all that was left.
      size INTEGER,
      released_at INTEGER NOT NULL,
      -- When the last of it had been sent, and when none was on its way any more.
      sent_at INTEGER,
      ended_at INTEGER,
      -- The brakes count answers from here: when it was released, or when a person said go on.
      counts_from INTEGER NOT NULL,
      PRIMARY KEY (batch_id, number)
    ) STRICT, WITHOUT ROWID;
    -- The wave that an account was released with; null: none, or from before waves were kept.
    ALTER TABLE account ADD COLUMN wave INTEGER;
    CREATE INDEX account_of_wave ON account(batch_id, wave) WHERE wave IS NOT NULL;

    -- A brake has stopped this batch: nothing of it is sent until a person says go on.
    CREATE TABLE stop (
      batch_id INTEGER PRIMARY KEY REFERENCES batch(id) ON DELETE CASCADE,
      wave INTEGER,
      reason TEXT NOT NULL CHECK (reason IN ('error_rate','same_code','stop_code')),
      code TEXT,
      -- The figures that its words are made of.
      detail TEXT NOT NULL CHECK (json_valid(detail)),
      at INTEGER NOT NULL
    ) STRICT;

    -- Since when it is in its state, or the service says the same word; null from before this was kept.
    ALTER TABLE account ADD COLUMN since INTEGER;
    -- 1: settled, and its status is to be read again without leaving that state.
    ALTER TABLE account ADD COLUMN look INTEGER NOT NULL DEFAULT 0 CHECK (look IN (0,1));
    CREATE INDEX account_look ON account(connection_id, due_at) WHERE look = 1;
    -- When the service last said something else of a settled account; null: it never did.
    ALTER TABLE account ADD COLUMN mind_changed_at INTEGER;
    CREATE INDEX account_mind_changed ON account(batch_id, mind_changed_at) WHERE mind_changed_at IS NOT NULL;
  `)
}
