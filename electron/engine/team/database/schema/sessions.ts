// Sessions: each start of a program on a data folder is one. A session says every other second that it is there, what its
// batches do, and gets what holds for all: pauses, and whether claims are granted.

export const sessions = `
-- What a batch does now, as its desktop last said.
ALTER TABLE carryover.batch
  ADD COLUMN progress jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN said_at timestamptz NOT NULL DEFAULT now();

-- p_sent: the number of the creates that a desktop has begun, by its own record; null: it does not say.
CREATE FUNCTION carryover.said_sent(p_desktop uuid, p_sent bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE carryover.desktop d SET sent = p_sent,
    doubt = CASE WHEN p_sent < d.sent THEN nextval('carryover.claim_number') ELSE d.doubt END
  WHERE d.id = p_desktop AND p_sent <> d.sent
$$;

-- Opens a session, and with p_join makes the desktop one of the team, under a name that nobody else has. p_known: the
-- highest number of the claims in its own record. Returns its number; null if the desktop does not belong to the team.
CREATE FUNCTION carryover.open_session(
  p_desktop uuid, p_name text, p_machine text, p_program text, p_known bigint, p_sent bigint, p_join boolean
) RETURNS TABLE (session bigint, team uuid) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_member integer;
  v_session bigint;
  v_term bigint := (SELECT t.term FROM carryover.team t);
BEGIN
  PERFORM pg_advisory_xact_lock(x'63617272'::bigint);
  IF NOT p_join AND NOT EXISTS (SELECT FROM carryover.desktop d WHERE d.id = p_desktop AND d.left_at IS NULL) THEN
    RETURN QUERY SELECT NULL::bigint, (SELECT t.id FROM carryover.team t);
    RETURN;
  END IF;
  SELECT m.id INTO v_member FROM carryover.member m WHERE lower(m.name) = lower(p_name) AND m.left_at IS NULL;
  IF NOT FOUND THEN
    INSERT INTO carryover.member (name) VALUES (p_name) RETURNING id INTO v_member;
  END IF;
  -- Without records of its own there is nothing to compare.
  INSERT INTO carryover.desktop AS d (id, member, machine, program, session, term)
    VALUES (p_desktop, v_member, p_machine, p_program, 1, CASE WHEN p_known = 0 THEN v_term ELSE 0 END)
    ON CONFLICT (id) DO UPDATE SET member = excluded.member, machine = excluded.machine, program = excluded.program,
      session = d.session + 1, seen_at = now(),
      term = CASE WHEN d.left_at IS NULL THEN d.term ELSE excluded.term END, left_at = NULL, left_out = false
    RETURNING d.session INTO v_session;
  PERFORM carryover.said_sent(p_desktop, p_sent);
  PERFORM pg_notify('carryover', 'desktops');
  PERFORM carryover.note(p_desktop, 'session',
    jsonb_build_object('session', v_session, 'machine', p_machine, 'program', p_program, 'joins', p_join));
  RETURN QUERY SELECT v_session, (SELECT t.id FROM carryover.team t);
END $$;

-- A desktop leaves, or is left out because it does not come back: nobody waits for it any more. What it has claimed stays
-- claimed if it leaves by itself, because it may go on without the team. If it was left out, others may claim that, and look the
-- accounts up before they send them. If it has not compared its records in this term, what it created may be known to nobody:
-- from then on, all accounts are looked up before they are sent. p_by: the desktop where a person says so.
CREATE FUNCTION carryover.leave(p_desktop uuid, p_by uuid) RETURNS TABLE (gone boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_gone boolean;
  v_doubt boolean;
BEGIN
  -- Notices a new term.
  PERFORM carryover.eligibility(p_desktop, 0, 0);
  v_doubt := EXISTS (
    SELECT FROM carryover.desktop d, carryover.team t WHERE d.id = p_desktop AND d.left_at IS NULL AND d.term < t.term);
  IF v_doubt THEN
    -- Above all numbers that the server has forgotten: what the desktop has is older than what is granted from now on.
    UPDATE carryover.team SET doubt = setval('carryover.claim_number', (SELECT last_value FROM carryover.claim_number) + 1000000),
      doubted_at = clock_timestamp();
  END IF;
  UPDATE carryover.desktop SET left_at = now(), left_out = p_desktop <> p_by WHERE id = p_desktop AND left_at IS NULL;
  v_gone := FOUND;
  PERFORM pg_notify('carryover', 'desktops');
  IF v_gone AND p_by = p_desktop THEN
    PERFORM carryover.note(p_desktop, 'leave', jsonb_build_object('doubt', v_doubt));
  ELSIF v_gone THEN
    PERFORM carryover.note(p_by, 'leave_out', jsonb_build_object('doubt', v_doubt, 'desktop', p_desktop, 'member',
      (SELECT m.name FROM carryover.desktop d JOIN carryover.member m ON m.id = d.member WHERE d.id = p_desktop)));
  END IF;
  RETURN QUERY SELECT v_gone;
END $$;

-- A batch from which accounts are claimed, and the service at which they are now: the address of its connection may have been
-- changed.
CREATE FUNCTION carryover.batch_of(p_desktop uuid, p_service text, p_batch uuid, p_name text) RETURNS TABLE (known boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO carryover.batch AS b (id, desktop, service, name)
    VALUES (p_batch, p_desktop, carryover.service_id(p_service), p_name)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name,
      service = CASE WHEN b.desktop = p_desktop THEN excluded.service ELSE b.service END
    WHERE b.name <> excluded.name OR (b.service <> excluded.service AND b.desktop = p_desktop);
  RETURN QUERY SELECT true;
END $$;

-- p_batches: a list of {"id", "progress"}. Returns {"eligibility", "waiting"} with what for_all() says.
CREATE FUNCTION carryover.heartbeat(p_desktop uuid, p_session bigint, p_known bigint, p_sent bigint, p_batches jsonb)
RETURNS TABLE (answer jsonb) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_eligibility text := carryover.eligibility(p_desktop, p_session, p_known);
BEGIN
  IF v_eligibility NOT IN ('left', 'replaced') THEN
    UPDATE carryover.desktop SET seen_at = now() WHERE id = p_desktop;
    PERFORM carryover.said_sent(p_desktop, p_sent);
    UPDATE carryover.batch b SET progress = e.value -> 'progress', said_at = now()
      FROM jsonb_array_elements(p_batches) e WHERE b.id = (e.value ->> 'id')::uuid AND b.desktop = p_desktop;
  END IF;
  RETURN QUERY SELECT jsonb_build_object(
    'eligibility', v_eligibility,
    'waiting', (SELECT coalesce(jsonb_agg(jsonb_build_object('desktop', d.id, 'member', m.name, 'machine', d.machine,
        'seen', d.seen_at) ORDER BY d.seen_at), '[]')
      FROM carryover.desktop d JOIN carryover.member m ON m.id = d.member, carryover.team t
      WHERE d.left_at IS NULL AND d.term < t.term)
  ) || carryover.for_all();
END $$;
`
