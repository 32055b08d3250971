// Tests the batch for practising: twelve accounts, one with an error, new keys each time, only where the practice
// service runs; and when a batch was last worked on, by which Home says what to continue.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { createEngine } from '../../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { englishRefusal } from '../../support/english.ts'
import { atEnd, freshFolder, openHarness } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isLoaded, isOver, untilView } from './waiting.ts'

const address = 'http://127.0.0.1:9'

async function practiceEngine() {
  const data = join(freshFolder(), 'data')
  const engine = await createEngine({
    folder: data,
    reader: createProcessReader(),
    transport: () => Promise.reject(new Error('nothing is sent here')),
    keyStore: createMemoryKeyStore(),
    version: 'test',
  })
  if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
  atEnd(engine.value.close)
  const client = createRouterClient(engine.value.router)
  const settings = connectionSettings.parse({ baseUrl: address, tokenUrl: `${address}/v1/graphql/` })
  await client.connections.save({ name: 'Practice service', settings })
  return { client, data, practice: engine.value.practice }
}

test('a practice has twelve accounts, one of them with an error, in two waves, with keys of its own each time', async () => {
  const { client, practice } = await practiceEngine()
  practice.begun(address)
  const keys = new Set<string>()
  for (let time = 0; time < 2; time += 1) {
    const { batch } = await client.batches.openPractice()
    const view = await untilView(client, batch, isLoaded)
    expect(view).toMatchObject({ accounts: 12, rows: 12, strayRows: 0, supplier: 'ACME' })
    expect(view.states).toMatchObject({ invalid: 1, unvalidated: 11 })
    expect(view.connection?.environment).toBe('practice')
    expect(view.sending.plan).toMatchObject({ sizes: [1], between: 'ask' })
    const { groups } = await client.problems.groups({ batch })
    expect(groups.map(({ code, field }) => [code, field])).toEqual([
      ['invalid_choice', 'communication_preference'],
    ])
    const states = ['invalid', 'unvalidated'] as const
    const listed = await client.accounts.list({ batch, states: [...states], offset: 0, limit: 20 })
    for (const { key } of listed.accounts) keys.add(key)
  }
  expect(keys.size).toBe(24)
})

test('its file is kept with the uploads, and goes with the batch', async () => {
  const { client, data, practice } = await practiceEngine()
  practice.begun(address)
  const { batch } = await client.batches.openPractice()
  await untilView(client, batch, isLoaded)
  const uploads = join(data, 'uploads')
  expect(readdirSync(uploads)).toHaveLength(1)
  await client.batches.remove({ batch })
  expect(await client.batches.list()).toEqual([])
  expect(readdirSync(uploads)).toEqual([])
})

test('where no practice service runs it is refused, with what to do', async () => {
  const { client, practice } = await practiceEngine()
  const refused = {
    data: { code: 'no_practice', message: expect.stringContaining('No practice service is running') },
  }
  expect(await englishRefusal(client.batches.openPractice())).toMatchObject(refused)
  practice.begun(address)
  practice.ended(address)
  expect(await englishRefusal(client.batches.openPractice())).toMatchObject(refused)
})

test('a batch was last worked on when it was edited, decided on, released or reported', async () => {
  const harness = await openHarness()
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(4)), null)
  const { batches, accounts, edits } = harness.client()
  const workedAt = async (): Promise<number> => (await batches.get({ batch })).workedAt
  /** What a person does moves it on; what runs by itself does not. */
  async function movesOn(act: () => Promise<unknown>): Promise<boolean> {
    const before = await workedAt()
    while (Date.now() <= before) await new Promise((next) => setImmediate(next))
    await act()
    return (await workedAt()) > before
  }
  const cells = [{ sheet: 0, row: 2, column: 1, text: 'Other' }]
  expect(await movesOn(() => edits.apply({ batch, words: 'Correct a name', cells }))).toBe(true)
  const listed = await accounts.list({ batch, states: ['unvalidated'], offset: 0, limit: 1 })
  const who = { accounts: listed.accounts.map(({ id }) => id) }
  const hold = { kind: 'hold', reason: 'Asked' } as const
  let choice: number | null = null
  const decide = async (): Promise<void> => {
    choice = (await accounts.decide({ batch, who, what: hold })).choice
  }
  expect(await movesOn(decide)).toBe(true)
  expect(await movesOn(() => accounts.undecide({ batch, choice: choice ?? 0 }))).toBe(true)
  const one = { accounts: who.accounts.slice(0, 1) }
  expect(await movesOn(() => accounts.hold({ ...one, reason: 'Asked' }))).toBe(true)
  expect(await movesOn(() => accounts.unhold(one))).toBe(true)
  await harness.validate(batch)
  expect(await movesOn(() => batches.release({ batch, limit: null }))).toBe(true)
  expect(await movesOn(() => harness.until(batch, isOver))).toBe(false)
  const folder = join(harness.folder, 'made')
  expect(await movesOn(() => batches.report({ batch, folder }))).toBe(true)

  const other = freshFolder()
  expect(await batches.copyReport({ batch, folder: other })).toEqual({ files: 8 })
  expect(await englishRefusal(batches.copyReport({ batch, folder: other }))).toMatchObject({
    data: { code: 'file_exists' },
  })
})

test('a report that was never made cannot be copied', async () => {
  const harness = await openHarness()
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(1)), null)
  expect(
    await englishRefusal(harness.client().batches.copyReport({ batch, folder: freshFolder() })),
  ).toMatchObject({ data: { code: 'no_report' } })
})
