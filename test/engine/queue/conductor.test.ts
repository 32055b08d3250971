// One connection's traffic against a scripted service, on a clock that only the test moves: what is asked, how often,
// and what is left in the store (reliability.md sections 2 and 3).
import { describe, expect, test } from 'vitest'
import { isDiskTrouble } from '../../../electron/engine/store/disk-trouble.ts'
import { queue } from '../store/practice-store.ts'
import {
  lost,
  notFound,
  openOffice,
  practiseConducting,
  recordReply,
  reply,
  settle,
  type Script,
} from './practice-conductor.ts'
import { beginAttempt } from '../store/begin-attempt.ts'

const created = reply(201, {})
const unauthorised = reply(401, { code: 'authentication_failed', detail: 'No.' })
const pending: Script = ({ route }) => (route === 'create' ? created : recordReply('PENDING', Date.now()))

describe('a token', () => {
  test('that expires with 16 in flight is renewed once, each is asked again once, and nothing is paused', async () => {
    const house = await practiseConducting(
      async ({ route, token }) => {
        if (route !== 'create') return recordReply('PENDING', house.clock.now())
        // All sixteen are under way before the first answer comes.
        await settle()
        return token.endsWith('T1') ? unauthorised : created
      },
      { accounts: 16, limits: { concurrency: 16 } },
    )
    queue(house)
    house.start()
    await house.pass(5000)
    expect(house.count('token')).toBe(2)
    expect(house.count('create')).toBe(32)
    for (const id of house.ids) expect(house.store.accounts.get(id).attempts).toBe(2)
    expect(house.store.connections.pauses(house.connection)).toEqual([])
    expect(house.states().watching).toBe(16)
    expect(house.broken).toEqual([])
  })

  test('that is refused when new as well pauses the connection; nothing is lost and sign-ins stop', async () => {
    const house = await practiseConducting(() => unauthorised, { accounts: 8 })
    queue(house)
    house.start()
    await house.pass(120_000)
    expect(house.store.connections.pauses(house.connection)).toMatchObject([{ reason: 'sign_in' }])
    expect(house.states().queued).toBe(8)
    expect(house.count('token')).toBeLessThanOrEqual(3)
    expect(house.count('create')).toBeLessThanOrEqual(16)
    expect(house.broken).toEqual([])
  })
})

describe('an account whose answer never came', () => {
  test('is asked for, and sent again only after two answers that it is not there, a quiet time apart', async () => {
    const house = await practiseConducting(({ route }, nth) => {
      if (route === 'create') return nth === 1 ? lost : created
      return house.count('create') === 1 ? notFound : recordReply('PENDING', house.clock.now())
    })
    queue(house)
    house.start()
    await house.pass(110_000)
    expect(house.count('create')).toBe(1)
    expect(house.states().unconfirmed).toBe(1)
    await house.pass(30_000)
    const times = house.asked.filter(({ route }) => route === 'create').map(({ at }) => at)
    expect(times).toHaveLength(2)
    const reads = house.asked.filter(({ route, at }) => route === 'status' && at <= (times[1] ?? 0))
    expect(reads.length).toBeGreaterThanOrEqual(2)
    expect((reads.at(-1)?.at ?? 0) - (reads[0]?.at ?? 0)).toBeGreaterThanOrEqual(120_000)
  })

  test('is never sent again while its status cannot be read, for whatever reason', async () => {
    const moods = [
      lost,
      reply(500, {}),
      reply(404, {}, { 'content-type': 'text/html' }),
      reply(404, { code: 'other' }),
      reply(429, {}),
      reply(200, { hello: 1 }),
      reply(302, {}),
    ]
    const house = await practiseConducting(({ route }, nth) =>
      route === 'create' ? lost : (moods[nth % moods.length] ?? lost),
    )
    queue(house)
    house.start()
    await house.pass(3_600_000)
    expect(house.count('create')).toBe(1)
    expect(house.states().unconfirmed).toBe(1)
    expect(house.count('status')).toBeGreaterThan(5)
    expect(house.broken).toEqual([])
  })

  test('is settled by its record without a second send', async () => {
    const house = await practiseConducting(({ route }) =>
      route === 'create' ? lost : recordReply('PROCESSED', house.clock.now() - 1000),
    )
    queue(house)
    house.start()
    await house.pass(10_000)
    expect(house.count('create')).toBe(1)
    expect(house.store.batches.counts(house.batch).outcomes.created).toBe(1)
  })

  test('is sent again when all that is there is an older process that failed, after the quiet time', async () => {
    const house = await practiseConducting(({ route }, nth) => {
      if (route === 'create') return nth === 1 ? lost : created
      return recordReply('ERRORED', house.clock.now() - 86_400_000)
    })
    queue(house)
    house.start()
    await house.pass(100_000)
    expect(house.count('create')).toBe(1)
    await house.pass(60_000)
    expect(house.count('create')).toBe(2)
  })

  test('and that a second send finds already there is ours, and so called', async () => {
    let first = 0
    const exists = reply(400, {
      non_field_errors: { code: 'account_import_process_already_imported', detail: 'There.' },
      account_id: 'P-9',
    })
    const house = await practiseConducting(({ route }, nth) => {
      if (route === 'create') {
        if (nth === 1) first = house.clock.now()
        return nth === 1 ? lost : exists
      }
      return house.count('create') === 1 ? notFound : recordReply('PROCESSED', first)
    })
    queue(house)
    house.start()
    await house.pass(200_000)
    expect(house.count('create')).toBe(2)
    expect(house.store.accounts.get(house.first)).toMatchObject({
      state: 'settled',
      outcome: 'created',
      existing_account_id: 'P-9',
    })
  })

  test('answered by a gateway page is unknown, and such pages pause the connection only where they persist', async () => {
    const house = await practiseConducting(
      ({ route }) => (route === 'create' ? reply(403, {}, { 'content-type': 'text/html' }) : notFound),
      { accounts: 20, limits: { concurrency: 1 } },
    )
    queue(house)
    house.start()
    await house.pass(20_000)
    expect(house.count('create')).toBe(3)
    expect(house.states()).toMatchObject({ unconfirmed: 3, queued: 17 })
    expect(house.store.connections.pauses(house.connection)).toMatchObject([
      { supplier: '', reason: 'odd_answers', code: 'http_403' },
    ])
    expect(house.store.connections.pauses(house.connection)[0]?.message).toMatch(
      /^3 times in a row over \d+ s: Creates are answered by HTTP 403 with a page/,
    )
  })
})

