// Tests one connection's traffic against a scripted service, on a clock that only the test moves: the requests, their
// number, and the resulting rows in the store.
import { describe, expect, test } from 'vitest'
import { isDiskTrouble } from '../../../electron/engine/store/database/disk-trouble.ts'
import { addAccounts, queue } from '../store/practice-store.ts'
import {
  lost,
  notFound,
  openManager,
  practiseScheduling,
  recordReply,
  reply,
  finish,
  type Script,
} from './practice-scheduler.ts'
import { beginAttempt } from '../store/begin-attempt.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import { english } from '../../support/english.ts'

const created = reply(201, {})
const unauthorised = reply(401, { code: 'authentication_failed', detail: 'No.' })
const pending: Script = ({ route }) => (route === 'create' ? created : recordReply('PENDING', Date.now()))

describe('a token', () => {
  test('that expires with 16 in flight is renewed once, each is asked again once, and nothing is paused', async () => {
    const harness = await practiseScheduling(
      async ({ route, token }) => {
        if (route !== 'create') return recordReply('PENDING', harness.clock.now())
        // All sixteen are in flight before the first reply comes.
        await finish()
        return token.endsWith('T1') ? unauthorised : created
      },
      { accounts: 16, limits: { concurrency: 16 } },
    )
    queue(harness)
    harness.start()
    await harness.pass(5000)
    expect(harness.count('token')).toBe(2)
    expect(harness.count('create')).toBe(32)
    for (const id of harness.ids) expect(harness.store.accounts.get(id).attempts).toBe(2)
    expect(harness.store.connections.pauses(harness.connection)).toEqual([])
    expect(harness.states().processing).toBe(16)
    expect(harness.broken).toEqual([])
  })

  test('that is refused when new as well pauses the connection; nothing is lost and sign-ins stop', async () => {
    const harness = await practiseScheduling(() => unauthorised, { accounts: 8 })
    queue(harness)
    harness.start()
    await harness.pass(120_000)
    expect(harness.store.connections.pauses(harness.connection)).toMatchObject([{ reason: 'sign_in' }])
    expect(harness.states().queued).toBe(8)
    expect(harness.count('token')).toBeLessThanOrEqual(3)
    expect(harness.count('create')).toBeLessThanOrEqual(16)
    expect(harness.broken).toEqual([])
  })
})

describe('an account whose answer never came', () => {
  test('is asked for, and sent again only after two answers that it is not there, a quiet time apart', async () => {
    const harness = await practiseScheduling(({ route }, nth) => {
      if (route === 'create') return nth === 1 ? lost : created
      return harness.count('create') === 1 ? notFound : recordReply('PENDING', harness.clock.now())
    })
    queue(harness)
    harness.start()
    await harness.pass(110_000)
    expect(harness.count('create')).toBe(1)
    expect(harness.states().unconfirmed).toBe(1)
    await harness.pass(30_000)
    const times = harness.asked.filter(({ route }) => route === 'create').map(({ at }) => at)
    expect(times).toHaveLength(2)
    const reads = harness.asked.filter(({ route, at }) => route === 'status' && at <= (times[1] ?? 0))
    expect(reads.length).toBeGreaterThanOrEqual(2)
    expect((reads.at(-1)?.at ?? 0) - (reads[0]?.at ?? 0)).toBeGreaterThanOrEqual(120_000)
  })

  test('is never sent again while its status cannot be read, for whatever reason', async () => {
    const behaviours = [
      lost,
      reply(500, {}),
      reply(404, {}, { 'content-type': 'text/html' }),
      reply(404, { code: 'other' }),
      reply(429, {}),
      reply(200, { hello: 1 }),
      reply(302, {}),
    ]
    const harness = await practiseScheduling(({ route }, nth) =>
      route === 'create' ? lost : (behaviours[nth % behaviours.length] ?? lost),
    )
    queue(harness)
    harness.start()
    await harness.pass(3_600_000)
    expect(harness.count('create')).toBe(1)
    expect(harness.states().unconfirmed).toBe(1)
    expect(harness.count('status')).toBeGreaterThan(5)
    expect(harness.broken).toEqual([])
  })

  test('is done by its record without a second send', async () => {
    const harness = await practiseScheduling(({ route }) =>
      route === 'create' ? lost : recordReply('PROCESSED', harness.clock.now() - 1000),
    )
    queue(harness)
    harness.start()
    await harness.pass(10_000)
    expect(harness.count('create')).toBe(1)
    expect(harness.store.batches.counts(harness.batch).outcomes.created).toBe(1)
  })

  test('is sent again when all that is there is an older process that failed, after the quiet time', async () => {
    const harness = await practiseScheduling(({ route }, nth) => {
      if (route === 'create') return nth === 1 ? lost : created
      return recordReply('ERRORED', harness.clock.now() - 86_400_000)
    })
    queue(harness)
    harness.start()
    await harness.pass(100_000)
    expect(harness.count('create')).toBe(1)
    await harness.pass(60_000)
    expect(harness.count('create')).toBe(2)
  })

  test('and that a second send finds already there is ours, and so called', async () => {
    let first = 0
    const exists = reply(400, {
      non_field_errors: { code: 'account_import_process_already_imported', detail: 'There.' },
      account_id: 'P-9',
    })
    const harness = await practiseScheduling(({ route }, nth) => {
      if (route === 'create') {
        if (nth === 1) first = harness.clock.now()
        return nth === 1 ? lost : exists
      }
      return harness.count('create') === 1 ? notFound : recordReply('PROCESSED', first)
    })
    queue(harness)
    harness.start()
    await harness.pass(200_000)
    expect(harness.count('create')).toBe(2)
    expect(harness.store.accounts.details(harness.first)).toMatchObject({
      state: 'done',
      outcome: 'created',
      existing_account_id: 'P-9',
    })
  })

  test('answered by a gateway page is unknown, and such pages pause the connection only where they persist', async () => {
    const harness = await practiseScheduling(
      ({ route }) => (route === 'create' ? reply(403, {}, { 'content-type': 'text/html' }) : notFound),
      { accounts: 20, limits: { concurrency: 1 } },
    )
    queue(harness)
    harness.start()
    await harness.pass(20_000)
    expect(harness.count('create')).toBe(3)
    expect(harness.states()).toMatchObject({ unconfirmed: 3, queued: 17 })
    expect(harness.store.connections.pauses(harness.connection)).toMatchObject([
      { supplier: '', reason: 'odd_answers', code: 'http_403' },
    ])
    expect(english(harness.store.connections.pauses(harness.connection)[0]?.message)).toMatch(
      /^3 times in a row over \d+ s: Creates are answered by HTTP 403 with a page/,
    )
  })
})

