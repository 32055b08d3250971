// Tests targets and the counts of the board on a real PostgreSQL: they follow every change of claims, also one that
// happens while a target is being loaded, and the board reads them without looking at claims.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { loadTarget } from '../../../../electron/engine/team/board/load-target.ts'
import { boardStatements, readBoard } from '../../../../electron/engine/team/board/read-board.ts'
import {
  addTargetKeys,
  beginTarget,
  dropTargetKeys,
  finishTarget,
  removeTarget,
} from '../../../../electron/engine/team/board/targets.ts'
import {
  claimAccounts,
  endClaims,
  type Session,
  takeBatchOver,
} from '../../../../electron/engine/team/claims/claims.ts'
import { identityHash } from '../../../../electron/engine/team/claims/identity-hash.ts'
import { nameBatch, openSession, sendHeartbeat } from '../../../../electron/engine/team/claims/session.ts'
import type { TeamDatabase } from '../../../../electron/engine/team/database/connect.ts'
import { filledTeam } from '../board/filled-team.ts'
import { newTeam, openTeam, valueOf } from '../team-fixture.ts'

const service = 'http://service.example'
const hashOf = (key: string): Buffer => identityHash('team', service, key)
const numbered = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, at) => `K${from + at}`)

type Joined = { readonly session: Session; readonly batch: string }

async function join(database: TeamDatabase, name: string): Promise<Joined> {
  const opener = { desktop: randomUUID(), name, machine: `${name}-laptop`, program: '0.1.0', known: 0 }
  const opened = valueOf(await openSession(database, opener, true))
  if (opened === null) throw new Error('not joined')
  const batch = randomUUID()
  valueOf(await nameBatch(database, opened.session, { id: batch, service, name: `${name}’s accounts` }))
  return { session: opened.session, batch }
}

async function claim(database: TeamDatabase, { session, batch }: Joined, keys: readonly string[]) {
  const wanted = keys.map((key) => ({ identity: hashOf(key), batch, wave: 1, supplier: '' }))
  return valueOf(await claimAccounts(database, session, service, wanted))
}

async function end(
  database: TeamDatabase,
  { session }: Joined,
  keys: readonly string[],
  state: 'there' | 'free',
  outcome: string | null = state === 'there' ? 'created' : 'failed',
): Promise<void> {
  const ended = keys.map((key) => ({ identity: hashOf(key), epoch: 1, state, outcome }))
  valueOf(await endClaims(database, session, service, ended))
}

async function load(database: TeamDatabase, { session }: Joined, keys: readonly string[], supplier = '') {
  const { desktop } = session
  const target = valueOf(await beginTarget(database, { desktop, service, supplier, name: 'all.csv' }))
  if (target === null) throw new Error('not begun')
  valueOf(await addTargetKeys(database, desktop, target, keys.map(hashOf)))
  expect(valueOf(await finishTarget(database, desktop, target))).toBe(new Set(keys).size)
  return target
}

const boardOf = async (database: TeamDatabase, { session }: Joined) =>
  valueOf(await readBoard(database, session.desktop, Date.now()))

async function countsOf(database: TeamDatabase, joined: Joined) {
  const { targets } = await boardOf(database, joined)
  return targets.map(({ keys, created, found, open }) => ({ keys, created, found, open }))
}

test('a target counts what was claimed before it was loaded, and follows what is claimed and ends afterwards', async () => {
  const { database } = await newTeam()
  const dana = await join(database, 'Dana')
  await claim(database, dana, ['K0', 'K1', 'K2', 'other'])
  await end(database, dana, ['K0', 'other'], 'there')
  await end(database, dana, ['K1'], 'there', 'already_there')
  await load(database, dana, numbered(10))
  expect(await countsOf(database, dana)).toEqual([{ keys: 10, created: 1, found: 1, open: 1 }])
  await claim(database, dana, ['K3', 'K4', 'K5'])
  expect(await countsOf(database, dana)).toEqual([{ keys: 10, created: 1, found: 1, open: 4 }])
  await end(database, dana, ['K2', 'K3'], 'there')
  await end(database, dana, ['K4'], 'free')
  expect(await countsOf(database, dana)).toEqual([{ keys: 10, created: 3, found: 1, open: 1 }])
  await end(database, dana, ['K2'], 'there', 'whose_account_unsure')
  expect(await countsOf(database, dana)).toEqual([{ keys: 10, created: 2, found: 2, open: 1 }])
  const ina = await join(database, 'Ina')
  valueOf(await takeBatchOver(database, ina.session, dana.batch))
  expect(await countsOf(database, ina)).toEqual([{ keys: 10, created: 2, found: 2, open: 1 }])
})

