// Watching against a scripted service, on a clock that only the test moves: which status is read when, within which
// budget, and what becomes of accounts that are slow, invisible, unreadable, or not finished after all.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createReadBudget } from '../../../electron/engine/queue/read-budget.ts'
import { type Limits, limits as limitsSchema } from '../../../shared/connection.ts'
import { queue } from '../store/practice-store.ts'
import { createFakeClock } from './fake-clock.ts'
import { notFound, practiseConducting, recordReply, reply, type Script } from './practice-conductor.ts'
import { beginAttempt } from '../store/begin-attempt.ts'

type Practice = Awaited<ReturnType<typeof practiseConducting>>
type House = Practice & { readonly began: number; readonly limits: Limits }

const minute = 60_000
const day = 1440 * minute
const page = reply(404, 'not here', { 'content-type': 'text/html' })

/** Accounts that the service has accepted, or settled otherwise, before the conductor starts. */
async function watching(
  script: Script,
  accounts: number,
  limits: Partial<Limits> = {},
  place: Readonly<Record<string, unknown>> = {},
): Promise<House> {
  const given = { concurrency: 4, adaptive: false, ...limits }
  const house = await practiseConducting(script, { accounts, limits: given })
  queue(house)
  for (const id of house.ids) {
    const attempt = beginAttempt(house.store, id, house.clock.now(), null)
    if (attempt === null) throw new Error('not begun')
    const end = { class: 'yes', httpStatus: 201, code: null, answer: null, skewMs: null } as const
    house.store.sending.endAttempt(attempt, { ...end, endedAt: house.clock.now() }, 'watching', {
      due_at: house.clock.now() - house.ids.length + house.ids.indexOf(id),
      since: house.clock.now(),
    })
  }
  set(house, place)
  return { ...house, began: house.clock.now(), limits: limitsSchema.parse(given) }
}

function set({ database }: Practice, place: Readonly<Record<string, unknown>>, key?: string): void {
  const sets = Object.keys(place).map((name) => `${name} = @${name}`)
  const where = key === undefined ? '' : 'WHERE key = @key'
  if (sets.length > 0)
    database.prepare(`UPDATE account SET ${sets.join(', ')} ${where}`).run({ ...place, key })
}

const reads = ({ asked }: House) => asked.filter(({ route }) => route === 'status')
const eventsOf = (house: House, kind: string) =>
  house.store.history
    .timeline(house.batch, Number.MAX_SAFE_INTEGER, 200)
    .filter((event) => event.kind === kind)

describe('the budget of reads', () => {
  test('holds in any minute, is used up evenly, and takes the longest overdue first', async () => {
    const house = await watching(() => recordReply('PENDING', house.clock.now()), 100, {
      readsPerMinute: 30,
      pollFirstMs: 1000,
      pollLongestMs: 1000,
    })
    house.start()
    await house.pass(5 * minute)
    const times = reads(house).map(({ at }) => at)
    expect(times.length).toBeGreaterThanOrEqual(148)
    for (const from of times)
      expect(times.filter((at) => at >= from && at < from + minute).length).toBeLessThanOrEqual(30)
    for (const from of times.slice(0, -6))
      expect(times.filter((at) => at >= from && at < from + 10_000).length).toBeGreaterThanOrEqual(4)
    const order = reads(house).map(({ key }) => key)
    expect(order.slice(0, 100)).toEqual(house.ids.map((_, at) => `A-${at + 1}`))
    expect(order.slice(100, 140)).toEqual(order.slice(0, 40))
  })

  test('never lets more than itself through in any sixty seconds, however reads come', () => {
    const step = fc.record({
      wait: fc.oneof(fc.nat(300), fc.nat(4000)),
      tries: fc.integer({ min: 1, max: 40 }),
    })
    const steps = fc.array(step, { minLength: 150, maxLength: 600, size: 'max' })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), steps, (perMinute, all) => {
        const clock = createFakeClock()
        const budget = createReadBudget(perMinute, clock)
        const taken: number[] = []
        for (const { wait, tries } of all) {
          clock.advance(wait)
          for (let at = 0; at < tries; at += 1) if (budget.take()) taken.push(clock.monotonic())
        }
        const spans = taken.flatMap((from, at) => (taken[at + perMinute] ?? Number.POSITIVE_INFINITY) - from)
        expect(Math.min(minute, ...spans)).toBeGreaterThanOrEqual(minute - 1)
      }),
      { numRuns: 60 },
    )
  })

  test('gives all that it may when there is always something to read, and says how long to wait', () => {
    for (const perMinute of [1, 7, 60, 100, 600, 5999]) {
      const clock = createFakeClock()
      const budget = createReadBudget(perMinute, clock)
      let taken = 0
      while (clock.monotonic() < 10 * minute) {
        while (budget.take()) taken += 1
        const wait = budget.wait()
        expect(wait).toBeGreaterThan(0)
        clock.advance(wait)
      }
      expect(taken, `${perMinute} a minute`).toBeGreaterThanOrEqual(perMinute * 10 * 0.97)
      expect(taken, `${perMinute} a minute`).toBeLessThanOrEqual(perMinute * 10 + 1)
    }
  })

  test('leaves room for second looks while the watched are always overdue, and the other way round', async () => {
    const house = await watching(
      ({ key }) => recordReply(key === 'A-1' ? 'PENDING' : 'ERRORED', house.clock.now()),
      40,
      {
        readsPerMinute: 60,
        pollFirstMs: 1000,
        pollLongestMs: 1000,
      },
    )
    for (let at = 2; at <= 40; at += 1)
      set(house, { state: 'settled', outcome: 'failed', service_status: 'ERRORED', look: 2 }, `A-${at}`)
    house.start()
    await house.pass(minute)
    const order = reads(house).map(({ key }) => key)
    expect(order.filter((key) => key === 'A-1').length).toBeGreaterThanOrEqual(15)
    expect(new Set(order).size).toBeGreaterThanOrEqual(14)
  })
})