test.each([
  ['none at all', {}],
  ['Retry-After: 0', { 'retry-after': '0' }],
])('429 with %s is not answered by asking at full speed', async (_name, headers) => {
  const harness = await practiseScheduling(() => reply(429, {}, headers), { accounts: 10 })
  queue(harness)
  harness.start()
  await harness.pass(60_000)
  // Four at once, then after 1, 2, 4, 8, 16 s and so on, four each.
  expect(harness.count('create')).toBeLessThanOrEqual(28)
  expect(harness.states().queued).toBe(10)
})

test('429 with seconds holds everybody for as long as it says', async () => {
  const harness = await practiseScheduling(
    ({ route }, nth) => (route === 'create' && nth === 1 ? reply(429, {}, { 'retry-after': '30' }) : created),
    { accounts: 3, limits: { concurrency: 1 } },
  )
  queue(harness)
  harness.start()
  await harness.pass(29_000)
  expect(harness.count('create')).toBe(1)
  await harness.pass(5000)
  expect(harness.count('create')).toBe(4)
})

describe('a disk that takes no writes', () => {
  test('lets nothing be sent, and sending resumes automatically once there is space', async () => {
    const harness = await practiseScheduling(pending, { accounts: 30 })
    queue(harness)
    needRoom(harness.database, 'INSERT')
    const pages = fill(harness.database)
    harness.start()
    await harness.pass(10_000)
    expect(harness.count('token')).toBe(1)
    expect(harness.count('create')).toBe(0)
    expect(harness.database.prepare('SELECT count(*) FROM attempt').pluck().get()).toBe(0)
    expect(harness.troubles.length).toBeGreaterThan(0)
    expect(harness.troubles.every(isDiskTrouble)).toBe(true)
    expect(harness.broken).toEqual([])
    harness.database.pragma(`max_page_count = ${pages + 5000}`)
    await harness.pass(10_000)
    expect(harness.count('create')).toBe(30)
    expect(harness.states().processing).toBe(30)
  })

  test('keeps an answer that came meanwhile until it can be written: one send, and its outcome', async () => {
    let pages = 0
    const harness = await practiseScheduling(({ route }) => {
      if (route === 'create') pages = fill(harness.database)
      return route === 'create' ? created : recordReply('PENDING', harness.clock.now())
    })
    queue(harness)
    needRoom(harness.database, 'UPDATE')
    harness.start()
    await harness.pass(10_000)
    expect(harness.states().sending).toBe(1)
    expect(harness.troubles.length).toBeGreaterThan(0)
    harness.database.pragma(`max_page_count = ${pages + 5000}`)
    await harness.pass(3000)
    expect(harness.states().processing).toBe(1)
    expect(harness.count('create')).toBe(1)
    expect(harness.broken).toEqual([])
  })
})

