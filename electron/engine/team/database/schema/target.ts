// Targets and counts of the board. A target is the list of all keys of a migration, by the hashes that name accounts in
// claims. What is created, open or there already of it, and how many accounts were created when, are counters: a trigger
// moves them in the statement that changes claims, so the board never counts claims. Also which batches are gone from their
// desktops, and stay on the board only as what was created of them.

/** Of rows of claims that appear (sign 1) or go (sign -1): where the account stands, and what that changes. */
const counted = (rows: string): string => `
    WITH changed AS (
      SELECT r.service, r.identity,
        sum(r.sign) FILTER (WHERE r.state = 'there' AND r.outcome = 'created') AS created,
        sum(r.sign) FILTER (WHERE r.state = 'there' AND r.outcome IS DISTINCT FROM 'created') AS found,
        sum(r.sign) FILTER (WHERE r.state = 'open') AS open
      FROM (${rows}) r GROUP BY r.service, r.identity
    ), moved AS (
      SELECT c.service, c.identity, coalesce(c.created, 0) AS created, coalesce(c.found, 0) AS found, coalesce(c.open, 0) AS open
      FROM changed c WHERE c.created <> 0 OR c.found <> 0 OR c.open <> 0
    ), quarters AS (
      INSERT INTO carryover.created_count AS q (service, at, created, found)
      SELECT m.service, date_bin('15 minutes', now(), 'epoch'), sum(m.created), sum(m.found) FROM moved m
        GROUP BY m.service HAVING sum(m.created) <> 0 OR sum(m.found) <> 0
      ON CONFLICT (service, at) DO UPDATE SET created = q.created + excluded.created, found = q.found + excluded.found
    ), of_targets AS (
      SELECT t.id, sum(m.created) AS created, sum(m.found) AS found, sum(m.open) AS open
      FROM moved m JOIN carryover.target t ON t.service = m.service AND t.removed_at IS NULL
      JOIN carryover.target_key k ON k.target = t.id AND k.identity = m.identity GROUP BY t.id
    )
    UPDATE carryover.target t SET created = t.created + o.created, found = t.found + o.found, open = t.open + o.open
      FROM of_targets o WHERE t.id = o.id;`

const columns = 'service, identity, state, outcome'
/** In the order of their numbers, so that two changes never wait for each other in a circle. */
const locked = `PERFORM pg_advisory_xact_lock_shared(carryover.target_gate());
  PERFORM FROM carryover.target t WHERE t.service IN (SELECT DISTINCT n.service FROM claims_now n) AND t.removed_at IS NULL
    ORDER BY t.id FOR NO KEY UPDATE;`

