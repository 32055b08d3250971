// Tests the sandbox against the service specification, section by section, over real HTTP. Each test is named by its
// section; details that the specification leaves open are tested in validation, processing and faults.
import { describe, expect, it } from 'vitest'
import documentedCatalogue from '../../../shared/catalogue/examples/documented.json' with { type: 'json' }
import exampleCatalogue from '../../../shared/catalogue/examples/example.json' with { type: 'json' }
import { codes, events, paths, processStatuses } from '../../../shared/sending/service.ts'
import {
  account,
  codeOf,
  errorsOf,
  practise,
  recordOf,
  start,
  statusPath,
  tokenDocument,
} from './practice.ts'

const documented = { import_supplier: 'ACME', customers: [{ landline: '020 7946 0123' }] }
const microseconds = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}\+00:00$/
const importError = { code: 'account_creation_failed', detail: expect.any(String), domain: 'import_process' }

/** A sandbox and one process of it in each status, by the account number. */
async function oneOfEach() {
  const practice = await practise({ speed: 'instant' })
  const { sandbox, create } = practice
  await create(account('PROCESSED'))
  await create(account('DRY_RUN_SUCCEEDED', { import_supplier: 'ACME DRY RUN' }))
  sandbox.control.setSwitches({ failShare: 1 })
  await create(account('ERRORED'))
  await create(account('DRY_RUN_ERRORED', { import_supplier: 'ACME DRY RUN' }))
  sandbox.control.advance()
  sandbox.control.setSwitches({ failShare: 0, pendingSeconds: [5, 5], inProgressSeconds: [5, 5] })
  sandbox.control.setSpeed(1)
  await create(account('IN_PROGRESS'))
  sandbox.control.moveClock(6_000)
  await create(account('PENDING'))
  await create(account('CANCELLED'))
  sandbox.control.cancel('ACME', 'CANCELLED')
  const read = async (status: string) =>
    recordOf(await practice.status(status, status.startsWith('DRY') ? 'ACME DRY RUN' : 'ACME'))
  return { ...practice, read }
}

describe('1 what the service does', () => {
  it('1 validation only creates nothing', async () => {
    const { validate, status, sandbox } = await practise()
    expect((await validate(account('1'))).status).toBe(200)
    expect((await status('1')).status).toBe(404)
    expect(sandbox.control.processes()).toEqual([])
  })

  it('1 creation re-validates with the same rules, then schedules', async () => {
    const { validate, create, status } = await practise()
    const wrong = account('1', { customers: [{ family_name: 'Sample', landline: 'none' }] })
    expect((await validate(wrong)).status).toBe(400)
    expect((await create(wrong)).status).toBe(400)
    expect((await status('1')).status).toBe(404)
    expect((await create(account('1'))).status).toBe(201)
    expect((await status('1')).status).toBe(200)
  })

  it('1 every payload carries an import supplier code, and the supplier selects behaviour', async () => {
    const { validate, create, status, sandbox } = await practise({ speed: 'instant' })
    const { import_supplier: _, ...without } = account('1')
    expect(errorsOf(await validate(without))).toEqual(['import_supplier required'])
    await create(account('1'))
    await create(account('1', { import_supplier: 'ACME DRY RUN' }))
    sandbox.control.advance()
    expect(recordOf(await status('1')).status).toBe('PROCESSED')
    expect(recordOf(await status('1', 'ACME DRY RUN')).status).toBe('DRY_RUN_SUCCEEDED')
  })

  it('1 documents are referenced by path: the file need not exist and nothing is stored of it', async () => {
    const { create } = await practise()
    expect((await create(account('1', { documents: [{ path: '/nowhere/at-all.pdf' }] }))).status).toBe(201)
  })
})