describe('the attempt journal', () => {
  test('is on the disk before a create leaves', async () => {
    const flush = Promise.withResolvers<void>()
    const harness = await practiseScheduling(pending, { accounts: 2, journalled: () => flush.promise })
    queue(harness)
    harness.start()
    await harness.pass(5000)
    expect(harness.count('create')).toBe(0)
    expect(harness.states().sending).toBe(2)
    flush.resolve()
    await harness.pass(2000)
    expect(harness.count('create')).toBe(2)
    expect(harness.broken).toEqual([])
  })

  test('that the disk refuses: nothing leaves, no attempt is burnt, and sending goes on once there is room', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, fdatasync'), {
      code: 'ENOSPC',
      syscall: 'fdatasync',
    })
    let isFull = true
    const harness = await practiseScheduling(pending, {
      accounts: 6,
      journalled: () => (isFull ? Promise.reject(full) : null),
    })
    queue(harness)
    harness.start()
    await harness.pass(10_000)
    expect(harness.count('create')).toBe(0)
    const { queued, sending } = harness.states()
    expect(queued + sending).toBe(6)
    const ended = harness.database.prepare('SELECT DISTINCT class FROM attempt WHERE ended_at IS NOT NULL')
    expect(ended.pluck().all()).toEqual(['not_sent'])
    expect(harness.troubles.length).toBeGreaterThan(0)
    expect(harness.troubles.every(isDiskTrouble)).toBe(true)
    isFull = false
    await harness.pass(10_000)
    expect(harness.count('create')).toBe(6)
    expect(harness.states().processing).toBe(6)
    expect(harness.broken).toEqual([])
  })
})

describe('a clock that is set', () => {
  test.each([-10 * 365 * 24, -1, 1, 10 * 365 * 24])(
    'by %s hours sends nothing twice and stops nothing',
    async (hours) => {
      const harness = await practiseScheduling(
        ({ route, key }, nth) => {
          if (route === 'create') return key === 'A-1' && nth === 1 ? lost : created
          // After the clock was set, the age of the last validation is unknown: it is repeated before the second
          // create.
          if (route === 'validate') return reply(200, {})
          return harness.count('create', key) === 1 && key === 'A-1'
            ? notFound
            : recordReply('PROCESSED', harness.serviceNow())
        },
        { accounts: 6, limits: { concurrency: 1 } },
      )
      queue(harness)
      harness.start()
      await harness.pass(1000)
      harness.clock.setBy(hours * 3_600_000)
      await harness.pass(60_000)
      expect(harness.count('create', 'A-1')).toBe(1)
      await harness.pass(180_000)
      expect(harness.count('create', 'A-1')).toBe(2)
      expect(harness.count('create')).toBe(7)
      expect(harness.states().done).toBe(6)
    },
  )
})

test.each([
  { by: 'a day', ms: 86_400_000 },
  { by: 'half an hour', ms: 1_800_000 },
])('a clock set $by ahead and back within seconds leaves nothing waiting', async ({ ms }) => {
  let creates = 0
  const harness = await practiseScheduling(
    ({ route }) => {
      if (route === 'create') {
        creates += 1
        if (creates === 5) harness.clock.setBy(ms)
        if (creates === 12) harness.clock.setBy(-ms)
      }
      return route === 'create' ? created : recordReply('PROCESSED', harness.serviceNow())
    },
    { accounts: 20, limits: { concurrency: 1 } },
  )
  queue(harness)
  harness.start()
  await harness.pass(120_000)
  expect(harness.count('create')).toBe(20)
  expect(harness.states().done).toBe(20)
})

