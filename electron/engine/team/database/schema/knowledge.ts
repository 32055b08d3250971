// What members share: templates, catalogues, connection settings, notes, repairs. Each change is a version of its own that
// stays, so nobody overwrites anything: a version that was made from an older one than the newest is not taken.

export const knowledge = `
CREATE TABLE carryover.knowledge (
  kind text NOT NULL CHECK (kind <> '' AND length(kind) <= 40),
  key text NOT NULL CHECK (length(key) <= 2000),
  -- From 1, without gaps.
  version integer NOT NULL CHECK (version > 0),
  -- Order of all changes.
  number bigint NOT NULL UNIQUE CHECK (number > 0),
  -- A server that forgot changes gives the same number to another one.
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- As the member wrote it: the order of names counts. Null: it is shared no more from this version on.
  content json CHECK (octet_length(content::text) <= 2000000),
  is_removed boolean NOT NULL CHECK (is_removed OR content IS NOT NULL OR kind = 'repair'),
  member integer NOT NULL REFERENCES carryover.member,
  desktop uuid NOT NULL REFERENCES carryover.desktop,
  at timestamptz NOT NULL,
  PRIMARY KEY (kind, key, version)
);

-- The only change of a version: the texts of a repair, which come from cells, are forgotten when it is shared no more.
CREATE FUNCTION carryover.refuse_knowledge_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.kind = 'repair' AND NEW.content IS NULL
    AND (OLD.kind, OLD.key, OLD.version, OLD.number, OLD.id, OLD.is_removed, OLD.member, OLD.desktop, OLD.at)
      = (NEW.kind, NEW.key, NEW.version, NEW.number, NEW.id, NEW.is_removed, NEW.member, NEW.desktop, NEW.at)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'versions of what is shared are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER knowledge_unchanged BEFORE UPDATE OR DELETE ON carryover.knowledge
  FOR EACH ROW EXECUTE FUNCTION carryover.refuse_knowledge_change();
CREATE TRIGGER knowledge_not_emptied BEFORE TRUNCATE ON carryover.knowledge
  FOR EACH STATEMENT EXECUTE FUNCTION carryover.refuse_knowledge_change();
ALTER TABLE carryover.knowledge ENABLE ALWAYS TRIGGER knowledge_unchanged;
ALTER TABLE carryover.knowledge ENABLE ALWAYS TRIGGER knowledge_not_emptied;

-- Adds a version if the newest one is p_base (0: there is none). Null content: it is shared no more. Returns what became of
-- it: 'shared', 'conflict' (somebody else was first), 'left' or 'replaced', and the newest version after that.
CREATE FUNCTION carryover.share(
  p_desktop uuid, p_session bigint, p_kind text, p_key text, p_base integer, p_content json
) RETURNS TABLE (verdict text, version integer, number bigint, id uuid, content text, is_removed boolean, member text,
  machine text, at timestamptz, mine boolean) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_desktop carryover.desktop;
  v_newest integer;
  v_verdict text := 'conflict';
BEGIN
  SELECT * INTO v_desktop FROM carryover.desktop d WHERE d.id = p_desktop;
  IF NOT FOUND OR v_desktop.left_at IS NOT NULL OR v_desktop.session > p_session THEN
    RETURN QUERY SELECT CASE WHEN v_desktop.session > p_session AND v_desktop.left_at IS NULL THEN 'replaced' ELSE 'left' END,
      NULL::integer, NULL::bigint, NULL::uuid, NULL::text, NULL::boolean, NULL::text, NULL::text, NULL::timestamptz, NULL::boolean;
    RETURN;
  END IF;
  -- One after the other: whoever reads everything above a number misses none.
  PERFORM pg_advisory_xact_lock(x'6b6e6f77'::bigint);
  SELECT coalesce(max(k.version), 0) INTO v_newest FROM carryover.knowledge k WHERE k.kind = p_kind AND k.key = p_key;
  IF v_newest = p_base THEN
    v_verdict := 'shared';
    v_newest := p_base + 1;
    INSERT INTO carryover.knowledge (kind, key, version, number, content, is_removed, member, desktop, at)
      SELECT p_kind, p_key, v_newest, coalesce(max(k.number), 0) + 1, p_content, p_content IS NULL, v_desktop.member,
        p_desktop, clock_timestamp() FROM carryover.knowledge k;
    IF p_content IS NULL AND p_kind = 'repair' THEN
      UPDATE carryover.knowledge k SET content = NULL WHERE k.kind = p_kind AND k.key = p_key AND k.content IS NOT NULL;
    END IF;
    PERFORM pg_notify('carryover', 'knowledge');
    PERFORM carryover.note(p_desktop, CASE WHEN p_content IS NULL THEN 'unshare' ELSE 'share' END,
      jsonb_build_object('kind', p_kind, 'version', v_newest, 'key', encode(sha256(convert_to(p_key, 'UTF8')), 'hex'))
        || CASE WHEN p_kind = 'repair' THEN '{}' ELSE jsonb_build_object('name', p_key) END);
  END IF;
  RETURN QUERY SELECT v_verdict, k.version, k.number, k.id, k.content::text, k.is_removed, m.name, d.machine, k.at,
      k.desktop = p_desktop
    FROM carryover.knowledge k JOIN carryover.member m ON m.id = k.member JOIN carryover.desktop d ON d.id = k.desktop
    WHERE k.kind = p_kind AND k.key = p_key AND k.version = v_newest;
END $$;
`