describe('2.1 account import payload', () => {
  it('2.1 the documented payload is valid on its own', async () => {
    const { validate } = await practise({ catalogue: documentedCatalogue })
    expect((await validate(documented)).text).toBe('{}')
    expect((await validate({ import_supplier: 'ACME' })).status).toBe(200)
  })

  it('2.1 import_supplier is required, in validate and in create', async () => {
    const { validate, create } = await practise({ catalogue: documentedCatalogue })
    expect(errorsOf(await validate({ customers: documented.customers }))).toEqual([
      'import_supplier required',
    ])
    expect(codeOf(await create({ customers: documented.customers }))).toBe(codes.importFailedValidation)
  })

  it('2.1 import_supplier is a string and customers an array of objects', async () => {
    const { validate } = await practise({ catalogue: documentedCatalogue })
    expect(errorsOf(await validate({ import_supplier: ['ACME'], customers: { landline: '1' } }))).toEqual([
      'import_supplier invalid',
      'customers not_a_list',
    ])
    expect(errorsOf(await validate({ ...documented, customers: ['020 7946 0123'] }))).toEqual([
      'customers.0 not_a_dict',
    ])
  })

  it.each(['020 7946 0123', '+44 20 7946 0123', '(020) 7946 0123', '0113 496 0999'])(
    '2.1 the landline %s is a phone number',
    async (landline) => {
      const { validate } = await practise({ catalogue: documentedCatalogue })
      expect((await validate({ ...documented, customers: [{ landline }] })).status).toBe(200)
    },
  )

  it.each(['(020) 7946-0A10', '12', 'none', '020 7946 01234567', '07700 900123'])(
    '2.1 the landline %s is not',
    async (landline) => {
      const { validate } = await practise({ catalogue: documentedCatalogue })
      expect(errorsOf(await validate({ ...documented, customers: [{ landline }] }))).toEqual([
        'customers.0.landline invalid_phone_number',
      ])
    },
  )

  it('2.1 rule 1: an optional field with no data is left out, not sent empty or null', async () => {
    const { validate } = await practise()
    expect((await validate(account('1', { customers: [{ family_name: 'Sample' }] }))).status).toBe(200)
    expect(
      errorsOf(await validate(account('1', { billing_name: '', language_preference: null, notes: [] }))),
    ).toEqual(['billing_name blank', 'language_preference null', 'notes empty'])
  })

  it('2.1 rule 2: an optional object or array must contain its required fields once it is given', async () => {
    const { validate } = await practise()
    const { billing_address: _, ...without } = account('1', { unknown_occupier: true, customers: [] })
    expect((await validate({ ...without, customers: undefined })).status).toBe(200)
    expect(
      errorsOf(await validate({ ...without, customers: undefined, billing_address: { country: 'GB' } })),
    ).toEqual(['billing_address.street_address required', 'billing_address.postal_code required'])
    expect(
      errorsOf(await validate(account('1', { supply_addresses: [{ postal_code: 'ZZ1 1ZZ' }] }))),
    ).toEqual(['supply_addresses.0.street_address required', 'supply_addresses.0.occupied_from required'])
  })

  it('2.1 rule 3: a provided optional field satisfies its rules and those of its sub-objects', async () => {
    const { validate } = await practise()
    const point = { identifier: '1', supply_type: 'WATER', supply_start_date: '2026-01-01' }
    const address = {
      street_address: '1',
      postal_code: 'ZZ1 1ZZ',
      occupied_from: '2026-01-01',
      meter_points: [point],
    }
    expect(errorsOf(await validate(account('1', { supply_addresses: [address] })))).toEqual([
      'supply_addresses.0.meter_points.0.supply_type invalid_choice',
    ])
  })

  it('2.1 rule 4: only documented fields may be included, at any depth', async () => {
    const { validate } = await practise({ catalogue: documentedCatalogue })
    const payload = {
      ...documented,
      colour: 'red',
      customers: [{ landline: '020 7946 0123', shoe_size: 44 }],
    }
    expect(errorsOf(await validate(payload))).toEqual([
      'colour undocumented_field',
      'customers.0.shoe_size undocumented_field',
    ])
  })

  it.each([
    ['2026-02-28', 200],
    ['2024-02-29', 200],
    ['2026-02-29', 400],
    ['28/02/2026', 400],
    ['2026-2-8', 400],
    ['2026-02-28T00:00:00Z', 400],
  ])('2.1 a date is YYYY-MM-DD: %s answers %i', async (date, status) => {
    const { validate } = await practise()
    const reply = await validate(account('1', { date_of_sale: date }))
    expect(reply.status).toBe(status)
    if (status === 400) expect(errorsOf(reply)).toEqual(['date_of_sale invalid'])
  })

  it.each([
    ['2026-02-28T10:20:30Z', 200],
    ['2026-02-28', 400],
    ['2026-02-28T25:00:00Z', 400],
    ['2026-02-30T10:20:30Z', 400],
    ['2026-02-28 10:20:30', 400],
  ])('2.1 a datetime is YYYY-MM-DDTHH:MM:SSZ: %s answers %i', async (time, status) => {
    const { validate } = await practise()
    const reply = await validate(account('1', { notes: [{ body: 'moved', created_at: time }] }))
    expect(reply.status).toBe(status)
    if (status === 400) expect(errorsOf(reply)).toEqual(['notes.0.created_at invalid'])
  })

  it('2.1 a document path begins with a slash', async () => {
    const { validate } = await practise()
    expect((await validate(account('1', { documents: [{ path: '/a/b.pdf' }] }))).status).toBe(200)
    expect(errorsOf(await validate(account('1', { documents: [{ path: 'a/b.pdf' }] })))).toEqual([
      'documents.0.path invalid',
    ])
  })
})

