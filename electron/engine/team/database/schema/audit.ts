// The team's audit log: claims, take-overs, pauses and the like, a line for each call that changed something. Lines are only
// added. Each has the hash of itself and of the line before it, so a line that was changed, removed or added shows
// (team/audit/verify.ts).

export const audit = `
CREATE TABLE carryover.audit (
  -- From 1, without gaps.
  number bigint PRIMARY KEY CHECK (number > 0),
  at timestamptz NOT NULL,
  -- As it was named then; empty: no member's desktop.
  member text NOT NULL,
  desktop uuid,
  what text NOT NULL CHECK (what <> ''),
  -- Counts, numbers and identifiers: never what an account says.
  detail jsonb NOT NULL,
  -- SHA-256, in hexadecimal digits; empty before the first line.
  previous text NOT NULL,
  hash text NOT NULL CHECK (length(hash) = 64)
);

CREATE FUNCTION carryover.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON carryover.audit
  FOR EACH STATEMENT EXECUTE FUNCTION carryover.refuse_change();
ALTER TABLE carryover.audit ENABLE ALWAYS TRIGGER audit_unchanged;

-- What is hashed: a line for each value. The member's name is the last, since only it may have several lines.
CREATE FUNCTION carryover.audit_text(p_line carryover.audit) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(E'\\n', p_line.previous, p_line.number, to_char(p_line.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    coalesce(p_line.desktop::text, ''), p_line.what, p_line.detail::text, p_line.member)
$$;

-- Adds a line. One transaction at a time does so, until it ends: it is called last in a function.
CREATE FUNCTION carryover.note(p_desktop uuid, p_what text, p_detail jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_line carryover.audit;
BEGIN
  PERFORM pg_advisory_xact_lock(x'61756469'::bigint);
  SELECT a.number, a.hash INTO v_line.number, v_line.previous FROM carryover.audit a ORDER BY a.number DESC LIMIT 1;
  v_line.number := coalesce(v_line.number, 0) + 1;
  v_line.previous := coalesce(v_line.previous, '');
  v_line.at := clock_timestamp();
  v_line.member := coalesce(
    (SELECT m.name FROM carryover.desktop d JOIN carryover.member m ON m.id = d.member WHERE d.id = p_desktop), '');
  v_line.desktop := p_desktop;
  v_line.what := p_what;
  v_line.detail := p_detail;
  v_line.hash := encode(sha256(convert_to(carryover.audit_text(v_line), 'UTF8')), 'hex');
  INSERT INTO carryover.audit SELECT v_line.*;
END $$;

-- A term is noticed at the beginning of a function that locks claims afterwards. So its line is added when the transaction
-- ends: otherwise one that has claims locked and waits to add a line would wait for it in a circle.
CREATE FUNCTION carryover.note_term() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- A member may have made it a trigger of a table of its own.
  IF TG_RELID = 'carryover.team'::regclass THEN
    PERFORM carryover.note(NEW.term_by, 'term', jsonb_build_object('term', NEW.term, 'incarnation', NEW.incarnation));
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER term_noted AFTER UPDATE ON carryover.team DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.term_code <> NEW.term_code) EXECUTE FUNCTION carryover.note_term();
`
