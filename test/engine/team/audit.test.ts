// Tests the team's audit log on a real PostgreSQL: a line for each call that changed something, lines that nobody changes,
// and where a log shows that the superuser changed it all the same.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { claimAccounts, endClaims, takeBatchOver } from '../../../electron/engine/team/claims/claims.ts'
import { identityHash } from '../../../electron/engine/team/claims/identity-hash.ts'
import {
  leaveTeam,
  nameBatch,
  openSession,
  pauseForAll,
  resumeForAll,
  sendHeartbeat,
} from '../../../electron/engine/team/claims/session.ts'
import { readTeamAuditHead, verifyTeamAudit } from '../../../electron/engine/team/audit/verify.ts'
import type { TeamDatabase } from '../../../electron/engine/team/database/connect.ts'
import { endCompared, newTeam, valueOf } from './team-fixture.ts'

const service = 'http://service.example'
const wantedOf = (batch: string, keys: readonly string[]) =>
  keys.map((key) => ({ identity: identityHash('team', service, key), batch, wave: 2, supplier: '' }))

async function join(database: TeamDatabase, name: string) {
  const opener = { desktop: randomUUID(), name, machine: 'machine', program: '0.1.0', known: 0 }
  const opened = valueOf(await openSession(database, opener, true))
  if (opened === null) throw new Error('not joined')
  const batch = randomUUID()
  valueOf(await nameBatch(database, opened.session, { id: batch, service, name: 'accounts' }))
  return { session: opened.session, batch }
}

