// Adverse content of each endpoint: tokens, validations, acceptances and status records that are JSON and almost
// correct.
import {
  bytes,
  fill,
  head,
  proper,
  recordOf,
  reply,
  text,
  value,
  type Answer,
  type Asked,
} from '../answers.ts'
import type { Named } from './wire.ts'

const granted = (token: unknown, more: object = {}, beside: object = {}): Answer =>
  value(200, { data: { obtainPlatformToken: { token, ...more } }, ...beside })
const failed = (errors: unknown, data: unknown = null): Answer => value(200, { data, errors })

export const tokens: readonly Named[] = [
  ['a token and errors beside it', granted('partial-token', {}, { errors: [{ message: 'Deprecated.' }] })],
  ['errors beside null', failed([{ message: 'Invalid API key', extensions: { errorCode: 'KT-CT-1139' } }])],
  ['two hundred errors of 5 kB', failed(Array.from({ length: 200 }, () => ({ message: 'm'.repeat(5000) })))],
  ['errors of another shape', failed(['no', 1, null, [], { message: {} }])],
  ['errors that are an object', failed({ message: 'no' })],
  ['an error of no words', failed([{ message: '   ...   ' }])],
  [
    'an error with a path of a thousand steps',
    failed([
      { message: 'x', path: Array.from({ length: 1000 }, String), locations: [{ line: -1, column: 1e300 }] },
    ]),
  ],
  [
    'an error whose message is the key',
    reply(200, ({ secret }) => JSON.stringify({ errors: [{ message: `You sent ${secret}` }] })),
  ],
  ['an error of terminal escapes', failed([{ message: '\u001b[2J\u001b]0;x\u0007\r\nPassword:' }])],
  ['an error of 900 kB without a full stop', failed([{ message: `No${'.'.repeat(900_000)}x` }])],
  ['an error of 900 kB of blanks', failed([{ message: `No${' \t\n'.repeat(300_000)}x` }])],
  ['a token of null', granted(null)],
  ['an empty token', granted('')],
  ['a token that is a number', granted(12_345_678)],
  ['a token that is a list', granted(['a'])],
  ['a token with a line break', granted('abc\r\nX-Evil: 1')],
  ['a token with a NUL', granted('abc\0def')],
  ['a token of characters beyond Latin-1', granted('токен-令牌-🔑')],
  ['a token of lone halves', text(200, '{"data":{"obtainPlatformToken":{"token":"abc\\ud800def"}}}')],
  ['a token of blanks', granted('      ')],
  ['a token of 10 kB', granted('t'.repeat(10_000))],
  ['a token of 900 kB', granted('t'.repeat(900_000))],
  [
    'a token that is the key',
    reply(200, ({ secret }) => JSON.stringify({ data: { obtainPlatformToken: { token: secret } } })),
  ],
  ['a token of $& and {token}', granted('$&$1{token}$`')],
  ['a token that expired in 1970', granted('old-token', { payload: { exp: 1 } })],
  ['a token that expires beyond all dates', granted('late-token', { payload: { exp: 1e300 } })],
  ['a token that expires in words', granted('word-token', { payload: { exp: 'tomorrow' } })],
  ['a token that expired before it was made', granted('negative-token', { payload: { exp: -5 } })],
  [
    'a token that expires in a second',
    reply(200, ({ now }) =>
      JSON.stringify({
        data: { obtainPlatformToken: { token: `short-${now}`, payload: { exp: now / 1000 + 1 } } },
      }),
    ),
  ],
  ['a payload that is a text', granted('text-token', { payload: '{"exp":1}' })],
  [
    'two tokens under one name',
    text(200, '{"data":{"obtainPlatformToken":{"token":"first-token","token":"second-token"}}}'),
  ],
  [
    'a token under __proto__',
    text(200, '{"data":{"__proto__":{"obtainPlatformToken":{"token":"hidden-token"}}}}'),
  ],
  ['a token at another name', value(200, { data: { login: { jwt: 'other-token' } } })],
  ['a token of REST', value(200, { access_token: 'rest-token', expires_in: 3600 })],
  ['data that is a list', value(200, { data: [{ obtainPlatformToken: { token: 'list-token' } }] })],
  ['a list of answers', value(200, [{ data: { obtainPlatformToken: { token: 'batch-token' } } }])],
  [
    'no schema',
    failed([{ message: 'Cannot query field "obtainPlatformToken" on type "Mutation".' }], undefined),
  ],
  [
    'a challenge to sign in otherwise',
    reply(401, '', { 'www-authenticate': 'Negotiate, NTLM, Basic realm="\x1b[31m"' }),
  ],
]