describe('2.2 import supplier', () => {
  it('2.2 Ongoing accepts new accounts; Paused and Complete answer an error', async () => {
    const { create } = await practise()
    expect((await create(account('1'))).status).toBe(201)
    expect((await create(account('1', { import_supplier: 'ACME PAUSED' }))).status).toBe(400)
    expect((await create(account('1', { import_supplier: 'ACME COMPLETE' }))).status).toBe(400)
  })

  it('2.2 the status is set by the operator, and a paused supplier can resume', async () => {
    const { create, sandbox } = await practise()
    sandbox.control.setSupplier('ACME', { status: 'paused' })
    expect((await create(account('1'))).status).toBe(400)
    sandbox.control.setSupplier('ACME', { status: 'ongoing' })
    expect((await create(account('1'))).status).toBe(201)
  })

  it('2.2 API clients cannot set the status', async () => {
    const { call } = await practise()
    for (const path of [
      '/v2/data-import/suppliers/',
      '/operator/',
      '/v2/data-import/import-suppliers/ACME/',
    ]) {
      expect((await call('PUT', path, { body: { status: 'paused' } })).status).toBe(404)
    }
  })
})

describe('2.3 status record and 3 states', () => {
  it('2.3 the record has exactly the documented fields, with times in UTC and microseconds', async () => {
    const { create, status } = await practise()
    await create(account('1'))
    expect((await status('1')).json()).toEqual({
      status: 'PENDING',
      platform_identifier: null,
      created_at: expect.stringMatching(microseconds),
      modified_at: expect.stringMatching(microseconds),
      latest_event: { event: events.created, occurred_at: expect.stringMatching(microseconds), data: null },
      latest_error: null,
    })
    expect(recordOf(await status('1')).created_at).toMatch(/^2026-03-04T09:30:00\.123/)
  })

  it.each(processStatuses)(
    '3 a process can be %s, and its identifier is null unless PROCESSED',
    async (wanted) => {
      const { read } = await oneOfEach()
      const record = await read(wanted)
      expect(record.status).toBe(wanted)
      expect(typeof record.platform_identifier).toBe(wanted === 'PROCESSED' ? 'string' : 'object')
    },
  )

  it('3 PENDING and IN_PROGRESS are not final', async () => {
    const { read, sandbox } = await oneOfEach()
    sandbox.control.moveClock(60_000)
    expect((await read('PENDING')).status).toBe('PROCESSED')
    expect((await read('IN_PROGRESS')).status).toBe('PROCESSED')
    expect((await read('CANCELLED')).status).toBe('CANCELLED')
  })

  it('3 a scheduled process is readable at once and its latest event is CREATED', async () => {
    const { create, status } = await practise()
    await create(account('1'))
    expect(recordOf(await status('1')).latest_event?.event).toBe('EVENT_ACCOUNT_IMPORT_PROCESS_CREATED')
  })

  it('3 created_at stays and modified_at moves with the state', async () => {
    const { create, status, sandbox } = await practise()
    await create(account('1'))
    const before = recordOf(await status('1'))
    sandbox.control.moveClock(60_000)
    const after = recordOf(await status('1'))
    expect(after.created_at).toBe(before.created_at)
    expect(before.modified_at).toBe(before.created_at)
    expect(Date.parse(after.modified_at ?? '')).toBeGreaterThan(start)
  })
})

