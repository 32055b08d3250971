// Tables of sending: validations, attempts, waves, brakes, rechecks and the append-only events.
export const sending = `
  -- What the service answered to validate, for the very payload.
  CREATE TABLE validation (
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    payload_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    http_status INTEGER NOT NULL,
    verdict TEXT NOT NULL CHECK (verdict IN ('validated','rejected')),
    answer TEXT NOT NULL,
    -- What it named, as [attr, code] pairs: shows which problems only a later pass revealed.
    named TEXT CHECK (named IS NULL OR json_valid(named))
  ) STRICT;
  CREATE INDEX validation_of_account ON validation(account_id);

  -- What the service said of payloads whose accounts are being built again: given to an account of the same key and rows
  -- only if its bytes are the same, and the service too. rows: those on the account sheet, as JSON; service: its address.
  CREATE TABLE kept_verdict (
    id INTEGER PRIMARY KEY,
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    sheet INTEGER NOT NULL,
    rows TEXT NOT NULL CHECK (json_valid(rows)),
    sha256 TEXT NOT NULL,
    connection_id INTEGER NOT NULL,
    service TEXT NOT NULL,
    at INTEGER NOT NULL,
    http_status INTEGER NOT NULL,
    verdict TEXT NOT NULL CHECK (verdict IN ('validated','rejected')),
    answer TEXT NOT NULL,
    named TEXT CHECK (named IS NULL OR json_valid(named)),
    problems TEXT NOT NULL CHECK (json_valid(problems)),
    UNIQUE (batch_id, key, sheet, rows)
  ) STRICT;

  -- Written before a create is sent, closed once after it; otherwise append-only.
  CREATE TABLE attempt (
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    payload_id INTEGER NOT NULL REFERENCES payload(id),
    sha256 TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    class TEXT CHECK (class IN ('not_sent','accepted','rejected','already_exists','rate_limited','unauthorized','supplier_closed','unexpected','unknown')),
    http_status INTEGER,
    code TEXT,
    answer TEXT,
    -- The service's clock minus ours, in milliseconds, where its reply reported.
    skew_ms INTEGER,
    UNIQUE (account_id, number)
  ) STRICT;
  -- Deleting a payload looks for its attempts: without the index each would be sought among all attempts of all batches.
  CREATE INDEX attempt_of_payload ON attempt(payload_id);
  CREATE TRIGGER attempt_closed_once BEFORE UPDATE ON attempt WHEN OLD.ended_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'an attempt is closed once'); END;
  CREATE TRIGGER attempt_bytes_fixed BEFORE UPDATE OF account_id, number, payload_id, sha256, started_at ON attempt
    BEGIN SELECT RAISE(ABORT, 'an attempt is append-only'); END;

  -- Accounts with attempts that the attempt journal has and the database lacked, by their keyed hash.
  CREATE TABLE missed_attempt (account BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;

  -- Accounts that were released together. Numbers are from 1 in each batch.
  CREATE TABLE wave (
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    -- What was asked for; null: all that was left.
    size INTEGER CHECK (size > 0),
    released_at INTEGER NOT NULL,
    -- 1: a person released it; 0: the plan did.
    by_person INTEGER NOT NULL CHECK (by_person IN (0,1)),
    -- Who released it; empty where the plan did.
    operator TEXT NOT NULL DEFAULT '',
    -- Where it went: what stood behind the connection's address when it was released.
    environment TEXT CHECK (environment IN ('practice','test','production')),
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

  -- A brake has stopped this batch: nothing of it is sent until a person lets it go on.
  CREATE TABLE stop (
    batch_id INTEGER PRIMARY KEY REFERENCES batch(id) ON DELETE CASCADE,
    wave INTEGER,
    reason TEXT NOT NULL CHECK (reason IN ('error_rate','same_code','stop_code')),
    code TEXT,
    -- The figures that its words are made of.
    detail TEXT NOT NULL CHECK (json_valid(detail)),
    at INTEGER NOT NULL,
    -- 1: it holds for every desktop of the team, which does not know it yet.
    to_announce INTEGER NOT NULL CHECK (to_announce IN (0,1))
  ) STRICT;

  -- A recheck of all done accounts of a batch, until the last of them was read.
  CREATE TABLE recheck_of_batch (
    batch_id INTEGER PRIMARY KEY REFERENCES batch(id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    accounts INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    batch_id INTEGER,
    account_id INTEGER,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL CHECK (json_valid(detail))
  ) STRICT;
  CREATE INDEX event_of_batch ON event(batch_id, id);
  CREATE INDEX event_of_account ON event(account_id) WHERE account_id IS NOT NULL;
  -- What a person decided about accounts, one by one or many at once: few among a batch's events.
  CREATE INDEX event_of_decision ON event(batch_id)
    WHERE kind IN ('held','excluded','released_from_hold','decided');
  CREATE TRIGGER event_append_only BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
`