test('each call that changed something has a line with who, what and how much; others have none', async () => {
  const { database, query } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  await claimAccounts(database, ina.session, service, wantedOf(ina.batch, ['C']))
  await claimAccounts(database, dana.session, service, wantedOf(dana.batch, ['A', 'B', 'C']))
  // Nothing new is granted.
  await claimAccounts(database, dana.session, service, wantedOf(dana.batch, ['A', 'C']))
  await sendHeartbeat(database, dana.session, [])
  const identity = identityHash('team', service, 'A')
  await endClaims(database, dana.session, service, [
    { identity, epoch: 1, state: 'there', outcome: 'created' },
  ])
  await endClaims(database, ina.session, service, [{ identity, epoch: 1, state: 'free', outcome: 'failed' }])
  await takeBatchOver(database, ina.session, dana.batch)
  await pauseForAll(database, ina.session, { service, supplier: 'ACME', reason: 'wrong tariff' })
  await pauseForAll(database, ina.session, { service, supplier: 'ACME', reason: 'again' })
  await resumeForAll(database, dana.session, { service, supplier: 'ACME' })
  await resumeForAll(database, dana.session, { service, supplier: 'ACME' })
  await query(`UPDATE carryover.team SET incarnation = 'another'`)
  await sendHeartbeat(database, ina.session, [])
  await endCompared(database, ina.session)
  await leaveTeam(database, dana.session.desktop)
  await leaveTeam(database, dana.session.desktop)
  const lines = await query('SELECT member, what, detail FROM carryover.audit ORDER BY number')
  expect(lines.map(({ member, what }) => `${String(member)} ${String(what)}`)).toEqual([
    'Dana session',
    'Ina session',
    'Ina claim',
    'Dana claim',
    'Dana ended',
    'Ina take_over',
    'Ina pause',
    'Dana resume',
    'Ina term',
    'Ina compared',
    'Dana leave',
  ])
  expect(lines[3]?.['detail']).toEqual({
    batches: [dana.batch],
    waves: [2],
    granted: 2,
    refused: 1,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(lines[4]?.['detail']).toEqual({ there: 1, free: 0 })
  expect(lines[5]?.['detail']).toEqual({ batch: dana.batch, from: dana.session.desktop, claims: 2 })
  expect(lines[6]?.['detail']).toMatchObject({ service, supplier: 'ACME', reason: 'wrong tariff' })
  expect(lines[10]?.['detail']).toEqual({ doubt: true })
  expect(valueOf(await verifyTeamAudit(database))).toMatchObject({ lines: 11, fault: null })
})

test('the line of a desktop that was left out names who did it, and who was left out', async () => {
  const { database, query } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  valueOf(await leaveTeam(database, dana.session.desktop, ina.session.desktop))
  const [line] = await query(
    'SELECT member, desktop, what, detail FROM carryover.audit ORDER BY number DESC LIMIT 1',
  )
  expect(line).toEqual({
    member: 'Ina',
    desktop: ina.session.desktop,
    what: 'leave_out',
    detail: { desktop: dana.session.desktop, member: 'Dana', doubt: false },
  })
})

test('neither the owner nor the superuser changes lines by a statement', async () => {
  const { database, query } = await newTeam()
  await join(database, 'Dana')
  for (const statement of [
    `UPDATE carryover.audit SET member = 'Ina'`,
    'DELETE FROM carryover.audit',
    'TRUNCATE carryover.audit',
    'SET session_replication_role = replica; DELETE FROM carryover.audit',
  ])
    await expect(query(statement)).rejects.toThrow('the audit log is append-only')
})

test('lines of many desktops at the same moment are one chain', async () => {
  const { database } = await newTeam()
  const joined = await Promise.all(['Dana', 'Ina', 'Tom', 'Eve'].map((name) => join(database, name)))
  await Promise.all(
    joined.flatMap(({ session, batch }, member) =>
      Array.from({ length: 10 }, (_, at) =>
        claimAccounts(database, session, service, wantedOf(batch, [`${member}-${at}`, `all-${at}`])),
      ),
    ),
  )
  expect(valueOf(await verifyTeamAudit(database))).toMatchObject({ lines: 44, fault: null })
})

/** Six lines, and a way to tamper with them. */
async function log() {
  const { database, query } = await newTeam()
  const dana = await join(database, 'Dana')
  for (const key of ['A', 'B', 'C', 'D', 'E'])
    await claimAccounts(database, dana.session, service, wantedOf(dana.batch, [key]))
  const head = valueOf(await readTeamAuditHead(database))
  const tamper = (sql: string) =>
    query(
      `ALTER TABLE carryover.audit DISABLE TRIGGER ALL; ${sql}; ALTER TABLE carryover.audit ENABLE ALWAYS TRIGGER audit_unchanged`,
    )
  const fault = async (seen = head) => valueOf(await verifyTeamAudit(database, seen)).fault
  return { database, dana, head, tamper, fault }
}

/** Hashes all lines again from one on, as somebody does who knows how. */
const hashAgain = (from: number) => `DO $$ DECLARE v carryover.audit; BEGIN
  FOR v IN SELECT * FROM carryover.audit WHERE number >= ${from} ORDER BY number LOOP
    v.previous := coalesce((SELECT a.hash FROM carryover.audit a WHERE a.number = v.number - 1), '');
    UPDATE carryover.audit SET previous = v.previous,
      hash = encode(sha256(convert_to(carryover.audit_text(v), 'UTF8')), 'hex') WHERE number = v.number;
  END LOOP; END $$`

test.each(['at', 'member', 'desktop', 'what', 'detail', 'previous', 'hash'])(
  'a line whose %s was changed shows',
  async (column) => {
    const { tamper, fault } = await log()
    expect(await fault()).toBeNull()
    const other = {
      at: `at + interval '1 ms'`,
      member: `'Ina'`,
      desktop: 'gen_random_uuid()',
      what: `'pause'`,
      detail: `jsonb_set(detail, '{granted}', '2')`,
      previous: `repeat('0', 64)`,
      hash: `repeat('0', 64)`,
    }[column]
    await tamper(`UPDATE carryover.audit SET ${column} = ${other} WHERE number = 3`)
    expect(await fault()).toEqual({ kind: 'changed', seq: 3 })
  },
)

test('a line that was removed shows, also where the numbers were closed up', async () => {
  const { tamper, fault } = await log()
  await tamper('DELETE FROM carryover.audit WHERE number = 3')
  expect(await fault()).toEqual({ kind: 'missing', seq: 3, next: 4 })
  await tamper('UPDATE carryover.audit SET number = number - 1 WHERE number > 3')
  expect(await fault()).toEqual({ kind: 'changed', seq: 3 })
})

test('the first line that was removed shows', async () => {
  const { tamper, fault } = await log()
  await tamper('DELETE FROM carryover.audit WHERE number = 1')
  expect(await fault()).toEqual({ kind: 'missing', seq: 1, next: 2 })
})

test('a line that was added in between shows, and one that was added at the end', async () => {
  const { tamper, fault } = await log()
  const copy = (from: number, to: number) =>
    `INSERT INTO carryover.audit SELECT ${to}, at, member, desktop, what, detail, previous, hash FROM carryover.audit WHERE number = ${from}`
  await tamper(copy(6, 7))
  expect(await fault()).toEqual({ kind: 'changed', seq: 7 })
  await tamper(`UPDATE carryover.audit SET number = 100 WHERE number = 7`)
  expect(await fault()).toEqual({ kind: 'missing', seq: 7, next: 100 })
  await tamper(
    `DELETE FROM carryover.audit WHERE number = 100;
     UPDATE carryover.audit SET number = number + 10 WHERE number > 3; UPDATE carryover.audit SET number = number - 9 WHERE number > 10; ${copy(2, 4)}`,
  )
  expect(await fault()).toEqual({ kind: 'changed', seq: 4 })
})

test('lines whose order was changed show', async () => {
  const { tamper, fault } = await log()
  await tamper(
    `UPDATE carryover.audit SET number = 1000 WHERE number = 3; UPDATE carryover.audit SET number = 3 WHERE number = 4;
     UPDATE carryover.audit SET number = 4 WHERE number = 1000`,
  )
  expect(await fault()).toEqual({ kind: 'changed', seq: 3 })
})

test('an end that was cut off shows by what a desktop has seen, also where the log went on', async () => {
  const { database, dana, head, tamper, fault } = await log()
  await tamper('DELETE FROM carryover.audit WHERE number > 4')
  expect(await fault()).toEqual({ kind: 'cut', seq: 4, had: 6 })
  expect(await fault({ seq: 0, hash: '' })).toBeNull()
  for (const key of ['F', 'G', 'H'])
    await claimAccounts(database, dana.session, service, wantedOf(dana.batch, [key]))
  expect(await fault()).toEqual({ kind: 'changed', seq: head.seq })
})

test('a log that was hashed again after a change shows by what a desktop has seen', async () => {
  const { head, tamper, fault } = await log()
  await tamper(`UPDATE carryover.audit SET member = 'Ina' WHERE number = 2; ${hashAgain(2)}`)
  expect(await fault({ seq: 0, hash: '' })).toBeNull()
  expect(await fault()).toEqual({ kind: 'changed', seq: head.seq })
})

test('a log of more lines than are read at once is read in pieces', async () => {
  const { database, query } = await newTeam()
  await query(`SELECT carryover.note(NULL, 'many', '{}') FROM generate_series(1, 2500)`)
  expect(valueOf(await verifyTeamAudit(database))).toMatchObject({ lines: 2500, fault: null })
})
