// Tests an engine that ends in the middle: closed in order at every stage, cancelled, and killed. Started work
// continues and ends the same; after a kill nothing is sent until a person resumes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import type { Reader } from '../../../electron/engine/import/reader.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { generateAccounts } from '../../files/generate.ts'
import { createsOf, expectConsistent, freshFolder, type Harness, inDatabase, openHarness } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isLoaded, isOver } from './waiting.ts'
import { english } from '../../support/english.ts'

const real = createProcessReader()

/** Reads normally until a message of that kind was stored, then blocks until it is stopped. Previews pass. */
function stuckAfter(kind: 'rows' | 'end', reached: () => void): Reader {
  return async function* stuck(path, options, signal) {
    for await (const message of real(path, options, signal)) {
      yield message
      if (message.kind !== kind || options.maxRows !== undefined) continue
      reached()
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        else signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }
}

function reading(kind: 'rows' | 'end'): { readonly reader: Reader; readonly reached: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { reader: stuckAfter(kind, resolve), reached: promise }
}

async function reopen(harness: Harness): Promise<void> {
  await harness.stop()
  await harness.start()
  await harness.giveKey()
}

const nothing = {
  batch: 0,
  sheet: 0,
  source_row: 0,
  row_key: 0,
  account: 0,
  payload: 0,
  problem: 0,
  warning: 0,
}

/** How many rows each table holds. */
const rowsKept = (harness: Harness): Record<string, number> =>
  inDatabase(harness.data, (database) =>
    Object.fromEntries(
      Object.keys(nothing).map((table) => {
        const row = database.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }
        return [table, row.count]
      }),
    ),
  )

test('an engine closed in any phase from reading to watching continues, with the same result', async () => {
  const first = reading('rows')
  const harness = await openHarness({ reader: first.reader, sandbox: { speed: 5 } })
  const { faults } = harness.sandbox
  const sample = await generateAccounts({
    seed: 3,
    count: 60,
    shape: 'linked',
    damage: 0.2,
    format: 'xlsx',
    folder: freshFolder(),
  })
  const batch = await harness.begin(sample)
  const stage = async (): Promise<BatchView['stage']> => (await harness.client().batches.get({ batch })).stage
  await first.reached
  expect(await stage()).toBe('reading')
  await harness.stop()

  const second = reading('end')
  await harness.start(second.reader)
  expect(await stage()).toBe('reading')
  await second.reached
  expect(await stage()).toBe('building')
  await harness.stop()

  await harness.start()
  expect(await stage()).toBe('building')
  const loaded = await harness.until(batch, isLoaded)
  expect(loaded.accounts).toBe(60)
  await harness.giveKey()

  faults.add({ id: 'slow', effect: { kind: 'latency', ms: 20 } })
  await harness.client().batches.validate({ batch })
  await harness.until(batch, ({ states }) => states.validated > 3)
  await reopen(harness)
  const midway = await harness.client().batches.get({ batch })
  expect(midway.validating && midway.states.unvalidated > 0, 'closed while validating').toBe(true)
  await harness.client().batches.validate({ batch })
  await harness.until(batch, ({ validating }) => !validating)

  await harness.release(batch)
  await harness.until(batch, ({ states }) => states.processing + states.done > 3)
  await reopen(harness)
  const sending = await harness.client().batches.get({ batch })
  expect(sending.states.queued, 'closed while sending').toBeGreaterThan(0)
  expect(sending.states.sending + sending.states.unconfirmed, 'ended in order').toBe(0)
  expect(sending.pauses).toEqual([])
  await harness.client().connections.resume({ id: harness.connection })
  await harness.until(batch, ({ states }) => states.queued + states.sending === 0)
  const watched = await harness.client().batches.get({ batch })
  expect(watched.states.processing, 'closed while watching').toBeGreaterThan(0)
  await reopen(harness)
  await harness.client().connections.resume({ id: harness.connection })
  const ended = await harness.until(batch, isOver)

  const straight = await harness.load(sample)
  const again = await harness.validate(straight)
  expect(ended.states.invalid).toBe(again.states.invalid)
  expect(ended.states.rejected).toBe(again.states.rejected)
  expect(ended.states.done).toBe(again.states.validated)
  for (const { account } of createsOf(harness.sandbox))
    expect(createsOf(harness.sandbox, account ?? ''), `creates of ${account}`).toHaveLength(1)
  await expectConsistent(harness, [batch])
})

test.each(['validate', 'status'] as const)(
  'closing does not wait for a service that leaves a request for %s without an answer, and the next start asks again',
  async (route) => {
    const patient = { validateTimeoutMs: 60_000, statusTimeoutMs: 60_000 }
    const harness = await openHarness({ limits: patient })
    const { faults, ledger } = harness.sandbox
    const batch = await harness.load(await plainAccounts(harness.folder, numbered(6)))
    if (route === 'status') await harness.validate(batch)
    const asked = (): number => ledger.entries().filter((entry) => entry.route === route).length
    const before = asked()
    faults.add({ id: 'silent', route, effect: { kind: 'hang', when: 'before_work' } })
    await (route === 'status' ? harness.release(batch) : harness.client().batches.validate({ batch }))
    await expect.poll(asked).toBeGreaterThan(before)
    const closedAt = performance.now()
    await harness.stop()
    expect(performance.now() - closedAt).toBeLessThan(10_000)
    faults.remove('silent')
    await harness.start()
    await harness.giveKey()
    await harness.client().connections.resume({ id: harness.connection })
    if (route === 'validate') await harness.send(batch)
    const ended = await harness.until(batch, isOver)
    expect(ended.states.done).toBe(6)
    expect(createsOf(harness.sandbox)).toHaveLength(6)
    await expectConsistent(harness, [batch])
  },
)

