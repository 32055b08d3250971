// Kills a process at named points of a request's life and of the database's. After each
// kill a person resumes, and the oracle is asked.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import {
  applicationId,
  migrate,
  schemaVersion,
  steps,
} from '../../../electron/engine/store/database/schema.ts'
import { sendingPlan } from '../../../shared/sending/wave-plan.ts'
import { createsOf } from '../api/harness.ts'
import { isOver, untilView } from '../api/waiting.ts'
import { createLives, type Life } from './lives.ts'
import { expectConverged } from './oracle.ts'
import type { Act, Point } from './order.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'
import type { Route, Stop } from './wire.ts'

const lives = createLives()
afterAll(lives.end)

type Kill = {
  readonly name: string
  /** Where the process kills itself. */
  readonly point?: Point
  /** Where on the wire it is killed. */
  readonly wire?: { readonly route: Route; readonly nth?: number; readonly stop: (kill: () => void) => Stop }
  /** Killed when this connection is made, before any byte of it is read. */
  readonly onConnect?: true
  readonly state?: 'unvalidated'
  readonly acts?: readonly Act[]
  /** Creates that the service has received when the process is gone; null if the number is random. */
  readonly received: number | null
}

const send: readonly Act[] = [{ do: 'resume' }, { do: 'release', limit: 4 }, { do: 'over' }]
const send12: readonly Act[] = [{ do: 'resume' }, { do: 'release', limit: 12 }, { do: 'over' }]
const intent = 'insert into attempt\\b'
const outcome = 'update attempt set ended_at'
const cut =
  (share: number) =>
  (reached: () => void): Stop => ({ where: 'request', share, reached })
const reply =
  (bytes: number | 'half' | 'all') =>
  (reached: () => void): Stop => ({ where: 'reply', bytes, reached })

const kills: readonly Kill[] = [
  {
    name: 'before the intent',
    point: { statement: intent, when: 'before', nth: 1, from: 'release' },
    received: 0,
  },
  {
    name: 'with the intent written and not committed',
    point: { statement: intent, when: 'before_commit', nth: 1, from: 'release' },
    received: 0,
  },
  {
    name: 'after the intent',
    point: { statement: intent, when: 'after_commit', nth: 1, from: 'release' },
    received: 0,
  },
  { name: 'after connect', onConnect: true, received: 0 },
  { name: 'half a body', wire: { route: 'create', stop: cut(0.5) }, received: 1 },
  { name: 'full body', wire: { route: 'create', stop: cut(1) }, received: 1 },
  { name: 'before headers', wire: { route: 'create', stop: reply(0) }, received: 1 },
  { name: 'mid reply', wire: { route: 'create', stop: reply('half') }, received: 1 },
  { name: 'after the last byte of the reply', wire: { route: 'create', stop: reply('all') }, received: null },
  {
    name: 'before the commit of the outcome',
    point: { statement: outcome, when: 'before_commit', nth: 1, from: 'release' },
    received: null,
  },
  {
    name: 'after the commit of the outcome',
    point: { statement: outcome, when: 'after_commit', nth: 1, from: 'release' },
    received: null,
  },
  { name: 'before the third create', wire: { route: 'create', nth: 3, stop: cut(0) }, received: 3 },
  { name: 'during a status read', wire: { route: 'status', stop: reply(0) }, received: null },
  { name: 'in the middle of a status reply', wire: { route: 'status', stop: reply('half') }, received: null },
  {
    name: 'before the commit of what a status said',
    point: {
      statement: 'update account set .*\\boutcome\\b',
      when: 'before_commit',
      nth: 1,
      from: 'release',
    },
    received: null,
  },
  { name: 'during a sign-in', wire: { route: 'token', stop: reply(0) }, received: 0 },
  {
    name: 'during a validation',
    state: 'unvalidated',
    acts: [{ do: 'resume' }, { do: 'validate' }, { do: 'validated' }],
    wire: { route: 'validate', nth: 2, stop: reply('half') },
    received: 0,
  },
  {
    name: 'before the commit of a validation',
    state: 'unvalidated',
    acts: [{ do: 'resume' }, { do: 'validate' }, { do: 'validated' }],
    point: { statement: 'insert into validation\\b', when: 'before_commit', nth: 2, from: 'validate' },
    received: 0,
  },
  {
    name: 'before the commit of a release',
    acts: [{ do: 'release', limit: 4 }],
    point: { statement: 'update account\\b', when: 'before_commit', nth: 1, from: 'release' },
    received: 0,
  },
  {
    name: 'after the commit of a release',
    acts: [{ do: 'release', limit: 4 }],
    point: { statement: 'update account\\b', when: 'after_commit', nth: 1, from: 'release' },
    received: 0,
  },
  {
    name: 'before the commit of cancelling',
    acts: [{ do: 'pause' }, { do: 'release', limit: 4 }, { do: 'cancelQueued' }],
    point: { statement: 'update account\\b', when: 'before_commit', nth: 1, from: 'cancelQueued' },
    received: 0,
  },
  {
    name: 'half a backup',
    acts: [{ do: 'resume' }, { do: 'release', limit: 4 }, { do: 'backup' }],
    point: { at: 'backup_half', from: 'backup' },
    received: null,
  },
  {
    name: 'a backup that nobody has looked at',
    acts: [{ do: 'resume' }, { do: 'release', limit: 4 }, { do: 'backup' }],
    point: { at: 'backup_all', from: 'backup' },
    received: null,
  },
  {
    name: 'while it ends in order',
    acts: [...send, { do: 'close' }],
    point: { statement: 'insert into setting', when: 'before', nth: 1, from: 'close' },
    received: 4,
  },
]

