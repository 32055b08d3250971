// Copies of batches in the team's database: the bytes of a project file in chunks, by which another desktop goes on with a
// batch. A copy is used only when its last chunk is in; the newest one of a batch replaces all others. Every member can read
// them, so a copy that holds customer data is there only if a person put it there, or allowed it.

export const copies = `
CREATE TABLE carryover.copy (
  -- The code of its project file (handover/project-manifest.ts).
  id uuid PRIMARY KEY,
  batch uuid NOT NULL REFERENCES carryover.batch,
  desktop uuid NOT NULL REFERENCES carryover.desktop,
  -- The start of that desktop's program that wrote it: another one does not go on with it.
  session bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  bytes bigint NOT NULL CHECK (bytes > 0),
  chunks integer NOT NULL CHECK (chunks > 0),
  -- Of all bytes.
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  encrypted boolean NOT NULL,
  -- The batch was handed over with it: its desktop sends nothing of it any more.
  handed_over boolean NOT NULL,
  accounts integer NOT NULL CHECK (accounts >= 0),
  is_complete boolean NOT NULL DEFAULT false
);
CREATE INDEX copy_of_batch ON carryover.copy (batch);

CREATE TABLE carryover.copy_chunk (
  copy uuid NOT NULL REFERENCES carryover.copy ON DELETE CASCADE,
  number integer NOT NULL CHECK (number >= 0),
  bytes bytea NOT NULL CHECK (length(bytes) BETWEEN 1 AND 1048576),
  PRIMARY KEY (copy, number)
);
-- They are compressed already.
ALTER TABLE carryover.copy_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

ALTER TABLE carryover.batch
  -- The copy with which another desktop went on last, and when it did.
  ADD COLUMN taken_copy uuid,
  ADD COLUMN taken_at timestamptz;

-- It has not answered for a minute: as long as a claim that was taken over is not used.
CREATE FUNCTION carryover.is_silent(p_desktop uuid) RETURNS boolean LANGUAGE sql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT NOT EXISTS (SELECT FROM carryover.desktop d WHERE d.id = p_desktop AND d.left_at IS NULL
    AND d.seen_at > clock_timestamp() - interval '60 seconds')
$$;

-- Whether a desktop may copy its batch: 'ok'; 'moved': another one goes on with the batch; or what eligibility() says.
CREATE FUNCTION carryover.may_copy(p_desktop uuid, p_session bigint, p_known bigint, p_batch uuid) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE v_eligibility text := carryover.eligibility(p_desktop, p_session, p_known);
BEGIN
  IF v_eligibility <> 'ok' THEN RETURN v_eligibility; END IF;
  -- Until the end of the transaction nobody takes the batch over.
  PERFORM FROM carryover.batch b WHERE b.id = p_batch AND b.desktop = p_desktop FOR UPDATE;
  RETURN CASE WHEN FOUND THEN 'ok' ELSE 'moved' END;
END $$;

-- Begins a copy. What this desktop began before for the batch and did not complete is removed. verdict: of may_copy().
CREATE FUNCTION carryover.begin_copy(
  p_desktop uuid, p_session bigint, p_known bigint, p_batch uuid, p_copy uuid, p_bytes bigint, p_chunks integer,
  p_sha256 bytea, p_encrypted boolean, p_handed_over boolean, p_accounts integer
) RETURNS TABLE (verdict text) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_verdict text := carryover.may_copy(p_desktop, p_session, p_known, p_batch);
BEGIN
  IF v_verdict = 'ok' THEN
    DELETE FROM carryover.copy c WHERE c.batch = p_batch AND c.desktop = p_desktop AND NOT c.is_complete;
    INSERT INTO carryover.copy (id, batch, desktop, session, bytes, chunks, sha256, encrypted, handed_over, accounts)
      VALUES (p_copy, p_batch, p_desktop, p_session, p_bytes, p_chunks, p_sha256, p_encrypted, p_handed_over, p_accounts);
  END IF;
  RETURN QUERY SELECT v_verdict;
END $$;

-- False: this session writes no such copy.
CREATE FUNCTION carryover.add_chunk(p_desktop uuid, p_session bigint, p_copy uuid, p_number integer, p_bytes bytea)
RETURNS TABLE (added boolean) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO carryover.copy_chunk (copy, number, bytes)
    SELECT c.id, p_number, p_bytes FROM carryover.copy c
    WHERE c.id = p_copy AND c.desktop = p_desktop AND c.session = p_session AND NOT c.is_complete AND p_number < c.chunks
    ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT FOUND;
END $$;

-- Completes a copy and removes all others of its batch. verdict: of may_copy(); 'cut': not all of it is there.
CREATE FUNCTION carryover.end_copy(p_desktop uuid, p_session bigint, p_known bigint, p_copy uuid) RETURNS TABLE (verdict text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_copy carryover.copy;
  v_verdict text;
BEGIN
  SELECT * INTO v_copy FROM carryover.copy c WHERE c.id = p_copy AND c.desktop = p_desktop AND c.session = p_session;
  IF NOT FOUND THEN RETURN QUERY SELECT 'cut'::text; RETURN; END IF;
  v_verdict := carryover.may_copy(p_desktop, p_session, p_known, v_copy.batch);
  IF v_verdict = 'ok' AND (v_copy.chunks, v_copy.bytes) <>
    (SELECT count(*), coalesce(sum(length(k.bytes)), 0) FROM carryover.copy_chunk k WHERE k.copy = p_copy)
  THEN v_verdict := 'cut'; END IF;
  IF v_verdict <> 'ok' THEN RETURN QUERY SELECT v_verdict; RETURN; END IF;
  UPDATE carryover.copy c SET is_complete = true, at = clock_timestamp() WHERE c.id = p_copy;
  DELETE FROM carryover.copy c WHERE c.batch = v_copy.batch AND c.id <> p_copy;
  PERFORM pg_notify('carryover', 'batches');
  PERFORM carryover.note(p_desktop, 'copy', jsonb_build_object('batch', v_copy.batch, 'copy', p_copy, 'bytes', v_copy.bytes,
    'encrypted', v_copy.encrypted, 'handed_over', v_copy.handed_over));
  RETURN QUERY SELECT 'ok'::text;
END $$;

-- Removes all copies of a batch, or only p_copy. verdict: 'ok'; 'moved': another desktop goes on with the batch, and they stay.
CREATE FUNCTION carryover.remove_copies(p_desktop uuid, p_batch uuid, p_copy uuid) RETURNS TABLE (verdict text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_removed bigint;
BEGIN
  PERFORM FROM carryover.batch b WHERE b.id = p_batch AND b.desktop <> p_desktop FOR UPDATE;
  IF FOUND THEN RETURN QUERY SELECT 'moved'::text; RETURN; END IF;
  PERFORM FROM carryover.batch b WHERE b.id = p_batch FOR UPDATE;
  DELETE FROM carryover.copy c WHERE c.batch = p_batch AND (p_copy IS NULL OR c.id = p_copy);
  GET DIAGNOSTICS v_removed = ROW_COUNT;
  IF v_removed > 0 THEN
    PERFORM pg_notify('carryover', 'batches');
    PERFORM carryover.note(p_desktop, 'copies_removed', jsonb_build_object('batch', p_batch, 'copies', v_removed));
  END IF;
  RETURN QUERY SELECT 'ok'::text;
END $$;

-- Takes the batch of a copy over: its claims are this desktop's, with a higher epoch, and of two desktops that ask one gets
-- them. verdict: 'taken'; 'gone': there is no such complete copy any more; 'other': somebody else has taken the batch over;
-- 'there': its desktop has not handed it over and still answers; 'own': it is this desktop's own; or what eligibility() says.
CREATE FUNCTION carryover.take_copy(p_desktop uuid, p_session bigint, p_known bigint, p_copy uuid) RETURNS TABLE (verdict text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_eligibility text;
  v_copy carryover.copy;
  v_from uuid;
BEGIN
  SELECT * INTO v_copy FROM carryover.copy c WHERE c.id = p_copy AND c.is_complete;
  IF NOT FOUND THEN RETURN QUERY SELECT 'gone'::text; RETURN; END IF;
  PERFORM carryover.close_gates(v_copy.batch);
  v_eligibility := carryover.eligibility(p_desktop, p_session, p_known);
  IF v_eligibility <> 'ok' THEN RETURN QUERY SELECT v_eligibility; RETURN; END IF;
  SELECT b.desktop INTO v_from FROM carryover.batch b WHERE b.id = v_copy.batch FOR UPDATE;
  -- It may have been replaced or removed while this waited.
  IF NOT EXISTS (SELECT FROM carryover.copy c WHERE c.id = p_copy) THEN RETURN QUERY SELECT 'gone'::text; RETURN; END IF;
  IF v_from = p_desktop AND v_copy.desktop = p_desktop THEN RETURN QUERY SELECT 'own'::text; RETURN; END IF;
  IF v_from <> p_desktop AND NOT carryover.is_silent(v_from) THEN
    IF v_from <> v_copy.desktop THEN RETURN QUERY SELECT 'other'::text; RETURN; END IF;
    IF NOT v_copy.handed_over THEN RETURN QUERY SELECT 'there'::text; RETURN; END IF;
  END IF;
  UPDATE carryover.batch b SET taken_copy = p_copy, taken_at = clock_timestamp() WHERE b.id = v_copy.batch;
  PERFORM carryover.take_over(p_desktop, p_session, p_known, v_copy.batch);
  PERFORM carryover.note(p_desktop, 'take_copy', jsonb_build_object('batch', v_copy.batch, 'copy', p_copy, 'from', v_from));
  RETURN QUERY SELECT 'taken'::text;
END $$;
`
