// Adverse replies below the level of JSON: invalid HTTP and unusual but valid HTTP. They apply to any endpoint.
import { gzipSync } from 'node:zlib'
import {
  type Answer,
  bytes,
  fill,
  head,
  type Piece,
  proper,
  raw,
  reply,
  trickle,
  type Asked,
} from '../answers.ts'

export type Named = readonly [name: string, answer: Answer]

const properBytes = (asked: Asked): Buffer => {
  const { status, body } = proper(asked)
  const text = Buffer.from(JSON.stringify(body))
  return Buffer.concat([
    head(status, { 'content-type': 'application/json', 'content-length': String(text.length) }),
    text,
  ])
}
const json = 'content-type: application/json\r\n'
const chunked = (rest: string): string =>
  `HTTP/1.1 200 OK\r\n${json}transfer-encoding: chunked\r\n\r\n${rest}`
const status = (line: string): Answer => bytes(`${line}\r\n${json}content-length: 2\r\n\r\n{}`, 'keep')
const properBehind = (before: string, count: number): Answer => [
  ...Array.from({ length: count }, (): Piece => ({ bytes: () => raw(before) })),
  { bytes: properBytes },
  { end: 'keep' },
]

const endings: readonly Named[] = [
  ['a connection that closes before a byte', [{ end: 'close' }]],
  ['a reset before a byte', [{ end: 'reset' }]],
  ['a reset within the status line', bytes('HTTP/1.1 2', 'reset')],
  ['a reset behind the head', bytes(`HTTP/1.1 200 OK\r\n${json}content-length: 20\r\n\r\n`, 'reset')],
  ['a reset behind the whole answer', [{ bytes: properBytes }, { end: 'reset' }]],
  ['silence', [{ end: 'silence' }]],
  ['silence behind the head', bytes(`HTTP/1.1 200 OK\r\n${json}content-length: 20\r\n\r\n`, 'silence')],
  ['a byte at a time', trickle(properBytes, 1, 40, 400)],
  [
    'a header line at a time, without end',
    [
      ...Array.from({ length: 300 }, (_, at): readonly Piece[] => [
        { bytes: () => raw(at === 0 ? 'HTTP/1.1 200 OK\r\n' : `x-${at}: ${at}\r\n`) },
        { waitMs: 20 },
      ]).flat(),
      { end: 'silence' },
    ],
  ],
  [
    'a body cut short of its length',
    bytes(`HTTP/1.1 200 OK\r\n${json}content-length: 400\r\n\r\n{"data":`, 'close'),
  ],
  [
    'a body longer than its length',
    bytes(`HTTP/1.1 200 OK\r\n${json}content-length: 2\r\n\r\n{}{"status":"PROCESSED"}`, 'keep'),
  ],
  ['two answers to one request', [{ bytes: properBytes }, { bytes: properBytes }, { end: 'keep' }]],
  [
    'an answer behind another one’s',
    [
      { bytes: () => raw(`HTTP/1.1 404 No\r\n${json}content-length: 2\r\n\r\n{}`) },
      { bytes: properBytes },
      { end: 'close' },
    ],
  ],
]

