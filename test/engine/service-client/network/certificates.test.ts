// Tests TLS servers with invalid certificates: each is refused, with its reason, before any byte of the request is
// sent. Valid ones are accepted, with authorities from a file and with a client certificate. Nothing disables the
// check.
import { execFile } from 'node:child_process'
import { chmodSync } from 'node:fs'
import type { TlsOptions } from 'node:tls'
import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  anotherKey,
  type Authority,
  authority,
  der,
  encryptedKey,
  issue,
  type Issued,
  packed,
  selfSigned,
} from './certificates.ts'
import { type Asked, ask, atEnd, fileWith, held, openPlain, requestOf } from './network-harness.ts'
import { openTlsFront } from './proxy.ts'
import { english } from '../../../support/english.ts'

let company: Authority
let stranger: Authority
let sound: Issued
beforeAll(() => {
  company = authority('Company authority')
  stranger = authority('Inspecting Proxy CA')
  sound = issue(company)
})
afterEach(() => {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
})

async function serve(options: TlsOptions) {
  const plain = await openPlain()
  const front = await held(openTlsFront(options, plain.port))
  const host = `localhost:${front.port}`
  const asking = (network: Asked['network'] = {}, more: Partial<Asked> = {}) =>
    ask({
      url: `https://${host}/x`,
      network: { caFile: fileWith(company.cert), ...(network as object) },
      ...more,
    })
  return { plain, host, asking }
}

const oddOnes: [name: string, kind: string, make: () => Issued, facts?: object][] = [
  [
    'has expired',
    'certificate_expired',
    () => issue(company, { from: -20, to: -10 }),
    { validTo: expect.any(String) as string },
  ],
  [
    'is not valid yet',
    'certificate_not_yet_valid',
    () => issue(company, { from: 10, to: 20 }),
    { validFrom: expect.any(String) as string },
  ],
  ['is signed by itself', 'certificate_self_signed', selfSigned],
  [
    'is signed by a stranger',
    'certificate_unknown_issuer',
    () => issue(stranger),
    { issuer: 'Inspecting Proxy CA' },
  ],
  [
    'is for another name',
    'certificate_wrong_host',
    () => issue(company, { names: ['other.test'] }),
    { names: 'other.test' },
  ],
]

test.each(oddOnes)(
  'a certificate that %s is not accepted, not even where the environment says so',
  async (_name, kind, make, facts = {}) => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    const { plain, host, asking } = await serve(make())
    expect(await asking()).toMatchObject({
      kind: 'failed',
      maybeSent: false,
      trouble: { kind, host, ...facts },
    })
    expect(plain.received).toEqual([])
  },
)

test('authorities come from a file: one or many, as text or not', async () => {
  const { asking } = await serve(sound)
  const many = `# ours\n${stranger.cert}\n${company.cert}`
  for (const content of [company.cert, many, der(company.cert)])
    expect(await asking({ caFile: fileWith(content) })).toMatchObject({ kind: 'reply' })
  expect(await asking({ caFile: null })).toMatchObject({ trouble: { kind: 'certificate_unknown_issuer' } })
})

test('a file without authorities, or a missing one, is reported before any request', async () => {
  const { plain, asking } = await serve(sound)
  const broken = company.cert.replace(/\n.{10}/, '\nAAAAAAAAAA')
  for (const caFile of [
    '/nowhere/ca.pem',
    fileWith('no certificate'),
    fileWith(''),
    fileWith(broken),
    fileWith(Buffer.from([0x30, 1, 2])),
  ])
    expect(await asking({ caFile })).toMatchObject({
      maybeSent: false,
      trouble: { kind: 'ca_file_unreadable', place: caFile },
    })
  expect(plain.received).toEqual([])
})