test.each([
  ['none at all', {}],
  ['Retry-After: 0', { 'retry-after': '0' }],
])('429 with %s is not answered by asking at full speed', async (_name, headers) => {
  const house = await practiseConducting(() => reply(429, {}, headers), { accounts: 10 })
  queue(house)
  house.start()
  await house.pass(60_000)
  // Four at once, then after 1, 2, 4, 8, 16 s and so on, four each.
  expect(house.count('create')).toBeLessThanOrEqual(28)
  expect(house.states().queued).toBe(10)
})

test('429 with seconds holds everybody for as long as it says', async () => {
  const house = await practiseConducting(
    ({ route }, nth) => (route === 'create' && nth === 1 ? reply(429, {}, { 'retry-after': '30' }) : created),
    { accounts: 3, limits: { concurrency: 1 } },
  )
  queue(house)
  house.start()
  await house.pass(29_000)
  expect(house.count('create')).toBe(1)
  await house.pass(5000)
  expect(house.count('create')).toBe(4)
})

describe('a disk that takes no writes', () => {
  test('lets nothing be sent, and sending goes on by itself once there is room', async () => {
    const house = await practiseConducting(pending, { accounts: 30 })
    queue(house)
    needRoom(house.database, 'INSERT')
    const pages = fill(house.database)
    house.start()
    await house.pass(10_000)
    expect(house.count('token')).toBe(1)
    expect(house.count('create')).toBe(0)
    expect(house.database.prepare('SELECT count(*) FROM attempt').pluck().get()).toBe(0)
    expect(house.troubles.length).toBeGreaterThan(0)
    expect(house.troubles.every(isDiskTrouble)).toBe(true)
    expect(house.broken).toEqual([])
    house.database.pragma(`max_page_count = ${pages + 5000}`)
    await house.pass(10_000)
    expect(house.count('create')).toBe(30)
    expect(house.states().watching).toBe(30)
  })

  test('keeps an answer that came meanwhile until it can be written: one send, and its outcome', async () => {
    let pages = 0
    const house = await practiseConducting(({ route }) => {
      if (route === 'create') pages = fill(house.database)
      return route === 'create' ? created : recordReply('PENDING', house.clock.now())
    })
    queue(house)
    needRoom(house.database, 'UPDATE')
    house.start()
    await house.pass(10_000)
    expect(house.states().sending).toBe(1)
    expect(house.troubles.length).toBeGreaterThan(0)
    house.database.pragma(`max_page_count = ${pages + 5000}`)
    await house.pass(3000)
    expect(house.states().watching).toBe(1)
    expect(house.count('create')).toBe(1)
    expect(house.broken).toEqual([])
  })
})

describe('the attempt journal', () => {
  test('is on the disk before a create leaves', async () => {
    const flush = Promise.withResolvers<void>()
    const house = await practiseConducting(pending, { accounts: 2, journalled: () => flush.promise })
    queue(house)
    house.start()
    await house.pass(5000)
    expect(house.count('create')).toBe(0)
    expect(house.states().sending).toBe(2)
    flush.resolve()
    await house.pass(2000)
    expect(house.count('create')).toBe(2)
    expect(house.broken).toEqual([])
  })

  test('that the disk refuses: nothing leaves, no attempt is burnt, and sending goes on once there is room', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, fdatasync'), {
      code: 'ENOSPC',
      syscall: 'fdatasync',
    })
    let isFull = true
    const house = await practiseConducting(pending, {
      accounts: 6,
      journalled: () => (isFull ? Promise.reject(full) : null),
    })
    queue(house)
    house.start()
    await house.pass(10_000)
    expect(house.count('create')).toBe(0)
    const { queued, sending } = house.states()
    expect(queued + sending).toBe(6)
    const ended = house.database.prepare('SELECT DISTINCT class FROM attempt WHERE ended_at IS NOT NULL')
    expect(ended.pluck().all()).toEqual(['not_sent'])
    expect(house.troubles.length).toBeGreaterThan(0)
    expect(house.troubles.every(isDiskTrouble)).toBe(true)
    isFull = false
    await house.pass(10_000)
    expect(house.count('create')).toBe(6)
    expect(house.states().watching).toBe(6)
    expect(house.broken).toEqual([])
  })
})

