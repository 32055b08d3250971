// Accounts that a desktop sent, or found on the platform, without a claim: before it belonged to the team, while its connection
// led to another address, or because the service went on with one whose claim had ended. They are made known as claims, so
// that nobody else sends them.

export const madeKnown = `
-- p_states: open or there. What is free, or is nobody's, is this desktop's from then on; an account that is there is so
-- whoever has its claim; all other claims of others stay. verdict: 'known', a row for each claim that is this desktop's now,
-- or for the whole call 'left' or 'replaced'.
CREATE FUNCTION carryover.make_known(
  p_desktop uuid, p_session bigint, p_known bigint, p_service text, p_batches uuid[], p_waves integer[],
  p_identities bytea[], p_states text[], p_outcomes text[]
) RETURNS TABLE (verdict text, identity bytea, epoch integer, number bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_service integer := carryover.service_id(p_service);
  v_eligibility text := carryover.eligibility(p_desktop, p_session, p_known);
  v_known bigint;
BEGIN
  IF v_eligibility IN ('left', 'replaced') THEN
    RETURN QUERY SELECT v_eligibility, NULL::bytea, NULL::integer, NULL::bigint;
    RETURN;
  END IF;
  RETURN QUERY
    WITH sent AS (
      INSERT INTO carryover.claim AS c
        (service, identity, desktop, epoch, batch, wave, state, outcome, number, claimed_at, changed_at)
      SELECT v_service, o.identity, p_desktop, 1, o.batch, o.wave, o.state, nullif(o.outcome, ''),
        nextval('carryover.claim_number'), now(), now()
      FROM unnest(p_batches, p_waves, p_identities, p_states, p_outcomes) AS o (batch, wave, identity, state, outcome)
      ORDER BY o.identity
      ON CONFLICT (service, identity) DO UPDATE SET
        desktop = CASE WHEN c.state = 'free' THEN excluded.desktop ELSE c.desktop END,
        epoch = c.epoch + (c.state = 'free')::integer,
        batch = CASE WHEN c.state = 'free' THEN excluded.batch ELSE c.batch END,
        wave = CASE WHEN c.state = 'free' THEN excluded.wave ELSE c.wave END,
        number = CASE WHEN c.state = 'free' OR c.desktop = excluded.desktop THEN excluded.number ELSE c.number END,
        claimed_at = CASE WHEN c.state = 'free' THEN excluded.claimed_at ELSE c.claimed_at END,
        state = excluded.state, outcome = excluded.outcome, changed_at = excluded.changed_at
      WHERE c.state = 'free' OR (c.state = 'open' AND (c.desktop = excluded.desktop OR excluded.state = 'there'))
      RETURNING c.identity, c.epoch, c.number, c.desktop
    )
    SELECT 'known'::text, s.identity, s.epoch, s.number FROM sent s WHERE s.desktop = p_desktop;
  GET DIAGNOSTICS v_known = ROW_COUNT;
  IF v_known > 0 THEN PERFORM carryover.note(p_desktop, 'made_known', jsonb_build_object('claims', v_known)); END IF;
END $$;
`