const refusal = (errors: unknown, more: object = {}): Answer =>
  value(400, { code: 'account_failed_validation', detail: 'The account failed validation.', errors, ...more })
const item = (attr: unknown, code: unknown = 'invalid', detail: unknown = 'No.'): object => ({
  attr,
  code,
  detail,
})
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

const attrs: readonly (readonly [string, unknown])[] = [
  ['an index beyond all lists', 'customers.99999999.landline'],
  ['an index in brackets', 'customers[99999999].landline'],
  ['a negative index', 'customers.-1.landline'],
  ['an index with leading zeros', 'customers.00000000000000000000.landline'],
  ['a JSON pointer', '/customers/0/landline'],
  ['a JSON path', '$..customers[?(@.landline=~/(a+)+$/)]'],
  ['a pattern that never ends', `${'(a+)+'.repeat(100)}$`],
  ['dots alone', '.'.repeat(16_000)],
  ['eight thousand steps', 'a.'.repeat(8000)],
  ['a field below a field, five thousand times', `customers.0.${'landline.'.repeat(5000)}x`],
  ['__proto__', '__proto__.polluted'],
  ['constructor', 'constructor.prototype.polluted'],
  ['a wildcard', 'customers.*.landline'],
  ['a number', 7],
  ['a list', ['customers', 0, 'landline']],
  ['an object', { customers: 0 }],
  ['blanks and line breaks', ' customers\n.0\r\n.landline\t'],
  ['NULs', 'customers.0.\0landline'],
  ['terminal escapes', '\u001b[2Jcustomers.0'],
  ['a formula', '=HYPERLINK("http://elsewhere.example","x")'],
  ['a page', '<img src=x onerror=alert(1)>'],
  ['SQL', "'; DROP TABLE account; --"],
  ['text that turns around', 'customers.0.\u202eenildnal'],
]
const wideAttr = (at: number): string => `customers.${at % 300}.landline`

export const validations: readonly Named[] = [
  ...attrs.map(([name, attr]): Named => [`a problem at ${name}`, refusal([item(attr)])]),
  ['a hundred thousand problems', refusal(many(12_000, (at) => item(`c.${at}`, 'x', 'n')))],
  [
    'two hundred problems of 5 kB',
    refusal(many(200, (at) => item(wideAttr(at), `code_${at}`, `${at} ${'word '.repeat(990)}`))),
  ],
  [
    'a thousand problems at one field',
    refusal(many(1000, (at) => item('customers.0.landline', `code_${at}`, 'No.'))),
  ],
  [
    'a thousand problems at as many paths of 500 steps',
    text(400, () =>
      JSON.stringify({ errors: many(900, (at) => item(`customers.${at}.${'a.'.repeat(480)}b`)) }),
    ),
  ],
  ['a thousand problems at sections', refusal(many(1000, () => item('customers', 'invalid', 'All of it.')))],
  [
    'a thousand codes of 500 characters',
    refusal(many(1000, (at) => item(null, `${at}`.padEnd(480, 'c'), 'No.'))),
  ],
  ['problems without words', refusal(many(50, () => ({})))],
  ['problems that are null', refusal(many(50, () => null))],
  ['problems that are lists of lists', refusal([[[['no']]], [['no']], []])],
  ['problems that are an object', refusal({ customers: [{ landline: ['No.'] }] })],
  ['problems that are a text', refusal('no')],
  [
    'a detail that is an object',
    refusal([item('customers.0.landline', 'x', { text: 'No.' })], { detail: ['a'] }),
  ],
  ['a detail of 900 kB', refusal([item('customers.0.landline', 'x', 'n'.repeat(900_000))])],
  ['no problems at all', refusal([])],
  [
    'a tree of messages forty levels deep',
    value(
      400,
      many(40, (at) => at).reduce<unknown>((inner, at) => ({ [`level_${at}`]: [inner, 'No.'] }), 'No.'),
    ),
  ],
  [
    'a tree of fifty thousand messages',
    text(400, () => `{"customers":[${'{"landline":["No.","Not so."]},'.repeat(30_000)}{}]}`),
  ],
  ['a refusal with 200', value(200, { code: 'account_failed_validation', errors: [item('a')] })],
  ['a clearance with words', value(200, { valid: false, errors: [item('a')] })],
  ['a clearance with 202', value(202, {})],
  ['a clearance with 400', value(400, {})],
  ['not found, coded', value(404, { code: 'not_found', detail: 'No such path.' })],
  [
    'a supplier that is closed',
    value(400, { code: 'import_supplier_migration_not_ongoing', detail: `Closed. ${'z'.repeat(100_000)}` }),
  ],
  [
    'a supplier that is unknown, in 100 kB',
    value(400, { code: 'import_supplier_unknown', detail: 'u'.repeat(100_000) }),
  ],
  ['not permitted, in 100 kB', value(403, { code: 'permission_denied', detail: 'p'.repeat(100_000) })],
  [
    'a token that is refused, in 100 kB',
    value(401, { code: 'authentication_failed', detail: 't'.repeat(100_000) }),
  ],
  [
    'throttled by JSON with 400',
    value(400, { code: 'throttled', detail: 'Expected available in 86400 seconds.' }),
  ],
]