describe('a clock that is set', () => {
  test.each([-10 * 365 * 24, -1, 1, 10 * 365 * 24])(
    'by %s hours sends nothing twice and stops nothing',
    async (hours) => {
      const house = await practiseConducting(
        ({ route, key }, nth) => {
          if (route === 'create') return key === 'A-1' && nth === 1 ? lost : created
          // By a clock that was set, the last judgement is of no known age: it is repeated before the second create.
          if (route === 'validate') return reply(200, {})
          return house.count('create', key) === 1 && key === 'A-1'
            ? notFound
            : recordReply('PROCESSED', house.serviceNow())
        },
        { accounts: 6, limits: { concurrency: 1 } },
      )
      queue(house)
      house.start()
      await house.pass(1000)
      house.clock.setBy(hours * 3_600_000)
      await house.pass(60_000)
      expect(house.count('create', 'A-1')).toBe(1)
      await house.pass(180_000)
      expect(house.count('create', 'A-1')).toBe(2)
      expect(house.count('create')).toBe(7)
      expect(house.states().settled).toBe(6)
    },
  )
})

test.each([
  { by: 'a day', ms: 86_400_000 },
  { by: 'half an hour', ms: 1_800_000 },
])('a clock set $by ahead and back within seconds leaves nothing waiting', async ({ ms }) => {
  let creates = 0
  const house = await practiseConducting(
    ({ route }) => {
      if (route === 'create') {
        creates += 1
        if (creates === 5) house.clock.setBy(ms)
        if (creates === 12) house.clock.setBy(-ms)
      }
      return route === 'create' ? created : recordReply('PROCESSED', house.serviceNow())
    },
    { accounts: 20, limits: { concurrency: 1 } },
  )
  queue(house)
  house.start()
  await house.pass(120_000)
  expect(house.count('create')).toBe(20)
  expect(house.states().settled).toBe(20)
})

describe('restarting a connection', () => {
  test('never has two conductors on one connection: each watched account is asked for once', async () => {
    let letGo = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const house = await practiseConducting(async ({ route }) => {
      if (route !== 'status') return created
      await gate
      return recordReply('PROCESSED', house.clock.now())
    })
    queue(house)
    const attempt = beginAttempt(house.store, house.first, house.clock.now(), null)
    if (attempt === null) throw new Error('not begun')
    const end = { class: 'yes', httpStatus: 201, code: null, answer: null, skewMs: null } as const
    house.store.sending.endAttempt(attempt, { ...end, endedAt: house.clock.now() }, 'watching', {
      due_at: house.clock.now(),
    })
    const notices: string[] = []
    const office = await openOffice(house, { notice: (_level, message) => void notices.push(message) })
    await house.pass(1000)
    expect(house.count('status')).toBe(1)
    const restarts = [
      office.restart(house.connection),
      office.ensure(house.connection),
      office.restart(house.connection),
    ]
    await house.pass(1000)
    expect(house.count('status')).toBe(1)
    letGo()
    await Promise.all(restarts)
    await house.pass(6000)
    expect(house.states().settled).toBe(1)
    expect(house.count('status')).toBe(1)
    expect(notices).toEqual([])
    await office.stop()
    await office.ensure(house.connection)
    expect(office.inFlight(house.connection)).toBe(0)
  })
})

test('judging ends by itself, passes over what a person edited meanwhile, and drops no answer of the others', async () => {
  const house = await practiseConducting(
    ({ key }) => {
      // The edit comes while the service thinks about the account.
      if (key === 'A-2') house.store.accounts.move(house.ids[1] ?? 0, 'ready', 'blocked')
      return key === 'A-3'
        ? reply(400, { errors: [{ attr: 'a', code: 'required', detail: 'x' }] })
        : reply(200, {})
    },
    { accounts: 5 },
  )
  house.store.batches.setValidating(house.batch, true)
  house.start()
  await house.pass(10_000)
  expect(house.states()).toMatchObject({ cleared: 3, blocked: 1, refused: 1, ready: 0 })
  expect(house.store.batches.get(house.batch)?.validating).toBe(false)
  expect(house.broken).toEqual([])
})

type Database = Awaited<ReturnType<typeof practiseConducting>>['database']

/** Every attempt that begins, or ends, takes more room than a full database has left. */
function needRoom(database: Database, when: 'INSERT' | 'UPDATE'): void {
  database.exec(`CREATE TRIGGER needs_room AFTER ${when} ON attempt BEGIN
    INSERT INTO setting VALUES ('room-' || random(), hex(zeroblob(4000))); END`)
}

/** Makes the database as large as it may become, and says how large that is in pages. */
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