describe('an account that the service accepted', () => {
  test('and does not show is looked at ever more seldom and never sent again; after its threshold a person is asked', async () => {
    const house = await watching(() => notFound, 1)
    house.start()
    await house.pass(2 * 60 * minute)
    expect(house.count('create')).toBe(0)
    expect(house.states().watching).toBe(1)
    // 15 s growing by half to 5 minutes, for two hours.
    expect(reads(house).length).toBeGreaterThanOrEqual(25)
    expect(reads(house).length).toBeLessThanOrEqual(36)
    const { stuckAfterMs } = house.limits
    expect(house.store.watching.stuck(house.batch, stuckAfterMs, house.clock.now())).toBe(1)
    expect(house.store.accounts.get(house.first)).toMatchObject({ service_status: null, since: house.began })
  })

  test('and answers for with an older process is not visible yet; that is told once', async () => {
    const house = await watching(() => recordReply('ERRORED', house.began - day), 1)
    house.start()
    await house.pass(10 * minute)
    expect(house.states().watching).toBe(1)
    expect(house.store.accounts.get(house.first)).toMatchObject({ service_status: null, process_at: null })
    expect(eventsOf(house, 'older_process')).toHaveLength(1)
    expect(reads(house).length).toBeGreaterThan(4)
  })

  test('and says an unlisted word of is watched on, and shows the word since it was first said', async () => {
    const house = await watching(
      () => recordReply(house.clock.now() < house.began + 5 * minute ? 'PENDING' : 'PONDERING', house.began),
      1,
    )
    house.start()
    await house.pass(10 * minute)
    const { state, service_status, since } = house.store.accounts.get(house.first)
    expect([state, service_status]).toEqual(['watching', 'PONDERING'])
    expect(since).toBeGreaterThanOrEqual(house.began + 5 * minute)
    expect(since).toBeLessThan(house.began + 8 * minute)
  })

  test('and has no status path costs no reading and no time', async () => {
    const house = await watching(() => notFound, 3, {}, { status_path: null })
    house.start()
    await house.pass(10 * minute)
    expect(house.asked).toEqual([])
    expect(house.states().watching).toBe(3)
  })
})

