// Claims: the right to create one account, granted once. A claim names the account by a hash of its service and identity,
// so the database holds no customer data. The functions are the only way to change it: a member's role may call them and
// read the tables.
//
//   (none) ──claim──▶ open ──ended──▶ there   the account is on the platform, nobody claims it again
//                      ▲    └─ended──▶ free    it ended without an account, anybody may claim it
//                      └────claim──────┘
//
// A term lasts as long as the server is known to have forgotten nothing. After a failover or a restored backup a new term
// begins, and no claim is granted before every desktop has compared its own records with the database.

/**
 * SQL: the claim of an identity, for LATERAL. OFFSET 0 has it looked up by its key for each identity: of a table that grew
 * since it was analysed, the planner would read all claims of the service.
 */
const claimOf = (identity: string, columns = '*'): string =>
  `SELECT ${columns} FROM carryover.claim k WHERE k.service = v_service AND k.identity = ${identity} OFFSET 0`

export const claims = `
CREATE TABLE carryover.team (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  term bigint NOT NULL DEFAULT 1,
  -- Another one in each term, also where the numbers of terms went back.
  term_code uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The desktop that noticed that it has begun.
  term_by uuid,
  incarnation text NOT NULL,
  -- A desktop was left out of a term before it had compared its records: what it has created may be known to nobody.
  -- Grows with each such case; 0: there was none.
  doubt bigint NOT NULL DEFAULT 0,
  doubted_at timestamptz
);

-- Changes when another server, or an older state of this one, takes over: after a failover its log has a new timeline.
CREATE FUNCTION carryover.incarnation() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || '/' || (SELECT oid FROM pg_database WHERE datname = current_database())
$$;
INSERT INTO carryover.team (incarnation) VALUES (carryover.incarnation());

ALTER TABLE carryover.desktop
  -- The last term in which it compared its records; it takes part in a new team from the beginning.
  ADD COLUMN term bigint NOT NULL DEFAULT 0,
  -- Counts the starts of its program: an older start of the same data folder gets nothing any more.
  ADD COLUMN session bigint NOT NULL DEFAULT 0,
  ADD COLUMN left_at timestamptz,
  -- Another desktop left it out, because it does not come back: what it has claimed may be claimed by others.
  ADD COLUMN left_out boolean NOT NULL DEFAULT false,
  -- The highest number of the creates that it has begun, as it said.
  ADD COLUMN sent bigint NOT NULL DEFAULT 0,
  -- It said a lower one: its machine was set back, and its record does not have what it sent since. What it has claimed by then
  -- it looks up before it sends it. Grows with each such case; 0: there was none.
  ADD COLUMN doubt bigint NOT NULL DEFAULT 0;

CREATE TABLE carryover.service (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  address text NOT NULL UNIQUE CHECK (address <> '')
);

CREATE TABLE carryover.batch (
  id uuid PRIMARY KEY,
  desktop uuid NOT NULL REFERENCES carryover.desktop,
  service integer NOT NULL REFERENCES carryover.service,
  name text NOT NULL CHECK (length(name) <= 400),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX batch_of_desktop ON carryover.batch (desktop);

-- 1 is nobody's: a sequence that never gave a number says 1, too, so a server that forgot all claims would look the same.
CREATE SEQUENCE carryover.claim_number;
SELECT nextval('carryover.claim_number');
CREATE TABLE carryover.claim (
  service integer NOT NULL REFERENCES carryover.service,
  identity bytea NOT NULL CHECK (length(identity) = 32),
  desktop uuid NOT NULL REFERENCES carryover.desktop,
  -- Grows each time another desktop gets the claim: what an older one says of it is not taken for an answer.
  epoch integer NOT NULL CHECK (epoch > 0),
  batch uuid NOT NULL REFERENCES carryover.batch,
  wave integer NOT NULL CHECK (wave > 0),
  state text NOT NULL CHECK (state IN ('open', 'there', 'free')),
  outcome text CHECK (outcome <> ''),
  number bigint NOT NULL,
  -- When it came from another desktop by a take-over, as long as it is open.
  taken_at timestamptz,
  -- When it was freed because its own desktop's record lacks it (schema/unrecorded.ts), or was claimed while it was open with
  -- a desktop that was left out: whoever gets it from then on looks the account up before it sends.
  doubted_at timestamptz,
  claimed_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (service, identity)
);
CREATE INDEX claim_of_batch ON carryover.claim (batch, state);

-- Nothing is created there for now: for a supplier, or with an empty name for the whole service.
CREATE TABLE carryover.pause (
  service integer NOT NULL REFERENCES carryover.service,
  supplier text NOT NULL,
  member integer NOT NULL REFERENCES carryover.member,
  reason text NOT NULL CHECK (length(reason) <= 2000),
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (service, supplier)
);

-- What a caller may do now. 'ok'; 'left': it does not belong to the team; 'replaced': its data folder was opened again
-- elsewhere; 'compare': it has to compare its records; 'wait': another desktop has to.
CREATE FUNCTION carryover.eligibility(p_desktop uuid, p_session bigint, p_known bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_team carryover.team;
  v_desktop carryover.desktop;
  v_now text := carryover.incarnation();
BEGIN
  SELECT * INTO v_team FROM carryover.team;
  SELECT * INTO v_desktop FROM carryover.desktop WHERE id = p_desktop;
  IF NOT FOUND OR v_desktop.left_at IS NOT NULL THEN RETURN 'left'; END IF;
  -- What the caller knows and the database does not was forgotten.
  IF v_team.incarnation <> v_now OR v_desktop.session < p_session
    OR p_known > (SELECT last_value FROM carryover.claim_number)
  THEN
    UPDATE carryover.desktop SET session = greatest(session, p_session) WHERE id = p_desktop;
    PERFORM setval('carryover.claim_number', greatest(p_known, (SELECT last_value FROM carryover.claim_number)));
    -- The audit log has its line at the end of the transaction (schema/audit.ts).
    UPDATE carryover.team SET term = term + 1, term_code = gen_random_uuid(), term_by = p_desktop, incarnation = v_now
      WHERE term = v_team.term RETURNING * INTO v_team;
    IF NOT FOUND THEN SELECT * INTO v_team FROM carryover.team; END IF;
    PERFORM pg_notify('carryover', 'term');
  END IF;
  IF v_desktop.session > p_session THEN RETURN 'replaced'; END IF;
  IF v_desktop.term < v_team.term THEN RETURN 'compare'; END IF;
  IF EXISTS (SELECT FROM carryover.desktop WHERE left_at IS NULL AND term < v_team.term) THEN RETURN 'wait'; END IF;
  RETURN 'ok';
END $$;

CREATE FUNCTION carryover.service_id(p_address text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE v_id integer;
BEGIN
  SELECT id INTO v_id FROM carryover.service WHERE address = p_address;
  IF NOT FOUND THEN
    INSERT INTO carryover.service (address) VALUES (p_address) ON CONFLICT DO NOTHING;
    SELECT id INTO v_id FROM carryover.service WHERE address = p_address;
  END IF;
  RETURN v_id;
END $$;

-- Shared by grants; a pause takes it alone, so it is complete only when no grant is under way that does not know it.
CREATE FUNCTION carryover.gate(p_service integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (x'63617272'::bigint << 32) + p_service
$$;

-- For how many milliseconds a claim must not be used: permits of the desktop that had it before may still last. They last
-- half of that time (claims/permits.ts).
CREATE FUNCTION carryover.wait_after(p_change timestamptz) RETURNS integer LANGUAGE sql VOLATILE AS $$
  SELECT greatest(0, ceil(60000 - 1000 * extract(epoch FROM clock_timestamp() - p_change)))::integer
$$;

-- One row for each account that is wanted. verdict: 'granted', 'paused' (also in quiet hours for all), 'moved' (another desktop has the batch now),
-- 'other' (who has it follows), or for the whole call what eligibility() says. 
-- The same account again, by the same desktop, is granted again as long as it is open; again: it was open before, or was freed
-- because a record lacked it, so a desktop whose own record does not have it looks up the account before it sends. What is
-- open with a desktop that was left out is granted in the same way, after the time that a take-over waits.
CREATE FUNCTION carryover.claim(
  p_desktop uuid, p_session bigint, p_known bigint, p_service text,
  p_batches uuid[], p_waves integer[], p_suppliers text[], p_identities bytea[]
) RETURNS TABLE (
  identity bytea, verdict text, epoch integer, number bigint, member text, batch text, wave integer, state text,
  outcome text, since timestamptz, changed timestamptz, mine boolean, again boolean, wait_ms integer, doubt bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_eligibility text;
  v_service integer := carryover.service_id(p_service);
  v_granted bigint;
  v_is_quiet boolean;
  v_left_out uuid[];
  v_doubt bigint := (SELECT d.doubt FROM carryover.desktop d WHERE d.id = p_desktop);
  v_new jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(carryover.gate(v_service));
  v_is_quiet := carryover.is_quiet(v_service);
  v_eligibility := carryover.eligibility(p_desktop, p_session, p_known);
  IF v_eligibility <> 'ok' THEN
    RETURN QUERY SELECT NULL::bytea, v_eligibility, NULL::integer, NULL::bigint, NULL::text, NULL::text, NULL::integer,
      NULL::text, NULL::text, NULL::timestamptz, NULL::timestamptz, NULL::boolean, NULL::boolean, NULL::integer,
      NULL::bigint;
    RETURN;
  END IF;
  v_left_out := ARRAY(SELECT d.id FROM carryover.desktop d WHERE d.left_out AND d.id <> p_desktop);
  -- In the order of the key, so that two desktops that want the same accounts never wait for each other in a circle.
  RETURN QUERY
    WITH wanted AS (
      SELECT * FROM unnest(p_batches, p_waves, p_suppliers, p_identities) AS w (batch, wave, supplier, identity)
      WHERE EXISTS (SELECT FROM carryover.batch b WHERE b.id = w.batch AND b.desktop = p_desktop)
        AND NOT v_is_quiet AND NOT EXISTS (SELECT FROM carryover.pause p WHERE p.service = v_service AND p.supplier IN ('', w.supplier))
    ), granted AS (
      INSERT INTO carryover.claim AS c
        (service, identity, desktop, epoch, batch, wave, state, number, claimed_at, changed_at)
      SELECT v_service, w.identity, p_desktop, 1, w.batch, w.wave, 'open', nextval('carryover.claim_number'), now(), now()
      FROM wanted w ORDER BY w.identity
      ON CONFLICT (service, identity) DO UPDATE SET
        desktop = excluded.desktop, epoch = c.epoch + (c.state = 'free' OR c.desktop <> excluded.desktop)::integer,
        batch = excluded.batch, wave = excluded.wave, state = 'open', outcome = NULL, number = excluded.number,
        taken_at = CASE WHEN c.state = 'open' AND c.desktop = excluded.desktop THEN c.taken_at END,
        doubted_at = CASE WHEN c.state = 'open' AND c.desktop <> excluded.desktop THEN clock_timestamp() ELSE c.doubted_at END,
        claimed_at = CASE WHEN c.state = 'open' AND c.desktop = excluded.desktop THEN c.claimed_at ELSE excluded.claimed_at END,
        changed_at = excluded.changed_at
      WHERE c.state = 'free' OR (c.state = 'open' AND (c.desktop = excluded.desktop OR c.desktop = ANY (v_left_out)))
      RETURNING c.identity, c.epoch, c.number, c.taken_at, c.doubted_at, c.claimed_at
    )
    SELECT g.identity, 'granted'::text, g.epoch, g.number, NULL::text, NULL::text, NULL::integer, NULL::text, NULL::text,
      -- One that was open before keeps the time at which it was claimed.
      NULL::timestamptz, NULL::timestamptz, NULL::boolean, g.claimed_at <> now() OR g.doubted_at IS NOT NULL,
      carryover.wait_after(greatest(g.taken_at, g.doubted_at, t.doubted_at)),
      greatest(t.doubt, CASE WHEN g.claimed_at <> now() THEN v_doubt END)
    FROM granted g CROSS JOIN carryover.team t;
  GET DIAGNOSTICS v_granted = ROW_COUNT;
  IF v_granted < cardinality(p_identities) THEN
    RETURN QUERY
      SELECT w.identity, 'moved'::text, NULL::integer, NULL::bigint, NULL::text, NULL::text, NULL::integer, NULL::text,
        NULL::text, NULL::timestamptz, NULL::timestamptz, NULL::boolean, NULL::boolean, NULL::integer, NULL::bigint
      FROM unnest(p_batches, p_identities) AS w (batch, identity)
      WHERE NOT EXISTS (SELECT FROM carryover.batch b WHERE b.id = w.batch AND b.desktop = p_desktop);
    RETURN QUERY
      SELECT w.identity, 'paused'::text, NULL::integer, NULL::bigint, NULL::text, NULL::text, NULL::integer, NULL::text,
        NULL::text, NULL::timestamptz, NULL::timestamptz, NULL::boolean, NULL::boolean, NULL::integer, NULL::bigint
      FROM unnest(p_suppliers, p_identities) AS w (supplier, identity)
      WHERE v_is_quiet OR EXISTS (SELECT FROM carryover.pause p WHERE p.service = v_service AND p.supplier IN ('', w.supplier));
    RETURN QUERY
      SELECT c.identity, 'other'::text, c.epoch, c.number, m.name, b.name, c.wave, c.state, c.outcome, c.claimed_at,
        c.changed_at, c.desktop = p_desktop, NULL::boolean, NULL::integer, NULL::bigint
      FROM unnest(p_suppliers, p_identities) AS w (supplier, identity)
      CROSS JOIN LATERAL (${claimOf('w.identity')}) c
      JOIN carryover.desktop d ON d.id = c.desktop JOIN carryover.member m ON m.id = d.member
      JOIN carryover.batch b ON b.id = c.batch
      WHERE (c.desktop <> p_desktop OR c.state = 'there')
        AND NOT v_is_quiet AND NOT EXISTS (SELECT FROM carryover.pause p WHERE p.service = v_service AND p.supplier IN ('', w.supplier));
  END IF;
  SELECT jsonb_build_object('granted', count(*), 'refused', cardinality(p_identities) - v_granted,
      'batches', jsonb_agg(DISTINCT c.batch), 'waves', jsonb_agg(DISTINCT c.wave),
      'hash', encode(sha256(string_agg(c.identity || int4send(c.epoch), '' ORDER BY c.identity)), 'hex'))
    INTO v_new FROM unnest(p_identities) AS w (identity) CROSS JOIN LATERAL (${claimOf('w.identity')}) c
    WHERE c.desktop = p_desktop AND c.claimed_at = now();
  IF v_new ->> 'granted' <> '0' THEN PERFORM carryover.note(p_desktop, 'claim', v_new); END IF;
END $$;

-- What became of claims. That an account is on the platform is noted whoever says it, and stays; that it ended without one,
-- only from the desktop that has the claim now. Returns the claims that another desktop has got meanwhile.
CREATE FUNCTION carryover.ended(
  p_desktop uuid, p_service text, p_identities bytea[], p_epochs integer[], p_states text[], p_outcomes text[]
) RETURNS TABLE (identity bytea) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_service integer := carryover.service_id(p_service);
  v_one record;
  v_there integer := 0;
  v_free integer := 0;
BEGIN
  -- Locked in the order of the key, as claim() does, and all before a trigger locks the counters of targets.
  FOR v_one IN SELECT DISTINCT e.identity FROM unnest(p_identities) AS e (identity) ORDER BY e.identity LOOP
    PERFORM FROM carryover.claim c WHERE c.service = v_service AND c.identity = v_one.identity FOR NO KEY UPDATE;
  END LOOP;
  WITH said AS (
    SELECT DISTINCT ON (e.identity) c.place, e.state, nullif(e.outcome, '') AS outcome
    FROM unnest(p_identities, p_epochs, p_states, p_outcomes) AS e (identity, epoch, state, outcome)
    CROSS JOIN LATERAL (${claimOf('e.identity', 'k.ctid AS place, k.desktop, k.epoch, k.state')}) c
    WHERE CASE WHEN c.desktop = p_desktop AND c.epoch = e.epoch THEN e.state = 'there' OR c.state <> 'there'
      ELSE e.state = 'there' AND c.state <> 'there' END
    ORDER BY e.identity, e.state = 'there' DESC
  ), changed AS (
    UPDATE carryover.claim c SET state = s.state, outcome = s.outcome, changed_at = now()
    FROM said s WHERE c.ctid = s.place RETURNING c.state
  )
  SELECT count(*) FILTER (WHERE n.state = 'there'), count(*) FILTER (WHERE n.state = 'free')
    INTO v_there, v_free FROM changed n;
  PERFORM pg_notify('carryover', 'ended');
  RETURN QUERY
    SELECT e.identity FROM unnest(p_identities, p_epochs) AS e (identity, epoch)
    CROSS JOIN LATERAL (${claimOf('e.identity')}) c
    WHERE c.desktop <> p_desktop OR c.epoch <> e.epoch;
  IF v_there + v_free > 0 THEN
    PERFORM carryover.note(p_desktop, 'ended', jsonb_build_object('there', v_there, 'free', v_free));
  END IF;
END $$;

-- Before its first compare(): the code of the term for which the desktop compares its records.
CREATE FUNCTION carryover.begin_comparison(p_desktop uuid, p_session bigint, p_known bigint) RETURNS TABLE (code uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM carryover.eligibility(p_desktop, p_session, p_known);
  RETURN QUERY SELECT t.term_code FROM carryover.team t;
END $$;

-- The desktop's own record of claims, in a new term. What the server forgot is made again; of two records of one claim the
-- one with the higher number is newer, and of the same grant the one that ended; an account that is there for one of them is
-- there. A batch that the desktop had taken over is its own again. Returns how many were missing or older.
CREATE FUNCTION carryover.compare(
  p_desktop uuid, p_session bigint, p_service text, p_batches uuid[], p_waves integer[], p_identities bytea[],
  p_epochs integer[], p_numbers bigint[], p_states text[], p_outcomes text[]
) RETURNS TABLE (restored bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_service integer := carryover.service_id(p_service);
  v_restored bigint;
BEGIN
  IF carryover.eligibility(p_desktop, p_session, 0) IN ('left', 'replaced') THEN RETURN; END IF;
  WITH own AS (
      INSERT INTO carryover.claim AS c
        (service, identity, desktop, epoch, batch, wave, state, outcome, number, claimed_at, changed_at)
      SELECT v_service, o.identity, p_desktop, o.epoch, o.batch, o.wave, o.state, nullif(o.outcome, ''), o.number, now(), now()
      FROM unnest(p_batches, p_waves, p_identities, p_epochs, p_numbers, p_states, p_outcomes)
        AS o (batch, wave, identity, epoch, number, state, outcome)
      ORDER BY o.identity
      ON CONFLICT (service, identity) DO UPDATE SET
        desktop = CASE WHEN c.number < excluded.number THEN excluded.desktop ELSE c.desktop END,
        batch = CASE WHEN c.number < excluded.number THEN excluded.batch ELSE c.batch END,
        wave = CASE WHEN c.number < excluded.number THEN excluded.wave ELSE c.wave END,
        epoch = CASE WHEN c.number < excluded.number THEN excluded.epoch ELSE c.epoch END,
        number = greatest(c.number, excluded.number),
        state = CASE WHEN c.state = 'there' THEN 'there' ELSE excluded.state END,
        outcome = CASE WHEN c.state = 'there' THEN c.outcome ELSE excluded.outcome END,
        changed_at = now()
      WHERE c.number < excluded.number OR (c.state <> 'there' AND excluded.state = 'there')
        OR (c.epoch = excluded.epoch AND c.desktop = excluded.desktop AND c.state = 'open' AND excluded.state <> 'open')
      RETURNING c.batch, c.desktop, c.state
    ), taken AS (
      UPDATE carryover.batch b SET desktop = p_desktop FROM own
      WHERE b.id = own.batch AND b.desktop <> p_desktop AND own.desktop = p_desktop AND own.state <> 'free'
    )
    SELECT count(*) INTO v_restored FROM own;
  IF v_restored > 0 THEN PERFORM carryover.note(p_desktop, 'restored', jsonb_build_object('claims', v_restored)); END IF;
  RETURN QUERY SELECT v_restored;
END $$;

-- After its last compare(): the desktop takes part in the present term, if that is the one for which it has compared.
-- p_known: the highest number of its claims.
CREATE FUNCTION carryover.compared(p_desktop uuid, p_session bigint, p_known bigint, p_code uuid) RETURNS TABLE (eligibility text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_eligibility text := carryover.eligibility(p_desktop, p_session, p_known);
BEGIN
  IF v_eligibility = 'compare' THEN
    UPDATE carryover.desktop d SET term = t.term FROM carryover.team t WHERE d.id = p_desktop AND t.term_code = p_code;
    IF FOUND THEN
      PERFORM pg_notify('carryover', 'term');
      v_eligibility := carryover.eligibility(p_desktop, p_session, p_known);
      PERFORM carryover.note(p_desktop, 'compared', jsonb_build_object('term', (SELECT t.term FROM carryover.team t)));
    END IF;
  END IF;
  RETURN QUERY SELECT v_eligibility;
END $$;

-- No grant for a batch is under way when it returns, at none of the services of its claims: the address of its connection may
-- have been changed. In the order of their numbers, so that two desktops never wait for each other in a circle.
CREATE FUNCTION carryover.close_gates(p_batch uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_service integer;
BEGIN
  FOR v_service IN SELECT b.service FROM carryover.batch b WHERE b.id = p_batch
    UNION SELECT c.service FROM carryover.claim c WHERE c.batch = p_batch ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(carryover.gate(v_service));
  END LOOP;
END $$;

-- Another desktop goes on with a batch: its claims are this desktop's now, with a higher epoch, and the one that had them
-- gets none for this batch any more. verdict: 'taken', or for the whole call what eligibility() says.
CREATE FUNCTION carryover.take_over(p_desktop uuid, p_session bigint, p_known bigint, p_batch uuid) RETURNS TABLE (
  verdict text, identity bytea, epoch integer, number bigint, wave integer, state text, outcome text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_eligibility text;
  v_from uuid;
  v_claims bigint;
BEGIN
  PERFORM carryover.close_gates(p_batch);
  v_eligibility := carryover.eligibility(p_desktop, p_session, p_known);
  IF v_eligibility <> 'ok' THEN
    RETURN QUERY SELECT v_eligibility, NULL::bytea, NULL::integer, NULL::bigint, NULL::integer, NULL::text, NULL::text;
    RETURN;
  END IF;
  SELECT b.desktop INTO v_from FROM carryover.batch b WHERE b.id = p_batch;
  UPDATE carryover.batch SET desktop = p_desktop WHERE id = p_batch;
  PERFORM pg_notify('carryover', 'batches');
  RETURN QUERY
    UPDATE carryover.claim c SET desktop = p_desktop, epoch = c.epoch + 1, number = nextval('carryover.claim_number'),
      taken_at = CASE WHEN c.state = 'open' THEN clock_timestamp() END, changed_at = now()
    WHERE c.batch = p_batch AND c.state <> 'free'
    RETURNING 'taken'::text, c.identity, c.epoch, c.number, c.wave, c.state, c.outcome;
  GET DIAGNOSTICS v_claims = ROW_COUNT;
  IF v_from IS NOT NULL THEN
    PERFORM carryover.note(p_desktop, 'take_over', jsonb_build_object('batch', p_batch, 'from', v_from, 'claims', v_claims));
  END IF;
END $$;
`
