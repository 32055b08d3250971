// Tables of accounts: the account row with its indexes, its source rows, payloads and problems, and the counts by
// state. The row holds the state and what every account has; what few accounts have is in account-details.ts.
import { accountStates, outcomes, wrongOutcomes } from '../../../../../shared/sending/states.ts'
import { sqlList } from '../sql-list.ts'

export const accounts = `
  CREATE TABLE account (
    -- Never given to another account: an answer may come when the account that it is about was removed and built again.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    key TEXT NOT NULL,
    connection_id INTEGER REFERENCES connection(id),
    supplier TEXT,
    identity TEXT,
    status_path TEXT,

    -- Its state, and the flags beside it.
    state TEXT NOT NULL CHECK (state IN (${sqlList(accountStates)})),
    outcome TEXT CHECK (outcome IN (${sqlList(outcomes)})),
    -- Since when it is in its state, or has had its present service status; for a done account, when it was done.
    since INTEGER,
    -- Why it is held or excluded, as stored by storeSaid (shared/texts/message.ts): a message of ours, or a person's words.
    -- All columns with such a reason are written so, and are equal where the reasons are.
    held_reason TEXT,
    -- The day on which a held account asks for a person again.
    held_until INTEGER,
    -- Who decided so (store/operator.ts); null where Carryover did.
    held_by TEXT,
    -- 1: not to be migrated from this batch.
    excluded INTEGER NOT NULL DEFAULT 0 CHECK (excluded IN (0,1)),
    -- The wave that it was released with.
    wave INTEGER,
    -- The stretch of its wave in which the brakes counted its answer, below zero for a wrong one.
    counted INTEGER,

    payload_id INTEGER,
    -- The edit after which it has not been built again yet. Its payload and problems are those of older cells, so it is
    -- neither validated nor released. Null: it is as its cells are.
    dirty INTEGER,

    -- When it is due: to be sent, validated again after a failure, or to have its status read.
    due_at INTEGER NOT NULL DEFAULT 0,
    -- Tries in the present state, for growing intervals.
    tries INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    first_sent_at INTEGER,
    -- The status that the service reported last.
    service_status TEXT,
    UNIQUE (batch_id, position),
    CHECK ((state = 'done') = (outcome IS NOT NULL)),
    CHECK (held_by IS NULL OR held_reason IS NOT NULL)
  ) STRICT;
  CREATE INDEX account_by_identity ON account(connection_id, identity);
  -- By the key that a person knows an account by, over all batches.
  CREATE INDEX account_by_key ON account(key);
  -- Few are held, excluded or to be built again: lists of them read nothing else.
  CREATE INDEX account_dirty ON account(batch_id, id) WHERE dirty IS NOT NULL;
  CREATE INDEX account_held ON account(batch_id) WHERE held_reason IS NOT NULL;
  CREATE INDEX account_excluded ON account(batch_id) WHERE excluded = 1;
  -- The next validated accounts in order, however many others there are.
  CREATE INDEX account_validated ON account(batch_id, position) WHERE state = 'validated';
  -- What is due, for the few states in which it is asked for: an index over all states would be written twice at each
  -- move of each account.
  CREATE INDEX account_queued ON account(connection_id, due_at) WHERE state = 'queued';
  -- By lane (supplier), so that a paused lane is passed over as a whole, however long it is.
  CREATE INDEX account_queued_lane ON account(batch_id, ifnull(supplier, ''), due_at) WHERE state = 'queued';
  CREATE INDEX account_ready_lane ON account(batch_id, ifnull(supplier, ''), due_at) WHERE state = 'unvalidated';
  -- Not validated because of a failure, and to be tried again.
  CREATE INDEX account_put_off ON account(connection_id, due_at) WHERE state = 'unvalidated' AND due_at > 0;
  -- The next status to read; accounts without a status path are not in it.
  CREATE INDEX account_to_read ON account(connection_id, due_at)
    WHERE state IN ('unconfirmed','processing') AND status_path IS NOT NULL;
  -- Lists: the accounts of a state by when they were sent, then in the file's order. Every account is in it; its last term
  -- keeps the planner from using it for other searches by batch and state.
  CREATE INDEX account_in_order ON account(batch_id, state, ifnull(first_sent_at, 9e15), position) WHERE state > '';
  -- Ages by what the service says, of the two states that have one. IS TRUE keeps the term out of the index search, which
  -- then uses the one state that a statement asks for.
  CREATE INDEX account_since ON account(batch_id, state, service_status, since) WHERE state IN ('unconfirmed','processing') IS TRUE;
  -- Done in a way that a person has to look at.
  CREATE INDEX account_unwell ON account(batch_id, outcome) WHERE outcome IN (${sqlList(wrongOutcomes)});
  -- Service statuses of done accounts, for their counts.
  CREATE INDEX account_word ON account(batch_id, service_status) WHERE state = 'done';
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

  -- The bytes to send, with where each value came from. Never changed: an edit makes another payload.
  CREATE TABLE payload (
    -- Never given to other bytes, even after the account was removed: what was validated are the bytes of this id.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    sha256 TEXT NOT NULL,
    body BLOB NOT NULL,
    origins TEXT NOT NULL,
    omitted TEXT NOT NULL,
    built_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX payload_of_account ON payload(account_id);

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
    -- The shape of the value at that cell ("digits with spaces and brackets"); null where it is at no cell.
    shape TEXT,
    -- When the service answered so; null: it is our own check.
    at INTEGER,
    CHECK ((stale = 2) = (overruling_id IS NOT NULL))
  ) STRICT;
  CREATE INDEX problem_overruled ON problem(overruling_id, batch_id, account_id) WHERE overruling_id IS NOT NULL;
  CREATE INDEX problem_by_row ON problem(batch_id, sheet, row);
  CREATE INDEX problem_of_account ON problem(account_id, source);
  CREATE INDEX problem_by_code ON problem(batch_id, code);

  -- Counts by state and wave (0: none), kept by triggers: counting a million accounts at each repaint would cost 60 ms.
  -- held is 0 (neither), 1 (held) or 2 (excluded).
  CREATE TABLE account_count (
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    outcome TEXT NOT NULL,
    held INTEGER NOT NULL,
    wave INTEGER NOT NULL,
    count INTEGER NOT NULL CHECK (count >= 0),
    PRIMARY KEY (batch_id, state, outcome, held, wave)
  ) STRICT, WITHOUT ROWID;
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
`
