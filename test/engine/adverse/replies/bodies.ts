// Adverse response bodies: undocumented statuses, pages instead of JSON, invalid characters, and JSON that is deep,
// wide, long or of an unexpected shape. They apply to any endpoint.
import { fill, page, raw, reply, text, value } from '../answers.ts'
import type { Named } from './wire.ts'

const odd = [
  204, 205, 206, 207, 226, 402, 405, 406, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 423,
  424, 425, 426, 428, 431, 444, 449, 451, 494, 499, 500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511,
  520, 522, 525, 530, 561, 599,
]
const statuses: readonly Named[] = odd.map((status) => [
  `${status} with JSON`,
  value(status, { code: `odd_${status}`, detail: `Status ${status}.` }),
])
const pages: readonly Named[] = [
  200, 201, 401, 403, 404, 407, 408, 413, 418, 429, 451, 500, 502, 503, 504, 511,
].map((status) => [
  `${status} with a page`,
  page(
    status,
    `<!doctype html><title>${status}</title><script>location='http://elsewhere.example'</script><p>Blocked by policy &amp; logged.`,
  ),
])
const types: readonly Named[] = [
  [
    'XML',
    reply(200, '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "&b;&b;">]><a>&b;</a>', {
      'content-type': 'application/xml',
    }),
  ],
  [
    'a SOAP fault',
    reply(500, '<soap:Envelope><soap:Fault/></soap:Envelope>', { 'content-type': 'text/xml' }),
  ],
  ['plain words', reply(200, 'OK', { 'content-type': 'text/plain' })],
  [
    'bytes of a picture',
    reply(200, () => Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 151) % 256)), {
      'content-type': 'image/png',
    }),
  ],
  ['events without end', reply(200, 'data: {}\n\n'.repeat(20_000), { 'content-type': 'text/event-stream' })],
  [
    'parts of many types',
    reply(200, '--x\r\ncontent-type: application/json\r\n\r\n{}\r\n--x--', {
      'content-type': 'multipart/mixed; boundary=x',
    }),
  ],
  [
    'a problem document',
    value(
      422,
      { type: 'about:blank', title: 'No', status: 422 },
      { 'content-type': 'application/problem+json' },
    ),
  ],
  ['JSON that says it is text', reply(200, '{}', { 'content-type': 'text/plain' })],
  ['a page that says it is JSON', text(200, '<!doctype html><p>Sign in')],
  ['a page of a megabyte of references', page(403, () => fill('<p>&amp;</p>'))],
  ['a page of a megabyte of ampersands', page(500, () => fill('&'))],
  ['a page of a megabyte of references of references', page(200, () => fill('&amp;amp;amp;#x41;%2541'))],
  ['a page of a megabyte of NULs', page(502, () => Buffer.alloc(1024 * 1024 - 400))],
]

const utf16 = (words: string): Buffer => Buffer.from(words, 'utf16le')
const characters: readonly Named[] = [
  ['a byte order mark before JSON', text(200, '\uFEFF{}')],
  ['UTF-16 without a word of it', reply(200, () => utf16('{"status":"PROCESSED"}'))],
  [
    'UTF-16 with its mark',
    reply(200, () => Buffer.concat([raw('\xff\xfe'), utf16('{}')]), {
      'content-type': 'application/json; charset=utf-16',
    }),
  ],
  [
    'JSON in Shift_JIS',
    reply(400, () => raw('{"code":"\x83\x65\x83\x58\x83\x67"}'), {
      'content-type': 'application/json; charset=shift_jis',
    }),
  ],
  [
    'JSON in Latin-1',
    reply(400, () => raw('{"code":"x","detail":"\xe4\xf6\xfc"}'), {
      'content-type': 'application/json; charset=iso-8859-1',
    }),
  ],
  ['bytes that are no UTF-8', reply(400, () => raw('{"code":"\xff\xfe\xfd"}'))],
  ['characters longer than they need be', reply(400, () => raw('{"code":"\xc0\xaf\xc0\xaf"}'))],
  ['NULs around JSON', text(200, '\0\0{}\0')],
  ['NULs in JSON', text(400, '{"code":"a\\u0000b","detail":"c\\u0000d"}')],
  ['lone halves of characters', text(400, '{"code":"\\ud800","detail":"\\udfff\\ud800"}')],
  ['a megabyte of lone halves', text(400, () => `{"code":"c","detail":"${fill('\\ud800')}"}`)],
  [
    'terminal escapes in JSON',
    text(400, '{"code":"\\u001b[2J","detail":"\\u001b]8;;http://x\\u0007click\\u001b]8;;\\u0007\\u009b31m"}'),
  ],
  ['text that turns around', text(400, '{"code":"\\u202egnp.exe","detail":"\\u2066\\u2069\\u200f\\u200b"}')],
  [
    'a word of ten thousand accents',
    text(400, () => `{"code":"a${'\\u0301'.repeat(10_000)}","detail":"Z${'\u0300'.repeat(30_000)}"}`),
  ],
]

