// Tests the job runner on a real store: order, restart at the cursor, cancel, a full disk and errors.
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Kinds } from '../../../electron/engine/jobs/kind.ts'
import { createJobRunner } from '../../../electron/engine/jobs/runner.ts'
import type { Job, JobStep } from '../../../electron/engine/store/jobs/job.ts'
import { createDiskWait } from '../../../electron/engine/system/data-folder/disk-wait.ts'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { practiceStore, start } from '../store/practice-store.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

async function practise() {
  const { store, database, batch } = await practiceStore()
  const log: string[] = []
  const errors: unknown[] = []
  const notices: string[] = []
  /** Counts to the job's total, one a step, in the setting `count <batch>`. */
  const counting = (onStep: (job: Job) => void = () => undefined): Kinds => ({
    recheck: {
      lane: (job) => `lane ${job.batch}`,
      step(job): JobStep {
        onStep(job)
        const count = job.done + 1
        store.settings.set(`count ${job.id}`, String(count))
        log.push(`${job.id}:${count}`)
        return { cursor: { count }, done: count, isLast: count === job.total }
      },
      ended: ({ id }) => void log.push(`${id} ended`),
    },
  })
  const runner = (kinds: Kinds = counting()) =>
    createJobRunner({
      store: store.jobs,
      clock: systemClock,
      untilDisk: createDiskWait(systemClock, (_, message) => void notices.push(inEnglish(message))),
      changed: () => undefined,
      failed: (error) => void errors.push(error),
      kinds,
    })
  const add = (total: number, of = batch): number =>
    store.jobs.add({ kind: 'recheck', batch: of, arguments: {}, total, createdAt: start })
  const rows = (): unknown => database.prepare('SELECT id, done, state, error FROM job ORDER BY id').all()
  return { store, batch, log, errors, notices, counting, runner, add, rows }
}

test('jobs of one lane run one after the other, and those of another lane beside them', async () => {
  const { runner, add, log, batch, store } = await practise()
  const [first, second, other] = [add(3), add(2), add(3, batch + 1)]
  const jobs = runner()
  const ends = await Promise.all([first, second, other].map((id) => jobs.start(id)))
  expect(ends).toMatchObject([
    { kind: 'done', step: { done: 3, cursor: { count: 3 } } },
    { kind: 'done', step: { done: 2 } },
    { kind: 'done', step: { done: 3 } },
  ])
  const of = (id: number): string[] => log.filter((line) => line.startsWith(`${id}`))
  expect(of(first)).toEqual(['1:1', '1:2', '1:3', '1 ended'])
  expect(log.indexOf('2:1')).toBeGreaterThan(log.indexOf('1:3'))
  expect(log.indexOf('3:1')).toBeLessThan(log.indexOf('1:3'))
  expect(store.jobs.all()).toEqual([])
})

test('a job that is started twice runs once, and both callers learn its end', async () => {
  const { runner, add, log } = await practise()
  const jobs = runner()
  const job = add(2)
  expect(await Promise.all([jobs.start(job), jobs.start(job)])).toMatchObject([
    { kind: 'done' },
    { kind: 'done' },
  ])
  expect(log).toEqual(['1:1', '1:2', '1 ended'])
})

test('a step and its cursor are written together, and the next start continues there', async () => {
  const { runner, add, rows, log, counting, store } = await practise()
  const jobs = runner(
    counting(({ done }) => {
      if (done === 2) void jobs.stop()
    }),
  )
  const job = add(5)
  expect(await jobs.start(job)).toEqual({ kind: 'stopped' })
  expect(rows()).toEqual([{ id: job, done: 3, state: 'waiting', error: null }])
  expect(store.settings.get(`count ${job}`)).toBe('3')
  const next = runner()
  next.resume()
  expect(await next.start(job)).toMatchObject({ kind: 'done' })
  expect(log.filter((line) => line.includes(':'))).toEqual(['1:1', '1:2', '1:3', '1:4', '1:5'])
})

test('a step that fails is rolled back and reported, the job keeps the error, and the next start tries again', async () => {
  const { runner, add, rows, errors, counting, store } = await practise()
  let isBroken = true
  const kinds = counting()
  const broken: Kinds = {
    recheck: {
      lane: () => 'lane',
      step(job) {
        const step =
          kinds.recheck !== undefined && 'step' in kinds.recheck ? kinds.recheck.step(job, 1) : null
        if (step === null || (isBroken && job.done === 1)) throw new Error('a fault')
        return step
      },
    },
  }
  const job = add(3)
  expect(await runner(broken).start(job)).toMatchObject({ kind: 'failed', error: { message: 'a fault' } })
  expect(errors).toMatchObject([{ message: 'a fault' }])
  expect(rows()).toEqual([{ id: job, done: 1, state: 'failed', error: 'a fault' }])
  expect(store.settings.get(`count ${job}`)).toBe('1')
  isBroken = false
  const next = runner(broken)
  next.resume()
  expect(await next.start(job)).toMatchObject({ kind: 'done' })
})

test('while the disk refuses writes the caller is informed, and the job goes on by itself', async () => {
  const { runner, add, notices, counting, store } = await practise()
  let isFull = true
  const jobs = runner(
    counting(({ done }) => {
      if (isFull && done === 1) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
    }),
  )
  const job = add(3)
  expect(await jobs.start(job)).toEqual({ kind: 'waits' })
  expect(notices).toHaveLength(1)
  isFull = false
  await expect.poll(() => store.jobs.all()).toEqual([])
})

