// Step 4 of the schema: waves and their brakes, how long an account is in its state, done accounts looked at again.
import type { Database } from 'better-sqlite3'
import { wrongOutcomes } from '../../../../../shared/sending/states.ts'
import { sqlList } from '../sql-list.ts'

export function sending(database: Database): void {
  database.exec(`
    -- How it is to be sent (shared/sending/wave-plan.ts); null: in the usual way.
    -- What a run was reported of its connection's settings, by path, for itself alone.
    ALTER TABLE batch ADD COLUMN run_settings TEXT CHECK (run_settings IS NULL OR json_valid(run_settings));
    ALTER TABLE batch ADD COLUMN plan TEXT CHECK (plan IS NULL OR json_valid(plan));

    -- What was released together. Numbers are from 1 in each batch.
    CREATE TABLE wave (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number > 0),
      -- What was asked for; null: all that was left.
      size INTEGER CHECK (size > 0),
      released_at INTEGER NOT NULL,
      -- 1: a person released it; 0: the plan did.
      by_person INTEGER NOT NULL CHECK (by_person IN (0,1)),
      -- Where it went: what stood behind the connection's address when it was released.
      environment TEXT CHECK (environment IN ('practice','test','production')),
      -- A release is one decision, carried out in pieces: the position that it came to; null: it is whole.
      result INTEGER,
      released INTEGER NOT NULL DEFAULT 0,
      -- Left out, because another batch has them on their way or created them.
      elsewhere INTEGER NOT NULL DEFAULT 0,
      -- 1: the next one follows by itself where the plan says so; 0: accounts were cancelled, so a person releases it.
      may_follow INTEGER NOT NULL DEFAULT 1 CHECK (may_follow IN (0,1)),
      -- When the last of it had been sent, and when none was on its way any more.
      sent_at INTEGER,
      ended_at INTEGER,
      -- What the brakes count since it was released, or since a person said go on: each time is a stretch of its own.
      stretch INTEGER NOT NULL DEFAULT 1,
      answers INTEGER NOT NULL DEFAULT 0,
      wrong INTEGER NOT NULL DEFAULT 0,
      code_rows TEXT NOT NULL DEFAULT '{"create":[],"process":[]}' CHECK (json_valid(code_rows)),
      PRIMARY KEY (batch_id, number)
    ) STRICT, WITHOUT ROWID;
    -- The wave that an account was released with; null: none, or from before waves were kept.
    ALTER TABLE account ADD COLUMN wave INTEGER;
    -- The stretch of its wave in which the brakes counted its answer, below zero where it is a wrong one.
    ALTER TABLE account ADD COLUMN counted INTEGER;
    -- The next validated accounts in order, however many others there are.
    CREATE INDEX account_validated ON account(batch_id, position) WHERE state = 'validated';

    -- What is due, for the few states in which it is asked for: an index over all states would be written twice at each
    -- move of each account. By lane (supplier), so that a paused lane is stepped over whole, however long it is.
    DROP INDEX account_by_state;
    DROP INDEX account_due;
    CREATE INDEX account_queued ON account(connection_id, due_at) WHERE state = 'queued';
    CREATE INDEX account_queued_lane ON account(batch_id, ifnull(supplier, ''), due_at) WHERE state = 'queued';
    CREATE INDEX account_ready_lane ON account(batch_id, ifnull(supplier, ''), due_at) WHERE state = 'unvalidated';
    -- Not validated because of a failure, and to be tried again.
    CREATE INDEX account_put_off ON account(connection_id, due_at) WHERE state = 'unvalidated' AND due_at > 0;

    -- Counts are kept by wave as well; 0 is none.
    DROP TRIGGER count_new;
    DROP TRIGGER count_move;
    DROP TRIGGER count_gone;
    CREATE TABLE account_count_by_wave (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      state TEXT NOT NULL,
      outcome TEXT NOT NULL,
      held INTEGER NOT NULL,
      wave INTEGER NOT NULL,
      count INTEGER NOT NULL CHECK (count >= 0),
      PRIMARY KEY (batch_id, state, outcome, held, wave)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO account_count_by_wave SELECT batch_id, state, outcome, held, 0, count FROM account_count WHERE count > 0;
    DROP TABLE account_count;
    ALTER TABLE account_count_by_wave RENAME TO account_count;
    CREATE TRIGGER count_new AFTER INSERT ON account BEGIN
      INSERT INTO account_count VALUES (NEW.batch_id, NEW.state, ifnull(NEW.outcome, ''),
        iif(NEW.excluded = 1, 2, NEW.held_reason IS NOT NULL), ifnull(NEW.wave, 0), 1)
        ON CONFLICT DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER count_move AFTER UPDATE OF state, outcome, held_reason, excluded, wave ON account
      WHEN OLD.state <> NEW.state OR OLD.outcome IS NOT NEW.outcome OR OLD.excluded <> NEW.excluded
        OR (OLD.held_reason IS NULL) <> (NEW.held_reason IS NULL) OR OLD.wave IS NOT NEW.wave BEGIN
      UPDATE account_count SET count = count - 1 WHERE batch_id = OLD.batch_id AND state = OLD.state
        AND outcome = ifnull(OLD.outcome, '') AND held = iif(OLD.excluded = 1, 2, OLD.held_reason IS NOT NULL)
        AND wave = ifnull(OLD.wave, 0);
      INSERT INTO account_count VALUES (NEW.batch_id, NEW.state, ifnull(NEW.outcome, ''),
        iif(NEW.excluded = 1, 2, NEW.held_reason IS NOT NULL), ifnull(NEW.wave, 0), 1)
        ON CONFLICT DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER count_gone AFTER DELETE ON account BEGIN
      UPDATE account_count SET count = count - 1 WHERE batch_id = OLD.batch_id AND state = OLD.state
        AND outcome = ifnull(OLD.outcome, '') AND held = iif(OLD.excluded = 1, 2, OLD.held_reason IS NOT NULL)
        AND wave = ifnull(OLD.wave, 0);
    END;

    -- What is queued is being cancelled, in pieces; nothing of it is sent meanwhile. An empty supplier is all of it.
    CREATE TABLE cancelling (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      supplier TEXT NOT NULL,
      taken INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (batch_id, supplier)
    ) STRICT, WITHOUT ROWID;

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
    -- Done, and its status is to be read again without leaving that state, from its due time on: 1 by itself, 2 because a
    -- person asked.
    ALTER TABLE account ADD COLUMN look INTEGER NOT NULL DEFAULT 0 CHECK (look IN (0,1,2));
    CREATE INDEX account_look ON account(connection_id, look, due_at) WHERE look > 0;
    CREATE INDEX account_asked ON account(batch_id) WHERE look = 2;
    -- When the service made the process that its status is of, by the service's clock; null where that was not reported.
    ALTER TABLE account ADD COLUMN process_at INTEGER;
    -- When the service last said something else of a done account; null: it never did.
    ALTER TABLE account ADD COLUMN mind_changed_at INTEGER;
    CREATE INDEX account_mind_changed ON account(batch_id, mind_changed_at) WHERE mind_changed_at IS NOT NULL;
    -- How many attempts it had when it last left "done" to be sent again: the process that they made has had its end.
    ALTER TABLE account ADD COLUMN spent INTEGER NOT NULL DEFAULT 0;
    -- What is no longer done is neither looked at again nor of a changed mind, and its attempts are over.
    CREATE TRIGGER done_no_more AFTER UPDATE OF state ON account
      WHEN OLD.state = 'done' AND NEW.state NOT IN ('done','processing') BEGIN
      UPDATE account SET look = 0, mind_changed_at = NULL, spent = attempts WHERE id = NEW.id;
    END;
    -- The next status to read, over all states that are read; accounts without a path are not among them.
    CREATE INDEX account_to_read ON account(connection_id, due_at)
      WHERE state IN ('unconfirmed','processing') AND status_path IS NOT NULL;
    -- Lists: the accounts of a state by when they were sent, the others behind them as they are in the file. Every account
    -- is in it; what it says at its end keeps it from being taken for what others find by batch and state.
    CREATE INDEX account_in_order ON account(batch_id, state, ifnull(first_sent_at, 9e15), position) WHERE state > '';
    -- Ages of what is on its way, by what the service says. Only two states come after 'u', unconfirmed and watching; an IN
    -- would make each count walk both.
    CREATE INDEX account_since ON account(batch_id, state, service_status, since) WHERE state IN ('unconfirmed','processing') IS TRUE;
    -- Done in a way that a person has to look at.
    CREATE INDEX account_unwell ON account(batch_id, outcome) WHERE outcome IN (${sqlList(wrongOutcomes)});
    -- The service's words for what is done, for their counts.
    CREATE INDEX account_word ON account(batch_id, service_status) WHERE state = 'done';
    UPDATE account SET since = ifnull(done_at, first_sent_at)
      WHERE state IN ('queued','sending','unconfirmed','processing','done');
    -- Rechecking at many, which a restart goes on with.
    CREATE TABLE recheck_request (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      -- stop: what was asked for is being cancelled.
      what TEXT NOT NULL CHECK (what IN ('watched','done','stop')),
      at INTEGER NOT NULL,
      accounts INTEGER NOT NULL,
      -- Accounts up to this position are marked; null: all of them.
      marked INTEGER,
      PRIMARY KEY (batch_id, what)
    ) STRICT, WITHOUT ROWID;
  `)
}
