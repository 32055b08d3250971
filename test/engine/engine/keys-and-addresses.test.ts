// A key is for the place that it was given for: where a connection leads elsewhere it is asked for anew, and nothing of it
// reaches the new place. Addresses at which everybody on the way could read it are refused.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { connectionSettings } from '../../../shared/connection.ts'
import { atEnd, openHouse } from './harness.ts'

/** Another service on this machine, with all that it was sent. */
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

async function connectionOf(house: Awaited<ReturnType<typeof openHouse>>) {
  const [one] = await house.client().connections.list()
  if (one === undefined) throw new Error('There is no connection')
  return one
}

describe('a connection that leads elsewhere', () => {
  test.each([
    ['the address of the service', (to: string) => ({ baseUrl: to })],
    ['the address for tokens', (to: string) => ({ tokenUrl: `${to}/v1/graphql/` })],
    ['the scheme', (to: string) => ({ baseUrl: to.replace('http:', 'https:') })],
  ])('by %s asks for its key anew, and the test of it sends nothing', async (_name, change) => {
    const house = await openHouse()
    const { heard, baseUrl } = await elsewhere()
    const settings = { ...(await connectionOf(house)).settings, ...change(baseUrl) }
    const saved = await house.client().connections.save({ name: 'sandbox', settings })
    expect(saved).toMatchObject({ keyForgotten: true })
    expect(await connectionOf(house)).toMatchObject({ hasKey: false })
    expect(await house.client().connections.test({ id: house.connection })).toMatchObject({
      result: 'no_key',
    })
    expect(heard).toEqual([])
    await house.giveKey('for-the-new-place')
    await house.client().connections.test({ id: house.connection })
    expect(heard.join()).not.toContain(house.sandbox.apiKey)
  })

  test('only while a run is carried out asks for it too', async () => {
    const house = await openHouse()
    const { heard, baseUrl } = await elsewhere()
    const changes = { tokenUrl: `${baseUrl}/v1/graphql/` }
    await house.client().connections.forRun({ id: house.connection, changes })
    expect(await house.client().connections.test({ id: house.connection })).toMatchObject({
      result: 'no_key',
    })
    expect(heard).toEqual([])
  })

  test('keeps its key where the same place is only written otherwise, or another setting changes', async () => {
    const house = await openHouse()
    const { settings } = await connectionOf(house)
    const otherwise = {
      ...settings,
      baseUrl: `${settings.baseUrl.replace('http:', 'HTTP:')}//`,
      headerTemplate: 'Bearer {token}',
    }
    const saved = await house.client().connections.save({ name: 'sandbox', settings: otherwise })
    expect(saved).toMatchObject({ keyForgotten: false })
    expect(await connectionOf(house)).toMatchObject({ hasKey: true })
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
  ])('%s may be used', (address) => {
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
  ])('%s is refused: http goes to another machine', (address) => {
    for (const parsed of [parse(address), parse('https://service.example', address)])
      expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^must begin with https: over http everybody on the way can read the key/),
      ])
  })
})
