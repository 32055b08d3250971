// Tests a real proxy between the engine and the service: what it refuses is surely not sent, what failed after the
// first byte is unknown, and each failure has its own error. Nothing is ever sent twice.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Authority, authority, issue } from './certificates.ts'
import { type Asked, ask, atEnd, fileWith, held, nothing, openPlain, requestOf } from './network-harness.ts'
import { openProxy, openTlsFront, type Proxy } from './proxy.ts'
import { createTransport } from '../../../../electron/engine/sending/service-client/transport.ts'

let company: Authority
beforeAll(() => {
  company = authority('Company authority')
})

async function behindProxy(secureProxy = false) {
  const plain = await openPlain()
  const front = await held(openTlsFront(issue(company), plain.port))
  const proxy = await held(openProxy(secureProxy ? issue(company) : undefined))
  proxy.places.set('service.test', front.port)
  proxy.places.set('plain.test', plain.port)
  const network = {
    proxy: 'manual',
    proxyUrl: proxy.url,
    proxyBypass: [],
    caFile: fileWith(company.cert),
  } as const
  const through = (more: Partial<Asked> = {}) => ask({ url: 'https://service.test/x', network, ...more })
  return { plain, front, proxy, network, through }
}

describe('a request arrives once', () => {
  test.each([false, true])(
    'by a tunnel to an https service; the proxy itself by https: %s',
    async (secureProxy) => {
      const { plain, proxy, through } = await behindProxy(secureProxy)
      expect(await through()).toMatchObject({ kind: 'reply', status: 200 })
      expect(proxy.seen).toEqual(['CONNECT service.test:443'])
      expect(plain.received).toEqual(['POST /x'])
    },
  )

  test('to an http service by its whole address, to an https one by a tunnel, each as asked', async () => {
    const { plain, proxy, network } = await behindProxy()
    const transport = createTransport({ system: nothing })
    atEnd(() => transport.close())
    for (const url of [
      'http://plain.test/a',
      'http://plain.test/b?c=d',
      'https://service.test/e',
      'https://service.test/f',
    ])
      expect(await transport.send(requestOf({ url, network }))).toMatchObject({ kind: 'reply', status: 200 })
    expect(plain.received).toEqual(['POST /a', 'POST /b?c=d', 'POST /e', 'POST /f'])
    expect([...new Set(proxy.seen)]).toEqual([
      'POST http://plain.test/a',
      'POST http://plain.test/b?c=d',
      'CONNECT service.test:443',
    ])
  })

  test('with the required user and password, which appear in no answer', async () => {
    const { plain, proxy, network, through } = await behindProxy()
    proxy.behaviour.password = 'ann:pä:ss w0rd'
    const signedIn = { network: { ...network, proxyUser: 'ann' }, password: 'pä:ss w0rd' }
    expect(await through(signedIn)).toMatchObject({ kind: 'reply', status: 200 })
    expect(await through({ ...signedIn, url: 'http://plain.test/y' })).toMatchObject({
      kind: 'reply',
      status: 200,
    })
    expect(plain.received).toEqual(['POST /x', 'POST /y'])
    const wrong = await through({ ...signedIn, password: 'another secret' })
    expect(wrong).toMatchObject({ maybeSent: false, trouble: { kind: 'proxy_password_wrong' } })
    expect(JSON.stringify(wrong)).not.toContain('another secret')
    expect(JSON.stringify(wrong)).not.toContain(Buffer.from('ann:another secret').toString('base64'))
  })

  test('directly where the host is on the list of exceptions', async () => {
    const { plain, proxy, network } = await behindProxy()
    const url = `http://127.0.0.1:${plain.port}/z`
    expect(await ask({ url, network: { ...network, proxyBypass: ['127.0.0.0/8'] } })).toMatchObject({
      status: 200,
    })
    expect(proxy.seen).toEqual([])
  })

  test('by http to this machine without a proxy on another one, which would read the key; with one that is here', async () => {
    const { plain, proxy, network } = await behindProxy()
    proxy.places.set('127.0.0.1', plain.port)
    const away = { ...network, proxyUrl: 'http://proxy.invalid:8080' }
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await ask({ url: `http://${host}:${plain.port}/direct`, network: away })).toMatchObject({
        kind: 'reply',
        status: 200,
      })
    expect(await ask({ url: `http://127.0.0.1:${plain.port}/here`, network })).toMatchObject({ status: 200 })
    expect(plain.received).toEqual(['POST /direct', 'POST /direct', 'POST /here'])
    expect(proxy.seen).toEqual([`POST http://127.0.0.1:${plain.port}/here`])
    // An encrypted request uses the requested route.
    expect(await ask({ url: `https://127.0.0.1:${plain.port}/tunnel`, network: away })).toMatchObject({
      maybeSent: false,
      trouble: { kind: 'proxy_not_found' },
    })
  })
})