test('the system’s authorities are trusted only where the setting says so', async (context) => {
  context.skip(
    process.platform !== 'linux',
    'because only Linux takes the system’s authorities from a variable',
  )
  const { host } = await serve(sound)
  const transport = pathToFileURL(
    join(import.meta.dirname, '../../../../electron/engine/sending/service-client/transport.ts'),
  ).href
  // The system's trusted authorities are read once per process, so each case has its own process.
  const source = `import { createTransport } from '${transport}'
    const transport = createTransport({ system: { platform: 'linux', env: {}, run: () => Promise.resolve(null) } })
    const result = await transport.send({ ...JSON.parse(process.argv[1]), body: null })
    process.stdout.write(result.kind === 'reply' ? 'reply' : result.trouble.kind)
    await transport.close()`
  const askBelieving = async (certificateAuthorities: 'bundled' | 'system' | 'both') => {
    const asked = requestOf({ url: `https://${host}/x`, network: { certificateAuthorities } })
    const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', source]
    const env = { PATH: process.env['PATH'], SSL_CERT_FILE: fileWith(company.cert) }
    const { stdout } = await promisify(execFile)(process.execPath, [...words, JSON.stringify(asked)], { env })
    return stdout
  }
  expect(await askBelieving('system')).toBe('reply')
  expect(await askBelieving('both')).toBe('reply')
  expect(await askBelieving('bundled')).toBe('certificate_unknown_issuer')
})

test('a client certificate is presented: with a separate key, in one file, as PKCS #12, with a passphrase', async () => {
  const ours = issue(company, { name: 'us' })
  const { asking, plain } = await serve({
    ...sound,
    ca: company.cert,
    requestCert: true,
    rejectUnauthorized: true,
  })
  const both = `${ours.cert}\n${ours.key}`
  const locked = fileWith(encryptedKey(ours, 'open it'))
  const shown: [network: Asked['network'], passphrase: string | null][] = [
    [{ clientCertificate: fileWith(ours.cert), clientKey: fileWith(ours.key) }, null],
    [{ clientCertificate: fileWith(both) }, null],
    [{ clientCertificate: fileWith(ours.cert), clientKey: locked }, 'open it'],
    [{ clientCertificate: fileWith(packed(ours, 'open it'), '.p12') }, 'open it'],
  ]
  for (const [network, passphrase] of shown)
    expect(await asking(network, { passphrase })).toMatchObject({ kind: 'reply', status: 200 })
  expect(plain.received).toHaveLength(4)
})

test('an invalid client certificate is reported before any request', async () => {
  const ours = issue(company, { name: 'us' })
  const { asking, plain } = await serve(sound)
  const cert = fileWith(ours.cert)
  const pfx = fileWith(packed(ours, 'open it'), '.p12')
  const wrong: [kind: string, network: Asked['network'], passphrase: string | null][] = [
    ['client_passphrase_wrong', { clientCertificate: pfx }, 'not-the-passphrase'],
    ['client_passphrase_wrong', { clientCertificate: pfx }, null],
    [
      'client_passphrase_wrong',
      { clientCertificate: cert, clientKey: fileWith(encryptedKey(ours, 'open it')) },
      'not-the-passphrase',
    ],
    [
      'client_passphrase_wrong',
      { clientCertificate: cert, clientKey: fileWith(encryptedKey(ours, 'open it')) },
      null,
    ],
    ['client_certificate_unreadable', { clientCertificate: '/nowhere/us.pem' }, null],
    ['client_certificate_unreadable', { clientCertificate: fileWith('not a certificate') }, null],
    ['client_key_wrong', { clientCertificate: cert, clientKey: fileWith(anotherKey) }, null],
    ['client_key_wrong', { clientCertificate: cert }, null],
  ]
  const kinds: unknown[] = []
  for (const [, network, passphrase] of wrong) {
    const result = await asking(network, { passphrase })
    kinds.push(result.kind === 'failed' ? [result.trouble?.kind, result.maybeSent] : 'reply')
    expect(JSON.stringify(result)).not.toContain('not-the-passphrase')
  }
  expect(kinds).toEqual(wrong.map(([kind]) => [kind, false]))
  expect(plain.received).toEqual([])
})