test('a target is seen once it is complete, replaces the one before, and is removed with all of its keys', async () => {
  const { database, query } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  const first = await load(database, dana, numbered(5), 'ACME')
  await load(database, dana, numbered(3), 'OTHER')
  const { desktop } = ina.session
  const target =
    valueOf(await beginTarget(database, { desktop, service, supplier: '', name: 'all.csv' })) ?? 0
  valueOf(await addTargetKeys(database, desktop, target, numbered(7).map(hashOf)))
  expect((await countsOf(database, dana)).map(({ keys }) => keys)).toEqual([5, 3])
  expect(valueOf(await addTargetKeys(database, dana.session.desktop, target, [hashOf('K9')]))).toBeNull()
  valueOf(await finishTarget(database, desktop, target))
  expect((await boardOf(database, dana)).targets).toMatchObject([{ keys: 7, member: 'Ina', supplier: '' }])
  expect(valueOf(await removeTarget(database, desktop, first))).toBe(false)
  expect(valueOf(await removeTarget(database, desktop, target))).toBe(true)
  expect((await boardOf(database, dana)).targets).toEqual([])
  valueOf(await dropTargetKeys(database))
  expect(await query('SELECT count(*)::int AS keys FROM carryover.target_key')).toEqual([{ keys: 0 }])
  const lines = await query(
    `SELECT member, what FROM carryover.audit WHERE what LIKE 'target%' ORDER BY number`,
  )
  expect(lines.map(({ member, what }) => `${String(member)} ${String(what)}`)).toEqual([
    'Dana target',
    'Dana target',
    'Ina target',
    'Ina target_removed',
  ])
})

test('no change of claims is lost while the keys are loaded', async () => {
  const { server, address, database, query } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  const other = await openTeam(server, address)
  const keys = numbered(3000)
  const target =
    valueOf(
      await beginTarget(database, { desktop: dana.session.desktop, service, supplier: '', name: 'all.csv' }),
    ) ?? 0
  const loading = async (): Promise<void> => {
    for (let from = 0; from < keys.length; from += 100) {
      const piece = keys.slice(from, from + 100).map(hashOf)
      valueOf(await addTargetKeys(database, dana.session.desktop, target, piece))
    }
  }
  const creating = async (joined: Joined, own: readonly string[]): Promise<void> => {
    for (let from = 0; from < own.length; from += 60) {
      const some = own.slice(from, from + 60)
      await claim(other, joined, some)
      await end(other, joined, some.slice(0, 40), 'there')
      await end(other, joined, some.slice(40, 50), 'free')
    }
  }
  await Promise.all([
    loading(),
    creating(dana, keys.slice(0, 1500)),
    creating(ina, keys.slice(1500).toReversed()),
  ])
  valueOf(await finishTarget(database, dana.session.desktop, target))
  expect(await countsOf(database, dana)).toEqual([{ keys: 3000, created: 2000, found: 0, open: 500 }])
  const days = await query('SELECT sum(created)::int AS created FROM carryover.created_count')
  expect(days).toEqual([{ created: 2000 }])
})

afterEach(() => vi.unstubAllEnvs())

test('days are those of the desktop, and what was created before them is counted apart', async () => {
  vi.stubEnv('TZ', 'Asia/Kathmandu')
  const { database, query } = await newTeam()
  const dana = await join(database, 'Dana')
  await claim(database, dana, ['K0', 'K1'])
  await end(database, dana, ['K0', 'K1'], 'there')
  await query(`INSERT INTO carryover.created_count SELECT id, at, created, 1 FROM carryover.service, (VALUES
    ('2026-03-09T18:00:00Z'::timestamptz, 10), ('2026-03-09T18:15:00Z', 20), ('2026-03-10T18:00:00Z', 40),
    ('2026-03-10T18:15:00Z', 80), ('2026-01-01T12:00:00Z', 160)) AS v (at, created)`)
  const board = valueOf(
    await readBoard(database, dana.session.desktop, Date.parse('2026-03-11T06:00:00+05:45')),
  )
  expect(board.days.length).toBe(28)
  expect(board.days.slice(-3).map(({ from, created }) => [new Date(from).toISOString(), created])).toEqual([
    ['2026-03-08T18:15:00.000Z', 10],
    ['2026-03-09T18:15:00.000Z', 60],
    ['2026-03-10T18:15:00.000Z', 80],
  ])
  expect(board.before).toEqual({ created: 160, found: 1 })
})