/** Arms the wire for one kill in the next process. */
function arm(faultHarness: FaultHarness, kill: Kill, life: Life): void {
  const die = (): void => void process.kill(life.pid, 'SIGKILL')
  const { wire } = kill
  if (kill.onConnect === true) {
    // The sign-in connection is closed after its reply, so that the create needs a new one.
    faultHarness.line.meet(({ route, socket }) => {
      if (route !== 'token') return null
      faultHarness.line.onConnect(die)
      return { where: 'reply', bytes: 'all', reached: () => socket.end() }
    })
  }
  if (wire === undefined) return
  faultHarness.line.meet(({ route }) => {
    const isIt = route === wire.route && faultHarness.line.received(route) === (wire.nth ?? 1)
    return isIt ? wire.stop(die) : null
  })
}

describe('kill −9 at named points', () => {
  test('there are at least twelve kill points, among them all that the fault catalogue names', () => {
    const names = kills.map(({ name }) => name)
    expect(new Set(names).size).toBeGreaterThanOrEqual(12)
    for (const named of [
      'before the intent',
      'after the intent',
      'after connect',
      'half a body',
      'full body',
    ])
      expect(names).toContain(named)
    expect(names).toEqual(
      expect.arrayContaining(['before headers', 'mid reply', 'during a status read', 'half a backup']),
    )
  })

  test.each(kills)('killed: $name', async (kill) => {
    const faultHarness = await openFaultHarness({
      accounts: 4,
      state: kill.state ?? 'validated',
      // A backup has enough pages to be killed halfway.
      limits: { concurrency: 1 },
      wired: true,
    })
    const life = await lives.next()
    arm(faultHarness, kill, life)
    life.begin(faultHarness.orderOf(kill.acts ?? send, kill.point ?? null))
    expect(await life.gone, `the point was reached: ${life.marks.join(', ')} ${life.errors()}`).toMatchObject(
      { signal: 'SIGKILL' },
    )
    if (kill.received !== null) expect(createsOf(faultHarness.sandbox).length).toBe(kill.received)

    const view = await faultHarness.converge()
    expect(view.outcomes.created).toBe(4)
    expect(createsOf(faultHarness.sandbox).filter(({ status }) => status === 201)).toHaveLength(4)
  })

  test('killed: at the next start, while the accounts in flight are found', async () => {
    const faultHarness = await openFaultHarness({
      accounts: 4,
      state: 'validated',
      limits: { concurrency: 4 },
      wired: true,
    })
    const first = await lives.next()
    // All four have arrived and none is answered.
    faultHarness.line.meet(({ route }) =>
      route === 'create' && faultHarness.line.received('create') === 4
        ? { where: 'request', share: 1, reached: () => void process.kill(first.pid, 'SIGKILL') }
        : null,
    )
    faultHarness.sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 100 } })
    first.begin(faultHarness.orderOf(send))
    await first.gone
    const second = await lives.next()
    const point = { statement: 'ended_in_flight', when: 'before_commit', nth: 2, from: 'open' } as const
    second.begin(faultHarness.orderOf([], point))
    expect(await second.gone).toMatchObject({ signal: 'SIGKILL' })

    const view = await faultHarness.converge()
    expect(view.outcomes.created).toBe(4)
    expect(createsOf(faultHarness.sandbox)).toHaveLength(4)
  })
})

