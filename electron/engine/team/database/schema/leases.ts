// Leases: how the desktops of a team share the limits of one service. A lease is what one desktop may use for a few
// seconds: requests a second, requests at once, status reads a minute. The desktop renews it while it sends.
//
//   asks ──▶ its share, as far as the others leave it ──▶ renews ... ──▶ gives it back, or lets it end
//
// What all leases together allow never grows above the limit. So a desktop whose share becomes smaller says in its next
// call that it uses the smaller one, and only then another desktop gets the rest.

export const leases = `
CREATE TABLE carryover.lease (
  service integer NOT NULL REFERENCES carryover.service,
  desktop uuid NOT NULL REFERENCES carryover.desktop,
  session bigint NOT NULL,
  -- Of its latest call: one that was delayed on the way and comes after a later one changes nothing.
  number bigint NOT NULL,
  is_sending boolean NOT NULL,
  -- Its own settings; 'Infinity': no limit.
  limit_rate float8 NOT NULL CHECK (limit_rate > 0),
  limit_concurrency integer NOT NULL CHECK (limit_concurrency > 0),
  limit_reads float8 NOT NULL CHECK (limit_reads > 0),
  -- The most that it can use at present; null: all.
  wants_rate float8 CHECK (wants_rate > 0),
  wants_concurrency integer CHECK (wants_concurrency > 0),
  -- The most that it may use until then. Requests a second and at once, status reads a minute.
  rate float8 NOT NULL DEFAULT 0,
  concurrency integer NOT NULL DEFAULT 0,
  reads float8 NOT NULL DEFAULT 0,
  until timestamptz NOT NULL,
  PRIMARY KEY (service, desktop, session)
);

-- A server that took over may lack the latest leases: until they have ended, no share grows.
ALTER TABLE carryover.service
  ADD COLUMN incarnation text NOT NULL DEFAULT carryover.incarnation(),
  ADD COLUMN no_growth_until timestamptz NOT NULL DEFAULT '-infinity';

CREATE FUNCTION carryover.lease_now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT clock_timestamp() $$;

-- The share of one of several: equal parts, where nobody gets more than it wants as long as others want more. It is rounded
-- down to a millionth, with p_whole to a whole number. Without a limit all have none.
CREATE FUNCTION carryover.equal_share(p_limit float8, p_wants float8[], p_own integer, p_whole boolean) RETURNS float8
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_rest float8 := p_limit;
  v_left integer := cardinality(p_wants);
  v_own float8 := 0;
  v_part float8;
  v_one record;
BEGIN
  IF p_limit = 'Infinity' THEN RETURN p_limit; END IF;
  FOR v_one IN SELECT w.want, w.at FROM unnest(p_wants) WITH ORDINALITY AS w (want, at) ORDER BY w.want NULLS LAST, w.at LOOP
    v_part := v_rest / v_left;
    IF p_whole THEN v_part := floor(v_part); END IF;
    v_part := least(v_part, v_one.want);
    IF v_one.at = p_own THEN v_own := v_part; END IF;
    v_rest := v_rest - v_part;
    v_left := v_left - 1;
  END LOOP;
  -- Nobody wants what is left now, but somebody may soon.
  v_part := v_rest / cardinality(p_wants);
  RETURN CASE WHEN p_whole THEN v_own + floor(v_part) ELSE floor((v_own + v_part) * 1e6) / 1e6 END;
END $$;

-- As much of a fair share as the others leave free, to a millionth. A share that is hardly anything is none.
CREATE FUNCTION carryover.free_share(p_fair float8, p_limit float8, p_others float8) RETURNS float8
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_limit = 'Infinity' THEN p_limit WHEN p_limit - p_others < p_fair / 50 THEN 0
    ELSE least(p_fair, round((p_limit - p_others) * 1e6) / 1e6) END
$$;

-- Renews the lease of a desktop, or gives it back where p_is_sending is false. p_number grows with each call of a session.
-- p_rate, p_concurrency, p_reads: its own settings, null: no limit. p_wants_…: the most that it can use, null: all.
-- p_has_…: what it uses at most while it waits for the answer, null: no limit.
-- verdict: 'share'; 'turn': there are more desktops than requests at once, and it is the turn of others; 'soon': others have
-- not yet given what it gets; 'none': it is not sending; 'older': a later call came first; 'left' and 'replaced' as
-- for claims. The share is valid for five seconds from before the call. again_ms: when to renew it.
CREATE FUNCTION carryover.lease(
  p_desktop uuid, p_session bigint, p_number bigint, p_service text, p_is_sending boolean,
  p_rate float8, p_concurrency integer, p_reads float8, p_wants_rate float8, p_wants_concurrency integer,
  p_has_rate float8, p_has_concurrency integer, p_has_reads float8
) RETURNS TABLE (verdict text, rate float8, concurrency integer, reads float8, desktops integer, again_ms integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
#variable_conflict use_column
DECLARE
  -- Longer than a share is valid, for clocks that run at different speeds.
  c_kept CONSTANT interval := '6 seconds';
  c_turn_ms CONSTANT integer := 10000;
  c_renew_ms CONSTANT integer := 1500;
  c_wait_ms CONSTANT integer := 250;
  v_service integer := carryover.service_id(p_service);
  v_has_rate CONSTANT float8 := coalesce(p_has_rate, 'Infinity');
  v_has_reads CONSTANT float8 := coalesce(p_has_reads, 'Infinity');
  v_now timestamptz;
  v_now_ms bigint;
  v_before carryover.lease;
  v_all record;
  v_turn record;
  v_others record;
  v_fair record;
  v_members integer;
  v_first integer := 0;
  v_place integer;
  v_verdict text := 'none';
  v_rate float8 := 0;
  v_concurrency integer := 0;
  v_reads float8 := 0;
  v_again_ms integer := c_renew_ms;
BEGIN
  PERFORM pg_advisory_xact_lock(x'6c656173'::integer, v_service);
  v_now := carryover.lease_now();
  v_now_ms := floor(extract(epoch FROM v_now) * 1000);
  SELECT * INTO v_before FROM carryover.lease l
    WHERE l.service = v_service AND l.desktop = p_desktop AND l.session = p_session;
  SELECT CASE WHEN d.left_at IS NOT NULL THEN 'left' WHEN d.session > p_session THEN 'replaced'
      WHEN v_before.number >= p_number THEN 'older' ELSE 'none' END
    INTO v_verdict FROM carryover.desktop d WHERE d.id = p_desktop;
  v_verdict := coalesce(v_verdict, 'left');
  IF v_verdict <> 'none' THEN
    RETURN QUERY SELECT v_verdict, 0::float8, 0, 0::float8, 0, v_again_ms;
    RETURN;
  END IF;

  UPDATE carryover.service s SET incarnation = carryover.incarnation(), no_growth_until = v_now + c_kept
    WHERE s.id = v_service AND s.incarnation <> carryover.incarnation();
  DELETE FROM carryover.lease l WHERE l.service = v_service AND l.until < v_now - interval '1 hour';
  INSERT INTO carryover.lease (service, desktop, session, number, is_sending, limit_rate, limit_concurrency, limit_reads,
      wants_rate, wants_concurrency, until)
    VALUES (v_service, p_desktop, p_session, p_number, p_is_sending, coalesce(p_rate, 'Infinity'), p_concurrency,
      coalesce(p_reads, 'Infinity'), p_wants_rate, p_wants_concurrency, v_now + c_kept)
    ON CONFLICT (service, desktop, session) DO UPDATE SET number = excluded.number, is_sending = excluded.is_sending,
      limit_rate = excluded.limit_rate, limit_concurrency = excluded.limit_concurrency, limit_reads = excluded.limit_reads,
      wants_rate = excluded.wants_rate, wants_concurrency = excluded.wants_concurrency, until = excluded.until;

  SELECT array_agg(l.desktop ORDER BY l.desktop) AS desktops, count(*)::integer AS count,
      array_agg(l.wants_rate ORDER BY l.desktop) AS rates, array_agg(l.wants_concurrency::float8 ORDER BY l.desktop) AS slots,
      min(l.limit_rate) AS rate, min(l.limit_concurrency) AS concurrency, min(l.limit_reads) AS reads
    INTO v_all
    FROM carryover.lease l JOIN carryover.desktop d ON d.id = l.desktop
    WHERE l.service = v_service AND l.is_sending AND l.until > v_now AND l.session >= d.session AND d.left_at IS NULL;

  IF p_is_sending THEN
    -- Those whose turn it is stand side by side from v_first on, and after the last desktop comes the first.
    v_members := least(v_all.count, v_all.concurrency);
    IF v_members < v_all.count THEN
      v_first := (v_now_ms / c_turn_ms * v_members) % v_all.count;
      v_again_ms := least(v_again_ms, c_turn_ms - v_now_ms % c_turn_ms);
    END IF;
    v_place := (array_position(v_all.desktops, p_desktop) - 1 - v_first + v_all.count) % v_all.count + 1;
    IF v_place > v_members THEN
      v_verdict := 'turn';
    ELSE
      SELECT array_agg(v_all.rates[(v_first + n) % v_all.count + 1] ORDER BY n) AS rates,
          array_agg(v_all.slots[(v_first + n) % v_all.count + 1] ORDER BY n) AS slots
        INTO v_turn FROM generate_series(0, v_members - 1) AS n;
      SELECT carryover.equal_share(v_all.rate, v_turn.rates, v_place, false) AS rate,
          carryover.equal_share(v_all.concurrency, v_turn.slots, v_place, true) AS concurrency,
          carryover.equal_share(v_all.reads, array_fill(NULL::float8, ARRAY[v_members]), v_place, false) AS reads
        INTO v_fair;
      SELECT coalesce(sum(l.rate), 0) AS rate, coalesce(sum(l.concurrency), 0) AS concurrency,
          coalesce(sum(l.reads), 0) AS reads
        INTO v_others FROM carryover.lease l
        WHERE l.service = v_service AND l.until > v_now AND (l.desktop, l.session) <> (p_desktop, p_session);
      v_rate := carryover.free_share(v_fair.rate, v_all.rate, v_others.rate);
      v_concurrency := carryover.free_share(v_fair.concurrency, v_all.concurrency, v_others.concurrency);
      v_reads := carryover.free_share(v_fair.reads, v_all.reads, v_others.reads);
      IF EXISTS (SELECT FROM carryover.service s WHERE s.id = v_service AND s.no_growth_until > v_now) THEN
        v_rate := least(v_rate, v_has_rate);
        v_concurrency := least(v_concurrency, p_has_concurrency);
        v_reads := least(v_reads, v_has_reads);
      END IF;
      IF v_rate < v_fair.rate OR v_concurrency < v_fair.concurrency OR v_reads < v_fair.reads
          OR v_concurrency < p_has_concurrency THEN
        v_again_ms := least(v_again_ms, c_wait_ms);
      END IF;
      v_verdict := 'share';
      IF v_rate = 0 OR v_concurrency = 0 THEN
        v_verdict := 'soon';
        v_rate := 0;
        v_concurrency := 0;
        v_reads := 0;
      END IF;
    END IF;
  END IF;

  UPDATE carryover.lease l SET rate = greatest(v_rate, v_has_rate), concurrency = greatest(v_concurrency, p_has_concurrency),
      reads = greatest(v_reads, v_has_reads)
    WHERE l.service = v_service AND l.desktop = p_desktop AND l.session = p_session;
  -- The others renew at once when somebody begins or stops.
  IF p_is_sending IS DISTINCT FROM coalesce(v_before.is_sending AND v_before.until > v_now, false) THEN
    PERFORM pg_notify('carryover', 'limits');
  END IF;
  RETURN QUERY SELECT v_verdict, nullif(v_rate, 'Infinity'), v_concurrency, nullif(v_reads, 'Infinity'), v_all.count,
    v_again_ms;
END $$;
`