test('a job that was removed ends after the step that is under way', async () => {
  const { runner, add, counting, store, log } = await practise()
  const jobs = runner(
    counting(({ id, done }) => {
      if (done === 1) setImmediate(() => store.jobs.remove(id))
    }),
  )
  expect(await jobs.start(add(100_000))).toMatchObject({
    kind: 'cancelled',
    step: { done: expect.any(Number) as number },
  })
  expect(log.at(-1)).toBe('1 ended')
  expect(log.length).toBeLessThan(100)
})

test('a step that has to wait leaves its lane and writes nothing, and goes on when the job is started again', async () => {
  const { runner, add, log, counting, store, rows } = await practise()
  let isPossible = false
  const { recheck } = counting()
  const kinds: Kinds = {
    recheck: {
      lane: () => 'lane',
      step: (job, size) => {
        const isReady = isPossible || job.done < 2 || job.total === 1
        if (!isReady) return 'wait'
        return recheck !== undefined && 'step' in recheck ? recheck.step(job, size) : 'wait'
      },
    },
  }
  const jobs = runner(kinds)
  const [first, second] = [add(4), add(1)]
  expect(await Promise.all([jobs.start(first), jobs.start(second)])).toMatchObject([
    { kind: 'not_yet' },
    { kind: 'done' },
  ])
  expect(log).toEqual(['1:1', '1:2', '2:1'])
  expect(rows()).toEqual([{ id: first, done: 2, state: 'waiting', error: null }])
  expect(store.settings.get(`count ${first}`)).toBe('2')
  isPossible = true
  expect(await jobs.start(first)).toMatchObject({ kind: 'done', step: { done: 4 } })
})

test('a job that is started again while its step decides to wait asks once more', async () => {
  const { runner, add } = await practise()
  const asked: number[] = []
  const jobs = runner({
    recheck: {
      lane: () => 'lane',
      step(job) {
        asked.push(job.id)
        if (asked.length > 1) return { cursor: null, done: 1, isLast: true }
        // The precondition is met just after the step has looked.
        queueMicrotask(() => void jobs.start(job.id))
        return 'wait'
      },
    },
  })
  expect(await jobs.start(add(1))).toMatchObject({ kind: 'done' })
  expect(asked).toHaveLength(2)
})

test('work without steps is done once it says so, and otherwise tried again at the next start', async () => {
  const { runner, store } = await practise()
  let isPossible = false
  const kinds: Kinds = { free_space: { lane: () => 'space', run: () => Promise.resolve(isPossible) } }
  const job = store.jobs.add({ kind: 'free_space', arguments: {}, createdAt: start })
  expect(await runner(kinds).start(job)).toEqual({ kind: 'stopped' })
  expect(store.jobs.all()).toHaveLength(1)
  isPossible = true
  expect(await runner(kinds).start(job)).toEqual({ kind: 'done', step: null })
  expect(store.jobs.all()).toEqual([])
})

test('work without steps shows its progress, and cancelling it aborts its signal, removes it and starts the next', async () => {
  const { runner, batch, store } = await practise()
  const log: string[] = []
  const kinds: Kinds = {
    report: {
      lane: () => 'lane',
      first: () => ({ kind: 'reporting', done: 0, total: null, unit: 'rows' }),
      async run({ id }, { signal, progress }) {
        log.push(`${id} runs`)
        progress({ kind: 'reporting', done: 7, total: 9, unit: 'rows' })
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return true
      },
      ended: ({ id }) => log.push(`${id} ended`),
    },
  }
  const jobs = runner(kinds)
  const add = (): number => store.jobs.add({ kind: 'report', batch, arguments: {}, createdAt: start })
  const [first, second] = [add(), add()]
  const ends = [jobs.start(first), jobs.start(second)]
  await expect.poll(() => jobs.workOn(batch)).toMatchObject({ done: 7, total: 9, waits: false })
  expect(jobs.startedOf(batch).map(({ id }) => id)).toEqual([first, second])
  await jobs.cancel(first)
  await expect.poll(() => log).toEqual([`${first} runs`, `${first} ended`, `${second} runs`])
  expect(store.jobs.all().map(({ id }) => id)).toEqual([second])
  await jobs.cancel(second)
  expect(await Promise.all(ends)).toEqual([
    { kind: 'cancelled', step: null },
    { kind: 'cancelled', step: null },
  ])
  expect(jobs.workOn(batch)).toBeNull()
  expect(store.jobs.all()).toEqual([])
})

test('while the disk refuses writes, work without steps is shown as waiting, and begins again when there is room', async () => {
  const { runner, batch, store } = await practise()
  const tries = { count: 0, isFull: true }
  const jobs = runner({
    report: {
      lane: () => 'lane',
      first: () => ({ kind: 'reporting', done: 0, total: null, unit: 'rows' }),
      run() {
        tries.count += 1
        if (tries.isFull) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
        return Promise.resolve(true)
      },
    },
  })
  const job = store.jobs.add({ kind: 'report', batch, arguments: {}, createdAt: start })
  expect(await jobs.start(job)).toEqual({ kind: 'waits' })
  expect(jobs.workOn(batch)).toMatchObject({ kind: 'reporting', waits: true })
  tries.isFull = false
  await expect.poll(() => store.jobs.all()).toEqual([])
  expect(tries.count).toBe(2)
})
