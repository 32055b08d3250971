// Claims that were granted to a desktop and that its record lacks: its program ended between the two. Nothing was sent with
// them, because an attempt follows the record. So a new session frees them; otherwise nobody else could create these
// accounts, also where their batch is cancelled.
//
// The record may also be older than the database, where a data folder was set back or copied. Where claims show it that ended
// after the record's last one, nothing is freed. It need not show. So whoever gets a freed claim looks the account up before
// it sends, and waits as after a take-over: the safety of this needs nothing but that.

export const unrecorded = `
-- Open claims that this desktop got itself, in the order of their identities, from the one after p_after. All grants to its
-- earlier sessions have ended when it returns, and later ones are refused. Empty unless eligibility() says 'ok'.
CREATE FUNCTION carryover.open_claims(
  p_desktop uuid, p_session bigint, p_known bigint, p_service text, p_after bytea, p_limit integer
) RETURNS TABLE (identity bytea, epoch integer, number bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_service integer := carryover.service_id(p_service);
BEGIN
  PERFORM pg_advisory_xact_lock(carryover.gate(v_service));
  IF carryover.eligibility(p_desktop, p_session, p_known) <> 'ok' THEN RETURN; END IF;
  RETURN QUERY
    SELECT c.identity, c.epoch, c.number FROM carryover.batch b JOIN carryover.claim c ON c.batch = b.id AND c.state = 'open'
    WHERE b.desktop = p_desktop AND c.service = v_service AND c.desktop = p_desktop AND c.taken_at IS NULL
      AND c.identity > p_after ORDER BY c.identity LIMIT p_limit;
END $$;

-- Frees such claims, as they were listed, that the desktop's record lacks. Frees none where the record is older than the
-- database. p_known: the highest number in the record. Returns how many were freed.
CREATE FUNCTION carryover.free_unrecorded(
  p_desktop uuid, p_session bigint, p_known bigint, p_service text, p_identities bytea[], p_numbers bigint[]
) RETURNS TABLE (freed bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_service integer := carryover.service_id(p_service);
  v_freed bigint := 0;
BEGIN
  -- What ended was in the record.
  IF carryover.eligibility(p_desktop, p_session, p_known) = 'ok' AND NOT EXISTS (
      SELECT FROM carryover.batch b JOIN carryover.claim c ON c.batch = b.id
      WHERE b.desktop = p_desktop AND c.service = v_service AND c.desktop = p_desktop AND c.state <> 'open'
        AND c.number > p_known AND c.doubted_at IS NULL)
  THEN
    PERFORM FROM carryover.claim c
      WHERE c.service = v_service AND c.identity = ANY (p_identities) ORDER BY c.identity FOR UPDATE;
    UPDATE carryover.claim c SET state = 'free', outcome = NULL, doubted_at = clock_timestamp(), changed_at = now()
      FROM unnest(p_identities, p_numbers) AS u (identity, number)
      WHERE c.service = v_service AND c.identity = u.identity AND c.number = u.number AND c.desktop = p_desktop
        AND c.state = 'open';
    GET DIAGNOSTICS v_freed = ROW_COUNT;
    IF v_freed > 0 THEN
      PERFORM pg_notify('carryover', 'ended');
      PERFORM carryover.note(p_desktop, 'unrecorded', jsonb_build_object('freed', v_freed));
    END IF;
  END IF;
  RETURN QUERY SELECT v_freed;
END $$;
`