test('a load cancelled during reading leaves nothing behind', async () => {
  const held = reading('rows')
  const harness = await openHarness({ reader: held.reader })
  const batch = await harness.begin(await plainAccounts(harness.folder, numbered(20)), null)
  await held.reached
  expect(rowsKept(harness)).toMatchObject({ batch: 1, source_row: 20 })
  await harness.client().batches.cancel({ batch })

  expect(await harness.client().batches.list()).toEqual([])
  expect(rowsKept(harness)).toEqual(nothing)
})

test('a load cancelled during building keeps the rows read but no accounts, and can be removed', async () => {
  const held = reading('end')
  const harness = await openHarness({ reader: held.reader })
  const batch = await harness.begin(await plainAccounts(harness.folder, numbered(20)), null)
  await held.reached
  await harness.client().batches.cancel({ batch })

  const [view] = await harness.client().batches.list()
  expect(view).toMatchObject({ stage: 'mapping', accounts: 0, rows: 20 })
  expect(rowsKept(harness)).toEqual({ ...nothing, batch: 1, sheet: 1, source_row: 20 })
  await harness.client().batches.remove({ batch })
  expect(rowsKept(harness)).toEqual(nothing)
})

test('sending stays paused after a kill: statuses are read, and nothing is sent before a resume', async () => {
  const harness = await openHarness()
  const { faults, ledger, apiKey } = harness.sandbox
  const plain = await plainAccounts(harness.folder, numbered(14))
  await harness.stop()
  // Four are in flight at once: two that arrived and two that did not, all without an answer.
  faults.add({
    id: 'arrived',
    route: 'create',
    skip: 4,
    count: 2,
    effect: { kind: 'hang', when: 'after_work' },
  })
  faults.add({ id: 'lost', route: 'create', skip: 6, effect: { kind: 'hang', when: 'before_work' } })
  const settings = {
    ...harness.settings,
    limits: { ...harness.settings.limits, createTimeoutMs: 60_000, adaptive: false },
  }
  const doomed = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('./doomed.ts', import.meta.url)),
      JSON.stringify({ folder: harness.data, settings, ...plain }),
    ],
    { env: { ...process.env, DOOMED_KEY: apiKey }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(doomed.stdout, 'data')
  await faultsMet(harness, ['arrived', 2], ['lost', 2])
  // The answers to the four before are written as well: only unanswered attempts are found in flight.
  const written = (): number =>
    inDatabase(harness.data, (database) =>
      database.prepare('SELECT count(*) FROM attempt WHERE ended_at IS NOT NULL').pluck().get(),
    ) as number
  await vi.waitUntil(() => written() === 4, { timeout: 30_000, interval: 10 })
  const gone = once(doomed, 'exit')
  doomed.kill('SIGKILL')
  await gone
  for (const id of ['arrived', 'lost']) faults.remove(id)
  const sentBefore = createsOf(harness.sandbox).length

  await harness.start()
  const client = harness.client()
  const status = await client.workspace.status()
  expect(status).toMatchObject({ endedCleanly: false, quarantined: 0 })
  // Four are in flight, plus the prefetched intents for the next free slots: as many as this machine was answered
  // in a moment, of the ten that were left.
  const { foundInFlight } = status
  expect(foundInFlight).toBeGreaterThanOrEqual(4)
  expect(foundInFlight).toBeLessThanOrEqual(10)
  const [found] = await client.batches.list()
  const batch = found?.id ?? 0
  expect(found?.states).toMatchObject({ unconfirmed: foundInFlight, queued: 10 - foundInFlight })
  expect(found?.pauses.map(({ reason }) => reason)).toEqual(['after_crash'])
  expect(english(found?.pauses[0]?.message)).toContain(`${foundInFlight} accounts are unconfirmed`)

  await harness.giveKey()
  const read = await harness.until(batch, ({ states }) => states.unconfirmed + states.processing === 0)
  expect(read.states).toMatchObject({ done: 6, queued: 8 })
  expect(createsOf(harness.sandbox), 'nothing was sent').toHaveLength(sentBefore)
  expect(ledger.entries().filter(({ route }) => route === 'status').length).toBeGreaterThan(4)

  await client.connections.resume({ id: harness.connection })
  const view = await harness.until(batch, isOver)
  expect(view.outcomes.created).toBe(14)
  await expectConsistent(harness, [batch])
})

/** Resolves when each rule has matched that many requests; the sandbox reports matches only in its list of rules. */
async function faultsMet(
  harness: Harness,
  ...wanted: readonly (readonly [id: string, count: number])[]
): Promise<void> {
  const met = (id: string): number => harness.sandbox.faults.list().find((rule) => rule.id === id)?.met ?? 0
  const enough = (): boolean => wanted.every(([id, count]) => met(id) >= count)
  await vi.waitUntil(enough, { timeout: 30_000, interval: 10 })
}

test('a report under way when Carryover ends is refused with a reason, writes no file, and can be made again', async () => {
  const harness = await openHarness()
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(200)))
  const folder = freshFolder()
  const report = harness.client().batches.report({ batch, folder })
  const ended = Promise.allSettled([report])
  await harness.stop()
  const code = expect.stringMatching(/^(cancelled|ending|report_ended_early)$/) as string
  expect(await ended).toMatchObject([{ status: 'rejected', reason: { code: 'REFUSED', data: { code } } }])
  expect(readdirSync(folder)).toEqual([])
  await harness.start()
  // The job that nobody waits for ends by itself, and nothing else is under way.
  await harness.until(batch, ({ work }) => work === null)
  expect(readdirSync(folder)).toEqual([])
  const { files } = await harness.client().batches.report({ batch, folder })
  expect(Object.keys(files)).not.toEqual([])
})
