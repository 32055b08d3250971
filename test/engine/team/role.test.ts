// Tests the role of a team's members on a real PostgreSQL, where the owner of the tables is no superuser: everything that a
// desktop does works, and nothing else does.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  claimAccounts,
  compareClaims,
  endClaims,
  takeBatchOver,
} from '../../../electron/engine/team/claims/claims.ts'
import { identityHash } from '../../../electron/engine/team/claims/identity-hash.ts'
import {
  leaveTeam,
  nameBatch,
  openSession,
  pauseForAll,
  resumeForAll,
  sendHeartbeat,
} from '../../../electron/engine/team/claims/session.ts'
import { addChunk, beginCopy, endCopy, readCopies } from '../../../electron/engine/team/copies/copies.ts'
import { readTeamAuditHead, verifyTeamAudit } from '../../../electron/engine/team/audit/verify.ts'
import type { TeamDatabase } from '../../../electron/engine/team/database/connect.ts'
import { memberRoleScript } from '../../../electron/engine/team/database/role.ts'
import { initializeTeam, readTeamSchema, teamSteps } from '../../../electron/engine/team/database/schema.ts'
import { readNewVersions, shareVersion } from '../../../electron/engine/team/knowledge/versions.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { endCompared, openTeam, troubleIn, valueOf } from './team-fixture.ts'

const anyRow = z.unknown()
const service = 'http://service.example'
const identity = identityHash('team', service, 'A')

/** A team whose owner is an ordinary role, and a member's connection with a role of an awkward name. */
async function teamOfOwner() {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const ownerName = `owner_${randomUUID()}`
  const memberName = `Dana's "role" $$ \\ ${randomUUID()}`
  const name = new URL(address).pathname.slice(1)
  await server.query(
    `CREATE ROLE "${ownerName}" LOGIN CREATEROLE PASSWORD 'own'; ALTER DATABASE "${name}" OWNER TO "${ownerName}"`,
  )
  const as = (role: string, password: string): Promise<TeamDatabase> =>
    openTeam(server, address.replace('postgres@', `${encodeURIComponent(role)}@`), { password })
  const owner = await as(ownerName, 'own')
  valueOf(await initializeTeam(owner, '0.1.0'))
  valueOf(await owner.run(anyRow, memberRoleScript(memberName, name)))
  await server.query(`ALTER ROLE "${memberName.replaceAll('"', '""')}" PASSWORD 'member'`)
  const member = await as(memberName, 'member')
  return {
    server,
    address,
    owner,
    member,
    ownerName,
    memberName,
    name,
    query: (sql: string) => server.query(sql, address),
  }
}

const join = async (database: TeamDatabase, name: string) => {
  const opener = { desktop: randomUUID(), name, machine: 'machine', program: '0.1.0', known: 0 }
  const opened = valueOf(await openSession(database, opener, true))
  if (opened === null) throw new Error('not joined')
  const batch = randomUUID()
  valueOf(await nameBatch(database, opened.session, { id: batch, service, name: 'accounts' }))
  return { session: opened.session, batch }
}

