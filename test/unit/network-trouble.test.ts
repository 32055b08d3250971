// Tests the reasons why a service cannot be reached: how each is detected, and that its text says what happened and
// what to do.
import { expect, test } from 'vitest'
import {
  type Evidence,
  troubleKindOf,
} from '../../electron/engine/sending/service-client/network/connect-failure.ts'
import { troubleOfReply } from '../../electron/engine/sending/service-client/network/reply-trouble.ts'
import {
  type Trouble,
  type TroubleKind,
  troubleKinds,
  troubleWords,
} from '../../shared/sending/network-trouble.ts'
import { createMessageFormat } from '../../shared/texts/message-format.ts'
import { inEnglish, type Said, sentenceOf } from '../../shared/texts/message.ts'

type Cause =
  | { readonly error: Evidence }
  | { readonly reply: { status: number; type?: string; location?: string; body?: string; to?: string } }
  /** Detected by the operation, not by a code: files, scripts, the time. */
  | 'its own step'
type Row = readonly [cause: Cause, title: string, advice: RegExp]

const connecting = (...codes: string[]): Cause => ({ error: { stage: 'target', codes } })
const toProxy = (...codes: string[]): Cause => ({ error: { stage: 'proxy', codes } })
const tunnel = (status: number, more: Partial<Evidence> = {}): Cause => ({
  error: { stage: 'tunnel', codes: [], status, ...more },
})

