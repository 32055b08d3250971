// Tests that a key belongs to the address that it was entered for. When a connection's address changes, the key is
// asked for again and nothing of it reaches the new address. Addresses over which the key could be read in transit
// are refused.
import { createServer } from 'node:http'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { issueFault } from '../../../shared/texts/issues.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import { atEnd, openHarness } from './harness.ts'

/** Another service on this machine, with everything that it received. */
async function elsewhere() {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(JSON.stringify(request.headers))
    request.on('data', (piece: Buffer) => heard.push(piece.toString('utf8')))
    request.on('end', () => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => void server.close())
  return { heard, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function connectionOf(harness: Awaited<ReturnType<typeof openHarness>>) {
  const [one] = await harness.client().connections.list()
  if (one === undefined) throw new Error('There is no connection')
  return one
}

describe('a connection whose address changes', () => {
  test.each([
    ['the address of the service', (to: string) => ({ baseUrl: to })],
    ['the address for tokens', (to: string) => ({ tokenUrl: `${to}/v1/graphql/` })],
    ['the scheme', (to: string) => ({ baseUrl: to.replace('http:', 'https:') })],
  ])('(%s) asks for its key again, and testing it sends nothing', async (_name, change) => {
    const harness = await openHarness()
    const { heard, baseUrl } = await elsewhere()
    const settings = { ...(await connectionOf(harness)).settings, ...change(baseUrl) }
    const saved = await harness.client().connections.save({ name: 'sandbox', settings })
    expect(saved).toMatchObject({ keyForgotten: true })
    expect(await connectionOf(harness)).toMatchObject({ hasKey: false })
    expect(await harness.client().connections.test({ id: harness.connection })).toMatchObject({
      result: 'no_key',
    })
    expect(heard).toEqual([])
    await harness.giveKey('for-the-new-place')
    await harness.client().connections.test({ id: harness.connection })
    expect(heard.join()).not.toContain(harness.sandbox.apiKey)
  })

  test('asks for its key again also when the change is for one run only', async () => {
    const harness = await openHarness()
    const { heard, baseUrl } = await elsewhere()
    const changes = { tokenUrl: `${baseUrl}/v1/graphql/` }
    await harness.client().connections.forRun({ id: harness.connection, changes })
    expect(await harness.client().connections.test({ id: harness.connection })).toMatchObject({
      result: 'no_key',
    })
    expect(heard).toEqual([])
  })

  test('keeps its key if the same address is only spelled differently, or another setting changes', async () => {
    const harness = await openHarness()
    const { settings } = await connectionOf(harness)
    const otherwise = {
      ...settings,
      baseUrl: `${settings.baseUrl.replace('http:', 'HTTP:')}//`,
      headerTemplate: 'Bearer {token}',
    }
    const saved = await harness.client().connections.save({ name: 'sandbox', settings: otherwise })
    expect(saved).toMatchObject({ keyForgotten: false })
    expect(await connectionOf(harness)).toMatchObject({ hasKey: true })
  })
})

describe('an address', () => {
  const parse = (baseUrl: string, tokenUrl = 'https://service.example/t/') =>
    connectionSettings.safeParse({ baseUrl, tokenUrl })

  test.each([
    'https://service.example',
    'http://127.0.0.1:8080',
    'http://127.9.9.9',
    'http://localhost:3000/tunnel',
    'HTTP://LOCALHOST',
    'http://[::1]:8080',
  ])('%s is accepted', (address) => {
    expect(parse(address).success).toBe(true)
    expect(parse('https://service.example', address).success).toBe(true)
  })

  test.each([
    'http://service.example',
    'http://10.0.0.7:8080',
    'http://127.0.0.1.evil.example',
    'http://localhost.example',
    'http://[::2]/',
    'HTTP://service.example',
  ])('%s is refused because it uses http to another machine', (address) => {
    for (const parsed of [parse(address), parse('https://service.example', address)])
      expect(parsed.error?.issues.map((issue) => inEnglish(issueFault(issue)))).toEqual([
        expect.stringMatching(/^must begin with https: over http everybody on the way can read the key/),
      ])
  })
})

test('a connection says what its last test found and when, until its address or key changes', async () => {
  const harness = await openHarness()
  const last = async () => (await harness.client().connections.list())[0]?.lastTest
  expect(await last()).toBeNull()
  await harness.client().connections.test({ id: harness.connection })
  expect(await last()).toMatchObject({ result: 'fine', at: expect.any(Number) as number })
  await harness.stop()
  await harness.start()
  expect(await last(), 'after a restart').toMatchObject({ result: 'fine' })
  await harness.giveKey('wrong')
  expect(await last()).toBeNull()
  await harness.client().connections.test({ id: harness.connection })
  expect(await last()).toMatchObject({ result: 'key_refused' })
  const settings = { ...harness.settings, baseUrl: `${harness.settings.baseUrl}/other` }
  await harness.client().connections.save({ name: 'sandbox', settings, environmentSaid: true })
  expect(await last()).toBeNull()
})

test('a key that a person forgets is gone: nothing is sent until there is one again', async () => {
  const harness = await openHarness()
  const { connections } = harness.client()
  await connections.setKey({ id: harness.connection, key: null })
  expect(await connectionOf(harness)).toMatchObject({ hasKey: false })
  expect(await connections.test({ id: harness.connection })).toMatchObject({ result: 'no_key' })
  await harness.giveKey(harness.sandbox.apiKey)
  expect(await connections.test({ id: harness.connection })).toMatchObject({ result: 'fine' })
})

test('a catalogue from a file can be removed, unless a connection uses it; a shipped one stays', async () => {
  const harness = await openHarness()
  const { catalogues, connections } = harness.client()
  const path = join(harness.folder, 'own.json')
  writeFileSync(
    path,
    JSON.stringify({ title: 'Own', type: 'object', properties: { number: { type: 'string' } } }),
  )
  const { id } = await catalogues.add({ path })
  const connection = await connectionOf(harness)
  const save = (catalogue: string | null) =>
    connections.save({ name: connection.name, settings: { ...connection.settings, catalogue } })
  await save(id)
  await expect(catalogues.remove({ id })).rejects.toThrow(/uses this catalogue/)
  await save(null)
  await catalogues.remove({ id })
  expect((await catalogues.list()).map((one) => one.id)).toEqual(['documented', 'example'])
  await expect(catalogues.remove({ id: 'example' })).rejects.toThrow(/come with Carryover/)
})
