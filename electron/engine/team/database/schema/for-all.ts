// What holds for all desktops of a team: pauses, closed suppliers, brakes that were marked so, and quiet hours. Each of them
// is checked by the statement that claims (claims.ts), by the server's clock, so no claim is granted under it although a
// desktop may not have heard of it.

export const forAll = `
ALTER TABLE carryover.pause
  -- Whose batch it was where no person paused: the service said that the supplier is closed, or a brake has tripped.
  ADD COLUMN desktop uuid REFERENCES carryover.desktop,
  ADD COLUMN kind text NOT NULL DEFAULT 'person' CHECK (kind IN ('person', 'closed', 'brake')),
  -- Codes, counts and names of batches, of which the desktops make a sentence in their language.
  ADD COLUMN detail jsonb NOT NULL DEFAULT '{}' CHECK (length(detail::text) <= 4000);

CREATE TABLE carryover.quiet_hours (
  service integer PRIMARY KEY REFERENCES carryover.service,
  -- A list of {"days", "from", "to"}: the days on which they begin (1 is Monday), by the clock of the time zone.
  hours jsonb NOT NULL CHECK (jsonb_typeof(hours) = 'array' AND length(hours::text) <= 4000),
  time_zone text NOT NULL CHECK (length(time_zone) <= 100),
  member integer NOT NULL REFERENCES carryover.member,
  since timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION carryover.quiet_now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT clock_timestamp() $$;

-- As shared/sending/quiet-hours.ts decides it: hours that end before they begin cross midnight, and the wall clock decides
-- on days when the clocks change, too.
CREATE FUNCTION carryover.is_quiet_at(p_hours jsonb, p_zone text, p_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(bool_or(CASE
      WHEN h."to" > h."from" THEN w.day = ANY (h.days) AND w.clock >= h."from" AND w.clock < h."to"
      ELSE (w.day = ANY (h.days) AND w.clock >= h."from") OR ((w.day + 5) % 7 + 1 = ANY (h.days) AND w.clock < h."to")
    END), false)
  FROM jsonb_to_recordset(p_hours) AS h (days integer[], "from" time, "to" time),
    (SELECT extract(isodow FROM p_at AT TIME ZONE p_zone)::integer AS day, (p_at AT TIME ZONE p_zone)::time AS clock) AS w
$$;

CREATE FUNCTION carryover.is_quiet(p_service integer) RETURNS boolean LANGUAGE sql AS $$
  SELECT coalesce((SELECT carryover.is_quiet_at(q.hours, q.time_zone, carryover.quiet_now())
    FROM carryover.quiet_hours q WHERE q.service = p_service), false)
$$;

-- Part of each answer to a heartbeat. at: the server's clock, by which quiet hours begin and end.
CREATE FUNCTION carryover.for_all() RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object(
    'at', carryover.quiet_now(),
    'pauses', (SELECT coalesce(jsonb_agg(jsonb_build_object('service', s.address, 'supplier', p.supplier, 'member', m.name,
        'machine', coalesce(d.machine, ''), 'kind', p.kind, 'detail', p.detail, 'reason', p.reason, 'since', p.since)
        ORDER BY p.since), '[]')
      FROM carryover.pause p JOIN carryover.service s ON s.id = p.service JOIN carryover.member m ON m.id = p.member
      LEFT JOIN carryover.desktop d ON d.id = p.desktop),
    'quiet', (SELECT coalesce(jsonb_agg(jsonb_build_object('service', s.address, 'hours', q.hours, 'timeZone', q.time_zone,
        'member', m.name, 'since', q.since) ORDER BY q.since), '[]')
      FROM carryover.quiet_hours q JOIN carryover.service s ON s.id = q.service JOIN carryover.member m ON m.id = q.member)
  )
$$;

-- The member of that name; one who left is represented by the member of the desktop.
CREATE FUNCTION carryover.member_now(p_name text, p_desktop uuid) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT m.id FROM carryover.member m WHERE lower(m.name) = lower(p_name) AND m.left_at IS NULL),
    (SELECT d.member FROM carryover.desktop d WHERE d.id = p_desktop))
$$;

-- Nothing is claimed there once this has returned. An empty supplier means the whole service. A pause that is there stays.
CREATE FUNCTION carryover.pause_for_all(
  p_desktop uuid, p_service text, p_supplier text, p_reason text, p_kind text, p_detail jsonb
) RETURNS TABLE (since timestamptz) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_service integer := carryover.service_id(p_service);
  v_is_new boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(carryover.gate(v_service));
  INSERT INTO carryover.pause (service, supplier, member, reason, desktop, kind, detail)
    SELECT v_service, p_supplier, d.member, p_reason, p_desktop, p_kind, p_detail
    FROM carryover.desktop d WHERE d.id = p_desktop
    ON CONFLICT DO NOTHING;
  v_is_new := FOUND;
  PERFORM pg_notify('carryover', 'pauses');
  IF v_is_new THEN
    PERFORM carryover.note(p_desktop, 'pause', jsonb_build_object('service', p_service, 'supplier', p_supplier,
      'reason', p_reason, 'kind', p_kind) || p_detail);
  END IF;
  RETURN QUERY SELECT p.since FROM carryover.pause p WHERE p.service = v_service AND p.supplier = p_supplier;
END $$;

CREATE FUNCTION carryover.resume_for_all(p_desktop uuid, p_service text, p_supplier text)
RETURNS TABLE (ended boolean) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_found boolean;
BEGIN
  DELETE FROM carryover.pause p WHERE p.service = carryover.service_id(p_service) AND p.supplier = p_supplier;
  v_found := FOUND;
  PERFORM pg_notify('carryover', 'pauses');
  IF v_found THEN
    PERFORM carryover.note(p_desktop, 'resume', jsonb_build_object('service', p_service, 'supplier', p_supplier));
  END IF;
  RETURN QUERY SELECT v_found;
END $$;

-- Hours in which nothing is claimed there, in the place of those before; an empty list ends them. verdict: 'set', 'ended',
-- 'none' (there were none), or 'unknown_zone' (the server does not know the time zone, so nothing was changed).
CREATE FUNCTION carryover.quiet_for_all(p_desktop uuid, p_service text, p_hours jsonb, p_zone text)
RETURNS TABLE (verdict text) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_service integer := carryover.service_id(p_service);
  v_verdict text;
BEGIN
  PERFORM pg_advisory_xact_lock(carryover.gate(v_service));
  IF p_hours = '[]' THEN
    DELETE FROM carryover.quiet_hours q WHERE q.service = v_service;
    v_verdict := CASE WHEN FOUND THEN 'ended' ELSE 'none' END;
  ELSE
    BEGIN
      -- Also refuses hours that claims could not read.
      PERFORM carryover.is_quiet_at(p_hours, p_zone, now());
    EXCEPTION WHEN invalid_parameter_value THEN
      RETURN QUERY SELECT 'unknown_zone';
      RETURN;
    END;
    INSERT INTO carryover.quiet_hours AS q (service, hours, time_zone, member)
      SELECT v_service, p_hours, p_zone, d.member FROM carryover.desktop d WHERE d.id = p_desktop
      ON CONFLICT (service) DO UPDATE SET hours = excluded.hours, time_zone = excluded.time_zone, member = excluded.member,
        since = excluded.since;
    v_verdict := 'set';
  END IF;
  PERFORM pg_notify('carryover', 'pauses');
  IF v_verdict <> 'none' THEN
    PERFORM carryover.note(p_desktop, 'quiet_hours', jsonb_build_object('service', p_service, 'hours', p_hours, 'zone', p_zone));
  END IF;
  RETURN QUERY SELECT v_verdict;
END $$;

-- Whether a person ended a pause there since.
CREATE FUNCTION carryover.was_resumed(p_service text, p_supplier text, p_since timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT a.what = 'resume' FROM carryover.audit a
    WHERE a.what IN ('pause', 'resume') AND a.at >= p_since AND a.detail ->> 'service' = p_service
      AND a.detail ->> 'supplier' = p_supplier ORDER BY a.number DESC LIMIT 1), false)
$$;

-- Whether a person ended or replaced quiet hours there since.
CREATE FUNCTION carryover.were_replaced(p_service text, p_hours jsonb, p_zone text, p_since timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT (a.detail -> 'hours', a.detail ->> 'zone') IS DISTINCT FROM (p_hours, p_zone) FROM carryover.audit a
    WHERE a.what = 'quiet_hours' AND a.at >= p_since AND a.detail ->> 'service' = p_service
    ORDER BY a.number DESC LIMIT 1), false)
$$;

-- In a new term: gives the database the pauses and quiet hours that a desktop knows, as for_all() said them. What is there
-- stays, and what was ended there since stays ended. Returns how many the server had forgotten.
CREATE FUNCTION carryover.restore_for_all(p_desktop uuid, p_session bigint, p_pauses jsonb, p_quiet jsonb)
RETURNS TABLE (restored integer) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_one record;
  v_pauses jsonb := '[]';
  v_quiet jsonb := '[]';
BEGIN
  IF carryover.eligibility(p_desktop, p_session, 0) IN ('left', 'replaced') THEN
    RETURN QUERY SELECT 0;
    RETURN;
  END IF;
  -- Always in the same order, so that two desktops never wait for each other in a circle.
  FOR v_one IN SELECT DISTINCT carryover.service_id(u.service) AS service FROM (
      SELECT e.value ->> 'service' AS service FROM jsonb_array_elements(p_pauses || p_quiet) e ORDER BY 1) u ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(carryover.gate(v_one.service));
  END LOOP;
  FOR v_one IN SELECT p.*, carryover.member_now(p.member, p_desktop) AS member_id,
      (SELECT d.id FROM carryover.desktop d JOIN carryover.member m ON m.id = d.member
        WHERE m.name = p.member AND d.machine = p.machine ORDER BY d.seen_at DESC LIMIT 1) AS desktop
    FROM jsonb_to_recordset(p_pauses) AS p
      (service text, supplier text, member text, machine text, kind text, detail jsonb, reason text, since timestamptz)
  LOOP
    CONTINUE WHEN carryover.was_resumed(v_one.service, v_one.supplier, v_one.since);
    INSERT INTO carryover.pause (service, supplier, member, reason, desktop, kind, detail, since)
      VALUES (carryover.service_id(v_one.service), v_one.supplier, v_one.member_id, v_one.reason, v_one.desktop, v_one.kind,
        coalesce(v_one.detail, '{}'), v_one.since)
      ON CONFLICT DO NOTHING;
    IF FOUND THEN v_pauses := v_pauses || jsonb_build_object('service', v_one.service, 'supplier', v_one.supplier); END IF;
  END LOOP;
  FOR v_one IN SELECT q.*, carryover.member_now(q.member, p_desktop) AS member_id
    FROM jsonb_to_recordset(p_quiet) AS q (service text, hours jsonb, "timeZone" text, member text, since timestamptz)
  LOOP
    CONTINUE WHEN carryover.were_replaced(v_one.service, v_one.hours, v_one."timeZone", v_one.since);
    BEGIN
      PERFORM carryover.is_quiet_at(v_one.hours, v_one."timeZone", now());
    EXCEPTION WHEN invalid_parameter_value THEN CONTINUE;
    END;
    INSERT INTO carryover.quiet_hours (service, hours, time_zone, member, since)
      VALUES (carryover.service_id(v_one.service), v_one.hours, v_one."timeZone", v_one.member_id, v_one.since)
      ON CONFLICT DO NOTHING;
    IF FOUND THEN v_quiet := v_quiet || to_jsonb(v_one.service); END IF;
  END LOOP;
  IF v_pauses <> '[]' OR v_quiet <> '[]' THEN
    PERFORM pg_notify('carryover', 'pauses');
    PERFORM carryover.note(p_desktop, 'restored_for_all', jsonb_build_object('pauses', v_pauses, 'quiet_hours', v_quiet));
  END IF;
  RETURN QUERY SELECT jsonb_array_length(v_pauses) + jsonb_array_length(v_quiet);
END $$;
`