describe('kill −9 at named points', () => {
  const refusal = {
    code: 'import_process_failed_validation',
    detail: 'Run validate.',
    domain: 'import_process',
  }

  test.each([
    { name: 'before the commit of a stop', when: 'before_commit', stops: false, refused: 2 },
    { name: 'after the commit of a stop', when: 'after_commit', stops: true, refused: 3 },
  ] as const)('killed: as a brake stops the batch, $name', async ({ when, stops, refused }) => {
    const plan = sendingPlan.parse({ sizes: [], brakes: { errorRate: null, sameCode: 3 } })
    const faultHarness = await openFaultHarness({
      accounts: 12,
      state: 'validated',
      limits: { concurrency: 1 },
      plan,
    })
    const { sandbox, batch, connection } = faultHarness
    sandbox.faults.add({
      route: 'create',
      count: 3,
      effect: { kind: 'status', status: 400, body: { kind: 'json', value: refusal } },
    })
    const life = await lives.next()
    life.begin(faultHarness.orderOf(send12, { statement: 'into stop\\b', when, nth: 1, from: 'release' }))
    expect(await life.gone, `the point was reached: ${life.errors()}`).toMatchObject({ signal: 'SIGKILL' })
    expect(createsOf(sandbox).length).toBe(3)

    const { client, close } = await faultHarness.open()
    await client.connections.setKey({ id: connection, key: sandbox.apiKey })
    await client.connections.resume({ id: connection })
    if (stops) {
      const view = await untilView(client, batch, ({ inFlight }) => inFlight === 0)
      expect(view.sending.stop).toMatchObject({ reason: 'same_code', code: refusal.code })
      // One intent may have been prefetched for the next free slot.
      expect(view.states.queued + view.states.unconfirmed).toBe(9)
      expect(view.states.unconfirmed).toBeLessThanOrEqual(1)
      expect(createsOf(sandbox), 'nothing of it is sent').toHaveLength(3)
      await client.batches.goOn({ batch })
    }
    const view = await untilView(client, batch, isOver)
    expect(view.sending.stop).toBeNull()
    expect(view.states.rejected).toBe(refused)
    expect(view.outcomes.created).toBe(12 - refused)
    await close()
    expectConverged({ data: faultHarness.data, sandbox })
  })

  test.each([
    {
      name: 'before the commit of the wave that follows',
      statement: 'insert into wave\\b',
      when: 'before_commit',
      nth: 2,
    },
    {
      name: 'after the commit of the wave that follows',
      statement: 'insert into wave\\b',
      when: 'after_commit',
      nth: 2,
    },
  ] as const)(
    'killed: with waves that follow by themselves, $name; they go on once a person resumes',
    async ({ statement, when, nth }) => {
      const plan = sendingPlan.parse({
        sizes: [2, 3],
        between: 'when_sent',
        brakes: { errorRate: null, sameCode: null },
      })
      const faultHarness = await openFaultHarness({
        accounts: 12,
        state: 'validated',
        limits: { concurrency: 2 },
        plan,
      })
      const { sandbox, batch, connection } = faultHarness
      const life = await lives.next()
      const list: readonly Act[] = [
        { do: 'resume' },
        { do: 'release', limit: 2 },
        { do: 'over' },
        { do: 'over' },
      ]
      life.begin(faultHarness.orderOf(list, { statement, when, nth, from: 'release' }))
      expect(await life.gone, `the point was reached: ${life.errors()}`).toMatchObject({ signal: 'SIGKILL' })
      expect(createsOf(sandbox).length).toBe(2)

      const { client, close } = await faultHarness.open()
      await client.connections.setKey({ id: connection, key: sandbox.apiKey })
      await client.connections.resume({ id: connection })
      const view = await untilView(client, batch, (now) => isOver(now) && now.states.done === 12)
      expect(view.outcomes.created).toBe(12)
      expect(view.sending.waves.map(({ accounts }) => accounts)).toEqual([2, 3, 7])
      await close()
      expectConverged({ data: faultHarness.data, sandbox })
    },
  )

  test('killed: between two steps of a large release, which the next start completes', async () => {
    const faultHarness = await openFaultHarness({
      accounts: 3_000,
      state: 'validated',
    })
    const life = await lives.next()
    const list: readonly Act[] = [{ do: 'pause' }, { do: 'release', limit: 2_500 }]
    life.begin(faultHarness.orderOf(list, { statement: 'COMMIT', when: 'after', nth: 4, from: 'release' }))
    expect(await life.gone).toMatchObject({ signal: 'SIGKILL' })

    const { client, close } = await faultHarness.open()
    const view = await untilView(client, faultHarness.batch, ({ states }) => states.queued === 2_500)
    expect(view.states.validated).toBe(500)
    expect(view.sending.waves.map(({ accounts }) => accounts)).toEqual([2_500])
    expect(await client.batches.cancelQueued({ batch: faultHarness.batch })).toEqual({ cancelled: 2_500 })
    expect(createsOf(faultHarness.sandbox)).toHaveLength(0)
    await close()
    expectConverged({ data: faultHarness.data, sandbox: faultHarness.sandbox })
  })
})

