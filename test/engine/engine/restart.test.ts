// An engine that ends in the middle: closed in order at every stage, cancelled, and killed. Whatever was begun goes on
// and ends the same; after a kill nothing is sent until a person says so.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { createProcessReader } from '../../../electron/engine/reading/process-reader.ts'
import type { Reader } from '../../../electron/engine/reading/reader.ts'
import type { BatchView } from '../../../shared/contract.ts'
import { generateAccounts } from '../../files/generate.ts'
import { createsOf, expectConsistent, freshFolder, type House, inDatabase, openHouse } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isLoaded, isOver } from './waiting.ts'

const real = createProcessReader()

/** Reads as ever until a message of that kind has been kept, then holds until it is stopped. Previews pass. */
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

async function reopen(house: House): Promise<void> {
  await house.stop()
  await house.start()
  await house.giveKey()
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
const rowsKept = (house: House): Record<string, number> =>
  inDatabase(house.data, (database) =>
    Object.fromEntries(
      Object.keys(nothing).map((table) => {
        const row = database.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }
        return [table, row.count]
      }),
    ),
  )

test('an engine closed while reading, building, validating, sending and watching goes on each time and ends the same', async () => {
  const first = reading('rows')
  const house = await openHouse({ reader: first.reader, sandbox: { speed: 5 } })
  const { faults } = house.sandbox
  const sample = await generateAccounts({
    seed: 3,
    count: 60,
    shape: 'linked',
    damage: 0.2,
    format: 'xlsx',
    folder: freshFolder(),
  })
  const batch = await house.begin(sample)
  const stage = async (): Promise<BatchView['stage']> => (await house.client().batches.get({ batch })).stage
  await first.reached
  expect(await stage()).toBe('reading')
  await house.stop()

  const second = reading('end')
  await house.start(second.reader)
  expect(await stage()).toBe('reading')
  await house.client().batches.continueLoading({ batch })
  await second.reached
  expect(await stage()).toBe('building')
  await house.stop()

  await house.start()
  expect(await stage()).toBe('building')
  await house.client().batches.continueLoading({ batch })
  const loaded = await house.until(batch, isLoaded)
  expect(loaded.accounts).toBe(60)
  await house.giveKey()

  faults.add({ id: 'slow', effect: { kind: 'latency', ms: 20 } })
  await house.client().batches.validate({ batch })
  await house.until(batch, ({ states }) => states.cleared > 3)
  await reopen(house)
  const midway = await house.client().batches.get({ batch })
  expect(midway.validating && midway.states.ready > 0, 'closed while validating').toBe(true)
  await house.client().batches.validate({ batch })
  await house.until(batch, ({ validating }) => !validating)

  await house.release(batch)
  await house.until(batch, ({ states }) => states.watching + states.settled > 3)
  await reopen(house)
  const sending = await house.client().batches.get({ batch })
  expect(sending.states.queued, 'closed while sending').toBeGreaterThan(0)
  expect(sending.states.sending + sending.states.unconfirmed, 'ended in order').toBe(0)
  expect(sending.pauses).toEqual([])
  await house.client().connections.resume({ id: house.connection })
  await house.until(batch, ({ states }) => states.queued + states.sending === 0)
  const watched = await house.client().batches.get({ batch })
  expect(watched.states.watching, 'closed while watching').toBeGreaterThan(0)
  await reopen(house)
  await house.client().connections.resume({ id: house.connection })
  const ended = await house.until(batch, isOver)

  const straight = await house.load(sample)
  const again = await house.validate(straight)
  expect(ended.states.blocked).toBe(again.states.blocked)
  expect(ended.states.refused).toBe(again.states.refused)
  expect(ended.states.settled).toBe(again.states.cleared)
  for (const { account } of createsOf(house.sandbox))
    expect(createsOf(house.sandbox, account ?? ''), `creates of ${account}`).toHaveLength(1)
  await expectConsistent(house, [batch])
})

test('a load that is cancelled while it reads leaves nothing behind', async () => {
  const held = reading('rows')
  const house = await openHouse({ reader: held.reader })
  const batch = await house.begin(await plainAccounts(house.folder, numbered(20)), null)
  await held.reached
  expect(rowsKept(house)).toMatchObject({ batch: 1, source_row: 20 })
  await house.client().batches.cancel({ batch })

  expect(await house.client().batches.list()).toEqual([])
  expect(rowsKept(house)).toEqual(nothing)
})

