// Tests the environment of an address: practice where our own sandbox answers, otherwise production until a person
// says test system. It determines the behaviour of waves, mappings and reports.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { createEngine } from '../../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { readWired } from '../../support/read-wired.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { sendingPlan } from '../../../shared/sending/wave-plan.ts'
import { atEnd, createsOf, freshFolder, type Harness, openHarness } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isOver } from './waiting.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { english, englishRefusal } from '../../support/english.ts'

const settings = (baseUrl: string, more = {}) =>
  connectionSettings.parse({ baseUrl, tokenUrl: `${baseUrl}/v1/graphql/`, ...more })

async function bareEngine() {
  const engine = await createEngine({
    folder: join(freshFolder(), 'data'),
    reader: readWired,
    transport: () => Promise.reject(new Error('nothing is sent here')),
    keyStore: createMemoryKeyStore(),
    version: 'test',
  })
  if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
  atEnd(engine.value.close)
  return { client: createRouterClient(engine.value.router), practice: engine.value.practice }
}

test('any address is production until it is set as a test system; only our own sandbox is practice', async () => {
  const { client, practice } = await bareEngine()
  const environments = async () =>
    Object.fromEntries((await client.connections.list()).map(({ name, environment }) => [name, environment]))
  await client.connections.save({ name: 'tunnel', settings: settings('http://127.0.0.1:8080') })
  await client.connections.save({
    name: 'test',
    settings: settings('https://test.example', { environment: 'test' }),
    environmentSaid: true,
  })
  expect(await environments()).toEqual({ tunnel: 'production', test: 'test' })
  practice.begun('http://127.0.0.1:8080/')
  expect(await environments()).toEqual({ tunnel: 'practice', test: 'test' })
  // Another name of this machine is another address, which may lead elsewhere.
  await client.connections.save({ name: 'other', settings: settings('http://localhost:8080') })
  expect(await environments()).toMatchObject({ other: 'production' })
  practice.ended('http://127.0.0.1:8080')
  expect(await environments()).toMatchObject({ tunnel: 'production' })
  expect(
    connectionSettings.safeParse({ ...settings('https://a.example'), environment: 'practice' }).success,
  ).toBe(false)
})

test('a connection with a changed address becomes production and says so', async () => {
  const { client } = await bareEngine()
  const test = settings('https://test.example', { environment: 'test' })
  await client.connections.save({ name: 'Ours', settings: test, environmentSaid: true })
  const same = await client.connections.save({
    name: 'Ours',
    settings: { ...test, baseUrl: 'HTTPS://TEST.example/' },
  })
  expect(same.fellBack).toBe(false)
  const moved = await client.connections.save({
    name: 'Ours',
    settings: { ...test, baseUrl: 'https://live.example' },
  })
  expect(moved.fellBack).toBe(true)
  expect(await client.connections.list()).toMatchObject([{ environment: 'production' }])
  const said = { ...test, baseUrl: 'https://test2.example' }
  expect(
    await client.connections.save({ name: 'Ours', settings: said, environmentSaid: true }),
  ).toMatchObject({
    fellBack: false,
  })
  expect(await client.connections.list()).toMatchObject([{ environment: 'test' }])
})

test.each([
  [
    'its address changes',
    (harness: Harness) => ({
      ...harness.settings,
      baseUrl: harness.settings.baseUrl.replace('127.0.0.1', 'localhost'),
    }),
  ],
  [
    'it is set to production',
    (harness: Harness) => ({ ...harness.settings, environment: 'production' as const }),
  ],
])(
  'accounts released over a connection are cancelled when %s, and need another release',
  async (_, changed) => {
    const harness = await openHarness()
    const batch = await harness.load(await plainAccounts(harness.folder, numbered(5)))
    await harness.validate(batch)
    await harness.client().connections.pause({ id: harness.connection })
    await harness.release(batch)
    await harness
      .client()
      .connections.save({ name: 'sandbox', settings: changed(harness), environmentSaid: true })
    // Where the address leads elsewhere, its key was forgotten.
    await harness.giveKey()
    await harness.client().connections.resume({ id: harness.connection })
    expect((await harness.client().batches.get({ batch })).states).toMatchObject({ queued: 0, validated: 5 })
    expect(createsOf(harness.sandbox)).toEqual([])
    await harness.release(batch)
    expect((await harness.until(batch, isOver)).outcomes.created).toBe(5)
    expect(createsOf(harness.sandbox)).toHaveLength(5)
  },
)

