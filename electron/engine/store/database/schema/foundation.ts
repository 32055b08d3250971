// Step 1 of the schema, released: never changed.
import type { Database } from 'better-sqlite3'
import { outcomes } from '../../../../../shared/sending/states.ts'
import { sqlList } from '../sql-list.ts'

export function foundation(database: Database): void {
  database.exec(`
    -- Accounts with attempts that the attempt journal has and the database lacked, by their keyed hash.
    CREATE TABLE missed_attempt (account BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

    -- A number is never given again: key stores go by it, and another connection must not inherit a key.
    CREATE TABLE connection (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE,
      settings TEXT NOT NULL CHECK (json_valid(settings)),
      created_at INTEGER NOT NULL,
      -- What is known of the clock that the service writes created_at by (process-clock.ts); null: nothing.
      process_clock TEXT CHECK (process_clock IS NULL OR json_valid(process_clock))
    ) STRICT;

    CREATE TABLE catalogue (
      id INTEGER PRIMARY KEY,
      title TEXT NOT NULL,
      schema TEXT NOT NULL CHECK (json_valid(schema)),
      added_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE template (
      name TEXT PRIMARY KEY,
      mapping TEXT NOT NULL CHECK (json_valid(mapping)),
      saved_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- What must not be sent for now, and why; an empty supplier is the whole connection.
    CREATE TABLE pause (
      connection_id INTEGER NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
      supplier TEXT NOT NULL,
      reason TEXT NOT NULL CHECK (reason IN ('person','after_crash','sign_in','supplier_closed','supplier_paused','supplier_complete','odd_answers','same_refusals','not_permitted','not_this_service','fault')),
      code TEXT,
      message TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY (connection_id, supplier)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE batch (
      -- Never used twice: work that is left for a removed batch must not reach another one.
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      connection_id INTEGER REFERENCES connection(id),
      supplier TEXT,
      file_path TEXT NOT NULL,
      file_name TEXT NOT NULL,
      file_bytes INTEGER NOT NULL,
      file_sha256 TEXT,
      -- How the file is to be read: encoding, delimiter, header row, where a person chose.
      read_options TEXT NOT NULL CHECK (json_valid(read_options)),
      -- The catalogue as it was when the batch was mapped, and its name; null until then.
      catalogue TEXT CHECK (json_valid(catalogue)),
      catalogue_id TEXT,
      mapping TEXT CHECK (json_valid(mapping)),
      stage TEXT NOT NULL CHECK (stage IN ('reading','mapping','building','open','failed')),
      failure TEXT CHECK (failure IS NULL OR json_valid(failure)),
      validating INTEGER NOT NULL DEFAULT 0 CHECK (validating IN (0,1)),
      created_at INTEGER NOT NULL,
      read_at INTEGER,
      -- 1: accounts of it may have been sent without this database knowing (store/doubt.ts): accounts that are built again are in doubt as those before them were.
      in_doubt INTEGER NOT NULL DEFAULT 0 CHECK (in_doubt IN (0,1))
    ) STRICT;

    CREATE TABLE sheet (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      info TEXT NOT NULL CHECK (json_valid(info)),
      role TEXT NOT NULL CHECK (role IN ('main','linked','unused')),
      row_count INTEGER,
      PRIMARY KEY (batch_id, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE warning (
      id INTEGER PRIMARY KEY,
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      warning TEXT NOT NULL CHECK (json_valid(warning))
    ) STRICT;
    CREATE INDEX warning_of_batch ON warning(batch_id);

    -- Cells as they were read; never changed.
    CREATE TABLE source_row (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      sheet INTEGER NOT NULL,
      row INTEGER NOT NULL,
      cells TEXT NOT NULL,
      kept TEXT,
      PRIMARY KEY (batch_id, sheet, row)
    ) STRICT, WITHOUT ROWID;

    -- Edits lie over the cells. An edit is whole or absent; undone ones can be done again until another edit follows.
    CREATE TABLE edit (
      id INTEGER PRIMARY KEY,
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      words TEXT NOT NULL,
      undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0,1))
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

    CREATE TABLE row_key (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      sheet INTEGER NOT NULL,
      key TEXT NOT NULL,
      row INTEGER NOT NULL,
      PRIMARY KEY (batch_id, sheet, key, row)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE account (
      id INTEGER PRIMARY KEY,
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      key TEXT NOT NULL,
      connection_id INTEGER REFERENCES connection(id),
      supplier TEXT,
      identity TEXT,
      status_path TEXT,
      state TEXT NOT NULL CHECK (state IN ('invalid','unvalidated','rejected','validated','queued','sending','unconfirmed','processing','done')),
      outcome TEXT CHECK (outcome IN (${sqlList(outcomes)})),
      held_reason TEXT,
      payload_id INTEGER,
      validated_payload_id INTEGER,
      validated_at INTEGER,
      -- 1: a person, or an edit, asked for a validation of this account.
      wanted INTEGER NOT NULL DEFAULT 0 CHECK (wanted IN (0,1)),
      due_at INTEGER NOT NULL DEFAULT 0,
      -- Tries in the present state, for growing intervals.
      tries INTEGER NOT NULL DEFAULT 0,
      -- When the service first said that it does not know an unconfirmed account.
      not_found_at INTEGER,
      -- 1: it may have been sent without this database knowing (store/doubt.ts); its status is read before anything is sent.
      doubt INTEGER NOT NULL DEFAULT 0 CHECK (doubt IN (0,1)),
      crashes INTEGER NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0,
      http_status INTEGER,
      service_status TEXT,
      service_event TEXT,
      platform_identifier TEXT,
      -- 1: another account has the same one (queue/shared-identifiers.ts).
      shared_identifier INTEGER NOT NULL DEFAULT 0 CHECK (shared_identifier IN (0,1)),
      existing_account_id TEXT,
      first_sent_at INTEGER,
      done_at INTEGER,
      UNIQUE (batch_id, position),
      CHECK ((state = 'done') = (outcome IS NOT NULL))
    ) STRICT;
    -- By lane (supplier), so that a paused lane is stepped over whole, however long it is.
    CREATE INDEX account_by_state ON account(batch_id, state, ifnull(supplier, ''), due_at);
    CREATE INDEX account_due ON account(connection_id, state, due_at);
    CREATE INDEX account_by_identity ON account(connection_id, identity);
    CREATE INDEX account_by_platform_identifier ON account(connection_id, platform_identifier)
      WHERE platform_identifier IS NOT NULL;
    CREATE INDEX account_shared_identifier ON account(batch_id) WHERE shared_identifier = 1;
    CREATE INDEX account_wanted ON account(batch_id) WHERE wanted = 1;
    CREATE UNIQUE INDEX one_on_its_way ON account(connection_id, identity)
      WHERE state IN ('queued','sending','unconfirmed','processing');

    CREATE TABLE account_row (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      sheet INTEGER NOT NULL,
      row INTEGER NOT NULL,
      account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
      PRIMARY KEY (batch_id, sheet, row)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX row_of_account ON account_row(account_id, sheet, row);

    CREATE TABLE stray_row (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      sheet INTEGER NOT NULL,
      row INTEGER NOT NULL,
      code TEXT NOT NULL,
      message TEXT NOT NULL,
      PRIMARY KEY (batch_id, sheet, row)
    ) STRICT, WITHOUT ROWID;

    -- The bytes to send, with where each value came from. Never changed: an edit makes another payload.
    CREATE TABLE payload (
      id INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
      sha256 TEXT NOT NULL,
      body BLOB NOT NULL,
      origins TEXT NOT NULL,
      omitted TEXT NOT NULL,
      built_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX payload_of_account ON payload(account_id);

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

    CREATE TABLE problem (
      id INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
      batch_id INTEGER NOT NULL,
      source TEXT NOT NULL CHECK (source IN ('file','local','validate','create','process')),
      attr TEXT,
      code TEXT,
      message TEXT NOT NULL,
      place TEXT NOT NULL CHECK (json_valid(place)),
      -- Why it does not stand: 1, the service's word on bytes that were changed since; 2, a person let the service decide.
      stale INTEGER NOT NULL DEFAULT 0 CHECK (stale IN (0,1,2)),
      -- By which decision it was overruled.
      overruling_id INTEGER REFERENCES overruling(id),
      -- 1: no value could be made of the cell, so the payload is without it.
      no_value INTEGER NOT NULL DEFAULT 0 CHECK (no_value IN (0,1)),
      -- The attr with * for its indexes, by which problems are grouped.
      field TEXT,
      -- Where the place begins, for grids and reports that walk problems beside rows; null for a place on no row. The
      -- column is set where the place is one cell.
      sheet INTEGER,
      row INTEGER,
      col INTEGER,
      CHECK ((stale = 2) = (overruling_id IS NOT NULL))
    ) STRICT;
    CREATE INDEX problem_overruled ON problem(overruling_id, batch_id, account_id) WHERE overruling_id IS NOT NULL;
    CREATE INDEX problem_by_row ON problem(batch_id, sheet, row);
    CREATE INDEX problem_of_account ON problem(account_id, source);
    CREATE INDEX problem_by_code ON problem(batch_id, code);

    -- What the service answered to validate, for the very payload.
    CREATE TABLE validation (
      id INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
      payload_id INTEGER NOT NULL,
      at INTEGER NOT NULL,
      http_status INTEGER NOT NULL,
      verdict TEXT NOT NULL CHECK (verdict IN ('validated','rejected')),
      answer TEXT NOT NULL
    ) STRICT;
    CREATE INDEX validation_of_account ON validation(account_id);

    -- Written before a create is sent, closed once after it; otherwise append-only.
    CREATE TABLE attempt (
      id INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      payload_id INTEGER NOT NULL REFERENCES payload(id),
      sha256 TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER,
      class TEXT CHECK (class IN ('not_sent','yes','no','exists','slow_down','sign_in','closed','odd','unknown')),
      http_status INTEGER,
      code TEXT,
      answer TEXT,
      -- The service's clock minus ours, in milliseconds, where its reply reported.
      skew_ms INTEGER,
      UNIQUE (account_id, number)
    ) STRICT;
    CREATE TRIGGER attempt_closed_once BEFORE UPDATE ON attempt WHEN OLD.ended_at IS NOT NULL
      BEGIN SELECT RAISE(ABORT, 'an attempt is closed once'); END;
    CREATE TRIGGER attempt_bytes_fixed BEFORE UPDATE OF account_id, number, payload_id, sha256, started_at ON attempt
      BEGIN SELECT RAISE(ABORT, 'an attempt is append-only'); END;

    CREATE TABLE event (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      batch_id INTEGER,
      account_id INTEGER,
      kind TEXT NOT NULL,
      detail TEXT NOT NULL CHECK (json_valid(detail))
    ) STRICT;
    CREATE INDEX event_of_batch ON event(batch_id, id);
    CREATE TRIGGER event_append_only BEFORE UPDATE ON event
      BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

    -- Counts by state, fed by triggers: counting a million accounts at each repaint would cost 60 ms.
    CREATE TABLE account_count (
      batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
      state TEXT NOT NULL,
      outcome TEXT NOT NULL,
      held INTEGER NOT NULL,
      count INTEGER NOT NULL CHECK (count >= 0),
      PRIMARY KEY (batch_id, state, outcome, held)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER count_new AFTER INSERT ON account BEGIN
      INSERT INTO account_count VALUES (NEW.batch_id, NEW.state, ifnull(NEW.outcome, ''), NEW.held_reason IS NOT NULL, 1)
        ON CONFLICT DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER count_move AFTER UPDATE OF state, outcome, held_reason ON account
      WHEN OLD.state <> NEW.state OR OLD.outcome IS NOT NEW.outcome OR (OLD.held_reason IS NULL) <> (NEW.held_reason IS NULL) BEGIN
      UPDATE account_count SET count = count - 1 WHERE batch_id = OLD.batch_id AND state = OLD.state
        AND outcome = ifnull(OLD.outcome, '') AND held = (OLD.held_reason IS NOT NULL);
      INSERT INTO account_count VALUES (NEW.batch_id, NEW.state, ifnull(NEW.outcome, ''), NEW.held_reason IS NOT NULL, 1)
        ON CONFLICT DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER count_gone AFTER DELETE ON account BEGIN
      UPDATE account_count SET count = count - 1 WHERE batch_id = OLD.batch_id AND state = OLD.state
        AND outcome = ifnull(OLD.outcome, '') AND held = (OLD.held_reason IS NOT NULL);
    END;
  `)
}