describe('answers that are not the service’s', () => {
  const others = {
    'an HTML page with 404': page,
    'an HTML page with 200': reply(200, 'hello', { 'content-type': 'text/html' }),
    'a redirect': reply(302, {}),
    'JSON that is no record': reply(200, { hello: 1 }),
    'a 404 with another code': reply(404, { code: 'no_such_route', detail: 'x' }),
  }
  test.each(Object.entries(others))(
    'such as %s are told once, slow down reading, and stop no create',
    async (name, answer) => {
      let right = false
      const house = await watching(({ route }) => {
        if (route !== 'status') return route === 'create' ? reply(201, {}) : reply(200, {})
        return right ? recordReply('PROCESSED', house.began) : answer
      }, 30)
      set(house, { state: 'queued', attempts: 0, due_at: 0 }, 'A-30')
      house.database
        .prepare("DELETE FROM attempt WHERE account_id = (SELECT id FROM account WHERE key = 'A-30')")
        .run()
      house.start()
      await house.pass(10 * minute)
      expect(house.count('create')).toBe(1)
      expect(house.readTroubles).toMatchObject([
        {
          message: expect.stringContaining(
            name === 'JSON that is no record' ? 'status is missing' : 'Check the base address',
          ),
        },
      ])
      expect(house.store.connections.pauses(house.connection)).toEqual([])
      // Three in a row, what was under way by then, and one at a time after ever longer waits.
      expect(reads(house).length).toBeLessThanOrEqual(20)
      expect(house.states().watching).toBe(30)
      right = true
      await house.pass(15 * minute)
      expect(house.readTroubles.slice(1)).toEqual([null])
      expect(house.states().settled).toBe(30)
      expect(house.broken).toEqual([])
    },
  )

  test('to one account among others are its own: the others are read as ever, and nobody is told', async () => {
    const house = await watching(
      ({ key }) => (key === 'A-2' ? page : recordReply('PENDING', house.began)),
      4,
      { concurrency: 1 },
    )
    house.start()
    await house.pass(20 * minute)
    expect(house.readTroubles).toEqual([])
    const of = (key: string): number => reads(house).filter((one) => one.key === key).length
    expect(Math.abs(of('A-2') - of('A-3'))).toBeLessThanOrEqual(2)
  })
})