type Case = [name: string, kind: string, behaviour: (proxy: Proxy) => void, more?: Partial<Asked>]
const refusals: Case[] = [
  ['wants a password', 'proxy_password_wanted', ({ behaviour }) => (behaviour.password = 'a:b')],
  [
    'wants another way to sign in',
    'proxy_method_unknown',
    ({ behaviour }) => Object.assign(behaviour, { password: 'a:b', challenge: 'Negotiate' }),
  ],
  ['forbids the address', 'proxy_forbids', ({ behaviour }) => (behaviour.refuses = 403)],
  ['cannot reach it', 'proxy_cannot_reach', ({ places }) => places.clear()],
  ['is late to answer', 'proxy_timeout', ({ behaviour }) => (behaviour.refuses = 504)],
  ['answers as a web server', 'proxy_odd_answer', ({ behaviour }) => (behaviour.refuses = 405)],
  ['hangs up before its answer', 'proxy_odd_answer', ({ behaviour }) => (behaviour.cuts = 'before_answer')],
  [
    'speaks something else',
    'proxy_odd_answer',
    ({ behaviour }) => (behaviour.writes = 'SSH-2.0-OpenSSH_9.6\r\n'),
  ],
  ['hangs up in its answer', 'proxy_odd_answer', ({ behaviour }) => (behaviour.writes = 'HTTP/1.1 20')],
  ['never answers', 'proxy_timeout', ({ behaviour }) => (behaviour.silent = true), { connectTimeoutMs: 200 }],
  ['hangs up behind its answer', 'tls_handshake', ({ behaviour }) => (behaviour.cuts = 'after_answer')],
  [
    'hangs up in the secure greeting',
    'tls_handshake',
    ({ behaviour }) => (behaviour.cuts = 'after_first_bytes'),
  ],
]

describe('surely not sent: the proxy', () => {
  test.each(refusals)('%s → %s', async (_name, kind, change, more) => {
    const { plain, proxy, through } = await behindProxy()
    change(proxy)
    expect(await through(more)).toMatchObject({ kind: 'failed', maybeSent: false, trouble: { kind } })
    expect(plain.received).toEqual([])
  })

  test('requires a password for an http service', async () => {
    const { plain, proxy, through } = await behindProxy()
    proxy.behaviour.password = 'a:b'
    expect(await through({ url: 'http://plain.test/' })).toMatchObject({
      maybeSent: false,
      trouble: { kind: 'proxy_password_wanted' },
    })
    expect(plain.received).toEqual([])
  })

  test.each(['https://service.test/', 'http://plain.test/'])('is not there, for %s', async (url) => {
    const { network } = await behindProxy()
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const to = (proxyUrl: string) => ask({ url, network: { ...network, proxyUrl } })
    expect(await to(`http://127.0.0.1:${port}`)).toMatchObject({
      maybeSent: false,
      trouble: { kind: 'proxy_unreachable', proxy: `127.0.0.1:${port}` },
    })
    expect(await to('http://proxy.invalid:8080')).toMatchObject({
      maybeSent: false,
      trouble: { kind: 'proxy_not_found' },
    })
  })

  test('is reached by https and its certificate is not trusted', async () => {
    const { through, network } = await behindProxy(true)
    expect(await through({ network: { ...network, caFile: null } })).toMatchObject({
      maybeSent: false,
      trouble: { kind: 'proxy_certificate' },
    })
  })
})

describe('unknown: behind the first byte of the request', () => {
  test.each([
    ['a tunnel that breaks in the answer', 'down'],
    ['a tunnel that breaks in the request', 'up'],
  ] as const)('%s is not sent again', async (_name, way) => {
    const { front, proxy, network } = await behindProxy()
    const large = await openPlain((request, response) => {
      request.on('end', () => void response.writeHead(201).end(Buffer.alloc(200_000, 0x20)))
    })
    const second = await held(openTlsFront(issue(company), large.port))
    proxy.places.set('large.test', second.port)
    // Far after the TLS handshake, which takes some kilobytes in each direction.
    proxy.behaviour.breaksAfter = () => ({ way, bytes: 50_000 })
    const transport = createTransport({ system: nothing })
    atEnd(() => transport.close())
    const result = await transport.send({
      ...requestOf({ url: 'https://large.test/', network }),
      body: Buffer.alloc(200_000, 0x20),
    })
    expect(result).toMatchObject({ kind: 'failed', maybeSent: true, trouble: { kind: 'connection_broken' } })
    expect(proxy.seen).toEqual(['CONNECT large.test:443'])
    expect(large.received.length).toBeLessThanOrEqual(1)
    expect([front.connections(), second.connections()]).toEqual([0, 1])
  })

  test('an http request that the proxy took and never answers', async () => {
    const { proxy, through } = await behindProxy()
    proxy.behaviour.silent = true
    const result = await through({ url: 'http://plain.test/', timeoutMs: 300 })
    expect(result).toMatchObject({ maybeSent: true, code: 'timeout', trouble: { kind: 'no_answer_in_time' } })
  })
})
