// A batch from file to platform through a company's proxy and TLS, while the proxy breaks tunnels as it likes: each
// account is created once. And the test of a connection, whose words say what is wrong and what to do.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { networkSettings } from '../../../../shared/network-settings.ts'
import {
  atEnd,
  createsOf,
  expectConsistent,
  filesBelow,
  type House,
  openHouse,
} from '../../engine/harness.ts'
import { isOver } from '../../engine/waiting.ts'
import { numbered, plainAccounts } from '../../engine/small-files.ts'
import { type Authority, authority, issue } from './certificates.ts'
import { fileWith } from './network-house.ts'
import { openProxy, openTlsFront } from './proxy.ts'

let company: Authority
beforeAll(() => {
  company = authority('Company authority')
})

const baseUrl = 'https://service.test'

/** The sandbox behind TLS, known by its name to a proxy that wants a password. */
async function behindCompanyProxy(house: House) {
  const front = await openTlsFront(issue(company), Number(new URL(house.sandbox.baseUrl).port))
  atEnd(front.close)
  const proxy = await openProxy()
  atEnd(proxy.close)
  proxy.places.set('service.test', front.port)
  proxy.mood.password = 'ann:proxy-secret-7'
  const network = {
    ...networkSettings.parse({}),
    proxy: 'manual' as const,
    proxyUrl: proxy.url,
    proxyUser: 'ann',
    proxyBypass: [],
    caFile: fileWith(company.cert) as string | null,
  }
  const save = (changes: Partial<typeof network> = {}) =>
    house.client().connections.save({
      name: 'sandbox',
      settings: {
        ...house.settings,
        baseUrl,
        tokenUrl: `${baseUrl}/v1/graphql/`,
        network: { ...network, ...changes },
      },
    })
  const password = (value: string | null) =>
    house.client().connections.setSecret({ id: house.connection, secret: 'proxy_password', value })
  await save()
  await house.giveKey()
  await password('proxy-secret-7')
  return {
    proxy,
    front,
    save,
    password,
    tested: () => house.client().connections.test({ id: house.connection }),
  }
}

test('a proxy that breaks tunnels at any byte: every account is created, each once, and no password is written anywhere', {
  timeout: 120_000,
}, async () => {
  const house = await openHouse({ limits: { concurrency: 4 } })
  const { proxy } = await behindCompanyProxy(house)
  let turn = 0
  const batch = await house.load(await plainAccounts(house.folder, numbered(40)), null)
  // A sign-in that failed rests for a minute, so the token is had before.
  await house.validate(batch)
  proxy.mood.breaksAfter = () => {
    turn += 1
    // Behind the greeting of TLS, in the request or in the answer; every third tunnel stays whole.
    if (turn % 3 === 0) return null
    return turn % 2 === 0
      ? { way: 'up', bytes: 2200 + ((turn * 397) % 3000) }
      : { way: 'down', bytes: 1500 + ((turn * 211) % 3500) }
  }
  proxy.drop()
  await house.release(batch)
  const view = await house.until(batch, isOver)
  expect(view.states.settled).toBe(40)
  expect(house.sandbox.ledger.acceptedCreates().size).toBe(40)
  for (const [, accepted] of house.sandbox.ledger.acceptedCreates()) expect(accepted).toBe(1)
  expect(createsOf(house.sandbox).length).toBeGreaterThanOrEqual(40)
  expect(turn).toBeGreaterThan(3)
  expect(proxy.seen.every((line) => line === 'CONNECT service.test:443')).toBe(true)
  proxy.mood.breaksAfter = () => null
  await expectConsistent(house, [batch])
  const written = filesBelow(house.folder).map((path) => readFileSync(path).toString('latin1'))
  expect(written.length).toBeGreaterThan(1)
  expect(written.filter((text) => text.includes('proxy-secret-7'))).toEqual([])
})

test('the test of a connection names what is wrong with the way, and what to do', async () => {
  const house = await openHouse()
  const { proxy, front, save, password, tested } = await behindCompanyProxy(house)
  expect(await tested()).toMatchObject({ result: 'fine' })

  await password('wrong')
  expect(await tested()).toMatchObject({
    result: 'proxy_password_wrong',
    title: 'The proxy refuses the password',
    message: `The proxy 127.0.0.1:${proxy.port} did not accept the user name and password (HTTP 407).`,
  })
  await password('proxy-secret-7')
  await save({ caFile: null })
  expect(await tested()).toMatchObject({
    result: 'certificate_unknown_issuer',
    message: 'The certificate of service.test is signed by “Company authority”, which is not known here.',
  })
  expect((await tested()).advice).toContain('Is that your company’s proxy?')

  // Other settings go by other connections.
  await save({ certificateAuthorities: 'bundled' })
  proxy.mood.refuses = 403
  expect(await tested()).toMatchObject({ result: 'proxy_forbids' })
  delete proxy.mood.refuses
  await front.close()
  expect(await tested()).toMatchObject({ result: expect.stringMatching(/^proxy_/) as string })
})

test('a password is forgotten with the proxy that it was given for', async () => {
  const house = await openHouse()
  const { save } = await behindCompanyProxy(house)
  const kept = async () =>
    (await house.client().connections.list()).find(({ id }) => id === house.connection)?.hasProxyPassword
  expect(await kept()).toBe(true)
  await save()
  expect(await kept()).toBe(true)
  await save({ proxyUrl: 'http://another.test:8080' })
  expect(await kept()).toBe(false)
})
