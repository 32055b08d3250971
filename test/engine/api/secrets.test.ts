// Canary values: the key and the tokens appear in no file, and a customer's data only in the database and in the
// reports.
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { tokenReply } from '../../../shared/sending/service.ts'
import { createRepeatingService } from '../service-client/repeating-service.ts'
import { plainParts } from '../store/plain-bytes.ts'
import { atEnd, filesBelow, type Harness, openHarness } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'

const key = 'canary-key-5f1c9d'
const word = 'Canarywhistle'

function holding(files: readonly string[], text: string): string[] {
  const asBytes = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]
  return files.filter((file) => {
    for (const part of plainParts(file)) if (asBytes.some((needle) => part.includes(needle))) return true
    return false
  })
}

function tokensOf(harness: Harness): string[] {
  return harness.exchanges.flatMap(({ url, received }) => {
    if (url !== harness.sandbox.tokenUrl) return []
    return tokenReply.parse(JSON.parse(received)).data?.obtainPlatformToken?.token ?? []
  })
}

test('keys and tokens are written nowhere, and customer data only to the database and the reports', async () => {
  const harness = await openHarness({ sandbox: { apiKey: key } })
  const accounts = [
    { number: 'C-1', surname: word },
    { number: 'C-2', surname: `${word} ${'x'.repeat(300)}` },
  ]
  harness.sandbox.faults.add({
    route: 'create',
    account: 'C-1',
    count: 1,
    effect: { kind: 'reset', when: 'after_work' },
  })
  const batch = await harness.load(await plainAccounts(harness.folder, accounts), null)
  const view = await harness.send(batch)
  expect(view.states).toMatchObject({ invalid: 1, done: 1 })
  harness.sandbox.control.expireTokens()
  await harness.giveKey()
  expect(await harness.client().connections.test({ id: harness.connection })).toMatchObject({
    result: 'fine',
  })
  const { files } = await harness.report(batch)
  const reports = Object.values(files)
  const tokens = tokensOf(harness)
  expect(tokens.length).toBeGreaterThanOrEqual(2)
  expect(
    harness.exchanges.some(({ sent }) => sent.includes(key)),
    'the key was used',
  ).toBe(true)

  const look = (): void => {
    const written = [...filesBelow(harness.data), ...reports]
    for (const secret of [key, ...tokens]) expect(holding(written, secret)).toEqual([])
    const inData = holding(filesBelow(harness.data), word).map((file) => basename(file))
    expect(inData.length).toBeGreaterThan(0)
    for (const name of inData) expect(name).toMatch(/^carryover\.sqlite(-wal|-shm)?$/)
  }
  look()
  await harness.stop()
  look()
  expect(holding(reports, word)).toContain(files['results_csv'])
})

test('a key and token repeated in every answer of the service appear in no file, notice or list', async () => {
  const service = await createRepeatingService(key)
  atEnd(service.close)
  const harness = await openHarness({ through: async () => service.baseUrl })
  await harness.giveKey(key)
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(6, 'R')), 'ACME')
  const tested = await harness.client().connections.test({ id: harness.connection })
  await harness.validate(batch)
  await harness.release(batch)
  await harness.until(batch, ({ states }) => states.done >= 2 && states.sending + states.queued === 0)
  await harness.giveKey('another-key-that-is-wrong')
  const refused = await harness.client().connections.test({ id: harness.connection })
  const view = await harness.client().batches.get({ batch })
  const { files } = await harness.report(batch)
  expect(service.seen).toEqual(expect.arrayContaining([expect.stringMatching(/^GET .*R-5/)]))

  const shown = JSON.stringify([tested, refused, view, await harness.client().connections.list()])
  const look = (): void => {
    const written = [...filesBelow(harness.data), ...Object.values(files)]
    expect(written.length).toBeGreaterThan(4)
    for (const form of service.forms) {
      expect(shown).not.toContain(form)
      expect(holding(written, form)).toEqual([])
    }
    expect(holding(written, 'You sent … and').length, 'the words themselves are kept').toBeGreaterThan(0)
  }
  look()
  await harness.stop()
  look()
})
