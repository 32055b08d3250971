// Tests what a service is asked before anything is sent: a connection that is only typed, of which nothing may be kept,
// and a supplier code, by a payload that has nothing else.
import { expect, test } from 'vitest'
import type { SwitchesInput } from '../../../electron/sandbox/switches.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { english } from '../../support/english.ts'
import { plainParts } from '../store/plain-bytes.ts'
import { filesBelow, type Harness, openHarness } from './harness.ts'

const typed = (harness: Harness) =>
  connectionSettings.parse({ baseUrl: harness.sandbox.baseUrl, tokenUrl: harness.sandbox.tokenUrl })

function isWritten(folder: string, text: string): boolean {
  return filesBelow(folder).some((file) => [...plainParts(file)].some((part) => part.includes(text)))
}

test('typed settings are tested with the typed key, and neither of them is kept', async () => {
  const harness = await openHarness({ sandbox: { apiKey: 'canary-typed-7d2f' } })
  const { connections, audit } = harness.client()
  const before = await connections.list()
  const lines = (await audit.page({ after: 0 })).lines.length
  const settings = { ...typed(harness), suppliers: [{ code: 'CANARY-SUPPLIER', note: '' }] }
  expect(await connections.testUnsaved({ settings, key: 'canary-typed-7d2f' })).toMatchObject({
    result: 'fine',
  })
  const refused = await connections.testUnsaved({ settings, key: 'canary-wrong-1b8c' })
  expect(refused).toMatchObject({ result: 'key_refused' })
  expect(JSON.stringify(refused)).not.toContain('canary-wrong-1b8c')
  const away = { ...settings, baseUrl: 'http://127.0.0.1:9' }
  expect((await connections.testUnsaved({ settings: away, key: 'canary-typed-7d2f' })).result).not.toBe(
    'fine',
  )

  expect(await connections.list()).toEqual(before)
  expect((await audit.page({ after: 0 })).lines).toHaveLength(lines)
  expect(harness.sandbox.ledger.entries().filter(({ route }) => route === 'create')).toEqual([])
  await harness.stop()
  const canaries = ['canary-typed-7d2f', 'canary-wrong-1b8c', 'CANARY-SUPPLIER']
  expect(canaries.filter((canary) => isWritten(harness.data, canary))).toEqual([])
})

test('a supplier code is checked with typed settings and the typed key, and nothing of it is kept', async () => {
  const harness = await openHarness({
    sandbox: { apiKey: 'canary-typed-7d2f', suppliers: [{ code: 'CANARY-ACME' }] },
  })
  const { connections, audit } = harness.client()
  const before = await connections.list()
  const lines = (await audit.page({ after: 0 })).lines.length
  const check = async (key: string, code: string) =>
    (await connections.checkUnsavedSupplier({ settings: typed(harness), key, code })).result
  expect(await check('canary-typed-7d2f', 'CANARY-ACME')).toBe('no_objection')
  expect(await check('canary-typed-7d2f', 'CANARY-ACNE')).toBe('refused')
  expect(await check('canary-wrong-1b8c', 'CANARY-ACME')).toBe('unclear')

  expect(await connections.list()).toEqual(before)
  expect((await audit.page({ after: 0 })).lines).toHaveLength(lines)
  expect(harness.sandbox.ledger.entries().filter(({ route }) => route === 'create')).toEqual([])
  await harness.stop()
  const canaries = ['canary-typed-7d2f', 'canary-wrong-1b8c', 'CANARY-ACNE']
  expect(canaries.filter((canary) => isWritten(harness.data, canary))).toEqual([])
})

const checked = async (harness: Harness, code: string) => {
  const { result, message } = await harness
    .client()
    .connections.checkSupplier({ id: harness.connection, code })
  return { result, words: english(message) }
}

async function open(switches: SwitchesInput = {}): Promise<Harness> {
  return openHarness({ sandbox: { switches, suppliers: [{ code: 'ACME' }, { code: 'BOLT' }] } })
}

test('a supplier code is checked by validating it alone: known, unknown, paused, complete', async () => {
  const harness = await open({ closedOn: 'both', pausedCode: 'on_hold', completeCode: 'done_with' })
  const { connections } = harness.client()
  const answers = { pausedCodes: ['on_hold'], completeCodes: ['done_with'], closedCodes: [] }
  await connections.save({ name: 'sandbox', settings: { ...harness.settings, answers } })
  expect(await checked(harness, 'ACME')).toEqual({
    result: 'no_objection',
    words: 'The service names no problem with this code. It is certain once accounts are validated with it.',
  })
  expect(await checked(harness, 'ACNE')).toEqual({
    result: 'refused',
    words: 'The service refuses this code: “"ACNE" is not a known import supplier.” (invalid_choice)',
  })
  harness.sandbox.control.setSupplier('BOLT', { status: 'paused' })
  expect(await checked(harness, 'BOLT')).toMatchObject({
    result: 'closed',
    words: expect.stringMatching(/^Paused by the platform/) as string,
  })
  harness.sandbox.control.setSupplier('BOLT', { status: 'complete' })
  expect(await checked(harness, 'BOLT')).toMatchObject({
    result: 'closed',
    words: expect.stringMatching(/^Complete/) as string,
  })
  const asked = harness.exchanges.filter(({ url }) => url.endsWith('/validate/')).map(({ sent }) => sent)
  expect(asked).toEqual(
    ['ACME', 'ACNE', 'BOLT', 'BOLT'].map((code) => JSON.stringify({ import_supplier: code })),
  )
})

test('where nothing can be known of a code, the answer says why', async () => {
  const harness = await open({ unknownSupplierShape: 'coded', unknownSupplierCode: 'no_such_supplier' })
  const { connections } = harness.client()
  expect(await checked(harness, 'ACNE')).toEqual({
    result: 'unclear',
    words:
      'Asked about this code, the service answers “"ACNE" is not a known import supplier.” (no_such_supplier). Ask the platform operator what that means.',
  })
  const asked = () => harness.exchanges.length
  await connections.pause({ id: harness.connection })
  const before = asked()
  expect(await checked(harness, 'ACME')).toEqual({
    result: 'unclear',
    words:
      'The service could not be asked about this code: sending is paused. It checks the code when you validate.',
  })
  expect(asked()).toBe(before)
  await connections.resume({ id: harness.connection })
  await connections.setKey({ id: harness.connection, key: null })
  expect((await checked(harness, 'ACME')).words).toContain('There is no key yet')
  await harness.giveKey('wrong')
  expect((await checked(harness, 'ACME')).words).toContain('The key was refused')
})