test('a private key that other users of the machine can read is refused, in whichever file', async (context) => {
  context.skip(process.platform === 'win32', 'because Windows has no such modes')
  const ours = issue(company, { name: 'us' })
  const { asking, plain } = await serve(sound)
  const cert = fileWith(ours.cert)
  const key = fileWith(ours.key)
  const both = fileWith(`${ours.cert}\n${ours.key}`)
  const locked = fileWith(encryptedKey(ours, 'open it'))
  const pfx = fileWith(packed(ours, 'open it'), '.p12')
  const ca = fileWith(`${company.cert}\n${company.key}`)
  const shown: [file: string, network: Asked['network'], passphrase: string | null][] = [
    [key, { clientCertificate: cert, clientKey: key }, null],
    [both, { clientCertificate: both }, null],
    [locked, { clientCertificate: cert, clientKey: locked }, 'open it'],
    [pfx, { clientCertificate: pfx }, 'open it'],
    [ca, { caFile: ca }, null],
  ]
  // Certificates are not secret.
  chmodSync(cert, 0o644)
  for (const [file, network, passphrase] of shown)
    for (const mode of [0o640, 0o604]) {
      chmodSync(file, mode)
      const result = await asking(network, { passphrase })
      expect(english(result)).toMatchObject({
        kind: 'failed',
        maybeSent: false,
        trouble: { kind: 'client_key_open', place: file, detail: `its mode is ${mode.toString(8)}` },
      })
      expect(english(result.kind === 'failed' && result.message)).toContain(
        `${file} holds the key of a certificate`,
      )
    }
  expect(plain.received).toEqual([])
  for (const [file, network, passphrase] of shown) {
    chmodSync(file, 0o600)
    expect(await asking(network, { passphrase })).toMatchObject({ kind: 'reply', status: 200 })
  }
})

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'a service that wants a client certificate and gets none says so (%s)',
  async (version) => {
    const { plain, asking } = await serve({
      ...sound,
      ca: company.cert,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: version,
      maxVersion: version,
    })
    expect(await asking()).toMatchObject({ kind: 'failed', trouble: { kind: 'client_certificate_wanted' } })
    expect(plain.received).toEqual([])
  },
)

/** Answers the handshake with a TLS alert. */
async function alerting(alert: number): Promise<number> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, alert])))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => void server.close())
  return (server.address() as AddressInfo).port
}

test.each([
  [70, false, 'tls_version'],
  [40, false, 'client_certificate_wanted'],
  [40, true, 'tls_handshake'],
  [116, false, 'client_certificate_wanted'],
  [48, true, 'client_certificate_refused'],
  [42, true, 'client_certificate_refused'],
  [45, true, 'client_certificate_refused'],
  [80, false, 'tls_handshake'],
] as const)('the alert %i, with a certificate of ours: %s, is %s', async (alert, withOurs, kind) => {
  const ours = fileWith(`${sound.cert}\n${sound.key}`)
  const network = { clientCertificate: withOurs ? ours : null }
  const url = `https://localhost:${await alerting(alert)}/`
  expect(await ask({ url, network })).toMatchObject({ maybeSent: false, trouble: { kind } })
})

test('old versions of TLS only', async () => {
  const { asking } = await serve({
    ...sound,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  expect(await asking()).toMatchObject({ maybeSent: false, trouble: { kind: 'tls_version' } })
})

test('http where https is expected, and the other way round', async () => {
  const plain = await openPlain()
  expect(await ask({ url: `https://localhost:${plain.port}/` })).toMatchObject({
    maybeSent: false,
    trouble: { kind: 'http_on_https_port' },
  })
  const reverse = await ask({ url: `http://localhost:${await alerting(70)}/` })
  expect(reverse).toMatchObject({ maybeSent: true, trouble: { kind: 'https_on_http_port' } })
})

test('a service that closes the connection because of our certificate is distinguished from a broken connection', async () => {
  const ours = issue(stranger, { name: 'us' })
  const asking = { ...sound, ca: company.cert, requestCert: true, rejectUnauthorized: true }
  const picky = await serve(asking)
  const network = { clientCertificate: fileWith(`${ours.cert}\n${ours.key}`) }
  expect(await picky.asking(network)).toMatchObject({ trouble: { kind: 'client_certificate_refused' } })
  expect(picky.plain.received).toEqual([])
})