test('prepared attempts are cancelled when the address of the connection changes', async () => {
  const harness = await openHarness({ limits: { concurrency: 1, quietMs: 60_000, createTimeoutMs: 1500 } })
  harness.sandbox.faults.add({ id: 'lost', route: 'create', effect: { kind: 'hang', when: 'before_work' } })
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(5)))
  await harness.validate(batch)
  await harness.client().batches.release({ batch, limit: 2 })
  await expect.poll(() => createsOf(harness.sandbox)).toHaveLength(1)
  // The second one's intent is prefetched: it leaves as soon as a slot is free.
  const before = (await harness.client().batches.get({ batch })).states
  expect(before).toMatchObject({ queued: 0, sending: 2 })
  const settings = { ...harness.settings, environment: 'production' as const }
  await harness.client().connections.save({ name: 'sandbox', settings, environmentSaid: true })
  const { states, pauses } = await harness.client().batches.get({ batch })
  expect(states).toMatchObject({ queued: 0, sending: 0, validated: 4, unconfirmed: 1 })
  expect(pauses).toMatchObject([{ reason: 'person' }])
  expect(createsOf(harness.sandbox)).toHaveLength(1)
})

test('a connection with a changed address is paused while outcomes of accounts are open', async () => {
  const harness = await openHarness({ limits: { quietMs: 60_000, createTimeoutMs: 500 } })
  harness.sandbox.faults.add({ id: 'lost', route: 'create', effect: { kind: 'hang', when: 'before_work' } })
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(2)))
  await harness.validate(batch)
  await harness.client().batches.release({ batch, limit: 1 })
  await harness.until(batch, ({ states }) => states.unconfirmed === 1)
  const baseUrl = harness.settings.baseUrl.replace('127.0.0.1', 'localhost')
  await harness.client().connections.save({ name: 'sandbox', settings: { ...harness.settings, baseUrl } })
  expect(english((await harness.client().batches.get({ batch })).pauses)).toMatchObject([
    { reason: 'person', message: expect.stringContaining('outcome of 1 account was open') as unknown },
  ])
})

test('a mapping for a real service is refused until a catalogue is chosen; for practice it is accepted', async () => {
  const harness = await openHarness()
  const { connections, batches, mapping } = harness.client()
  const plain = await plainAccounts(harness.folder, numbered(2))
  const { batch } = await batches.open({ path: plain.file })
  await harness.until(batch, ({ stage }) => stage === 'mapping')
  await connections.save({ name: 'sandbox', settings: { ...harness.settings, catalogue: null } })
  const request = {
    batch,
    mapping: mappingFile.parse(plain.mapping),
    catalogue: 'example',
    supplier: null,
    connection: harness.connection,
  }
  expect(await englishRefusal(mapping.apply(request))).toMatchObject({
    data: {
      code: 'catalogue_not_chosen',
      message: expect.stringContaining('Nobody has chosen a catalogue for the connection “sandbox”.'),
    },
  })
  await connections.save({ name: 'sandbox', settings: harness.settings })
  await mapping.apply(request)
  await harness.until(batch, ({ stage }) => stage === 'open')
})

test('a report keeps the original destination when the connection changes; the next wave waits', async () => {
  const harness = await openHarness()
  const { connections, batches } = harness.client()
  const batch = await harness.begin(await plainAccounts(harness.folder, numbered(3)), null)
  await harness.until(batch, ({ stage }) => stage === 'open')
  await batches.validate({ batch })
  await harness.until(batch, ({ validating, states }) => !validating && states.validated === 3)
  const plan = sendingPlan.parse({ sizes: [1], between: 'when_sent' })
  harness.sandbox.faults.add({ route: 'create', count: 1, effect: { kind: 'latency', ms: 500 } })
  await batches.setPlan({ batch, plan })
  await batches.release({ batch, limit: 1 })
  // What has not left would be cancelled.
  await expect.poll(() => createsOf(harness.sandbox)).toHaveLength(1)
  await connections.save({ name: 'sandbox', settings: { ...harness.settings, environment: 'production' } })
  await harness.until(batch, ({ states }) => states.done === 1)
  expect((await batches.get({ batch })).states.validated).toBe(2)
  const { files } = await batches.report({ batch, folder: join(harness.folder, 'report') })
  const page = readFileSync(Object.values(files).find((path) => path.endsWith('.html')) ?? '', 'utf8')
  expect(page).toContain('<span class="mark test">TEST SYSTEM</span>')
  expect(page).toContain('Example fields (illustrative)')
})
