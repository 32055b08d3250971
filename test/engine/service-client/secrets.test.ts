// Tests a service that repeats a secret in every encoding that a gateway or a program uses: none of it is stored.
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../../electron/engine/sending/service-client/secrets.ts'
import { message } from '../../../shared/texts/message.ts'
import { quoted } from '../../../shared/texts/join.ts'

const secret = 'sk/live"q+7=\\zé_9'

function withSecret(...secrets: readonly string[]) {
  const used = createSecrets()
  for (const one of secrets) used.add(one)
  return used
}

const everyCharacter = (write: (character: string) => string): string => [...secret].map(write).join('')
const code = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0')

const written: Readonly<Record<string, string>> = {
  plain: secret,
  'in capitals': secret.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  'escaped for JSON': JSON.stringify(secret).slice(1, -1),
  'escaped for JSON, slashes too': JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  'escaped for JSON twice': JSON.stringify(JSON.stringify(secret)).slice(1, -1),
  'as numbers of JSON': everyCharacter((character) => `\\u${code(character)}`),
  'partly as numbers of JSON': everyCharacter((character) =>
    /[a-z]/.test(character) ? character : `\\u${code(character).toUpperCase()}`,
  ),
  'escaped for an address': encodeURIComponent(secret),
  'escaped for an address twice': encodeURIComponent(encodeURIComponent(secret)),
  'as numbers of a page': everyCharacter((character) => `&#x${code(character)};`),
  'as decimal numbers of a page': everyCharacter((character) => `&#${character.charCodeAt(0)};`),
  'escaped for a page': secret.replaceAll('"', '&quot;'),
  'in base 64': Buffer.from(secret).toString('base64'),
  'in base 64 behind one letter': Buffer.from(`a${secret}`).toString('base64'),
  'in base 64 as a password': Buffer.from(`ab:${secret}`).toString('base64'),
  'in base 64 for an address': Buffer.from(secret).toString('base64url'),
  'in hex': Buffer.from(secret).toString('hex'),
}

describe('a secret that an answer repeats', () => {
  test.each(Object.entries(written))('%s is removed, and the text around it stays', (_name, text) => {
    const rest = withSecret(secret).textWithout(`before ${text} after ${text}.`)
    expect(rest).toMatch(/^before \S{0,4}…\S{0,4} after \S{0,4}…\S{0,4}\.$/u)
  })

  test('it is removed from the body and the headers of a reply, which stays valid JSON', () => {
    const result = withSecret(secret).resultWithout({
      kind: 'reply',
      status: 400,
      headers: {
        'content-type': 'application/json',
        location: `https://x.example/?k=${encodeURIComponent(secret)}`,
      },
      body: Buffer.from(JSON.stringify({ code: 'odd', detail: `Größe “${secret}”` })),
    })
    if (result.kind !== 'reply') throw new Error('It is no reply')
    expect(JSON.parse(Buffer.from(result.body).toString('utf8'))).toEqual({
      code: 'odd',
      detail: 'Größe “…”',
    })
    expect(result.headers).toEqual({ 'content-type': 'application/json', location: 'https://x.example/?k=…' })
  })

  test('it is removed from the message about a failed route', () => {
    const result = withSecret(secret).resultWithout({
      kind: 'failed',
      maybeSent: false,
      code: 'CERT_UNTRUSTED',
      message: `signed by ${secret}`,
      trouble: { kind: 'certificate_unknown_issuer', host: 'x.example', issuer: secret },
    })
    expect(result).toMatchObject({
      message: 'signed by …',
      trouble: { kind: 'certificate_unknown_issuer', issuer: '…' },
    })
  })

  test('it is removed from every header, whatever the name of the header', () => {
    const names = ['kind', 'key', 'message', 'x-trace', 'www-authenticate', 'x-ratelimit-limit']
    const result = withSecret(secret).resultWithout({
      kind: 'reply',
      status: 200,
      headers: Object.fromEntries(names.map((name) => [name, `a ${secret} b`])),
      body: Buffer.from('{}'),
    })
    expect(result).toMatchObject({ headers: Object.fromEntries(names.map((name) => [name, 'a … b'])) })
  })

  test('it is removed from the values of a message, also of one inside another; keys stay', () => {
    const clause = quoted(`a ${secret}`)
    const result = withSecret(secret, clause.key).resultWithout({
      kind: 'failed',
      maybeSent: false,
      code: 'PROXY_ERROR',
      message: message('network.with_detail', { clause, detail: [secret, 502] }),
    })
    expect(result).toMatchObject({
      message: message('network.with_detail', {
        clause: quoted('a …'),
        detail: ['…', 502],
      }),
    })
  })

  test('it is removed from a value of a message, also one named as a part of a message or a trouble is', () => {
    const result = withSecret(secret).resultWithout({
      kind: 'failed',
      maybeSent: false,
      code: 'PROXY_ERROR',
      message: { key: 'network.with_detail', values: { kind: secret, key: secret } },
    })
    expect(result).toMatchObject({
      message: { key: 'network.with_detail', values: { kind: '…', key: '…' } },
    })
  })

  test('a password that is part of a significant code does not mask that code', () => {
    const used = withSecret('import', 'status', 'PENDING')
    const words = '{"status":"PENDING","code":"account_import_process_already_imported","detail":"import it"}'
    expect(used.textWithout(words)).toBe(words.replace('import it', '… it'))
  })

  test('a secret of a few letters is not searched for, since ordinary words contain it', () => {
    expect(withSecret('stat').textWithout('The status')).toBe('The status')
  })

  test('a secret that looks like an escape sequence is removed too', () => {
    for (const one of ['pass%41word', 'pass&amp;word', 'pass\\u0041word', 'pass\\\\\\word'])
      expect(withSecret(one).textWithout(`a ${one} b`)).toBe('a … b')
  })

  test('an answer without any secret is the same object, byte by byte', () => {
    const reply = {
      kind: 'reply',
      status: 200,
      headers: {},
      body: Buffer.from([0xff, 0x00, 0x25, 0x5c]),
    } as const
    expect(withSecret(secret).resultWithout(reply)).toMatchObject({ body: reply.body })
  })

  test('the secrets of two connections are removed from the same answer, overlapping ones too', () => {
    const used = withSecret('abcdefgh', 'efghijkl')
    expect(used.textWithout('x abcdefghijkl y')).toBe('x … y')
  })
})
