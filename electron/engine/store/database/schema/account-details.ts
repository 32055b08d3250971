// Tables of what few accounts have: what the service said beyond its status, rechecks, requests for validation, doubt.
// An account has a row in one of them only where there is something to say, so that the account row stays short.
export const accountDetails = `
  -- What the service said of an account beyond its status.
  CREATE TABLE service_answer (
    account_id INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    event TEXT,
    -- When the service made the process that the status is of, by the service's clock.
    process_at INTEGER,
    -- When the service first said that it does not know the account, although it was sent or was known before.
    not_found_at INTEGER,
    platform_identifier TEXT,
    -- 1: another account has the same platform identifier (store/sending/shared-identifiers.ts).
    shared_identifier INTEGER NOT NULL DEFAULT 0 CHECK (shared_identifier IN (0,1)),
    existing_account_id TEXT,
    -- The service's last record that said something new, as it came, and when it came by our clock.
    record TEXT,
    record_at INTEGER
  ) STRICT;
  CREATE INDEX service_answer_by_identifier ON service_answer(platform_identifier) WHERE platform_identifier IS NOT NULL;
  CREATE INDEX service_answer_by_existing ON service_answer(existing_account_id) WHERE existing_account_id IS NOT NULL;
  CREATE INDEX service_answer_shared ON service_answer(account_id) WHERE shared_identifier = 1;

  -- Done accounts whose status is read once more when it is due. asked: 1, a person asked for it; 0, it follows from
  -- the outcome.
  CREATE TABLE recheck (
    account_id INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    batch_id INTEGER NOT NULL,
    connection_id INTEGER NOT NULL,
    asked INTEGER NOT NULL CHECK (asked IN (0,1)),
    due_at INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX recheck_due ON recheck(connection_id, asked, due_at);
  CREATE INDEX recheck_asked ON recheck(batch_id) WHERE asked = 1;

  -- Done accounts of which a recheck found another status, and when it did last.
  CREATE TABLE changed_after_done (
    account_id INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    batch_id INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX changed_after_done_of_batch ON changed_after_done(batch_id, at);

  -- Accounts that were done and were sent again: how many attempts belong to the processes that have ended.
  CREATE TABLE earlier_attempts (
    account_id INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    attempts INTEGER NOT NULL CHECK (attempts > 0)
  ) STRICT;

  -- An account that is no longer done needs no recheck, and its attempts are over.
  CREATE TRIGGER done_no_more AFTER UPDATE OF state ON account
    WHEN OLD.state = 'done' AND NEW.state NOT IN ('done','processing') BEGIN
    DELETE FROM recheck WHERE account_id = NEW.id;
    DELETE FROM changed_after_done WHERE account_id = NEW.id;
    INSERT OR REPLACE INTO earlier_attempts SELECT NEW.id, NEW.attempts WHERE NEW.attempts > 0;
  END;

  -- Accounts that may have been sent without this database knowing (store/sending/attempts/doubt.ts). Their status
  -- is read before anything is sent.
  CREATE TABLE doubt (
    account_id INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    batch_id INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX doubt_of_batch ON doubt(batch_id);

  -- Accounts to be validated. asked: 1, a person asked for it, or a pause that had refused them is over; 0, they were
  -- edited in a batch that is validated as it is edited, so they are validated in the background, within a budget.
  CREATE TABLE validation_request (
    account_id INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    batch_id INTEGER NOT NULL,
    asked INTEGER NOT NULL CHECK (asked IN (0,1))
  ) STRICT;
  CREATE INDEX validation_request_of_batch ON validation_request(batch_id, asked, account_id);

  -- Batches that are being validated, with how many accounts the service has answered for since a person asked for it. In a
  -- table of its own: the row of a batch is long.
  CREATE TABLE validation_run (
    batch_id INTEGER PRIMARY KEY REFERENCES batch(id) ON DELETE CASCADE,
    answered INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER validation_begun AFTER UPDATE OF validating ON batch
    WHEN NEW.validating = 1 AND OLD.validating = 0 BEGIN
    INSERT OR REPLACE INTO validation_run VALUES (NEW.id, 0);
  END;
  CREATE TRIGGER validation_over AFTER UPDATE OF validating ON batch
    WHEN NEW.validating = 0 AND OLD.validating = 1 BEGIN
    DELETE FROM validation_run WHERE batch_id = NEW.id;
  END;
  CREATE TRIGGER validation_answered AFTER UPDATE OF state ON account
    WHEN OLD.state = 'unvalidated' AND NEW.state IN ('validated','rejected') BEGIN
    UPDATE validation_run SET answered = answered + 1 WHERE batch_id = NEW.batch_id;
  END;

  -- Accounts that our own checks passed again after their payload was built, and when.
  CREATE TABLE local_check (
    account_id INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    at INTEGER NOT NULL
  ) STRICT;

  -- An account with what the service said of it. SQLite leaves out the tables of which a statement reads nothing.
  CREATE VIEW account_details AS
    SELECT account.*, s.event AS service_event, s.process_at, s.not_found_at, s.platform_identifier, s.existing_account_id,
      ifnull(s.shared_identifier, 0) AS shared_identifier, d.account_id IS NOT NULL AS doubt, c.at AS changed_at
    FROM account LEFT JOIN service_answer s ON s.account_id = account.id
      LEFT JOIN doubt d ON d.account_id = account.id LEFT JOIN changed_after_done c ON c.account_id = account.id;
`
