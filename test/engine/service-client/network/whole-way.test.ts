// Tests a batch from file to platform through a company's proxy and TLS while the proxy breaks tunnels: each account
// is created once. Also tests the connection test, whose messages say what is wrong and what to do.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { networkSettings } from '../../../../shared/sending/network-settings.ts'
import {
  atEnd,
  createsOf,
  expectConsistent,
  filesBelow,
  type Harness,
  openHarness,
} from '../../api/harness.ts'
import { isOver } from '../../api/waiting.ts'
import { numbered, plainAccounts } from '../../api/small-files.ts'
import { type Authority, authority, issue } from './certificates.ts'
import { fileWith } from './network-harness.ts'
import { openProxy, openTlsFront } from './proxy.ts'
import { english } from '../../../support/english.ts'

let company: Authority
beforeAll(() => {
  company = authority('Company authority')
})

const baseUrl = 'https://service.test'

/** The sandbox behind TLS, whose name is known to a proxy that requires a password. */
async function behindCompanyProxy(harness: Harness) {
  const front = await openTlsFront(issue(company), Number(new URL(harness.sandbox.baseUrl).port))
  atEnd(front.close)
  const proxy = await openProxy()
  atEnd(proxy.close)
  proxy.places.set('service.test', front.port)
  proxy.behaviour.password = 'ann:proxy-secret-7'
  const network = {
    ...networkSettings.parse({}),
    proxy: 'manual' as const,
    proxyUrl: proxy.url,
    proxyUser: 'ann',
    proxyBypass: [],
    caFile: fileWith(company.cert) as string | null,
  }
  const save = (changes: Partial<typeof network> = {}) =>
    harness.client().connections.save({
      name: 'sandbox',
      settings: {
        ...harness.settings,
        baseUrl,
        tokenUrl: `${baseUrl}/v1/graphql/`,
        network: { ...network, ...changes },
      },
    })
  const password = (value: string | null) =>
    harness.client().connections.setSecret({ id: harness.connection, secret: 'proxy_password', value })
  await save()
  await harness.giveKey()
  await password('proxy-secret-7')
  return {
    proxy,
    front,
    save,
    password,
    tested: () => harness.client().connections.test({ id: harness.connection }),
  }
}

test('a proxy that breaks tunnels at any byte: every account is created, each once, and no password is written anywhere', async () => {
  const harness = await openHarness({ limits: { concurrency: 4 } })
  const { proxy } = await behindCompanyProxy(harness)
  let turn = 0
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(40)), null)
  // A failed sign-in is retried only after a minute, so the token is requested before.
  await harness.validate(batch)
  proxy.behaviour.breaksAfter = () => {
    turn += 1
    // After the TLS handshake, in the request or in the reply; every third tunnel stays intact.
    if (turn % 3 === 0) return null
    return turn % 2 === 0
      ? { way: 'up', bytes: 2200 + ((turn * 397) % 3000) }
      : { way: 'down', bytes: 1500 + ((turn * 211) % 3500) }
  }
  proxy.drop()
  await harness.release(batch)
  const view = await harness.until(batch, isOver)
  expect(view.states.done).toBe(40)
  expect(harness.sandbox.ledger.acceptedCreates().size).toBe(40)
  for (const [, accepted] of harness.sandbox.ledger.acceptedCreates()) expect(accepted).toBe(1)
  expect(createsOf(harness.sandbox).length).toBeGreaterThanOrEqual(40)
  expect(turn).toBeGreaterThan(3)
  expect(proxy.seen.every((line) => line === 'CONNECT service.test:443')).toBe(true)
  proxy.behaviour.breaksAfter = () => null
  await expectConsistent(harness, [batch])
  const written = filesBelow(harness.folder).map((path) => readFileSync(path).toString('latin1'))
  expect(written.length).toBeGreaterThan(1)
  expect(written.filter((text) => text.includes('proxy-secret-7'))).toEqual([])
})

test('the test of a connection names what is wrong with the network, and what to do', async () => {
  const harness = await openHarness()
  const { proxy, front, save, password, tested } = await behindCompanyProxy(harness)
  expect(await tested()).toMatchObject({ result: 'fine' })

  await password('wrong')
  expect(english(await tested())).toMatchObject({
    result: 'proxy_password_wrong',
    title: 'The proxy refuses the password',
    message: `The proxy 127.0.0.1:${proxy.port} did not accept the user name and password (HTTP 407).`,
  })
  await password('proxy-secret-7')
  await save({ caFile: null })
  expect(english(await tested())).toMatchObject({
    result: 'certificate_unknown_issuer',
    message: 'The certificate of service.test is signed by “Company authority”, which is not known here.',
  })
  expect(english((await tested()).advice)).toContain('Is that your company’s proxy?')

  // Other settings use other connections.
  await save({ certificateAuthorities: 'bundled' })
  proxy.behaviour.refuses = 403
  expect(await tested()).toMatchObject({ result: 'proxy_forbids' })
  delete proxy.behaviour.refuses
  await front.close()
  expect(await tested()).toMatchObject({ result: expect.stringMatching(/^proxy_/) as string })
})

test('a password is deleted together with its proxy', async () => {
  const harness = await openHarness()
  const { save } = await behindCompanyProxy(harness)
  const kept = async () =>
    (await harness.client().connections.list()).find(({ id }) => id === harness.connection)?.hasProxyPassword
  expect(await kept()).toBe(true)
  await save()
  expect(await kept()).toBe(true)
  await save({ proxyUrl: 'http://another.test:8080' })
  expect(await kept()).toBe(false)
})