const lengths: readonly Named[] = [
  [
    'two lengths that differ',
    bytes(`HTTP/1.1 200 OK\r\n${json}content-length: 2\r\ncontent-length: 9\r\n\r\n{}`, 'close'),
  ],
  ['a negative length', bytes(`HTTP/1.1 200 OK\r\n${json}content-length: -1\r\n\r\n{}`, 'close')],
  [
    'a length beyond all numbers',
    bytes(`HTTP/1.1 200 OK\r\n${json}content-length: 99999999999999999999999\r\n\r\n{}`, 'close'),
  ],
  ['a length in words', bytes(`HTTP/1.1 200 OK\r\n${json}content-length: two\r\n\r\n{}`, 'close')],
  [
    'a length and chunks',
    bytes(
      `HTTP/1.1 200 OK\r\n${json}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      'close',
    ),
  ],
  [
    'a length of 100 MB, and all of it',
    [
      { bytes: () => raw(`HTTP/1.1 200 OK\r\n${json}content-length: 104857600\r\n\r\n`) },
      ...Array.from({ length: 100 }, (): Piece => ({ bytes: () => Buffer.alloc(1024 * 1024, 0x20) })),
      { end: 'close' },
    ],
  ],
  [
    'no length, and no end',
    [
      { bytes: () => raw(`HTTP/1.1 200 OK\r\n${json}\r\n`) },
      ...Array.from({ length: 60 }, (): Piece => ({ bytes: () => Buffer.alloc(64 * 1024, 0x5b) })),
      { end: 'silence' },
    ],
  ],
  ['a byte more than is read', reply(200, () => Buffer.alloc(1024 * 1024 + 1, 0x20))],
  ['chunks that are none', bytes(chunked('zz\r\n{}\r\n0\r\n\r\n'), 'close')],
  ['a chunk of all the memory there is', bytes(chunked('FFFFFFFFFFFFFFFE\r\n{}\r\n'), 'close')],
  ['a chunk longer than it says', bytes(chunked('1\r\n{}{}{}\r\n0\r\n\r\n'), 'close')],
  ['chunks without a last one', bytes(chunked('2\r\n{}\r\n'), 'close')],
  ['a million chunks of a byte', bytes(() => chunked(`${'1\r\n \r\n'.repeat(150_000)}0\r\n\r\n`), 'keep')],
  [
    'a chunk with an extension of a megabyte',
    bytes(() => chunked(`2;${fill('a')}\r\n{}\r\n0\r\n\r\n`), 'close'),
  ],
  [
    'ten thousand trailers',
    bytes(() => chunked(`2\r\n{}\r\n0\r\n${'x-late: 1\r\n'.repeat(10_000)}\r\n`), 'close'),
  ],
]

const versions: readonly Named[] = [
  ['two thousand times 100 Continue first', properBehind('HTTP/1.1 100 Continue\r\n\r\n', 2000)],
  [
    'early hints without end',
    properBehind(`HTTP/1.1 103 Early Hints\r\nlink: <${'a'.repeat(4000)}>\r\n\r\n`, 500),
  ],
  [
    '101 Switching Protocols',
    bytes('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n', 'silence'),
  ],
  ['102 Processing and nothing more', bytes('HTTP/1.1 102 Processing\r\n\r\n', 'silence')],
  ['HTTP/0.9, a body alone', bytes('{"status":"PROCESSED"}', 'close')],
  ['the preface of HTTP/2', bytes('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'close')],
  ['HTTP of a version to come', bytes(`HTTP/3.7 200 OK\r\n${json}content-length: 2\r\n\r\n{}`, 'close')],
  ['HTTP/1.0 until it closes', bytes(`HTTP/1.0 200 OK\r\n${json}\r\n{}`, 'close')],
  ['the greeting of a mail server', bytes('220 mail.example ESMTP\r\n', 'close')],
  ['an alert of TLS', bytes('\x15\x03\x01\0\x02\x02\x28', 'close')],
  ['the banner of SSH', bytes('SSH-2.0-OpenSSH_9.9\r\n', 'silence')],
  ['a status of two digits', status('HTTP/1.1 20 OK')],
  ['a status of four digits', status('HTTP/1.1 2000 OK')],
  ['a status in letters', status('HTTP/1.1 2OO OK')],
  ['status 999', status('HTTP/1.1 999 Request denied')],
  ['status 600', status('HTTP/1.1 600 Odd')],
  ['status 000', status('HTTP/1.1 000 Nothing')],
  ['a reason that steers a terminal', status('HTTP/1.1 503 \x1b[2J\x1b]0;owned\x07')],
  [
    'a reason of a megabyte',
    bytes(() => `HTTP/1.1 200 ${fill('a')}\r\n${json}content-length: 2\r\n\r\n{}`, 'close'),
  ],
]

const packed: readonly Named[] = [
  [
    'a proper answer, gzipped unasked',
    reply(200, (asked) => gzipSync(JSON.stringify(proper(asked).body)), { 'content-encoding': 'gzip' }),
  ],
  [
    'a gzip bomb of 200 MB',
    reply(200, () => gzipSync(Buffer.alloc(200 * 1024 * 1024)), { 'content-encoding': 'gzip' }),
  ],
  ['plain JSON that says br', reply(200, '{}', { 'content-encoding': 'br' })],
  ['gzip that says nothing of it', reply(200, () => gzipSync('{}'))],
  [
    'five encodings in one header',
    reply(200, '{}', { 'content-encoding': 'gzip, deflate, br, zstd, x-own' }),
  ],
  ['an encoding of ten thousand letters', reply(200, '{}', { 'content-encoding': 'x'.repeat(10_000) })],
  ['an encoding that is identity', reply(403, '{"code":"x"}', { 'content-encoding': 'identity' })],
]

const odd = '\x01\x02\x07\x08\x1b[31mred\x1b[0m\x7f'
const headers: readonly Named[] = [
  ['a header of 15 kB', reply(200, '{}', { 'x-long': 'a'.repeat(15_000) })],
  ['a header of a megabyte', reply(200, '{}', { 'x-long': fill('a') })],
  [
    'a thousand headers',
    reply(200, '{}', Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`x-${at}`, 'v']))),
  ],
  ['a hundred thousand headers', reply(200, '{}', { 'x-many': Array.from({ length: 100_000 }, () => 'v') })],
  ['control characters in a header', reply(500, '{}', { 'x-odd': odd })],
  ['a NUL in a header', reply(200, '{}', { 'x-odd': 'a\0b' })],
  ['a header that is folded', reply(200, '{}', { 'x-fold': 'a\r\n  b' })],
  [
    'a header without a colon',
    bytes(`HTTP/1.1 200 OK\r\nnonsense\r\n${json}content-length: 2\r\n\r\n{}`, 'close'),
  ],
  [
    'a header without a name',
    bytes(`HTTP/1.1 200 OK\r\n: value\r\n${json}content-length: 2\r\n\r\n{}`, 'close'),
  ],
  [
    'headers with the names of prototypes',
    reply(500, '{}', { __proto__x: 'a', constructor: 'b', tostring: 'c', hasownproperty: 'd' }),
  ],
  [
    'five hundred cookies',
    reply(200, '{}', { 'set-cookie': Array.from({ length: 500 }, (_, at) => `c${at}=${at}`) }),
  ],
  ['the secret in every header', reply(500, (asked) => asked.secret, { 'x-key': 'see body' })],
  ['a type of 10 kB', reply(200, '{}', { 'content-type': `text/${'x'.repeat(10_000)}` })],
  ['no type', reply(200, '{}', { 'content-type': '' })],
  ['two types', reply(200, '{}', { 'content-type': ['text/html', 'application/json'] })],
  ['a type that steers a terminal', reply(200, '{}', { 'content-type': odd })],
  [
    'connection: close at each answer',
    [
      {
        bytes: (asked) =>
          Buffer.from(
            properBytes(asked).toString('latin1').replace('\r\n', '\r\nconnection: close\r\n'),
            'latin1',
          ),
      },
      { end: 'close' },
    ],
  ],
  [
    'keep-alive for no time',
    [
      {
        bytes: (asked) =>
          Buffer.from(
            properBytes(asked).toString('latin1').replace('\r\n', '\r\nkeep-alive: timeout=0, max=0\r\n'),
            'latin1',
          ),
      },
      { end: 'keep' },
    ],
  ],
]

const times = [
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  'Monday, 30-Feb-70 25:61:61 GMT',
  'yesterday',
  '-1',
  '0',
  '9'.repeat(14_000),
]
const dates: readonly Named[] = times.map((date) => [
  `a proper answer of the date ${date.slice(0, 30)}`,
  [
    {
      bytes: (asked) =>
        Buffer.from(properBytes(asked).toString('latin1').replace('\r\n', `\r\ndate: ${date}\r\n`), 'latin1'),
    },
    { end: 'keep' },
  ],
])

const waits = [
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  '-5',
  '0',
  '1e9',
  'soon',
  'NaN',
  '99999999999999999999',
  '0.0000001',
  '1,'.repeat(7000),
  'P1D',
]
const retries: readonly Named[] = waits.map((wait, at) => [
  `${at % 2 === 0 ? 429 : 503} with Retry-After ${wait.slice(0, 30)}`,
  reply(at % 2 === 0 ? 429 : 503, '{"code":"throttled","detail":"Later."}', { 'retry-after': wait }),
])
const rates: readonly Named[] = [
  '1;w=999999999',
  '0;w=1',
  '999999999;w=1',
  ';w=;w=;w=',
  '"a";q=1;w=0',
  '1;w=1,'.repeat(2000),
].map((rate) => [
  `429 with the rate ${rate.slice(0, 20)}`,
  reply(429, '{}', { 'ratelimit-policy': rate, 'retry-after': '1' }),
])

const places = [
  ['to itself', (asked: Asked) => `http://${asked.host}/`],
  ['to http on another host', () => 'http://elsewhere.example/v1/?session=secret'],
  ['to https on another host', () => 'https://elsewhere.example:8443/'],
  ['to a file', () => 'file:///etc/passwd'],
  ['to a script', () => 'javascript:alert(1)'],
  ['to user and password', (asked: Asked) => `http://${asked.secret}:x@elsewhere.example/`],
  ['to nowhere', () => ''],
  ['to 14 kB of dots', () => './../'.repeat(4700)],
] as const
const redirects: readonly Named[] = places.map(([name, to], at) => {
  const code = [301, 302, 303, 307, 308, 300, 304, 305][at] ?? 302
  return [
    `${code} ${name}`,
    [
      {
        bytes: (asked: Asked) =>
          Buffer.concat([
            head(code, { location: to(asked), 'content-type': 'text/html', 'content-length': '0' }),
          ]),
      },
      { end: 'keep' },
    ],
  ]
})

export const wire: readonly Named[] = [
  ...endings,
  ...lengths,
  ...versions,
  ...packed,
  ...headers,
  ...dates,
  ...retries,
  ...rates,
  ...redirects,
]