test('everything that a desktop does works with a member’s role, and with an owner that is no superuser', async () => {
  const { member, query } = await teamOfOwner()
  expect(valueOf(await readTeamSchema(member))).toEqual({ version: teamSteps.length, readOnly: false })
  const [dana, ina] = [await join(member, 'Dana'), await join(member, 'Ina')]
  const wanted = [{ identity, batch: dana.batch, wave: 1, supplier: 'ACME' }]
  const answer = valueOf(await claimAccounts(member, dana.session, service, wanted))
  expect([answer.eligibility, answer.granted.size]).toEqual(['ok', 1])
  valueOf(await takeBatchOver(member, ina.session, dana.batch))
  const item = { kind: 'template', key: 'Tariffs' }
  const first = valueOf(await shareVersion(member, dana.session, { ...item, base: 0, content: '{"a": 1}' }))
  const late = valueOf(await shareVersion(member, ina.session, { ...item, base: 0, content: '{"a": 2}' }))
  expect([first.verdict, late.verdict]).toEqual(['shared', 'conflict'])
  expect(valueOf(await readNewVersions(member, 0)).map(({ content }) => content)).toEqual(['{"a": 1}'])
  const copy = randomUUID()
  const file = { id: copy, batch: dana.batch, bytes: 3, chunks: 1, sha256: Buffer.alloc(32), accounts: 1 }
  valueOf(await beginCopy(member, ina.session, { ...file, encrypted: false, handedOver: true }))
  expect(valueOf(await addChunk(member, ina.session, copy, 0, Buffer.from('abc')))).toBe(true)
  expect(valueOf(await endCopy(member, ina.session, copy))).toBe('ok')
  expect(valueOf(await readCopies(member))).toMatchObject([{ id: copy, isSilent: false }])
  const ended = { identity, epoch: 2, state: 'there' as const, outcome: 'created' }
  expect(valueOf(await endClaims(member, ina.session, service, [ended]))).toEqual([])
  valueOf(await pauseForAll(member, dana.session, { service, supplier: '', reason: 'wrong tariff' }))
  expect(valueOf(await sendHeartbeat(member, dana.session, [])).pauses).toHaveLength(1)
  expect(valueOf(await resumeForAll(member, ina.session, { service, supplier: '' }))).toBe(true)
  await query(`UPDATE carryover.team SET incarnation = 'another'`)
  expect(valueOf(await sendHeartbeat(member, ina.session, [])).eligibility).toBe('compare')
  const own = { ...ended, batch: dana.batch, wave: 1, number: 3 }
  valueOf(await compareClaims(member, ina.session, service, [own]))
  expect(valueOf(await endCompared(member, ina.session))).toBe('wait')
  expect(valueOf(await leaveTeam(member, dana.session.desktop))).toBe(true)
  expect(valueOf(await sendHeartbeat(member, ina.session, [])).eligibility).toBe('ok')
  expect(valueOf(await verifyTeamAudit(member, valueOf(await readTeamAuditHead(member)))).fault).toBeNull()
  expect(await query('SELECT carryover.incarnation() AS it')).toMatchObject([
    { it: expect.stringMatching(/^0{7}1\/\d+$/) },
  ])
})

const tables = [
  'audit',
  'batch',
  'carryover_schema',
  'claim',
  'desktop',
  'knowledge',
  'member',
  'pause',
  'service',
  'team',
] as const

