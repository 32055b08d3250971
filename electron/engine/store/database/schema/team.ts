// Tables of a team: the claims of this folder as the team's database granted them, and who has the accounts that are with
// somebody else. Accounts are named by a hash here too, so a claim stays comparable when its batch is gone. Also what the
// team shares, as it was known last.
import { thereOutcomes } from '../../../../../shared/sending/states.ts'
import { sqlList } from '../sql-list.ts'

/** SQL: of a claim whose account is not under way any more. */
const stateNow = `iif(NEW.outcome IN (${sqlList(thereOutcomes)}), 'there', 'free')`

export const team = `
  CREATE TABLE team_batch (
    batch_id INTEGER PRIMARY KEY REFERENCES batch(id) ON DELETE CASCADE,
    -- The batch in the team's database. It goes along when the batch is handed over.
    code TEXT NOT NULL,
    -- When this desktop took it over from another one, in milliseconds since 1970; 0: never.
    taken_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX team_batch_by_code ON team_batch(code);
  -- Batches that are gone here, which the team's database does not know yet.
  CREATE TABLE team_batch_gone (code TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TRIGGER team_batch_goes AFTER DELETE ON team_batch
  WHEN EXISTS (SELECT 1 FROM setting WHERE name = 'team' AND value <> '')
  BEGIN
    INSERT OR IGNORE INTO team_batch_gone VALUES (OLD.code);
  END;

  -- Batches of which this desktop put a copy into a team's database.
  CREATE TABLE team_copy (
    batch_id INTEGER NOT NULL REFERENCES batch(id) ON DELETE CASCADE,
    -- The team's identifier.
    team TEXT NOT NULL,
    -- The batch in the team's database.
    code TEXT NOT NULL,
    -- The newest complete copy; null: none is complete.
    copy TEXT,
    -- When it was made, in milliseconds since 1970; 0: the next one is due.
    at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (batch_id, team)
  ) STRICT, WITHOUT ROWID;
  -- What a team's database still has to remove: all copies of a batch that is gone here, or one copy.
  CREATE TABLE team_copy_removal (
    team TEXT NOT NULL,
    code TEXT NOT NULL,
    -- Empty: all copies of the batch.
    copy TEXT NOT NULL,
    PRIMARY KEY (team, code, copy)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER team_copy_removed AFTER DELETE ON team_copy
  BEGIN
    INSERT OR IGNORE INTO team_copy_removal VALUES (OLD.team, OLD.code, '');
  END;

  CREATE TABLE team_claim (
    -- The team that granted it. Claims of teams that were left stay, and follow their accounts too.
    team TEXT NOT NULL,
    service TEXT NOT NULL,
    -- The hash has the team in it.
    identity BLOB NOT NULL,
    -- Null: the account was removed, or its connection leads to another service since.
    account_id INTEGER REFERENCES account(id) ON DELETE SET NULL,
    batch TEXT NOT NULL,
    wave INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    number INTEGER NOT NULL,
    -- open: the account may be sent or was; there: it is on the platform; free: it ended without an account.
    state TEXT NOT NULL CHECK (state IN ('open','there','free')),
    outcome TEXT,
    -- The number that came with the grant: the account was looked up for all doubts up to it.
    doubt INTEGER NOT NULL,
    -- 0: the team's database does not know its state yet.
    reported INTEGER NOT NULL CHECK (reported IN (0,1)),
    -- 0: the account was sent, or is on the platform, without a grant: the claim is made known.
    granted INTEGER NOT NULL DEFAULT 1 CHECK (granted IN (0,1)),
    PRIMARY KEY (service, identity)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX team_claim_of_account ON team_claim(account_id, team) WHERE account_id IS NOT NULL;
  CREATE INDEX team_claim_unreported ON team_claim(team) WHERE reported = 0;

  -- What becomes of an account becomes of its claim, in the same transaction. Work that begins again needs a new grant.
  CREATE TRIGGER team_claim_follows AFTER UPDATE OF state, outcome ON account
  WHEN NEW.state NOT IN ('queued','sending','unconfirmed','processing') AND NEW.outcome IS NOT 'with_member'
    AND EXISTS (SELECT 1 FROM team_claim WHERE account_id = NEW.id)
  BEGIN
    UPDATE team_claim SET reported = 0, outcome = NEW.outcome, state = ${stateNow} WHERE account_id = NEW.id
      AND (outcome IS NOT NEW.outcome OR state <> ${stateNow});
  END;
  -- The service goes on with one that had ended, or it is looked up: nobody is to claim it meanwhile.
  CREATE TRIGGER team_claim_again AFTER UPDATE OF state ON account
  WHEN NEW.state IN ('unconfirmed','processing') AND OLD.state NOT IN ('queued','sending','unconfirmed','processing')
    AND EXISTS (SELECT 1 FROM team_claim WHERE account_id = NEW.id AND state = 'free')
  BEGIN
    UPDATE team_claim SET state = 'open', outcome = NULL, granted = 0, reported = 0
    WHERE account_id = NEW.id AND state = 'free';
  END;
  -- An account that was never sent, or has ended without one, is nobody's when it is removed.
  CREATE TRIGGER team_claim_removed BEFORE DELETE ON account
  WHEN OLD.state = 'queued' AND EXISTS (SELECT 1 FROM team_claim WHERE account_id = OLD.id)
  BEGIN
    UPDATE team_claim SET reported = 0, state = 'free' WHERE account_id = OLD.id;
  END;

  -- Who has an account with the outcome with_member.
  CREATE TABLE team_holder (
    account_id INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    service TEXT NOT NULL,
    identity BLOB NOT NULL,
    member TEXT NOT NULL,
    batch TEXT NOT NULL,
    wave INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open','there','free')),
    outcome TEXT,
    -- Milliseconds since 1970, by the clock of the team's server.
    since INTEGER NOT NULL,
    changed INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER team_holder_ends AFTER UPDATE OF outcome ON account
  WHEN OLD.outcome = 'with_member' AND NEW.outcome IS NOT 'with_member'
  BEGIN
    DELETE FROM team_holder WHERE account_id = OLD.id;
  END;

  -- What this desktop knows of what the team shares: the newest version, and the one that was in step with the item here.
  CREATE TABLE team_shared (
    kind TEXT NOT NULL,
    -- Names the item for all desktops (electron/engine/team/knowledge/kinds).
    key TEXT NOT NULL,
    -- The newest version; 0: it was shared here and the team does not have it yet.
    version INTEGER NOT NULL,
    content TEXT,
    removed INTEGER NOT NULL CHECK (removed IN (0,1)),
    -- Who made that version, where, and when by the clock of the team's server.
    member TEXT NOT NULL,
    machine TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- 0: none was in step yet.
    base_version INTEGER NOT NULL DEFAULT 0,
    base_content TEXT,
    -- 1: a person here wants it shared no more, and the team's database does not know yet.
    withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0,1)),
    -- 1: shared from here. Repairs that were are withdrawn when batches are purged.
    from_here INTEGER NOT NULL DEFAULT 0 CHECK (from_here IN (0,1)),
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
`