test('the board looks at no claim and at no key of a target, and finds days by index', async () => {
  const { database, query } = await newTeam()
  await query(filledTeam({ desktops: 10, batches: 50, claims: 30_000, keys: 60_000 }, service))
  const midnights = Array.from({ length: 29 }, (_, day) => new Date(Date.now() - day * 86_400_000)).reverse()
  for (const [name, sql] of Object.entries(boardStatements)) {
    const bounds = `ARRAY[${midnights.map((at) => `'${at.toISOString()}'`).join(',')}]`
    const plan = await query(`EXPLAIN ${sql.replaceAll('$1', bounds)}`)
    const lines = plan.map((row) => String(row['QUERY PLAN'])).join('\n')
    expect(`${name}: ${lines}`).not.toMatch(
      /\bclaim\b|target_key|Seq Scan on (created_count|.*\bcreated_count)/,
    )
    if (name === 'days') expect(lines).toContain('created_count_pkey')
  }
  const dana = await join(database, 'Dana')
  const { targets, batches, desktops } = await boardOf(database, dana)
  expect(batches.length).toBe(51)
  expect(desktops.length).toBe(11)
  expect(targets).toMatchObject([{ keys: 60_000, created: 27_000, open: 3000 }])
})

test('sums are those of all batches, also of those that the list does not show', async () => {
  const { database, query } = await newTeam()
  await query(filledTeam({ desktops: 10, batches: 600, claims: 60_000, keys: 0 }, service))
  const dana = await join(database, 'Dana')
  const { batches, sums } = await boardOf(database, dana)
  expect([batches.length, sums.batches, sums.accounts]).toEqual([500, 601, 60_000])
})

test('batches of one connection share its pace, what is silent or gone sends nothing, and what is gone counts as created', async () => {
  const { database, query } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  const others = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of others) valueOf(await nameBatch(database, dana.session, { id, service, name: id }))
  const [second = '', third = '', fourth = ''] = others
  const said = {
    accounts: 10,
    states: { queued: 7 },
    outcomes: { created: 3 },
    needsPerson: 1,
    perMinute: 40,
  }
  const progressOf = (id: string, more: object) => ({ id, progress: { ...said, connection: 1, ...more } })
  const sayAll = async () =>
    valueOf(
      await sendHeartbeat(database, dana.session, [
        progressOf(dana.batch, {}),
        progressOf(second, {}),
        progressOf(third, { perMinute: 5, connection: 2, states: { queued: 7, 'of a newer program': 3 } }),
        { id: fourth, progress: { accounts: 'many', states: 'unknown', perMinute: 'fast' } },
      ]),
    )
  await sayAll()
  valueOf(await sendHeartbeat(database, ina.session, [progressOf(ina.batch, {})]))
  await query(
    `UPDATE carryover.desktop SET seen_at = now() - interval '1 minute' WHERE id = '${ina.session.desktop}'`,
  )
  expect((await boardOf(database, dana)).sums).toEqual({
    batches: 5,
    accounts: 40,
    states: { queued: 28 },
    outcomes: { created: 12 },
    needsPerson: 4,
    perMinute: 45,
    desktops: 1,
    sending: 1,
  })
  const gone = async () =>
    query(
      `SELECT * FROM carryover.batches_removed('${dana.session.desktop}', ARRAY['${third}', '${ina.batch}']::uuid[])`,
    )
  expect(await gone()).toEqual([{ removed: '1' }])
  const { sums, batches } = await boardOf(database, dana)
  expect(sums).toMatchObject({
    accounts: 33,
    states: { queued: 21 },
    outcomes: { created: 12 },
    perMinute: 40,
  })
  expect(batches.filter(({ removedAt }) => removedAt !== null).map(({ id }) => id)).toEqual([third])
  // It came back.
  await sayAll()
  expect((await boardOf(database, dana)).sums.perMinute).toBe(45)
})

test('at most 5,000 keys of a target go to the database in one statement', async () => {
  const { database } = await newTeam()
  const { session } = await join(database, 'Dana')
  const statements: number[] = []
  const watched: TeamDatabase = {
    ...database,
    run(row, text, values) {
      const given = values?.at(-1)
      if (text.includes('add_target_keys') && Array.isArray(given)) statements.push(given.length)
      return database.run(row, text, values)
    },
  }
  const load = {
    database: watched,
    team: 'team',
    desktop: session.desktop,
    service,
    supplier: '',
    name: '',
    column: null,
  }
  async function* pasted() {
    await Promise.resolve()
    yield { identities: numbered(12_001), bytes: 0, bytesTotal: 0 }
  }
  const kinds: unknown[] = []
  for await (const event of loadTarget(load, pasted())) kinds.push(event)
  expect(kinds.at(-1)).toMatchObject({ kind: 'done', keys: 12_001 })
  expect(statements).toEqual([5000, 5000, 2001])
})
