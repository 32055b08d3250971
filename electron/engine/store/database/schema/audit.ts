// Table of the audit log: what people did, sealed line by line (store/audit/audit-log.ts).
export const audit = `
  CREATE TABLE audit (
    -- From 1, without gaps.
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    at INTEGER NOT NULL,
    operator TEXT NOT NULL,
    -- The call of the contract, such as batches.release; or refused, with the line of the call.
    action TEXT NOT NULL,
    -- The line stays when the batch is removed.
    batch INTEGER,
    -- Counts, numbers and names of settings: never what cells, keys or reasons say.
    details TEXT NOT NULL CHECK (json_valid(details)),
    -- Seal of this line and of all lines before it.
    hash TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
  CREATE TRIGGER audit_kept BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
`