const deepList = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const deepObject = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const shapes: readonly Named[] = [
  ...[
    'null',
    'true',
    '42',
    '"PROCESSED"',
    '[]',
    '[{}]',
    '""',
    '-0',
    '{"code":null}',
    '{"code":{}}',
    '{"code":[]}',
    '{"code":1e999,"detail":-1e999}',
  ].flatMap((body): Named[] => [
    [`${body} as an answer`, text(200, body)],
    [`${body} as a refusal`, text(400, body)],
  ]),
  ...[
    '{',
    '[1,]',
    "{'code':'x'}",
    '{"a":NaN}',
    '{"a":1}{"a":2}',
    ")]}',\n{}",
    '{"a":1,}',
    '/* no */{}',
    '{"status":"PROC',
    '\n\n',
    '{"a":01}',
    '{"a":"\t"}',
    '{"a":\\u0031}',
  ].map((body): Named => [`${JSON.stringify(body)} that is no JSON`, text(200, body)]),
  ['lists in each other, half a million', text(200, () => deepList(500_000))],
  [
    'lists in each other, in a refusal',
    text(400, () => `{"code":"account_failed_validation","detail":"d","errors":${deepList(450_000)}}`),
  ],
  ['objects in each other, a hundred thousand', text(400, () => deepObject(100_000))],
  ['thirty levels and no more', text(400, () => deepObject(30))],
  ['thirty-one levels with leaves in each', text(400, () => `${'{"b":1,"a":'.repeat(31)}1${'}'.repeat(31)}`)],
  ['half a million leaves', text(200, () => `[${fill('1,')}1]`)],
  [
    'half a million leaves in a refusal',
    text(400, () => `{"customers":{"0":{"landline":[${fill('"x",')}"x"]}}}`),
  ],
  ['a quarter of a million empty objects', text(400, () => `{"errors":[${fill('{},')}{}]}`)],
  ['a hundred thousand members', text(200, () => `{${fill('"m":0,')}"m":1}`)],
  [
    'a hundred thousand members of many names',
    text(400, () => `{${Array.from({ length: 70_000 }, (_, at) => `"m${at}":1`).join(',')}}`),
  ],
  ['a text of a megabyte', text(200, () => `{"a":"${fill('x')}"}`)],
  ['a code of a megabyte', text(400, () => `{"code":"${fill('c')}"}`)],
  ['a name of a megabyte', text(400, () => `{"${fill('k')}":"v"}`)],
  [
    'sixty names of 16 kB',
    text(
      400,
      () => `{${Array.from({ length: 60 }, (_, at) => `"k${at}${'k'.repeat(16_000)}":"v"`).join(',')}}`,
    ),
  ],
  [
    'long names in each other with leaves below',
    text(
      400,
      () =>
        `${Array.from({ length: 20 }, (_, at) => `{"k${at}${'k'.repeat(15_000)}":`).join('')}[${'1,'.repeat(300_000)}1]${'}'.repeat(20)}`,
    ),
  ],
  ['a text of backslashes', text(400, () => `{"code":"x","detail":"${fill('\\\\')}"}`)],
  ['a text of quotation marks', text(400, () => `{"code":"x","detail":"${fill('\\"')}"}`)],
  ['backslashes alone', text(400, () => fill('\\'))],
  [
    'a text of escaped escapes',
    text(400, () => `{"code":"x","detail":"${fill('\\\\u0025\\u0034\\u0031&amp;')}"}`),
  ],
  ['a text of per cent signs', text(400, () => `{"code":"x","detail":"${fill('%25')}"}`)],
  ['a number of a megabyte', text(400, () => `{"code":${fill('9')}}`)],
  ['an exponent of a megabyte', text(200, () => `{"a":1e${fill('9')}}`)],
  ['a hundred thousand numbers with exponents', text(200, () => `[${fill('1e9,')}1]`)],
  ['blanks of a megabyte', text(200, () => `{${fill(' ')}}`)],
  ['one name a hundred thousand times', text(400, () => `{${fill('"code":"a",')}"code":"b"}`)],
  [
    '__proto__ at each level',
    text(
      400,
      '{"__proto__":{"code":"account_failed_validation","errors":[]},"errors":[{"__proto__":{"attr":"a"},"code":"c"}]}',
    ),
  ],
  ['__proto__ a hundred thousand times', text(400, () => `{${fill('"__proto__":{"a":1},')}"__proto__":1}`)],
  [
    'constructor and prototype',
    text(
      400,
      '{"constructor":{"prototype":{"polluted":1}},"toString":1,"valueOf":null,"hasOwnProperty":0,"then":1}',
    ),
  ],
  ['toJSON and then', text(200, '{"toJSON":"x","then":{"then":1},"length":-1}')],
  [
    'the secret ten thousand times',
    reply(400, (asked) => JSON.stringify({ code: 'x', detail: `${asked.secret} `.repeat(10_000) })),
  ],
  [
    'the secret escaped in every way',
    reply(400, ({ secret }) =>
      JSON.stringify({
        code: secret,
        detail: [...secret]
          .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join('')
          .repeat(200),
      }),
    ),
  ],
  [
    'the secret’s beginning, a megabyte of it',
    reply(400, ({ secret }) => `{"code":"x","detail":"${fill(secret.slice(0, -1))}"}`),
  ],
  ['refusals in refusals', text(400, () => `{"errors":[${fill('{"errors":[{"code":"a"}]},')}{}]}`)],
  [
    'a hundred thousand words about no field',
    text(400, () => `{"non_field_errors":[${fill('{"code":"a"},')}{"code":"b"}]}`),
  ],
]

export const bodies: readonly Named[] = [...statuses, ...pages, ...types, ...characters, ...shapes]