test('a member’s role reads every table and changes none', async () => {
  const { member, query } = await teamOfOwner()
  const found = await query(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'carryover' ORDER BY tablename`,
  )
  expect(found.map(({ tablename }) => tablename)).toEqual(expect.arrayContaining([...tables]))
  for (const { tablename } of found) {
    const table = `carryover.${String(tablename)}`
    expect([table, troubleIn(await member.run(anyRow, `SELECT * FROM ${table}`))]).toEqual([table, 'done'])
    const [column] = await query(
      `SELECT attname FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum = 1`,
    )
    const name = String(column?.['attname'])
    for (const statement of [
      `UPDATE ${table} SET ${name} = DEFAULT`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `INSERT INTO ${table} DEFAULT VALUES`,
      `SELECT * FROM ${table} FOR UPDATE`,
    ])
      expect([statement, troubleIn(await member.run(anyRow, statement))]).toEqual([
        statement,
        expect.stringMatching(new RegExp(`^not_allowed: .*permission denied for table ${String(tablename)}`)),
      ])
    for (const statement of [
      `ALTER TABLE ${table} ADD COLUMN mine text`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `DROP TABLE ${table}`,
      `CREATE INDEX ON ${table} (${name})`,
    ])
      expect([statement, troubleIn(await member.run(anyRow, statement))]).toEqual([
        statement,
        expect.stringMatching(new RegExp(`^not_allowed: .*must be owner of table ${String(tablename)}`)),
      ])
  }
})

test('a member’s role makes nothing, and becomes no other role', async () => {
  const { member, ownerName } = await teamOfOwner()
  const refused = {
    [`SELECT setval('carryover.claim_number', 1)`]: 'permission denied for sequence claim_number',
    [`SELECT nextval('carryover.claim_number')`]: 'permission denied for sequence claim_number',
    'ALTER SEQUENCE carryover.claim_number RESTART': 'must be owner of sequence claim_number',
    'CREATE TABLE carryover.mine (n int)': 'permission denied for schema carryover',
    'CREATE FUNCTION carryover.mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$':
      'permission denied for schema carryover',
    'DROP FUNCTION carryover.leave': 'must be owner of function carryover.leave',
    'ALTER FUNCTION carryover.leave RESET ALL': 'must be owner of function carryover.leave',
    'DROP SCHEMA carryover CASCADE': 'must be owner of schema carryover',
    'CREATE SCHEMA other': 'permission denied for database',
    [`SET ROLE "${ownerName}"`]: 'permission denied to set role',
    [`GRANT "${ownerName}" TO CURRENT_USER`]: 'must have admin option|permission denied to grant role',
    'SET session_replication_role = replica': 'permission denied to set parameter "session_replication_role"',
    'SET SESSION AUTHORIZATION postgres': 'permission denied to set session authorization',
  }
  for (const [statement, why] of Object.entries(refused))
    expect([statement, troubleIn(await member.run(anyRow, statement))]).toEqual([
      statement,
      expect.stringMatching(new RegExp(`^not_allowed: .*(?:${why})`)),
    ])
})

test('a member’s role calls the functions for members and none of the others', async () => {
  const { member, query, memberName } = await teamOfOwner()
  const functions = await query(
    `SELECT p.proname AS name, p.prosecdef AS open,
       has_function_privilege('${memberName.replaceAll("'", "''")}', p.oid, 'EXECUTE') AS may, p.proconfig::text AS settings
     FROM pg_proc p WHERE p.pronamespace = 'carryover'::regnamespace ORDER BY p.proname`,
  )
  const named = (may: boolean) => functions.filter((one) => one['may'] === may).map(({ name }) => name)
  expect(named(true)).toEqual(
    expect.arrayContaining([
      'batch_of',
      'claim',
      'compare',
      'compared',
      'ended',
      'heartbeat',
      'leave',
      'open_session',
      'pause_for_all',
      'resume_for_all',
      'take_over',
    ]),
  )
  expect(named(false)).toEqual(
    expect.arrayContaining(['gate', 'incarnation', 'note', 'service_id', 'eligibility']),
  )
  for (const { may, open, settings } of functions) {
    expect(may).toBe(open)
    if (open === true) expect(settings).toBe('{"search_path=pg_catalog, pg_temp"}')
  }
  expect(troubleIn(await member.run(anyRow, `SELECT carryover.note(NULL, 'claim', '{}')`))).toContain(
    'permission denied for function note',
  )
})

test('tables and types of a member’s own do not take the place of the system’s in a function', async () => {
  const { member, ownerName } = await teamOfOwner()
  const dana = await join(member, 'Dana')
  const tried = await member.transaction(async (run) => {
    await run(
      anyRow,
      `CREATE FUNCTION pg_temp.who() RETURNS boolean LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION 'run as %', current_user; END $$;
       CREATE VIEW pg_temp.pg_database AS SELECT 1::oid AS oid, current_database() AS datname WHERE pg_temp.who();
       CREATE DOMAIN pg_temp.text AS pg_catalog.text CHECK (pg_temp.who());
       CREATE DOMAIN pg_temp.int8 AS pg_catalog.int8 CHECK (pg_temp.who())`,
    )
    return run(
      z.object({ answer: z.object({ eligibility: z.string() }) }),
      'SELECT * FROM carryover.heartbeat($1, $2, 0, $3)',
      [dana.session.desktop, dana.session.session, '[]'],
    )
  })
  expect(valueOf(tried)[0]?.answer.eligibility).toBe('ok')
  expect(ownerName).not.toBe('')
})

test('what a later step adds is open to the members’ roles that were there, as it is meant', async () => {
  const { owner, member } = await teamOfOwner()
  const later = `CREATE TABLE carryover.later (n int);
    CREATE FUNCTION carryover.for_members() RETURNS int LANGUAGE sql SECURITY DEFINER AS $$ SELECT 1 $$;
    CREATE FUNCTION carryover.for_nobody() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$`
  valueOf(await initializeTeam(owner, '0.2.0', [...teamSteps, later]))
  expect(troubleIn(await member.run(anyRow, 'SELECT n FROM carryover.later'))).toBe('done')
  expect(troubleIn(await member.run(anyRow, 'SELECT carryover.for_members()'))).toBe('done')
  expect(troubleIn(await member.run(anyRow, 'SELECT carryover.for_nobody()'))).toContain(
    'permission denied for function',
  )
})

test('another role has no right at all', async () => {
  const { server, address } = await teamOfOwner()
  const name = `other_${randomUUID()}`
  await server.query(`CREATE ROLE "${name}" LOGIN PASSWORD 'other'`)
  const other = await openTeam(server, address.replace('postgres@', `${name}@`), { password: 'other' })
  for (const statement of [
    'SELECT * FROM carryover.claim',
    `SELECT carryover.leave('${randomUUID()}', '${randomUUID()}')`,
  ])
    expect(troubleIn(await other.run(anyRow, statement))).toContain('permission denied for schema carryover')
})