test('a load that is cancelled while it builds keeps the rows read, nothing built, and can be forgotten', async () => {
  const held = reading('end')
  const house = await openHouse({ reader: held.reader })
  const batch = await house.begin(await plainAccounts(house.folder, numbered(20)), null)
  await held.reached
  await house.client().batches.cancel({ batch })

  const [view] = await house.client().batches.list()
  expect(view).toMatchObject({ stage: 'mapping', accounts: 0, rows: 20 })
  expect(rowsKept(house)).toEqual({ ...nothing, batch: 1, sheet: 1, source_row: 20 })
  await house.client().batches.remove({ batch })
  expect(rowsKept(house)).toEqual(nothing)
})

test('after a kill sending is paused with what is unconfirmed, statuses are read, and nothing is sent until it is resumed', async () => {
  const house = await openHouse()
  const { faults, ledger, apiKey } = house.sandbox
  const plain = await plainAccounts(house.folder, numbered(14))
  await house.stop()
  // Four are under way at once: two that arrived and two that did not, all without an answer.
  faults.add({
    id: 'arrived',
    route: 'create',
    skip: 4,
    count: 2,
    effect: { kind: 'hang', when: 'after_work' },
  })
  faults.add({ id: 'lost', route: 'create', skip: 6, effect: { kind: 'hang', when: 'before_work' } })
  const settings = {
    ...house.settings,
    limits: { ...house.settings.limits, createTimeoutMs: 60_000, adaptive: false },
  }
  const doomed = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('./doomed.ts', import.meta.url)),
      JSON.stringify({ folder: house.data, settings, ...plain }),
    ],
    { env: { ...process.env, DOOMED_KEY: apiKey }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(doomed.stdout, 'data')
  await faultsMet(house, ['arrived', 2], ['lost', 2])
  // The answers to the four before them are written as well: what is found in flight is what never was answered.
  const written = (): number =>
    inDatabase(house.data, (database) =>
      database.prepare('SELECT count(*) FROM attempt WHERE ended_at IS NOT NULL').pluck().get(),
    ) as number
  await vi.waitUntil(() => written() === 4, { timeout: 30_000, interval: 10 })
  const gone = once(doomed, 'exit')
  doomed.kill('SIGKILL')
  await gone
  for (const id of ['arrived', 'lost']) faults.remove(id)
  const sentBefore = createsOf(house.sandbox).length

  await house.start()
  const client = house.client()
  const status = await client.workspace.status()
  expect(status).toMatchObject({ endedCleanly: false, quarantined: 0 })
  // Four under way, and those whose intents were written already for the places that free first: as many as this machine
  // was answered in a moment, of the ten that were left.
  const { foundInFlight } = status
  expect(foundInFlight).toBeGreaterThanOrEqual(4)
  expect(foundInFlight).toBeLessThanOrEqual(10)
  const [found] = await client.batches.list()
  const batch = found?.id ?? 0
  expect(found?.states).toMatchObject({ unconfirmed: foundInFlight, queued: 10 - foundInFlight })
  expect(found?.pauses.map(({ reason }) => reason)).toEqual(['after_crash'])
  expect(found?.pauses[0]?.message).toContain(`${foundInFlight} accounts are unconfirmed`)

  await house.giveKey()
  const read = await house.until(batch, ({ states }) => states.unconfirmed + states.watching === 0)
  expect(read.states).toMatchObject({ settled: 6, queued: 8 })
  expect(createsOf(house.sandbox), 'nothing was sent').toHaveLength(sentBefore)
  expect(ledger.entries().filter(({ route }) => route === 'status').length).toBeGreaterThan(4)

  await client.connections.resume({ id: house.connection })
  const view = await house.until(batch, isOver)
  expect(view.outcomes.created).toBe(14)
  await expectConsistent(house, [batch])
})

/** Resolves when each rule has met that many requests; the sandbox tells of them by its list alone. */
async function faultsMet(
  house: House,
  ...wanted: readonly (readonly [id: string, count: number])[]
): Promise<void> {
  const met = (id: string): number => house.sandbox.faults.list().find((rule) => rule.id === id)?.met ?? 0
  const enough = (): boolean => wanted.every(([id, count]) => met(id) >= count)
  await vi.waitUntil(enough, { timeout: 30_000, interval: 10 })
}