export const acceptances: readonly Named[] = [
  ['201 with a list', value(201, [])],
  ['201 with null', value(201, null)],
  ['201 with a text', value(201, 'created')],
  ['201 with nothing', reply(201, '')],
  ['201 with words of a failure', value(201, { code: 'import_process_failed_validation', detail: 'No.' })],
  ['201 with a megabyte beside', text(201, () => `{"more":[${fill('1,')}1]}`)],
  [
    '201 with half a million levels',
    text(201, () => `{"more":${'['.repeat(450_000)}${']'.repeat(450_000)}}`),
  ],
  ['200 in place of 201', value(200, {})],
  ['202 in place of 201', value(202, {})],
  ['a failed validation without words', value(400, { code: 'import_process_failed_validation' })],
  [
    'a failed validation in 900 kB',
    value(400, {
      code: 'import_process_failed_validation',
      detail: 'v'.repeat(900_000),
      domain: 'd'.repeat(1000),
    }),
  ],
  [
    'already imported in a list',
    value(400, { non_field_errors: [{ code: 'account_import_process_already_imported', detail: 'There.' }] }),
  ],
  [
    'already imported with an account of 900 kB',
    value(400, {
      non_field_errors: { code: 'account_import_process_already_imported', detail: 'There.' },
      account_id: 'a'.repeat(900_000),
    }),
  ],
  [
    'already imported with an account that is a list',
    value(400, { non_field_errors: { code: 'account_import_process_already_imported' }, account_id: [1] }),
  ],
  [
    'already imported with a formula',
    value(400, {
      non_field_errors: { code: 'account_import_process_already_imported', detail: '=1+1' },
      account_id: '=cmd|x',
    }),
  ],
  ['an unknown code with 400', value(400, { code: 'teapot', detail: 'Short and stout.' })],
  ['an unknown code of 100 kB of words', value(409, { code: 'conflict', detail: 'c'.repeat(100_000) })],
  ['a code that is a number', value(400, { code: 400, detail: 'No.' })],
  [
    'a supplier that is closed',
    value(400, { code: 'import_supplier_migration_not_ongoing', detail: 'z '.repeat(50_000) }),
  ],
  ['not permitted', value(403, { code: 'permission_denied', detail: 'p'.repeat(100_000) })],
  ['not signed in', value(401, { code: 'authentication_failed', detail: 't'.repeat(100_000) })],
  ['payment required', value(402, { code: 'trial_ended', detail: '\u001b]0;pay\u0007' })],
  ['a hundred and one words about no field', value(400, { errors: many(101, (at) => item(null, `c${at}`)) })],
  [
    'a thousand problems',
    value(400, { code: 'account_failed_validation', errors: many(1000, (at) => item(wideAttr(at))) }),
  ],
]

const record = (change: (record: Record<string, unknown>, asked: Asked) => unknown): Answer =>
  reply(200, (asked) => JSON.stringify(change(recordOf(asked.account, asked.now), asked)))
const withStatus = (status: unknown): Answer => record((one) => ({ ...one, status }))
const created = (at: unknown): Answer => record((one) => ({ ...one, created_at: at }))

