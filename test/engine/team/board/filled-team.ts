// SQL that fills a team's database as a large migration does: members with desktops, batches with their progress, claims, a
// target of all keys and counts of the last weeks. The server makes it by itself, without the triggers that count.

export type Filling = {
  readonly desktops: number
  /** Of all desktops together; the last desktop does not answer any more. */
  readonly batches: number
  /** A tenth of them is open, the others are there. */
  readonly claims: number
  /** Keys of the target, the first of which are claimed; 0: there is none. */
  readonly keys: number
}

const names = [
  'Dana Whitfield',
  'Ina Okafor',
  'Jo Lindqvist',
  'Mara Weiss',
  'Noor Haddad',
  'Ola Nowak',
  'Piet de Vries',
]
const suppliers = ['Northwind', 'Fabrikam', 'Stadtwerke Linden', 'Contoso Energy', 'Tailspin Gas']

const listOf = (texts: readonly string[]): string => `(ARRAY[${texts.map((text) => `'${text}'`).join(',')}])`

/** `service`: of `serviceAt`. Those who answer do so for an hour. */
export function filledTeam(
  { desktops, batches, claims, keys }: Filling,
  service = 'http://service.example',
): string {
  const each = Math.max(1, Math.floor(claims / Math.max(1, batches)))
  return `
  ALTER TABLE carryover.claim DISABLE TRIGGER USER;
  INSERT INTO carryover.member (name) SELECT ${listOf(names)}[1 + (n - 1) % ${names.length}] ||
    CASE WHEN n > ${names.length} THEN ' ' || n ELSE '' END FROM generate_series(1, ${desktops}) n;
  INSERT INTO carryover.desktop (id, member, machine, program, seen_at, term)
    SELECT gen_random_uuid(), m.id, 'machine-' || m.id, '0.1.0',
      now() + CASE WHEN m.id = (SELECT max(id) FROM carryover.member) THEN interval '-40 minutes' ELSE interval '1 hour' END,
      (SELECT term FROM carryover.team)
    FROM carryover.member m WHERE NOT EXISTS (SELECT FROM carryover.desktop d WHERE d.member = m.id);
  INSERT INTO carryover.service (address) VALUES ('${service}') ON CONFLICT DO NOTHING;
  INSERT INTO carryover.batch (id, desktop, service, name, progress, said_at)
    SELECT gen_random_uuid(), d.id, s.id, ${listOf(suppliers)}[1 + n % ${suppliers.length}] || ' ' || n || '.xlsx', jsonb_build_object(
      'accounts', ${each}, 'states', jsonb_build_object('done', ${each} * (n % 7 + 4) / 11, 'queued', ${each} * (7 - n % 7) / 22,
        'rejected', ${each} * (7 - n % 7) / 22),
      'outcomes', jsonb_build_object('created', ${each} * (n % 7 + 4) / 11 - n, 'failed', n),
      'needsPerson', CASE WHEN n % 3 = 0 THEN n * 7 ELSE 0 END,
      'perMinute', CASE WHEN n % 4 = 0 THEN to_jsonb(120 + n) ELSE 'null' END, 'connection', n),
      least(now(), d.seen_at)
    FROM generate_series(1, ${batches}) n
    JOIN (SELECT row_number() OVER (ORDER BY seen_at DESC, id) AS place, id, seen_at FROM carryover.desktop) d
      ON d.place = 1 + n % ${desktops}
    CROSS JOIN (SELECT id FROM carryover.service WHERE address = '${service}') s;
  WITH b AS (SELECT row_number() OVER () AS place, id, desktop, service FROM carryover.batch)
    INSERT INTO carryover.claim (service, identity, desktop, epoch, batch, wave, state, outcome, number, claimed_at, changed_at)
    SELECT b.service, sha256(c.n::text::bytea), b.desktop, 1, b.id, 1, CASE c.n % 10 WHEN 0 THEN 'open' ELSE 'there' END,
      CASE c.n % 10 WHEN 0 THEN NULL ELSE 'created' END, c.n, now(), now()
    FROM generate_series(1, ${claims}) c (n) JOIN b ON b.place = c.n % greatest(1, ${batches}) + 1;
  INSERT INTO carryover.target (service, supplier, desktop, name, loaded_at, keys, created, open)
    SELECT s.id, '', d.id, 'all-customers.xlsx', now() - interval '3 hours', ${keys}, ${claims} * 9 / 10, ${claims} / 10
    FROM carryover.service s, (SELECT id FROM carryover.desktop LIMIT 1) d WHERE s.address = '${service}' AND ${keys} > 0;
  INSERT INTO carryover.target_key
    SELECT t.id, sha256(n::text::bytea) FROM carryover.target t, generate_series(1, ${keys}) n;
  INSERT INTO carryover.created_count
    SELECT s.id, date_bin('15 minutes', now(), 'epoch') - n * interval '15 minutes',
      ${claims} * (1 + (n * 7 / 96) % 5) * (n % 96 < 40)::int / 60000, 0
    FROM carryover.service s, generate_series(1, 2600) n WHERE s.address = '${service}' AND ${claims} > 0;
  ALTER TABLE carryover.claim ENABLE TRIGGER USER;
  SELECT setval('carryover.claim_number', greatest(2, ${claims}));
  ANALYZE`
}
