// Who belongs to a team: a member is a person, a desktop one data folder of a member. A web host and a command line are
// desktops too.

export const members = `
CREATE TABLE carryover.member (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 100),
  joined_at timestamptz NOT NULL DEFAULT now(),
  left_at timestamptz
);
-- Two members of one name could not be distinguished in "with Dana, wave 2".
CREATE UNIQUE INDEX member_name ON carryover.member (lower(name)) WHERE left_at IS NULL;

CREATE TABLE carryover.desktop (
  -- The identifier of its data folder.
  id uuid PRIMARY KEY,
  member integer NOT NULL REFERENCES carryover.member,
  machine text NOT NULL CHECK (length(machine) <= 255),
  program text NOT NULL CHECK (length(program) <= 50),
  joined_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX desktop_member ON carryover.desktop (member);
`
