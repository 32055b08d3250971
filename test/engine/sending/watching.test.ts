// Tests status reads against a scripted service, on a clock that only the test moves: which status is read when,
// within which budget, and the result for accounts that are slow, invisible, unreadable, or that change after
// finishing.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createTokenBucket,
  perMinute as inflow,
} from '../../../electron/engine/sending/limits/token-bucket.ts'
import { type Limits, limits as limitsSchema } from '../../../shared/sending/connection.ts'
import { queue } from '../store/practice-store.ts'
import { createFakeClock } from './fake-clock.ts'
import { notFound, practiseScheduling, recordReply, reply, type Script } from './practice-scheduler.ts'
import { beginAttempt } from '../store/begin-attempt.ts'
import { type PlacedFields, placeAccounts, recheckOf } from '../store/place-account.ts'
import { storeSaid } from '../../../shared/texts/message.ts'
import { english } from '../../support/english.ts'
import { times } from '../../support/repeats.ts'

type Practice = Awaited<ReturnType<typeof practiseScheduling>>
type Harness = Practice & { readonly began: number; readonly limits: Limits }

const minute = 60_000
const day = 1440 * minute
const page = reply(404, 'not here', { 'content-type': 'text/html' })

/** Accounts that the service has accepted, or finished otherwise, before the scheduler starts. */
async function processing(
  script: Script,
  accounts: number,
  limits: Partial<Limits> = {},
  place: Readonly<Record<string, unknown>> = {},
): Promise<Harness> {
  const given = { concurrency: 4, adaptive: false, ...limits }
  const harness = await practiseScheduling(script, { accounts, limits: given })
  queue(harness)
  for (const id of harness.ids) {
    const attempt = beginAttempt(harness.store, id, harness.clock.now(), null)
    if (attempt === null) throw new Error('not begun')
    const end = { class: 'accepted', httpStatus: 201, code: null, answer: null, skewMs: null } as const
    harness.store.sending.endAttempt(attempt, { ...end, endedAt: harness.clock.now() }, 'processing', {
      due_at: harness.clock.now() - harness.ids.length + harness.ids.indexOf(id),
      since: harness.clock.now(),
    })
  }
  set(harness, place)
  return { ...harness, began: harness.clock.now(), limits: limitsSchema.parse(given) }
}

function set({ database }: Practice, place: PlacedFields, key?: string): void {
  placeAccounts(database, key === undefined ? '1' : 'key = @key', place, { key })
}

const reads = ({ asked }: Harness) => asked.filter(({ route }) => route === 'status')
const eventsOf = (harness: Harness, kind: string) =>
  harness.store.history
    .timeline(harness.batch, Number.MAX_SAFE_INTEGER, 200)
    .filter((event) => event.kind === kind)

