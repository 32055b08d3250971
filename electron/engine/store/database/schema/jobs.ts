// Table of jobs: long work that is carried out in steps and that a restart continues (engine/jobs/runner.ts).
import { jobKinds } from '../../jobs/job.ts'
import { sqlList } from '../sql-list.ts'

export const jobs = `
  -- A row is unfinished work; it is deleted in the transaction of the last step. No reference to the batch: the job that
  -- deletes a batch outlives it.
  CREATE TABLE job (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN (${sqlList(jobKinds)})),
    batch_id INTEGER,
    connection_id INTEGER,
    arguments TEXT NOT NULL CHECK (json_valid(arguments)),
    -- Where the next step begins; null: it has not begun.
    cursor TEXT CHECK (cursor IS NULL OR json_valid(cursor)),
    done INTEGER NOT NULL DEFAULT 0,
    total INTEGER,
    -- failed: an error that is a fault of Carryover ended it; the next start tries again.
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting','failed')),
    error TEXT,
    created_at INTEGER NOT NULL,
    CHECK ((state = 'failed') = (error IS NOT NULL))
  ) STRICT;
  CREATE INDEX job_by_batch ON job(kind, batch_id);
`