describe('restarting a connection', () => {
  test('never has two schedulers on one connection: each watched account is asked for once', async () => {
    let letGo = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const harness = await practiseScheduling(async ({ route }) => {
      if (route !== 'status') return created
      await gate
      return recordReply('PROCESSED', harness.clock.now())
    })
    queue(harness)
    const attempt = beginAttempt(harness.store, harness.first, harness.clock.now(), null)
    if (attempt === null) throw new Error('not begun')
    const end = { class: 'accepted', httpStatus: 201, code: null, answer: null, skewMs: null } as const
    harness.store.sending.endAttempt(attempt, { ...end, endedAt: harness.clock.now() }, 'processing', {
      due_at: harness.clock.now(),
    })
    const notices: string[] = []
    const connectionManager = await openManager(harness, {
      notice: (_level, message) => void notices.push(inEnglish(message)),
    })
    await harness.pass(1000)
    expect(harness.count('status')).toBe(1)
    const restarts = [
      connectionManager.restart(harness.connection),
      connectionManager.ensure(harness.connection),
      connectionManager.restart(harness.connection),
    ]
    await harness.pass(1000)
    expect(harness.count('status')).toBe(1)
    letGo()
    await Promise.all(restarts)
    await harness.pass(6000)
    expect(harness.states().done).toBe(1)
    expect(harness.count('status')).toBe(1)
    expect(notices).toEqual([])
    await connectionManager.stop()
    await connectionManager.ensure(harness.connection)
    expect(connectionManager.inFlight(harness.connection)).toBe(0)
  })
})

test('validation ends automatically, passes over what a person edited meanwhile, and drops no answer of the others', async () => {
  const harness = await practiseScheduling(
    ({ key }) => {
      // The edit comes while the service is processing the account.
      if (key === 'A-2') harness.store.accounts.move(harness.ids[1] ?? 0, 'unvalidated', 'invalid')
      return key === 'A-3'
        ? reply(400, { errors: [{ attr: 'a', code: 'required', detail: 'x' }] })
        : reply(200, {})
    },
    { accounts: 5 },
  )
  harness.store.batches.setValidating(harness.batch, true)
  harness.start()
  await harness.pass(10_000)
  expect(harness.states()).toMatchObject({ validated: 3, invalid: 1, rejected: 1, unvalidated: 0 })
  expect(harness.store.batches.get(harness.batch)?.validating).toBe(false)
  expect(harness.broken).toEqual([])
})

test.each([
  ['accepted', reply(200, {})],
  ['rejected', reply(400, { errors: [{ attr: 'a', code: 'required', detail: 'x' }] })],
  ['not answered', lost],
] as const)(
  'an account that is removed while it is validated drops its answer (%s), and sending goes on',
  async (_, answer) => {
    const harness = await practiseScheduling(
      async ({ key }) => {
        // The edit of a key cell comes while the service is processing the account: all accounts are removed.
        if (key === 'A-2') await harness.store.rows.clearBuilt(harness.batch)
        return answer
      },
      { accounts: 2, limits: { concurrency: 1 } },
    )
    harness.store.batches.setValidating(harness.batch, true)
    harness.start()
    await harness.pass(10_000)
    expect(harness.count('validate', 'A-2')).toBe(1)
    expect(harness.broken).toEqual([])
    expect(Object.values(harness.states()).every((count) => count === 0)).toBe(true)
  },
)

test('an answer about removed bytes does not validate an account that was built in their place', async () => {
  const harness = await practiseScheduling(
    async (_, nth) => {
      if (nth === 1) {
        await harness.store.rows.clearBuilt(harness.batch)
        addAccounts(harness.store, harness.batch, harness.connection, ['A-9'])
        harness.store.batches.setValidating(harness.batch, false)
      }
      return reply(200, {})
    },
    { accounts: 1 },
  )
  harness.store.batches.setValidating(harness.batch, true)
  harness.start()
  await harness.pass(10_000)
  expect(harness.count('validate', 'A-9')).toBe(0)
  expect(harness.states()).toMatchObject({ unvalidated: 1, validated: 0 })
  expect(harness.broken).toEqual([])
})

type Database = Awaited<ReturnType<typeof practiseScheduling>>['database']

/** Starting or ending an attempt needs more space than a full database has. */
function needRoom(database: Database, when: 'INSERT' | 'UPDATE'): void {
  database.exec(`CREATE TRIGGER needs_room AFTER ${when} ON attempt BEGIN
    INSERT INTO setting VALUES ('room-' || random(), hex(zeroblob(4000))); END`)
}

/** Fills the database up to its maximum size, and returns that size in pages. */
function fill(database: Database): number {
  const pages = database.pragma('page_count', { simple: true }) as number
  database.pragma(`max_page_count = ${pages}`)
  const insert = database.prepare("INSERT INTO setting VALUES ('filler-' || random(), hex(zeroblob(100)))")
  for (let at = 0; at < 100_000; at += 1) {
    try {
      insert.run()
    } catch (error) {
      if (isDiskTrouble(error)) return pages
      throw error
    }
  }
  return pages
}