describe('the budget of reads', () => {
  test('holds in any minute, is used up evenly, and takes the longest overdue first', async () => {
    const harness = await processing(() => recordReply('PENDING', harness.clock.now()), 100, {
      readsPerMinute: 30,
      pollFirstMs: 1000,
      pollLongestMs: 1000,
    })
    harness.start()
    await harness.pass(5 * minute)
    const times = reads(harness).map(({ at }) => at)
    expect(times.length).toBeGreaterThanOrEqual(148)
    for (const from of times)
      expect(times.filter((at) => at >= from && at < from + minute).length).toBeLessThanOrEqual(30)
    for (const from of times.slice(0, -6))
      expect(times.filter((at) => at >= from && at < from + 10_000).length).toBeGreaterThanOrEqual(4)
    const order = reads(harness).map(({ key }) => key)
    expect(order.slice(0, 100)).toEqual(harness.ids.map((_, at) => `A-${at + 1}`))
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
        const budget = createTokenBucket(inflow(perMinute), clock)
        const taken: number[] = []
        for (const { wait, tries } of all) {
          clock.advance(wait)
          for (let at = 0; at < tries; at += 1) if (budget.take()) taken.push(clock.monotonic())
        }
        const spans = taken.flatMap((from, at) => (taken[at + perMinute] ?? Number.POSITIVE_INFINITY) - from)
        expect(Math.min(minute, ...spans)).toBeGreaterThanOrEqual(minute - 1)
      }),
      { numRuns: times(15) },
    )
  })

  test('gives all that it may when there is always something to read, and says how long to wait', () => {
    for (const perMinute of [1, 7, 60, 100, 600, 5999]) {
      const clock = createFakeClock()
      const budget = createTokenBucket(inflow(perMinute), clock)
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

  test('leaves room for rechecks while the watched are always overdue, and the other way round', async () => {
    const harness = await processing(
      ({ key }) => recordReply(key === 'A-1' ? 'PENDING' : 'ERRORED', harness.clock.now()),
      40,
      {
        readsPerMinute: 60,
        pollFirstMs: 1000,
        pollLongestMs: 1000,
      },
    )
    for (let at = 2; at <= 40; at += 1)
      set(
        harness,
        { state: 'done', outcome: 'failed', service_status: 'ERRORED', recheck: 'asked' },
        `A-${at}`,
      )
    harness.start()
    await harness.pass(minute)
    const order = reads(harness).map(({ key }) => key)
    expect(order.filter((key) => key === 'A-1').length).toBeGreaterThanOrEqual(15)
    expect(new Set(order).size).toBeGreaterThanOrEqual(14)
  })
})

describe('an account that the service accepted', () => {
  test('and stays invisible is read less and less often and never sent again; after its threshold a person is asked', async () => {
    const harness = await processing(() => notFound, 1)
    harness.start()
    await harness.pass(2 * 60 * minute)
    expect(harness.count('create')).toBe(0)
    expect(harness.states().processing).toBe(1)
    // 15 s growing by half to 5 minutes, for two hours.
    expect(reads(harness).length).toBeGreaterThanOrEqual(25)
    expect(reads(harness).length).toBeLessThanOrEqual(36)
    const { stuckAfterMs } = harness.limits
    expect(harness.store.processing.stuck(harness.batch, stuckAfterMs, harness.clock.now())).toBe(1)
    expect(harness.store.accounts.details(harness.first)).toMatchObject({
      service_status: null,
      since: harness.began,
    })
  })

  test('and answers for with an older process is not visible yet; that is reported once', async () => {
    const harness = await processing(() => recordReply('ERRORED', harness.began - day), 1)
    harness.start()
    await harness.pass(10 * minute)
    expect(harness.states().processing).toBe(1)
    expect(harness.store.accounts.details(harness.first)).toMatchObject({
      service_status: null,
      process_at: null,
    })
    expect(eventsOf(harness, 'older_process')).toHaveLength(1)
    expect(reads(harness).length).toBeGreaterThan(4)
  })

  test('and has an unlisted status stays processing, and shows the word since it was first said', async () => {
    const harness = await processing(
      () =>
        recordReply(
          harness.clock.now() < harness.began + 5 * minute ? 'PENDING' : 'PONDERING',
          harness.began,
        ),
      1,
    )
    harness.start()
    await harness.pass(10 * minute)
    const { state, service_status, since } = harness.store.accounts.get(harness.first)
    expect([state, service_status]).toEqual(['processing', 'PONDERING'])
    expect(since).toBeGreaterThanOrEqual(harness.began + 5 * minute)
    expect(since).toBeLessThan(harness.began + 8 * minute)
  })

  test('and has no status path costs no reading and no time', async () => {
    const harness = await processing(() => notFound, 3, {}, { status_path: null })
    harness.start()
    await harness.pass(10 * minute)
    expect(harness.asked).toEqual([])
    expect(harness.states().processing).toBe(3)
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
    'such as %s are reported once, slow down reading, and stop no create',
    async (name, answer) => {
      let right = false
      const harness = await processing(({ route }) => {
        if (route !== 'status') return route === 'create' ? reply(201, {}) : reply(200, {})
        return right ? recordReply('PROCESSED', harness.began) : answer
      }, 30)
      set(harness, { state: 'queued', attempts: 0, due_at: 0 }, 'A-30')
      harness.database
        .prepare("DELETE FROM attempt WHERE account_id = (SELECT id FROM account WHERE key = 'A-30')")
        .run()
      harness.start()
      await harness.pass(10 * minute)
      expect(harness.count('create')).toBe(1)
      expect(english(harness.readTroubles)).toMatchObject([
        {
          message: expect.stringContaining(
            name === 'JSON that is no record' ? 'status is missing' : 'Check the base address',
          ),
        },
      ])
      expect(harness.store.connections.pauses(harness.connection)).toEqual([])
      // Three in a row, those in flight by then, and one at a time after increasing waits.
      expect(reads(harness).length).toBeLessThanOrEqual(20)
      expect(harness.states().processing).toBe(30)
      right = true
      await harness.pass(15 * minute)
      expect(harness.readTroubles.slice(1)).toEqual([null])
      expect(harness.states().done).toBe(30)
      expect(harness.broken).toEqual([])
    },
  )

  test('to one account among others are its own: the others are read as ever, and nobody is reported', async () => {
    const harness = await processing(
      ({ key }) => (key === 'A-2' ? page : recordReply('PENDING', harness.began)),
      4,
      { concurrency: 1 },
    )
    harness.start()
    await harness.pass(20 * minute)
    expect(harness.readTroubles).toEqual([])
    const of = (key: string): number => reads(harness).filter((one) => one.key === key).length
    expect(Math.abs(of('A-2') - of('A-3'))).toBeLessThanOrEqual(2)
  })
})

describe('a done account', () => {
  const failed = {
    state: 'done',
    outcome: 'failed',
    service_status: 'ERRORED',
    since: 0,
    recheck: 'none',
  } as const

  test('that failed is rechecked automatically after the configured time, also after a restart', async () => {
    const harness = await processing(() => recordReply('ERRORED', harness.began), 1, {
      recheckMs: 30 * minute,
    })
    const scheduler = harness.start()
    await harness.pass(minute)
    expect(reads(harness)).toHaveLength(1)
    await harness.pass(20 * minute)
    await scheduler.stop()
    harness.clock.advance(5 * minute)
    harness.start()
    await harness.pass(3 * minute)
    expect(reads(harness)).toHaveLength(1)
    await harness.pass(2 * minute)
    expect(reads(harness)).toHaveLength(2)
    await harness.pass(40 * minute)
    expect(reads(harness)).toHaveLength(2)
    expect(harness.store.accounts.details(harness.first)).toMatchObject({
      outcome: 'failed',
      changed_at: null,
    })
    expect(recheckOf(harness.database, harness.first)).toBe('none')
    expect(eventsOf(harness, 'mind_changed')).toEqual([])
  })

  test('of which the service changes its mind stays done while it is asked, and says before and after', async () => {
    let now = 'ERRORED'
    const harness = await processing(() => recordReply(now, harness.began), 1, { recheckMs: 30 * minute })
    harness.start()
    await harness.pass(minute)
    now = 'PROCESSED'
    const doneAt = harness.store.accounts.get(harness.first).since
    await harness.pass(30 * minute)
    const account = harness.store.accounts.details(harness.first)
    expect(account).toMatchObject({ state: 'done', outcome: 'created', platform_identifier: 'P-1' })
    expect(recheckOf(harness.database, harness.first)).toBe('none')
    expect(account.since).toBeGreaterThan(doneAt ?? 0)
    expect(eventsOf(harness, 'mind_changed').map(({ detail }) => detail)).toEqual([
      {
        before: { outcome: 'failed', status: 'ERRORED', identifier: null },
        after: { outcome: 'created', status: 'PROCESSED', identifier: 'P-1' },
      },
    ])
    expect(harness.store.history.problems(harness.first)).toEqual([])
    expect(harness.store.batches.counts(harness.batch).outcomes).toMatchObject({ created: 1, failed: 0 })
  })

  test('that runs again is watched to its new end, and counted as a changed mind', async () => {
    const words = ['IN_PROGRESS', 'IN_PROGRESS', 'PROCESSED']
    const harness = await processing(
      (_asked, nth) => recordReply(words[nth - 1] ?? 'PROCESSED', harness.began),
      1,
    )
    set(harness, { ...failed, recheck: 'asked', process_at: harness.began, due_at: 0 })
    harness.start()
    await harness.pass(1000)
    expect(harness.states().processing).toBe(1)
    await harness.pass(5 * minute)
    expect(harness.store.accounts.details(harness.first)).toMatchObject({ state: 'done', outcome: 'created' })
    expect(harness.store.processing.mindChanged(harness.batch, 0)).toBe(1)
  })

  test('that a person edits while it is asked is the person’s: the answer is thrown away', async () => {
    const harness = await processing(() => {
      harness.store.accounts.move(harness.first, 'done', 'unvalidated', { outcome: null })
      return recordReply('PROCESSED', harness.began)
    }, 1)
    set(harness, { ...failed, recheck: 'asked', process_at: harness.began, due_at: 0 })
    harness.start()
    await harness.pass(minute)
    expect(harness.states().unvalidated).toBe(1)
    expect(eventsOf(harness, 'mind_changed')).toEqual([])
    expect(harness.broken).toEqual([])
  })

  test('that cannot be read is asked again later, and is looked at in the end', async () => {
    const harness = await processing(
      (_asked, nth) => (nth < 4 ? reply(503, {}) : recordReply('PROCESSED', harness.began)),
      1,
    )
    set(harness, { ...failed, recheck: 'asked', process_at: harness.began, due_at: 0 })
    harness.start()
    await harness.pass(10 * minute)
    expect(harness.store.accounts.details(harness.first)).toMatchObject({ outcome: 'created' })
    expect(recheckOf(harness.database, harness.first)).toBe('none')
  })

  test('is never sent again because of a recheck, whatever that is', async () => {
    const answers = [notFound, page, reply(500, {}), recordReply('CANCELLED', Date.now()), notFound]
    const harness = await processing((_asked, nth) => answers[nth % answers.length] ?? notFound, 5)
    set(harness, { ...failed, recheck: 'asked', due_at: 0 })
    harness.start()
    for (let round = 0; round < 6; round += 1) {
      await harness.pass(20 * minute)
      set(harness, { recheck: 'asked', due_at: 0 })
    }
    expect(harness.count('create')).toBe(0)
    expect(harness.states().done).toBe(5)
  })

  test('that was fixed at the service and is sent once more is ours, made by the earlier sending, and is not watched for ever', async () => {
    let now = 'ERRORED'
    const exists = reply(400, {
      non_field_errors: { code: 'account_import_process_already_imported', detail: 'There.' },
      account_id: 'A-9',
    })
    const harness = await processing(({ route }) => {
      if (route === 'status') return recordReply(now, harness.began)
      return route === 'create' ? exists : reply(200, {})
    }, 1)
    harness.start()
    await harness.pass(minute)
    now = 'PROCESSED'
    harness.store.accounts.move(harness.first, 'done', 'queued', {
      outcome: null,
      due_at: harness.clock.now(),
    })
    await harness.pass(10 * minute)
    expect(harness.count('create')).toBe(1)
    expect(harness.store.accounts.details(harness.first)).toMatchObject({
      state: 'done',
      outcome: 'created',
      existing_account_id: 'A-9',
    })
    expect(harness.store.history.problems(harness.first)).toMatchObject([{ code: 'created_earlier' }])
  })

  test('cancelled by the service after its creation is counted by the brakes: queued accounts are not sent', async () => {
    const harness = await processing(({ route, key }) => {
      if (route === 'status')
        return recordReply(Number(key.slice(2)) <= 5 ? 'ERRORED' : 'PENDING', harness.began)
      return route === 'create' ? reply(201, {}) : reply(200, {})
    }, 6)
    for (let at = 1; at <= 5; at += 1)
      set(
        harness,
        {
          ...failed,
          outcome: 'created',
          service_status: 'PROCESSED',
          process_at: harness.began,
          recheck: 'asked',
        },
        `A-${at}`,
      )
    // Held, so that it is still unsent when the brake stops the batch.
    set(harness, { state: 'queued', held_reason: storeSaid('ask'), due_at: 0 }, 'A-6')
    harness.start()
    await harness.pass(minute)
    expect(harness.store.waves.stop(harness.batch)).toMatchObject({ reason: 'same_code', code: 'failed' })
    expect(harness.store.processing.mindChanged(harness.batch, 0)).toBe(5)
    expect(harness.broken).toEqual([])
  })
})