describe('4.1 validate account', () => {
  it('4 requests and replies are JSON', async () => {
    const { validate, status, create } = await practise()
    const replies = [
      await validate(account('1')),
      await validate({}),
      await create(account('1')),
      await status('1'),
      await status('2'),
    ]
    for (const reply of replies) expect(reply.headers['content-type']).toBe('application/json')
  })

  it('4.1 a valid payload answers 200 with an empty object', async () => {
    const { validate } = await practise()
    const reply = await validate(account('1'))
    expect([reply.status, reply.json()]).toEqual([200, {}])
  })

  it('4.1 an invalid payload answers 400 with a validation error', async () => {
    const { validate } = await practise()
    const reply = await validate({})
    expect([reply.status, codeOf(reply)]).toEqual([400, 'account_failed_validation'])
  })

  it('4.1 validate creates nothing, also for an account that exists', async () => {
    const { validate, create, sandbox } = await practise()
    await create(account('1'))
    const before = sandbox.control.processes()
    expect((await validate(account('1'))).status).toBe(200)
    expect(sandbox.control.processes()).toEqual(before)
  })
})

describe('4.2 create account', () => {
  it('4.2 create answers 201 with an empty object and the process is readable', async () => {
    const { create, status } = await practise()
    const reply = await create(account('1'))
    expect([reply.status, reply.json()]).toEqual([201, {}])
    expect((await status('1')).status).toBe(200)
  })

  it('4.2 create answers 400 with the import validation error and schedules nothing', async () => {
    const { create, sandbox } = await practise()
    const reply = await create(account('1', { date_of_sale: 'yesterday' }))
    expect([reply.status, codeOf(reply)]).toEqual([400, 'import_process_failed_validation'])
    expect(sandbox.control.processes()).toEqual([])
  })

  it('4.2 create answers 400 for an account that is already imported', async () => {
    const { create } = await practise({ speed: 'instant' })
    await create(account('1'))
    const reply = await create(account('1'))
    expect(reply.status).toBe(400)
    expect(reply.json()).toHaveProperty('account_id')
  })
})