/** A workspace of an earlier version with its connection; of version 0, a database without tables. */
function leaveOld(data: string, version: number): void {
  const file = join(data, databaseName)
  const database = openDatabaseFile(file)
  database.pragma('wal_checkpoint(TRUNCATE)')
  const connection = database.prepare('SELECT * FROM connection').get() as Record<string, unknown>
  database.close()
  for (const table of ['', '-wal', '-shm']) rmSync(`${file}${table}`, { force: true })
  const old = openDatabaseFile(file)
  old.pragma(`application_id = ${applicationId}`)
  old.pragma('journal_mode = WAL')
  migrate(old, steps.slice(0, version))
  const names = Object.keys(connection)
  if (version > 0)
    old
      .prepare(
        `INSERT INTO connection (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
      )
      .run(connection)
  old.close()
}

describe('kill −9 at named points', () => {
  const versions = steps.map((_, at) => at)
  const ways: readonly (readonly [string, Point])[] = [
    ['a schema step, with half of it done', { at: 'schema_step', from: 'open' }],
    ['a schema step, before its commit', { statement: 'COMMIT', when: 'before', nth: 1, from: 'open' }],
    ['a schema step, after its commit', { statement: 'COMMIT', when: 'after', nth: 1, from: 'open' }],
  ]
  test.each(versions.flatMap((version) => ways.map(([name, point]) => ({ version, name, point }))))(
    'killed: $name, from version $version',
    async ({ version, point }) => {
      const faultHarness = await openFaultHarness({ accounts: 1, state: 'validated' })
      leaveOld(faultHarness.data, version)
      const life = await lives.next()
      life.begin(faultHarness.orderOf([], point))
      expect(await life.gone, 'the point was reached').toMatchObject({ signal: 'SIGKILL' })
      const left = openDatabaseFile(join(faultHarness.data, databaseName))
      const reached = left.pragma('user_version', { simple: true }) as number
      expect(reached).toBeGreaterThanOrEqual(version)
      expect(reached).toBeLessThan(schemaVersion + 1)
      left.close()

      const { client, close } = await faultHarness.open()
      const names = (await client.connections.list()).map(({ name }) => name)
      expect(names).toEqual(version > 0 ? ['sandbox'] : [])
      await close()
      const opened = openDatabaseFile(join(faultHarness.data, databaseName), { readonly: true })
      expect(opened.pragma('user_version', { simple: true })).toBe(schemaVersion)
      expect(opened.pragma('integrity_check', { simple: true })).toBe('ok')
      opened.close()
    },
  )
})
