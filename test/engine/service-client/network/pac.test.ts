// Tests proxy scripts (PAC): foreign code that chooses the route of a request. It is isolated from the engine and
// is stopped when it exceeds its time or memory limit. If it fails, nothing is sent; in particular, nothing is sent
// directly.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { createTransport } from '../../../../electron/engine/sending/service-client/transport.ts'
import type { PacLimits } from '../../../../electron/engine/sending/service-client/network/pac.ts'
import { type Authority, authority, issue } from './certificates.ts'
import { ask, atEnd, fileWith, held, nothing, openPlain, requestOf } from './network-harness.ts'
import { openProxy, openTlsFront } from './proxy.ts'

let company: Authority
beforeAll(() => {
  company = authority('Company authority')
})

const limits: PacLimits = {
  size: 2000,
  fetchMs: 1500,
  answerMs: 10_000,
  memory: 16 * 1024 * 1024,
  keepScriptMs: 60_000,
  keepAnswerMs: 60_000,
}

async function byScript(script: string, status = 200, answerMs = limits.answerMs) {
  const service = await openPlain()
  const front = await held(openTlsFront(issue(company), service.port))
  const proxy = await held(openProxy())
  proxy.places.set('service.test', front.port)
  const text = script.replaceAll('PROXY_HERE', `PROXY 127.0.0.1:${proxy.port}`)
  const scripts = await openPlain((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/x-ns-proxy-autoconfig' })
    if (text !== 'SILENCE') response.end(text)
  })
  const pacUrl = `http://127.0.0.1:${scripts.port}/proxy.pac`
  const network = { proxy: 'pac', pacUrl, caFile: fileWith(company.cert) } as const
  return {
    service,
    proxy,
    scripts,
    network,
    through: (url = 'https://service.test/x') =>
      ask({ url, network, timeoutMs: 30_000 }, { pacLimits: { ...limits, answerMs } }),
  }
}

const find = (body: string): string => `function FindProxyForURL(url, host) { ${body} }`

test('it chooses the proxy, and gets the host but not the path', async () => {
  const { service, proxy, scripts, network } = await byScript(
    find(`if (url !== 'https://service.test/' || host !== 'service.test') throw new Error(url);
      return dnsDomainIs(host, '.test') && shExpMatch(host, 'serv*') ? 'PROXY_HERE; DIRECT' : 'DIRECT'`),
  )
  const transport = createTransport({ system: nothing, pacLimits: limits })
  atEnd(() => transport.close())
  for (const path of ['secret-1', 'secret-2'])
    expect(
      await transport.send(requestOf({ url: `https://service.test/${path}`, network, timeoutMs: 30_000 })),
    ).toMatchObject({
      status: 200,
    })
  expect(service.received).toEqual(['POST /secret-1', 'POST /secret-2'])
  expect(proxy.seen[0]).toBe('CONNECT service.test:443')
  // The script and its result are cached.
  expect(scripts.received).toEqual(['GET /proxy.pac'])
})

test('an unreachable proxy is skipped for the next one', async () => {
  const { service, through } = await byScript(find(`return 'PROXY 127.0.0.1:1; PROXY_HERE'`))
  expect(await through()).toMatchObject({ status: 200 })
  expect(service.received).toEqual(['POST /x'])
})

test('it reports results that it cannot use', async () => {
  const { service, through } = await byScript(find(`return 'SOCKS5 127.0.0.1:1080'`))
  expect(await through()).toMatchObject({
    maybeSent: false,
    trouble: { kind: 'proxy_kind_unknown', detail: 'SOCKS5' },
  })
  expect(service.received).toEqual([])
})

test.each([
  ['is not JavaScript', 'function (', 'pac_error'],
  ['lacks the function', 'var a = 1', 'pac_error'],
  ['throws', find(`throw new Error('no such thing')`), 'pac_error'],
  ['names nothing', find('return null'), 'pac_error'],
  ['names nothing that is a proxy', find(`return ''`), 'pac_error'],
  ['reaches for Node', find(`return process.env.HOME`), 'pac_error'],
  [
    'reaches for Node by its constructor',
    find(`return dnsDomainIs.constructor('return process')().env.HOME`),
    'pac_error',
  ],
  ['never ends', find('for (;;) {}'), 'pac_timeout'],
  ['is a web page', '<!doctype html><title>Sign in</title>', 'pac_not_loadable'],
  ['is too large', `// ${'x'.repeat(2000)}`, 'pac_not_loadable'],
  ['does not come', 'SILENCE', 'pac_not_loadable'],
])('a script that %s: nothing is sent', async (_name, script, kind) => {
  const { service, proxy, through } = await byScript(script, 200, kind === 'pac_timeout' ? 1000 : undefined)
  expect(await through()).toMatchObject({ kind: 'failed', maybeSent: false, trouble: { kind } })
  expect([service.received, proxy.seen]).toEqual([[], []])
})

test('a script that takes all memory is ended: nothing is sent', async () => {
  const { service, proxy, through } = await byScript(
    find(`var a = []; for (;;) a.push(new Uint8Array(1048576))`),
    200,
    2000,
  )
  // What earlier tests of this process left would be counted otherwise.
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  const before = process.memoryUsage().rss
  const result = await through()
  // It fails by itself, or is stopped because it only searches for free memory.
  expect(result).toMatchObject({ maybeSent: false })
  expect(['pac_error', 'pac_timeout']).toContain(result.kind === 'failed' ? result.trouble?.kind : '')
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  expect([service.received, proxy.seen]).toEqual([[], []])
})

test('a script that is not there: nothing is sent', async () => {
  const { service, through } = await byScript('', 404)
  expect(await through()).toMatchObject({
    maybeSent: false,
    trouble: { kind: 'pac_not_loadable', detail: 'HTTP 404' },
  })
  expect(service.received).toEqual([])
})