describe('a settled account', () => {
  const failed = { state: 'settled', outcome: 'failed', service_status: 'ERRORED', settled_at: 0, look: 0 }

  test('that failed is looked at once more by itself after the time of the settings, also after a restart', async () => {
    const house = await watching(() => recordReply('ERRORED', house.began), 1, { secondLookMs: 30 * minute })
    const conductor = house.start()
    await house.pass(minute)
    expect(reads(house)).toHaveLength(1)
    await house.pass(20 * minute)
    await conductor.stop()
    house.clock.advance(5 * minute)
    house.start()
    await house.pass(3 * minute)
    expect(reads(house)).toHaveLength(1)
    await house.pass(2 * minute)
    expect(reads(house)).toHaveLength(2)
    await house.pass(40 * minute)
    expect(reads(house)).toHaveLength(2)
    expect(house.store.accounts.get(house.first)).toMatchObject({
      outcome: 'failed',
      look: 0,
      mind_changed_at: null,
    })
    expect(eventsOf(house, 'mind_changed')).toEqual([])
  })

  test('of which the service changes its mind stays settled while it is asked, and says before and after', async () => {
    let now = 'ERRORED'
    const house = await watching(() => recordReply(now, house.began), 1, { secondLookMs: 30 * minute })
    house.start()
    await house.pass(minute)
    now = 'PROCESSED'
    const settledAt = house.store.accounts.get(house.first).settled_at
    await house.pass(30 * minute)
    const account = house.store.accounts.get(house.first)
    expect(account).toMatchObject({
      state: 'settled',
      outcome: 'created',
      platform_identifier: 'P-1',
      look: 0,
    })
    expect(account.settled_at).toBeGreaterThan(settledAt ?? 0)
    expect(eventsOf(house, 'mind_changed').map(({ detail }) => detail)).toEqual([
      {
        before: { outcome: 'failed', status: 'ERRORED', identifier: null },
        after: { outcome: 'created', status: 'PROCESSED', identifier: 'P-1' },
      },
    ])
    expect(house.store.history.problems(house.first)).toEqual([])
    expect(house.store.batches.counts(house.batch).outcomes).toMatchObject({ created: 1, failed: 0 })
  })

  test('that runs again is watched to its new end, and counted as a changed mind', async () => {
    const words = ['IN_PROGRESS', 'IN_PROGRESS', 'PROCESSED']
    const house = await watching((_asked, nth) => recordReply(words[nth - 1] ?? 'PROCESSED', house.began), 1)
    set(house, { ...failed, look: 2, process_at: house.began, due_at: 0 })
    house.start()
    await house.pass(1000)
    expect(house.states().watching).toBe(1)
    await house.pass(5 * minute)
    expect(house.store.accounts.get(house.first)).toMatchObject({ state: 'settled', outcome: 'created' })
    expect(house.store.watching.mindChanged(house.batch, 0)).toBe(1)
  })

  test('that a person edits while it is asked is the person’s: the answer is thrown away', async () => {
    const house = await watching(() => {
      house.store.accounts.move(house.first, 'settled', 'ready', { outcome: null, settled_at: null })
      return recordReply('PROCESSED', house.began)
    }, 1)
    set(house, { ...failed, look: 2, process_at: house.began, due_at: 0 })
    house.start()
    await house.pass(minute)
    expect(house.states().ready).toBe(1)
    expect(eventsOf(house, 'mind_changed')).toEqual([])
    expect(house.broken).toEqual([])
  })

  test('that cannot be read is asked again later, and is looked at in the end', async () => {
    const house = await watching(
      (_asked, nth) => (nth < 4 ? reply(503, {}) : recordReply('PROCESSED', house.began)),
      1,
    )
    set(house, { ...failed, look: 2, process_at: house.began, due_at: 0 })
    house.start()
    await house.pass(10 * minute)
    expect(house.store.accounts.get(house.first)).toMatchObject({ outcome: 'created', look: 0 })
  })

  test('is never sent again by what a look says, whatever that is', async () => {
    const answers = [notFound, page, reply(500, {}), recordReply('CANCELLED', Date.now()), notFound]
    const house = await watching((_asked, nth) => answers[nth % answers.length] ?? notFound, 5)
    set(house, { ...failed, look: 2, due_at: 0 })
    house.start()
    for (let round = 0; round < 6; round += 1) {
      await house.pass(20 * minute)
      set(house, { look: 2, due_at: 0 })
    }
    expect(house.count('create')).toBe(0)
    expect(house.states().settled).toBe(5)
  })

  test('that was mended at the service and is sent once more is ours, made by the earlier sending, and is not watched for ever', async () => {
    let now = 'ERRORED'
    const exists = reply(400, {
      non_field_errors: { code: 'account_import_process_already_imported', detail: 'There.' },
      account_id: 'A-9',
    })
    const house = await watching(({ route }) => {
      if (route === 'status') return recordReply(now, house.began)
      return route === 'create' ? exists : reply(200, {})
    }, 1)
    house.start()
    await house.pass(minute)
    now = 'PROCESSED'
    house.store.accounts.move(house.first, 'settled', 'queued', {
      outcome: null,
      settled_at: null,
      due_at: house.clock.now(),
    })
    await house.pass(10 * minute)
    expect(house.count('create')).toBe(1)
    expect(house.store.accounts.get(house.first)).toMatchObject({
      state: 'settled',
      outcome: 'created',
      existing_account_id: 'A-9',
    })
    expect(house.store.history.problems(house.first)).toMatchObject([{ code: 'created_earlier' }])
  })

  test('of which the service takes back what it had created is counted by the brakes: what waits is not sent', async () => {
    const house = await watching(({ route, key }) => {
      if (route === 'status')
        return recordReply(Number(key.slice(2)) <= 5 ? 'ERRORED' : 'PENDING', house.began)
      return route === 'create' ? reply(201, {}) : reply(200, {})
    }, 6)
    for (let at = 1; at <= 5; at += 1)
      set(
        house,
        { ...failed, outcome: 'created', service_status: 'PROCESSED', process_at: house.began, look: 2 },
        `A-${at}`,
      )
    // Held, so that it is still there to be sent when the brake stops the batch.
    set(house, { state: 'queued', held_reason: 'ask', due_at: 0 }, 'A-6')
    house.start()
    await house.pass(minute)
    expect(house.store.waves.stop(house.batch)).toMatchObject({ reason: 'same_code', code: 'failed' })
    expect(house.store.watching.mindChanged(house.batch, 0)).toBe(5)
    expect(house.broken).toEqual([])
  })
})
