// Tests validation where the specification is silent: the codes of the field notes, the order, the two phases, the
// rules across fields, the switches, and rejections of the transport.
import { describe, expect, it } from 'vitest'
import { compileCatalogue } from '../../../electron/sandbox/validation/catalogue.ts'
import { createSandbox } from '../../../electron/sandbox/sandbox.ts'
import documentedCatalogue from '../../../shared/catalogue/examples/documented.json' with { type: 'json' }
import { paths } from '../../../shared/sending/service.ts'
import { account, codeOf, errorsOf, practise } from './practice.ts'

const point = (changes: Record<string, unknown> = {}) => ({
  identifier: '1000000000001',
  supply_type: 'GAS',
  supply_start_date: '2026-01-01',
  ...changes,
})
const supply = (...points: readonly Record<string, unknown>[]) => ({
  supply_addresses: [
    { street_address: '1', postal_code: 'ZZ1 1ZZ', occupied_from: '2026-01-01', meter_points: points },
  ],
})
const register = (changes: Record<string, unknown>) =>
  supply(point({ meters: [{ serial_number: 'M1', registers: [changes] }] }))

describe('field codes', () => {
  const longest = (length: number): string => 'x'.repeat(length)
  const place = 'supply_addresses.0.meter_points.0.meters.0.registers.0.number_of_digits'
  it.each<[string, Record<string, unknown>]>([
    ['external_account_number max_length', { external_account_number: longest(129) }],
    ['billing_name max_length', { billing_name: longest(511) }],
    ['billing_name blank', { billing_name: '   ' }],
    ['billing_name null', { billing_name: null }],
    ['billing_name invalid', { billing_name: true }],
    ['billing_name invalid', { billing_name: ['x'] }],
    ['account_type invalid_choice', { account_type: 'domestic' }],
    ['account_type invalid_choice', { account_type: '' }],
    ['account_type invalid_choice', { account_type: 7 }],
    ['unknown_occupier invalid', { unknown_occupier: 'maybe' }],
    ['transfer_balance invalid', { transfer_balance: '1,50' }],
    ['billing_email invalid', { billing_email: 'nobody' }],
    ['billing_email possible_test_email_address', { billing_email: 'test@example.org' }],
    ['billing_email possible_test_email_address', { billing_email: 'somebody@test.com' }],
    ['billing_address not_a_dict', { billing_address: 'Nowhere' }],
    ['billing_address.country min_length', { billing_address: { ...addressOf(), country: 'G' } }],
    ['billing_address.country max_length', { billing_address: { ...addressOf(), country: 'GBR' } }],
    ['billing_address.country invalid', { billing_address: { ...addressOf(), country: 'gb' } }],
    ['customers not_a_list', { customers: {} }],
    ['customers empty', { customers: [] }],
    ['customers.0 not_a_dict', { customers: ['Ina'] }],
    ['customers.0 null', { customers: [null] }],
    [
      'customers.0.date_of_birth date_in_future',
      { customers: [{ family_name: 'S', date_of_birth: '2026-03-05' }] },
    ],
    ['customers.0.mobile invalid_phone_number', { customers: [{ family_name: 'S', mobile: '07700 90012' }] }],
    [`${place} min_value`, register({ number_of_digits: 0 })],
    [`${place} max_value`, register({ number_of_digits: 16 })],
    [`${place} invalid`, register({ number_of_digits: 4.5 })],
    [`${place} invalid`, register({ number_of_digits: '5' })],
    ['colour undocumented_field', { colour: 'red' }],
  ])('%s', async (expected, changes) => {
    const { validate } = await practise()
    expect(errorsOf(await validate(account('1', changes)))).toEqual([expected])
  })

  it('one attr may have several errors', async () => {
    const { validate } = await practise()
    const landline = '1'.repeat(40)
    expect(errorsOf(await validate(account('1', { customers: [{ family_name: 'S', landline }] })))).toEqual([
      'customers.0.landline max_length',
      'customers.0.landline invalid_phone_number',
    ])
  })

  it('values nested to any depth are validated like others', async () => {
    const { call } = await practise()
    const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`
    const body = JSON.stringify(account('1', { account_type: 0, colour: 1 })).replace(':0,', `:${deep},`)
    expect(errorsOf(await call('POST', paths.validate, { body }))).toEqual([
      'account_type invalid_choice',
      'colour undocumented_field',
    ])
  })

  it('lengths count characters, so that an emoji is one', async () => {
    const { validate } = await practise()
    expect((await validate(account('1', { billing_name: '🏠'.repeat(510) }))).status).toBe(200)
  })

  it('mobile numbers reserved for drama, and today as a date of birth, are valid', async () => {
    const { validate } = await practise()
    const customer = { family_name: 'S', mobile: '07700 900123', date_of_birth: '2026-03-04' }
    expect((await validate(account('1', { customers: [customer] }))).status).toBe(200)
  })

  it('an unknown supplier is an invalid choice, in validate and in create', async () => {
    const { validate, create } = await practise()
    const payload = account('1', { import_supplier: 'NOBODY' })
    expect(errorsOf(await validate(payload))).toEqual(['import_supplier invalid_choice'])
    expect(codeOf(await create(payload))).toBe('import_process_failed_validation')
  })

  it.each([['[]'], ['"text"'], ['7']])('a payload of %s is rejected as not a dictionary', async (body) => {
    const { validate } = await practise()
    expect(errorsOf(await validate(body))).toEqual(['non_field_errors not_a_dict'])
  })
})

describe('order and phases', () => {
  it('all errors are listed breadth first', async () => {
    const { validate } = await practise()
    const payload = account('1', {
      customers: [
        { landline: 'x', consents: [{ value: 'PERHAPS' }] },
        { landline: 'y', mobile: 'z' },
      ],
      billing_name: '',
      billing_address: { country: 'GB' },
      colour: 'red',
    })
    expect(errorsOf(await validate(payload))).toEqual([
      'billing_name blank',
      'colour undocumented_field',
      'billing_address.street_address required',
      'billing_address.postal_code required',
      'customers.0.landline invalid_phone_number',
      'customers.1.mobile invalid_phone_number',
      'customers.1.landline invalid_phone_number',
      'customers.0.consents.0.value invalid_choice',
    ])
  })

  it('a thousand errors are all listed', async () => {
    const { validate } = await practise()
    const customers = Array.from({ length: 1_000 }, () => ({ landline: 'x' }))
    expect(errorsOf(await validate(account('1', { customers })))).toHaveLength(1_000)
  })

  it('rules across fields apply only when every field is valid', async () => {
    const { validate } = await practise()
    const nameless = account('1', { customers: [{ landline: 'x' }] })
    expect(errorsOf(await validate(nameless))).toEqual(['customers.0.landline invalid_phone_number'])
    expect(errorsOf(await validate(account('1', { customers: [{ landline: '020 7946 0123' }] })))).toEqual([
      'customers.0.non_field_errors customer_family_name_required',
    ])
  })
})

describe('rules across fields', () => {
  it.each<[string, Record<string, unknown>]>([
    ['non_field_errors customer_with_unknown_occupier', { unknown_occupier: true }],
    ['non_field_errors billing_address_not_provided', { billing_address: undefined }],
    [
      'customers.1.non_field_errors customer_family_name_required',
      { customers: [{ family_name: 'S' }, { given_name: 'I' }] },
    ],
    ['supply_addresses.0.meter_points duplicate_meter_points_provided', supply(point(), point())],
    [
      'supply_addresses.0.meter_points.1.non_field_errors start_date_later_than_end_date',
      supply(point(), point({ identifier: '2', supply_end_date: '2025-12-31' })),
    ],
    ['customers business_account_missing_customers', { account_type: 'BUSINESS', customers: undefined }],
  ])('%s', async (expected, changes) => {
    const { validate } = await practise()
    expect(errorsOf(await validate(account('1', changes)))).toEqual([expected])
  })

  it('a supply ending on its first day and a business with a nameless customer are valid', async () => {
    const { validate } = await practise()
    const payload = account('1', {
      account_type: 'BUSINESS',
      customers: [{ given_name: 'Ina' }],
      ...supply(point({ supply_end_date: '2026-01-01' })),
    })
    expect((await validate(payload)).text).toBe('{}')
  })

  it('several broken rules are all reported, shallow ones first', async () => {
    const { validate } = await practise()
    const changes = { unknown_occupier: true, customers: [{}, {}], ...supply(point(), point()) }
    expect(errorsOf(await validate(account('1', changes)))).toEqual([
      'non_field_errors customer_with_unknown_occupier',
      'customers.0.non_field_errors customer_family_name_required',
      'customers.1.non_field_errors customer_family_name_required',
      'supply_addresses.0.meter_points duplicate_meter_points_provided',
    ])
  })

  it('fields outside the catalogue are ignored', async () => {
    const { validate } = await practise({ catalogue: documentedCatalogue })
    expect((await validate({ import_supplier: 'ACME' })).status).toBe(200)
  })
})

describe('switches', () => {
  it('refuseUndocumented off: extra fields are ignored', async () => {
    const { validate } = await practise({ switches: { refuseUndocumented: false } })
    expect((await validate(account('1', { colour: 'red' }))).status).toBe(200)
  })

  it('numbersAsText: a number is accepted as text when on, and rejected when off', async () => {
    const { validate, create, status, sandbox } = await practise()
    const payload = { ...account('1'), external_account_number: 7 }
    expect((await create(payload)).status).toBe(201)
    expect((await status('7')).status).toBe(200)
    sandbox.control.setSwitches({ numbersAsText: false })
    expect(errorsOf(await validate(payload))).toEqual(['external_account_number invalid'])
  })

  it('closedOn create: validate accepts a closed supplier', async () => {
    const { validate, create } = await practise({ switches: { closedOn: 'create' } })
    const payload = account('1', { import_supplier: 'ACME PAUSED' })
    expect((await validate(payload)).status).toBe(200)
    expect(codeOf(await create(payload))).toBe('import_supplier_migration_not_ongoing')
  })

  it('wholeErrorsAt and attrPrefix: the attr of errors changes', async () => {
    const { validate } = await practise({
      switches: { wholeErrorsAt: 'non_field_errors', attrPrefix: 'payload.' },
    })
    expect(errorsOf(await validate(account('1', { customers: {}, billing_address: 1 })))).toEqual([
      'payload.billing_address.non_field_errors not_a_dict',
      'payload.customers.non_field_errors not_a_list',
    ])
  })

  it('validationShape nested and envelope', async () => {
    const { validate, sandbox } = await practise({ switches: { validationShape: 'nested' } })
    const payload = account('1', { billing_name: '', customers: [{ landline: 'x' }] })
    expect((await validate(payload)).json()).toEqual({
      billing_name: [expect.any(String)],
      customers: { '0': { landline: [expect.any(String)] } },
    })
    sandbox.control.setSwitches({ validationShape: 'envelope' })
    expect((await validate(payload)).json()).toMatchObject({
      type: 'validation_error',
      errors: [{ attr: 'billing_name' }, { attr: 'customers.0.landline' }],
    })
  })

  it('tooLarge html_400 and a body limit', async () => {
    const { validate, sandbox } = await practise()
    sandbox.control.setSwitches({ tooLarge: 'html_400', bodyLimit: 100 })
    const reply = await validate(account('1'))
    expect([reply.status, reply.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  })

  it('authFailureStatus 403 and another header template', async () => {
    const { send, token } = await practise({
      switches: { authFailureStatus: 403, headerTemplate: 'Bearer {token}' },
    })
    const ask = async (authorization: string) =>
      send('POST', paths.validate, { body: account('1'), headers: { authorization } })
    expect((await ask(`Bearer ${token()}`)).status).toBe(200)
    const refused = await ask(`Token ${token()}`)
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([403, undefined])
  })
})

describe('rejections at the HTTP level', () => {
  it('a missing slash gives a 301 to the path with it, with or without a credential', async () => {
    const { send } = await practise()
    for (const path of ['/v2/data-import/accounts', '/v2/data-import/accounts/validate', '/v1/graphql']) {
      const reply = await send('POST', `${path}?a=1`, { body: {} })
      expect([reply.status, reply.headers['location']]).toEqual([301, `${path}/?a=1`])
    }
  })

  it.each([
    '/',
    '/v2/data-import/',
    '/v2/data-import/accounts/ACME/',
    '/v2/data-import/accounts/ACME/1/2/',
    '/v2/data-import/accounts/ACME/1%2F2/',
    '/v2/data-import/accounts/ACME//',
    '/v2/data-import/accounts/%zz',
  ])('%s has no route and gives an HTML 404', async (path) => {
    const { call } = await practise()
    const reply = await call('GET', path)
    expect([reply.status, reply.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  })

  it.each(['', '{', '{"a":NaN}', '\u{feff}{}', 'import_supplier=ACME'])(
    '%j is a parse error',
    async (body) => {
      const { call } = await practise()
      const reply = await call('POST', paths.validate, { body })
      expect([reply.status, codeOf(reply)]).toEqual([400, 'parse_error'])
    },
  )

  it('bytes that are not UTF-8 give a parse error', async () => {
    const { call } = await practise()
    const reply = await call('POST', paths.validate, { body: Buffer.from([0x22, 0xe9, 0x22]) })
    expect(codeOf(reply)).toBe('parse_error')
  })

  it('another method gives a 405 with the allowed methods', async () => {
    const { call } = await practise()
    for (const [method, path, allow] of [
      ['GET', paths.create, 'POST'],
      ['PUT', paths.validate, 'POST'],
      ['DELETE', '/v2/data-import/accounts/ACME/1/', 'GET, HEAD'],
      ['POST', '/v2/data-import/accounts/ACME/1/', 'GET, HEAD'],
      ['GET', paths.token, 'POST'],
      ['PROPFIND', paths.create, 'POST'],
      ['OPTIONS', paths.create, 'POST'],
    ] as const) {
      const reply = await call(method, path)
      expect([reply.status, codeOf(reply), reply.headers['allow']]).toEqual([
        405,
        'method_not_allowed',
        allow,
      ])
    }
  })

  it('HEAD returns a status without its body', async () => {
    const { call, create } = await practise()
    await create(account('1'))
    const reply = await call('HEAD', '/v2/data-import/accounts/ACME/1/')
    expect([reply.status, reply.text]).toEqual([200, ''])
    expect((await call('HEAD', '/v2/data-import/accounts/ACME/2/')).status).toBe(404)
  })

  it('another media type gives a 415; JSON with a charset is accepted', async () => {
    const { call } = await practise()
    const send = async (type: string) =>
      call('POST', paths.validate, { body: account('1'), headers: { 'content-type': type } })
    const reply = await send('text/csv')
    expect([reply.status, codeOf(reply)]).toEqual([415, 'unsupported_media_type'])
    expect((await send('application/json; charset=utf-8')).status).toBe(200)
    expect((await send('application/jsonp')).status).toBe(415)
  })

  it('the credential is validated before method, media type, size and syntax', async () => {
    const { send, sandbox } = await practise()
    sandbox.control.setSwitches({ bodyLimit: 10 })
    for (const body of ['{', 'x'.repeat(100)]) {
      expect(
        (await send('POST', paths.create, { body, headers: { 'content-type': 'text/csv' } })).status,
      ).toBe(401)
    }
    expect((await send('DELETE', paths.create)).status).toBe(401)
  })
})

describe('catalogues', () => {
  const object = (property: unknown) => ({ type: 'object', properties: { a: property } })

  it.each<[string, unknown]>([
    ['uses the keyword "multipleOf"', object({ type: 'number', multipleOf: 2 })],
    ['uses the keyword "oneOf"', { type: 'object', oneOf: [] }],
    ['uses the keyword "minimum"', object({ type: 'string', minimum: 1 })],
    ['uses the format "uuid"', object({ type: 'string', format: 'uuid' })],
    ['needs a "type"', object({ enum: ['a'] })],
    ['refers to "#/$defs/b"', object({ $ref: '#/$defs/b' })],
    ['contains itself', { ...object({ $ref: '#/$defs/a' }), $defs: { a: object({ $ref: '#/$defs/a' }) } }],
    ['must describe an object', { type: 'string' }],
    ['must be a JSON object', []],
  ])('is refused at start: %s', async (message, catalogue) => {
    await expect(createSandbox({ catalogue })).rejects.toThrow(message)
  })

  it('an error names the place in the catalogue', () => {
    expect(() => compileCatalogue(object({ type: 'array', items: { type: 'string', const: 'a' } }))).toThrow(
      '#/properties/a/items uses the keyword "const"',
    )
  })

  it('definitions, nullable types, open objects and list limits are supported', async () => {
    const catalogue = {
      type: 'object',
      required: ['import_supplier'],
      properties: {
        import_supplier: { type: 'string' },
        tags: { type: 'array', minItems: 2, maxItems: 3, items: { $ref: '#/$defs/tag' } },
        nothing: { type: ['string', 'null'] },
      },
      $defs: { tag: { type: 'string', maxLength: 3 } },
    }
    const { validate } = await practise({ catalogue })
    const validateWith = async (changes: Record<string, unknown>) =>
      validate({ import_supplier: 'ACME', nothing: null, anything: 1, ...changes })
    expect((await validateWith({ tags: ['a', 'b'] })).status).toBe(200)
    expect(errorsOf(await validateWith({ tags: ['long'] }))).toEqual(['tags min_length', 'tags.0 max_length'])
    expect(errorsOf(await validateWith({ tags: ['a', 'b', 'c', 'd'] }))).toEqual(['tags max_length'])
  })
})

function addressOf() {
  return { country: 'GB', street_address: '1 Nowhere Street', postal_code: 'ZZ1 1ZZ' }
}