export const records: readonly Named[] = [
  ...[
    null,
    7,
    true,
    [],
    {},
    '',
    'processed',
    'PROCESSED ',
    'SUCCEEDED',
    'P'.repeat(100_000),
    '\u001b[2J',
    '__proto__',
    'PENDING\0',
  ].map((status): Named => [`the status ${JSON.stringify(status).slice(0, 24)}`, withStatus(status)]),
  ...[
    '',
    'yesterday',
    0,
    -1,
    1e300,
    '9999-12-31T23:59:59.999999+00:00',
    '0000-00-00T00:00:00.000000+00:00',
    '2026-02-30T25:61:61.000000+99:99',
    '1970-01-01T00:00:00.000000+00:00',
    '1'.repeat(19),
    '9'.repeat(16_000),
    null,
    {},
    [],
  ].map((at): Named => [`made at ${(JSON.stringify(at) ?? '').slice(0, 30)}`, created(at)]),
  [
    'a record of another account',
    record((one) => ({
      ...one,
      platform_identifier: 'P-OTHER',
      external_account_number: 'OTHER',
      import_supplier: 'ELSE',
    })),
  ],
  ['PROCESSED without an identifier', record((one) => ({ ...one, platform_identifier: null }))],
  ['an identifier of 900 kB', record((one) => ({ ...one, platform_identifier: 'i'.repeat(900_000) }))],
  [
    'an identifier beyond 2^53',
    text(200, (asked) =>
      JSON.stringify(recordOf(asked.account, asked.now)).replace(/"P-[^"]*"/, '90071992547409930001'),
    ),
  ],
  ['an identifier that is a list', record((one) => ({ ...one, platform_identifier: ['a'] }))],
  [
    'an identifier that is a formula',
    record((one) => ({ ...one, platform_identifier: '=HYPERLINK("http://elsewhere.example")' })),
  ],
  [
    'an error of 900 kB',
    record((one) => ({
      ...one,
      status: 'ERRORED',
      platform_identifier: null,
      latest_error: { code: 'x'.repeat(1000), detail: 'e'.repeat(900_000), domain: 'd' },
    })),
  ],
  ['an error that is a text', record((one) => ({ ...one, status: 'ERRORED', latest_error: 'broken' }))],
  ['an error that is a list', record((one) => ({ ...one, status: 'ERRORED', latest_error: ['broken'] }))],
  ['an error without words', record((one) => ({ ...one, status: 'ERRORED', latest_error: {} }))],
  ['ERRORED without an error', record((one) => ({ ...one, status: 'ERRORED' }))],
  ['PROCESSED with an error', record((one) => ({ ...one, latest_error: { code: 'x', detail: 'y' } }))],
  [
    'an event of 900 kB',
    record((one) => ({ ...one, status: 'PENDING', latest_event: { event: 'E'.repeat(900_000) } })),
  ],
  ['an event that is a list', record((one) => ({ ...one, latest_event: [] }))],
  ['a record in a list', record((one) => [one])],
  ['a record in an envelope', record((one) => ({ data: one }))],
  [
    'a record with half a million leaves',
    text(200, (asked) =>
      JSON.stringify({ ...recordOf(asked.account, asked.now), more: 0 }).replace(
        '"more":0',
        () => `"more":[${fill('1,', 2000)}1]`,
      ),
    ),
  ],
  [
    'a record behind half a million levels',
    text(200, (asked) =>
      JSON.stringify({ more: 0, ...recordOf(asked.account, asked.now) }).replace(
        '"more":0',
        () => `"more":${'['.repeat(450_000)}${']'.repeat(450_000)}`,
      ),
    ),
  ],
  [
    'a record with two statuses',
    text(200, (asked) =>
      JSON.stringify(recordOf(asked.account, asked.now)).replace('{', '{"status":"ERRORED",'),
    ),
  ],
  [
    'a record under __proto__',
    text(200, (asked) => `{"__proto__":${JSON.stringify(recordOf(asked.account, asked.now))}}`),
  ],
  ['a record with 404', reply(404, (asked) => JSON.stringify(recordOf(asked.account, asked.now)))],
  ['not found without a code', value(404, { detail: 'Not found.' })],
  ['not found with another code', value(404, { code: 'no_such_route', detail: 'r'.repeat(100_000) })],
  ['not permitted', value(403, { code: 'permission_denied', detail: 'p'.repeat(100_000) })],
  ['gone', value(410, { code: 'gone', detail: 'It was.' })],
  [
    'an answer to HEAD',
    [
      {
        bytes: (asked) =>
          head(200, {
            'content-type': 'application/json',
            'content-length': String(JSON.stringify(proper(asked).body).length),
          }),
      },
      { end: 'silence' },
    ],
  ],
  [
    'the record of a batch, line by line',
    bytes(
      (asked) =>
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${`${JSON.stringify(recordOf(asked.account, asked.now))}\n`.repeat(50)}`,
      'close',
    ),
  ],
]