describe('4.3 get account import status', () => {
  it('4.3 the path begins with the accounts path and ends with a slash', async () => {
    const { create, call } = await practise()
    await create(account('1'))
    expect((await call('GET', `${paths.create}ACME/1/`)).status).toBe(200)
    expect((await call('GET', `${paths.create}ACME/1`)).status).toBe(301)
  })

  it('4.3 the parameters identify the process: supplier and account number, percent-encoded', async () => {
    const { create, status } = await practise()
    const name = 'ÄB 12%+?#&'
    await create(account(name, { import_supplier: 'ACME ENERGY' }))
    expect((await status(name, 'ACME ENERGY')).status).toBe(200)
    expect((await status(name, 'ACME')).status).toBe(404)
    expect((await status('other', 'ACME ENERGY')).status).toBe(404)
  })

  it.each(['PROCESSED', 'DRY_RUN_SUCCEEDED', 'IN_PROGRESS', 'CANCELLED', 'PENDING'])(
    '4.3 example 1: %s has no latest error',
    async (wanted) => {
      const { read } = await oneOfEach()
      expect((await read(wanted)).latest_error).toBeNull()
    },
  )

  it('4.3 example 2: processed', async () => {
    const { read } = await oneOfEach()
    expect(await read('PROCESSED')).toMatchObject({
      status: 'PROCESSED',
      platform_identifier: expect.any(String),
      latest_event: { event: 'EVENT_ACCOUNT_IMPORT_PROCESS_PROCESSED', data: null },
      latest_error: null,
    })
  })

  it.each(['ERRORED', 'DRY_RUN_ERRORED'])('4.3 example 3: %s', async (wanted) => {
    const { read } = await oneOfEach()
    expect(await read(wanted)).toMatchObject({
      status: wanted,
      platform_identifier: null,
      latest_event: { event: 'EVENT_ACCOUNT_IMPORT_PROCESS_ERRORED', data: importError },
      latest_error: importError,
    })
  })

  it('4.3 a process that does not exist answers 404', async () => {
    const { status } = await practise()
    const reply = await status('1')
    expect([reply.status, codeOf(reply)]).toEqual([404, 'not_found'])
  })
})

describe('5 authentication', () => {
  it('5.1 a request without a token or with a wrong one is rejected and has no effect', async () => {
    const { send, sandbox } = await practise()
    const without = await send('POST', paths.create, { body: account('1') })
    expect([without.status, codeOf(without)]).toEqual([401, 'not_authenticated'])
    const headers = { authorization: 'Token wrong' }
    const wrong = await send('POST', paths.create, { body: account('1'), headers })
    expect([wrong.status, codeOf(wrong), wrong.headers['www-authenticate']]).toEqual([
      401,
      'authentication_failed',
      'Token',
    ])
    expect((await send('GET', statusPath('ACME', '1'), { headers })).status).toBe(401)
    expect((await send('POST', paths.validate, { body: account('1') })).status).toBe(401)
    expect(sandbox.control.processes()).toEqual([])
  })

  it('5.2 the mutation ObtainPlatformToken exchanges the API key for a token', async () => {
    const { signIn } = await practise()
    const reply = await signIn()
    expect(tokenDocument).toContain('mutation ObtainPlatformToken(')
    expect(reply.status).toBe(200)
    expect(reply.json()).toEqual({
      data: {
        obtainPlatformToken: {
          token: expect.any(String),
          payload: expect.objectContaining({ exp: Math.floor(start / 1_000) + 3_600 }),
          refreshToken: expect.any(String),
          refreshExpiresIn: Math.floor(start / 1_000) + 7 * 24 * 3_600,
        },
      },
    })
  })

  it('5.2 another key gets no token, and the key is not stored with the requests', async () => {
    const { signIn, sandbox } = await practise()
    expect((await signIn({ APIKey: `${sandbox.apiKey}x` })).json()).toMatchObject({
      data: { obtainPlatformToken: null },
    })
    expect(JSON.stringify(sandbox.ledger.entries())).not.toContain(sandbox.apiKey)
  })

  it('5.3 the header Authorization: Token <ACCESS_TOKEN> is accepted', async () => {
    const { send, token } = await practise()
    const headers = { authorization: `Token ${token()}` }
    expect((await send('POST', paths.validate, { body: account('1'), headers })).status).toBe(200)
  })
})

describe('6 events', () => {
  it('6 every event of a process is one of the three kinds, with its data and time', async () => {
    const { sandbox } = await oneOfEach()
    const eventsOf = (supplier: string, number: string) => sandbox.control.process(supplier, number)?.events
    const occurred_at = expect.stringMatching(microseconds)
    const first = { event: events.created, occurred_at, data: null }
    expect(eventsOf('ACME', 'PENDING')).toEqual([first])
    expect(eventsOf('ACME', 'PROCESSED')).toEqual([
      first,
      { event: events.processed, occurred_at, data: null },
    ])
    const errored = [first, { event: events.errored, occurred_at, data: importError }]
    expect(eventsOf('ACME', 'ERRORED')).toEqual(errored)
    expect(eventsOf('ACME DRY RUN', 'DRY_RUN_ERRORED')).toEqual(errored)
  })
})