const table: Readonly<Record<TroubleKind, Row>> = {
  name_not_found: [connecting('ENOTFOUND'), 'The name is not known', /Check the base URL.*VPN/],
  connection_refused: [connecting('ECONNREFUSED'), 'The connection was refused', /base URL and its port/],
  host_unreachable: [connecting('EHOSTUNREACH'), 'No way to the service', /Check the network/],
  connect_timeout: [
    connecting('UND_ERR_CONNECT_TIMEOUT'),
    'No connection in time',
    /Check the base URL.*Network/,
  ],
  no_answer_in_time: ['its own step', 'No answer in time', /Try again later.*Limits/],
  connection_broken: [
    { error: { stage: 'open', codes: ['UND_ERR_SOCKET', 'ECONNRESET'] } },
    'The connection broke',
    /Try again.*right scheme/,
  ],
  proxy_not_found: [
    toProxy('ENOTFOUND'),
    'The proxy’s name is unknown',
    /Check the proxy’s name under Network/,
  ],
  proxy_unreachable: [toProxy('ECONNREFUSED'), 'The proxy cannot be reached', /name and port under Network/],
  proxy_timeout: [tunnel(504), 'The proxy does not answer', /Try again.*ask whoever runs the proxy/],
  proxy_password_wanted: [tunnel(407), 'The proxy wants a password', /Give the user name and the password/],
  proxy_password_wrong: [
    tunnel(407, { gaveCredentials: true, challenges: ['Basic realm="x"'] }),
    'The proxy refuses the password',
    /give its password again/,
  ],
  proxy_method_unknown: [
    tunnel(407, { challenges: ['Negotiate'] }),
    'The proxy asks for another way to sign in',
    /Ask whoever runs the proxy.*\(Basic\)/,
  ],
  proxy_forbids: [tunnel(403), 'The proxy forbids this address', /Ask whoever runs the proxy to allow/],
  proxy_cannot_reach: [tunnel(502), 'The proxy cannot reach the service', /Check the base URL/],
  proxy_odd_answer: [toProxy('HPE_INVALID_CONSTANT'), 'This is not a proxy', /scheme .* under Network/],
  proxy_kind_unknown: ['its own step', 'A kind of proxy that is not supported', /Name one under Network/],
  proxy_certificate: [
    toProxy('DEPTH_ZERO_SELF_SIGNED_CERT'),
    'The proxy’s certificate is not accepted',
    /add its authority’s certificate under Network/,
  ],
  system_proxy_unreadable: [
    'its own step',
    'The system’s proxy settings cannot be read',
    /choose a proxy.*Network/,
  ],
  pac_not_loadable: ['its own step', 'The PAC script cannot be loaded', /Check its address under Network/],
  pac_error: ['its own step', 'The PAC script fails', /name the proxy itself under Network/],
  pac_timeout: ['its own step', 'The PAC script takes too long', /name the proxy itself under Network/],
  certificate_expired: [
    connecting('CERT_HAS_EXPIRED'),
    'The certificate has expired',
    /clock.*tell whoever runs/,
  ],
  certificate_not_yet_valid: [
    connecting('CERT_NOT_YET_VALID'),
    'The certificate is not valid yet',
    /Check this machine’s clock/,
  ],
  certificate_self_signed: [
    connecting('DEPTH_ZERO_SELF_SIGNED_CERT'),
    'The certificate is signed by itself',
    /Check that the address is right.*Network/,
  ],
  certificate_unknown_issuer: [
    connecting('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    'The certificate’s issuer is not known',
    /add the certificate of that authority under Network/,
  ],
  certificate_wrong_host: [
    connecting('ERR_TLS_CERT_ALTNAME_INVALID'),
    'The certificate is for another name',
    /Check the base URL/,
  ],
  certificate_refused: [
    connecting('CERT_REVOKED'),
    'The certificate is not accepted',
    /Tell whoever runs the service/,
  ],
  tls_version: [
    connecting('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'),
    'No common version of TLS',
    /TLS 1\.2 or 1\.3/,
  ],
  tls_handshake: [connecting('ECONNRESET'), 'No secure connection', /client certificate \(see Network\)/],
  client_certificate_wanted: [
    connecting('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
    'The service wants a client certificate',
    /Give the client certificate under Network/,
  ],
  client_certificate_refused: [
    { error: { stage: 'open', codes: ['ECONNRESET'], wantsCertificate: true, gaveCertificate: true } },
    'The service refuses our certificate',
    /Check under Network/,
  ],
  client_certificate_unreadable: [
    'its own step',
    'The client certificate cannot be used',
    /Choose a PEM certificate/,
  ],
  client_key_wrong: ['its own step', 'The key is not this certificate’s', /Choose the key file/],
  client_key_open: ['its own step', 'Others can read the key', /Run "chmod 600 .*replaced/],
  client_passphrase_wrong: ['its own step', 'The passphrase is wrong or missing', /Give the passphrase/],
  ca_file_unreadable: ['its own step', 'The authorities’ file cannot be used', /Choose a PEM or DER file/],
  http_on_https_port: [
    connecting('ERR_SSL_WRONG_VERSION_NUMBER'),
    'This port does not speak https',
    /Check the base URL/,
  ],
  https_on_http_port: [
    { error: { stage: 'open', codes: ['HPE_INVALID_CONSTANT'], firstBytes: Buffer.from([0x15, 3, 3]) } },
    'This port speaks https only',
    /Begin the base URL and the token URL with https/,
  ],
  html_answer: [
    { reply: { status: 200, type: 'text/html' } },
    'A web page answers there',
    /open any page in a browser/,
  ],
  redirected: [
    { reply: { status: 302, location: 'https://login.example.org/in?session=1' } },
    'The address leads elsewhere',
    /Use the address that it leads to/,
  ],
  service_error: [{ reply: { status: 503 } }, 'The service has trouble', /Try again later/],
}

const address = 'https://service.example.org/v2/'

const german = createMessageFormat('de', 'de-DE')
const inGerman = (words: Said): string => sentenceOf(words, german)

function kindOf(cause: Cause): TroubleKind | undefined {
  if (cause === 'its own step') return undefined
  if ('error' in cause) return troubleKindOf(cause.error)
  const { status, type = 'application/json', location, body = '{}' } = cause.reply
  const headers = { 'content-type': type, ...(location === undefined ? {} : { location }) }
  return troubleOfReply({ kind: 'reply', status, headers, body: Buffer.from(body) }, address)?.kind
}

const rows = Object.entries(table) as [TroubleKind, Row][]

test.each(rows.filter(([, [cause]]) => cause !== 'its own step'))(
  '%s is recognized by its error code or its reply',
  (kind, [cause]) => {
    expect(kindOf(cause)).toBe(kind)
  },
)

test.each(rows)('the message for %s names the place and the solution', (kind, [, title, advice]) => {
  const trouble: Trouble = {
    kind,
    host: 'service.example.org',
    proxy: 'proxy.example.org:8080',
    place: '/etc/company/file.pem',
  }
  const words = troubleWords(trouble)
  const clause = inEnglish(words.clause)
  expect(inEnglish(words.title)).toBe(title)
  expect(inEnglish(words.advice)).toMatch(advice)
  expect(inEnglish(words.advice)).toMatch(/\.$/)
  expect(clause).toMatch(/service\.example\.org|proxy\.example\.org|file\.pem/)
  expect(clause).not.toMatch(/\.$|undefined|^[A-Z]/)
  expect(inEnglish(words.sentence).toLowerCase()).toBe(`${clause.toLowerCase()}.`)
})

test.each(rows)('%s is said in German', (kind) => {
  const { title, clause, sentence, advice } = troubleWords({ kind, host: 'service.example.org', detail: 'E' })
  for (const words of [title, clause, sentence, advice]) expect(inGerman(words)).not.toBe(inEnglish(words))
})

test.each(rows)('%s is a whole sentence also where no detail is known', (kind) => {
  const words = troubleWords({ kind, host: 'service.example.org' })
  for (const one of [words.sentence, words.advice])
    for (const said of [inEnglish(one), inGerman(one)])
      expect(said).not.toMatch(/ {2}|\(\)| [.,](?: |$)|“”|„“|proxy proxy|undefined/i)
})

test('a known detail is in the clause', () => {
  const host = 'service.example.org'
  const said = (more: Partial<Trouble> & Pick<Trouble, 'kind'>): string =>
    inEnglish(troubleWords({ host, ...more }).clause)
  expect(said({ kind: 'connect_timeout', seconds: 1.5 })).toBe(
    'service.example.org did not accept a connection within 1.5 s',
  )
  expect(said({ kind: 'connect_timeout' })).toBe('service.example.org did not accept a connection in time')
  expect(said({ kind: 'redirected', place: 'login.example.org', status: 307 })).toBe(
    'service.example.org answered with a redirect to login.example.org (HTTP 307)',
  )
  expect(said({ kind: 'host_unreachable', detail: 'EHOSTUNREACH' })).toBe(
    'service.example.org could not be reached (EHOSTUNREACH)',
  )
  expect(said({ kind: 'certificate_unknown_issuer', issuer: 'Company CA' })).toBe(
    'the certificate of service.example.org is signed by “Company CA”, which is not known here',
  )
  expect(said({ kind: 'client_key_open', place: '/k.pem', detail: 'its mode is 644' })).toBe(
    'the file /k.pem holds the key of a certificate and can be used by others on this machine (its mode is 644), so it is not taken',
  )
})

test('each kind has its own row and its own title', () => {
  expect(Object.keys(table).sort()).toEqual([...troubleKinds].sort())
  expect(new Set(Object.values(table).map(([, title]) => title)).size).toBe(troubleKinds.length)
})