export const target = `
CREATE TABLE carryover.target (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  service integer NOT NULL REFERENCES carryover.service,
  -- Empty: of the whole service.
  supplier text NOT NULL CHECK (length(supplier) <= 400),
  desktop uuid NOT NULL REFERENCES carryover.desktop,
  name text NOT NULL CHECK (length(name) <= 400),
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- Null: it is being loaded, and counts for nobody yet.
  loaded_at timestamptz,
  -- Its keys are deleted in pieces, then the row.
  removed_at timestamptz,
  keys bigint NOT NULL DEFAULT 0,
  created bigint NOT NULL DEFAULT 0,
  -- On the platform without having been created by the team, as far as it knows.
  found bigint NOT NULL DEFAULT 0,
  open bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX one_target ON carryover.target (service, supplier) WHERE loaded_at IS NOT NULL AND removed_at IS NULL;

-- Without a reference to its target, so that removing one costs no look-up a key.
CREATE TABLE carryover.target_key (
  target integer NOT NULL,
  identity bytea NOT NULL CHECK (length(identity) = 32),
  PRIMARY KEY (target, identity)
);

-- Accounts that came to the platform, as the team's database learned it. A quarter of an hour is the finest distance of
-- time zones, so each desktop adds them up to days of its own.
CREATE TABLE carryover.created_count (
  service integer NOT NULL REFERENCES carryover.service,
  at timestamptz NOT NULL,
  created bigint NOT NULL,
  found bigint NOT NULL,
  PRIMARY KEY (service, at)
);

-- Shared by changes of claims; a piece of a target takes it alone. So each key and each change see each other: either the
-- piece counts the claim as it is now, or the change finds the key.
CREATE FUNCTION carryover.target_gate() RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT x'746172676574'::bigint
$$;

CREATE FUNCTION carryover.count_new_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${locked}
  ${counted(`SELECT ${columns}, 1 AS sign FROM claims_now`)}
  RETURN NULL;
END $$;
CREATE FUNCTION carryover.count_changed_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${locked}
  ${counted(`SELECT ${columns}, 1 AS sign FROM claims_now UNION ALL SELECT ${columns}, -1 FROM claims_before`)}
  RETURN NULL;
END $$;
CREATE TRIGGER claims_counted_when_new AFTER INSERT ON carryover.claim REFERENCING NEW TABLE AS claims_now
  FOR EACH STATEMENT EXECUTE FUNCTION carryover.count_new_claims();
CREATE TRIGGER claims_counted_when_changed AFTER UPDATE ON carryover.claim
  REFERENCING OLD TABLE AS claims_before NEW TABLE AS claims_now
  FOR EACH STATEMENT EXECUTE FUNCTION carryover.count_changed_claims();

ALTER TABLE carryover.batch
  -- When its desktop said that it has the batch no more. If it said later how far the batch is (said_at), it has it again.
  ADD COLUMN removed_at timestamptz;

-- These batches were deleted or purged on their desktop. One that this desktop has begun to take over is not: it may arrive.
CREATE FUNCTION carryover.batches_removed(p_desktop uuid, p_batches uuid[]) RETURNS TABLE (removed bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_removed bigint;
BEGIN
  UPDATE carryover.batch b SET removed_at = clock_timestamp() WHERE b.id = ANY (p_batches) AND b.desktop = p_desktop
    AND NOT EXISTS (SELECT FROM carryover.copy c WHERE c.batch = b.id AND c.id = b.taken_copy);
  GET DIAGNOSTICS v_removed = ROW_COUNT;
  IF v_removed > 0 THEN PERFORM pg_notify('carryover', 'batches'); END IF;
  RETURN QUERY SELECT v_removed;
END $$;

-- Begins to load a target; nobody sees it before finish_target(). What this desktop left unfinished is removed.
CREATE FUNCTION carryover.begin_target(p_desktop uuid, p_service text, p_supplier text, p_name text) RETURNS TABLE (target integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_target integer;
BEGIN
  PERFORM pg_advisory_xact_lock(carryover.target_gate());
  UPDATE carryover.target t SET removed_at = now()
    WHERE t.loaded_at IS NULL AND t.removed_at IS NULL AND (t.desktop = p_desktop OR t.begun_at < now() - interval '1 day');
  INSERT INTO carryover.target (service, supplier, desktop, name)
    SELECT carryover.service_id(p_service), p_supplier, d.id, p_name
    FROM carryover.desktop d WHERE d.id = p_desktop AND d.left_at IS NULL RETURNING id INTO v_target;
  RETURN QUERY SELECT v_target;
END $$;

-- Adds keys to a target that is being loaded by this desktop. Returns how many were new; null: it is loaded no more.
CREATE FUNCTION carryover.add_target_keys(p_desktop uuid, p_target integer, p_identities bytea[]) RETURNS TABLE (added bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_added bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(carryover.target_gate());
  PERFORM FROM carryover.target t
    WHERE t.id = p_target AND t.desktop = p_desktop AND t.loaded_at IS NULL AND t.removed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN QUERY SELECT NULL::bigint; RETURN; END IF;
  WITH new_keys AS (
    INSERT INTO carryover.target_key (target, identity) SELECT p_target, i FROM unnest(p_identities) i ORDER BY i
    ON CONFLICT DO NOTHING RETURNING identity
  ), counts AS (
    SELECT count(*) AS keys,
      count(*) FILTER (WHERE c.state = 'there' AND c.outcome = 'created') AS created,
      count(*) FILTER (WHERE c.state = 'there' AND c.outcome IS DISTINCT FROM 'created') AS found,
      count(*) FILTER (WHERE c.state = 'open') AS open
    FROM new_keys n LEFT JOIN carryover.claim c
      ON c.service = (SELECT t.service FROM carryover.target t WHERE t.id = p_target) AND c.identity = n.identity
  )
  UPDATE carryover.target t SET keys = t.keys + n.keys, created = t.created + n.created, found = t.found + n.found,
    open = t.open + n.open FROM counts n WHERE t.id = p_target RETURNING n.keys INTO v_added;
  RETURN QUERY SELECT v_added;
END $$;

-- The target is complete: it takes the place of the one before. One of the whole service takes that of all its suppliers,
-- and one of a supplier that of the whole service, so no key counts twice. Returns its keys; null: it is loaded no more.
CREATE FUNCTION carryover.finish_target(p_desktop uuid, p_target integer) RETURNS TABLE (keys bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_target carryover.target;
BEGIN
  PERFORM pg_advisory_xact_lock(carryover.target_gate());
  SELECT t.* INTO v_target FROM carryover.target t
    WHERE t.id = p_target AND t.desktop = p_desktop AND t.loaded_at IS NULL AND t.removed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN QUERY SELECT NULL::bigint; RETURN; END IF;
  UPDATE carryover.target t SET removed_at = now()
    WHERE t.service = v_target.service AND t.loaded_at IS NOT NULL AND t.removed_at IS NULL
      AND ('' IN (t.supplier, v_target.supplier) OR t.supplier = v_target.supplier);
  UPDATE carryover.target t SET loaded_at = now() WHERE t.id = p_target;
  PERFORM pg_notify('carryover', 'target');
  PERFORM carryover.note(p_desktop, 'target', jsonb_build_object('target', p_target,
    'service', (SELECT s.address FROM carryover.service s WHERE s.id = v_target.service),
    'supplier', v_target.supplier, 'keys', v_target.keys));
  RETURN QUERY SELECT v_target.keys;
END $$;

-- Returns false where there is none.
CREATE FUNCTION carryover.remove_target(p_desktop uuid, p_target integer) RETURNS TABLE (removed boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_found boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(carryover.target_gate());
  UPDATE carryover.target t SET removed_at = now() WHERE t.id = p_target AND t.removed_at IS NULL;
  v_found := FOUND;
  PERFORM pg_notify('carryover', 'target');
  IF v_found THEN PERFORM carryover.note(p_desktop, 'target_removed', jsonb_build_object('target', p_target)); END IF;
  RETURN QUERY SELECT v_found;
END $$;

-- Deletes keys of removed targets, at most so many. Returns whether there are more.
CREATE FUNCTION carryover.drop_target_keys(p_most integer) RETURNS TABLE (is_more boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_target integer;
  v_dropped bigint;
BEGIN
  SELECT t.id INTO v_target FROM carryover.target t WHERE t.removed_at IS NOT NULL ORDER BY t.id LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    DELETE FROM carryover.target_key k WHERE k.target = v_target AND k.identity IN
      (SELECT l.identity FROM carryover.target_key l WHERE l.target = v_target ORDER BY l.identity LIMIT p_most);
    GET DIAGNOSTICS v_dropped = ROW_COUNT;
    IF v_dropped < p_most THEN DELETE FROM carryover.target t WHERE t.id = v_target; END IF;
  END IF;
  RETURN QUERY SELECT EXISTS (SELECT FROM carryover.target t WHERE t.removed_at IS NOT NULL);
END $$;
`