describe('7 errors', () => {
  it('7.1 detail, code and errors, each with detail, code and attr', async () => {
    const { validate } = await practise({ catalogue: documentedCatalogue })
    expect((await validate({ ...documented, customers: [{ landline: 'x' }] })).json()).toEqual({
      detail: expect.any(String),
      code: 'account_failed_validation',
      errors: [{ detail: expect.any(String), code: 'invalid_phone_number', attr: 'customers.0.landline' }],
    })
  })

  it('7.1 numeric parts are zero-based indexes of the payload as sent', async () => {
    const { validate } = await practise({ catalogue: documentedCatalogue })
    const customers = [{ landline: '020 7946 0123' }, {}, { landline: 'x' }]
    expect(errorsOf(await validate({ ...documented, customers }))).toEqual([
      'customers.2.landline invalid_phone_number',
    ])
  })

  it('7.2 code, detail that points to validate, and domain: no list of errors', async () => {
    const { create } = await practise()
    expect((await create({})).json()).toEqual({
      code: 'import_process_failed_validation',
      detail: expect.stringContaining('validate'),
      domain: 'import_process',
    })
  })

  it('7.3 non_field_errors names the account number; account_id is the platform account', async () => {
    const { create, sandbox } = await practise({ speed: 'instant' })
    await create(account('77-1'))
    expect((await create(account('77-1'))).json()).toEqual({
      non_field_errors: {
        detail: expect.stringContaining('77-1'),
        code: 'account_import_process_already_imported',
      },
      account_id: sandbox.control.process('ACME', '77-1')?.accountId,
    })
  })

  it('7.4 detail and code', async () => {
    const { status } = await practise()
    expect((await status('1')).json()).toEqual({ detail: expect.any(String), code: 'not_found' })
  })

  it('7.5 Paused and Complete answer an error with a code of their own', async () => {
    const { validate, create } = await practise()
    for (const import_supplier of ['ACME PAUSED', 'ACME COMPLETE']) {
      for (const send of [validate, create]) {
        const reply = await send(account('1', { import_supplier }))
        expect(reply.status).toBe(400)
        expect(reply.json()).toEqual({
          code: 'import_supplier_migration_not_ongoing',
          detail: expect.stringContaining(import_supplier),
          domain: 'import_process',
        })
      }
    }
  })
})

describe('8 limits (all assumptions of the field notes)', () => {
  it('8 a body of 2,621,440 bytes is read and one more byte is not', async () => {
    const { call } = await practise()
    const body = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`
    expect(errorsOf(await call('POST', paths.validate, { body: body(2_621_440) }))).toEqual([
      'non_field_errors not_a_dict',
    ])
    const reply = await call('POST', paths.validate, { body: body(2_621_441) })
    expect([reply.status, reply.headers['content-type']]).toEqual([413, 'application/json'])
  })
})

describe('9 versioning', () => {
  it('9.1 the operations are under /v2/ and nowhere else', async () => {
    const { call } = await practise()
    for (const path of [
      '/v1/data-import/accounts/',
      '/data-import/accounts/',
      '/v3/data-import/accounts/validate/',
    ]) {
      const reply = await call('POST', path, { body: account('1') })
      expect([reply.status, reply.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    }
  })

  it('9.4 fields outside the catalogue are rejected, whatever their name', async () => {
    const { validate } = await practise({ catalogue: exampleCatalogue })
    const payload = `{"import_supplier":"ACME","external_account_number":"1","unknown_occupier":true,"__proto__":1,"toString":2}`
    expect(errorsOf(await validate(payload))).toEqual([
      '__proto__ undocumented_field',
      'toString undocumented_field',
    ])
  })
})
