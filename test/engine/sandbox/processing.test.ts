// Tests processing: the state changes of a process, their times and outcomes, repeated creates, the operator's
// actions, and tokens. Only the test moves the clock.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createClock, timestamp } from '../../../electron/sandbox/timestamps.ts'
import documentedCatalogue from '../../../shared/catalogue/examples/documented.json' with { type: 'json' }
import { paths } from '../../../shared/sending/service.ts'
import { account, codeOf, practise, recordOf } from './practice.ts'

const slow = { pendingSeconds: [10, 10], inProgressSeconds: [10, 10] } satisfies Record<
  string,
  [number, number]
>
const reference = (value: string, namespace = 'crm') => ({ references: [{ namespace, value }] })

describe('the states of a process', () => {
  it('change from PENDING to IN_PROGRESS to PROCESSED at fixed times, however often they are read', async () => {
    const { create, status, sandbox } = await practise({ switches: slow })
    await create(account('1'))
    const { created_at } = recordOf(await status('1'))
    sandbox.control.moveClock(9_990)
    expect(recordOf(await status('1')).status).toBe('PENDING')
    sandbox.control.moveClock(20)
    expect(recordOf(await status('1')).status).toBe('IN_PROGRESS')
    sandbox.control.moveClock(600_000)
    const record = recordOf(await status('1'))
    expect(record.status).toBe('PROCESSED')
    expect(Date.parse(record.modified_at ?? '') - Date.parse(created_at ?? '')).toBe(20_000)
  })

  it('change faster with a higher speed, or instantly', async () => {
    const { create, status, sandbox } = await practise({ switches: slow, speed: 10 })
    await create(account('1'))
    sandbox.control.moveClock(1_990)
    expect(recordOf(await status('1')).status).toBe('IN_PROGRESS')
    sandbox.control.moveClock(20)
    expect(recordOf(await status('1')).status).toBe('PROCESSED')
    sandbox.control.setSpeed(Infinity)
    await create(account('2'))
    expect(recordOf(await status('2')).status).toBe('PROCESSED')
  })

  it('with the defaults a process is finished within three seconds', async () => {
    const { create, status, sandbox } = await practise()
    for (let at = 0; at < 50; at += 1) await create(account(`n${at}`))
    sandbox.control.moveClock(3_000)
    for (let at = 0; at < 50; at += 1) expect(recordOf(await status(`n${at}`)).status).toBe('PROCESSED')
  })

  it('can be restated only for a finished process, which keeps its identity and shows the new state', async () => {
    const { create, status, sandbox } = await practise({ switches: slow })
    const { restate } = sandbox.control
    await create(account('1'))
    expect(restate('ACME', '1', 'ERRORED')).toBe('not_finished')
    expect(restate('ACME', '3', 'ERRORED')).toBe('not_found')
    sandbox.control.moveClock(60_000)
    const done = recordOf(await status('1'))
    expect(done.status).toBe('PROCESSED')
    expect(restate('ACME', '1', 'ERRORED')).toBe('restated')
    const failed = recordOf(await status('1'))
    expect(failed).toMatchObject({
      status: 'ERRORED',
      created_at: done.created_at,
      platform_identifier: null,
      latest_event: { event: 'EVENT_ACCOUNT_IMPORT_PROCESS_ERRORED' },
      latest_error: { code: 'account_creation_failed' },
    })
    restate('ACME', '1', 'PROCESSED', 'P-7')
    expect(recordOf(await status('1'))).toMatchObject({
      status: 'PROCESSED',
      platform_identifier: 'P-7',
      latest_error: null,
    })
  })

  it('can be cancelled only when PENDING, and stay cancelled', async () => {
    const { create, status, sandbox } = await practise({ switches: slow })
    await create(account('1'))
    await create(account('2'))
    expect(sandbox.control.cancel('ACME', '1')).toBe('cancelled')
    expect(sandbox.control.cancel('ACME', '1')).toBe('not_pending')
    expect(sandbox.control.cancel('ACME', '3')).toBe('not_found')
    sandbox.control.moveClock(10_010)
    expect(sandbox.control.cancel('ACME', '2')).toBe('not_pending')
    sandbox.control.moveClock(60_000)
    expect(recordOf(await status('1')).status).toBe('CANCELLED')
    expect(recordOf(await status('2')).status).toBe('PROCESSED')
  })
})

describe('outcomes', () => {
  it('a reference used by a processed account fails the next account, but not its validation', async () => {
    const { validate, create, status, sandbox } = await practise()
    await create(account('1', reference('R-1')))
    sandbox.control.moveClock(10_000)
    expect((await validate(account('2', reference('R-1')))).status).toBe(200)
    await create(account('2', reference('R-1')))
    await create(account('3', reference('R-1', 'other')))
    sandbox.control.moveClock(10_000)
    expect(recordOf(await status('2'))).toMatchObject({
      status: 'ERRORED',
      latest_error: { code: 'reference_already_exists', domain: 'import_process' },
    })
    expect(recordOf(await status('3')).status).toBe('PROCESSED')
  })

  it('the first of two processes to finish gets a shared reference', async () => {
    const { create, status, sandbox } = await practise({ switches: slow })
    await create(account('1', reference('R-1')))
    await create(account('2', reference('R-1')))
    sandbox.control.moveClock(60_000)
    expect(recordOf(await status('2')).status).toBe('ERRORED')
    expect(recordOf(await status('1')).status).toBe('PROCESSED')
  })

  it('a dry run leaves its references and its account free', async () => {
    const { create, status, sandbox } = await practise()
    await create(account('1', { import_supplier: 'ACME DRY RUN', ...reference('R-1') }))
    sandbox.control.moveClock(10_000)
    expect(
      (await create(account('1', { import_supplier: 'ACME DRY RUN', ...reference('R-1') }))).status,
    ).toBe(201)
    await create(account('1', reference('R-1')))
    sandbox.control.moveClock(10_000)
    expect(recordOf(await status('1')).status).toBe('PROCESSED')
  })

  it('the failing share depends on seed and key: the same seed fails the same accounts', async () => {
    const failing = async (seed: number): Promise<string[]> => {
      const { create, sandbox, close } = await practise({
        seed,
        speed: 'instant',
        switches: { failShare: 0.3 },
      })
      for (let at = 0; at < 60; at += 1) await create(account(`n${at}`))
      const failed = sandbox.control.processes({ status: 'ERRORED' }).map((process) => process.account ?? '')
      await close()
      return failed
    }
    const first = await failing(7)
    expect(first.length).toBeGreaterThan(5)
    expect(first.length).toBeLessThan(35)
    expect(await failing(7)).toEqual(first)
    expect(await failing(8)).not.toEqual(first)
  })

  it('platform identifiers are unique and differ from account numbers', async () => {
    const { create, sandbox } = await practise({ speed: 'instant' })
    for (let at = 0; at < 5; at += 1) await create(account(`n${at}`))
    const made = sandbox.control.processes()
    const names = made.flatMap(({ accountId, record }) => [accountId, record.platform_identifier])
    expect(new Set(names).size).toBe(10)
  })
})

describe('creating again', () => {
  it('gives 201 and no second process while the first runs', async () => {
    const { create, sandbox } = await practise({ switches: slow })
    await create(account('1'))
    expect((await create(account('1'))).status).toBe(201)
    sandbox.control.moveClock(10_010)
    expect((await create(account('1'))).status).toBe(201)
    expect(sandbox.control.processes()).toHaveLength(1)
  })

  it('gives “already imported” or a second process, as set by the switch', async () => {
    const { create, sandbox } = await practise({ switches: { ...slow, whileRunning: 'refuse' } })
    await create(account('1'))
    expect((await create(account('1'))).json()).toHaveProperty(
      'non_field_errors.code',
      'account_import_process_already_imported',
    )
    sandbox.control.setSwitches({ whileRunning: 'second' })
    expect((await create(account('1'))).status).toBe(201)
    expect(sandbox.control.processes()).toHaveLength(2)
  })

  it('starts a new process after ERRORED and CANCELLED, but not after PROCESSED', async () => {
    const { create, status, sandbox } = await practise({ switches: { ...slow, failShare: 1 } })
    await create(account('1'))
    sandbox.control.moveClock(60_000)
    const failed = recordOf(await status('1'))
    expect(failed.status).toBe('ERRORED')
    sandbox.control.setSwitches({ failShare: 0 })
    await create(account('1'))
    const again = recordOf(await status('1'))
    expect(again).toMatchObject({ status: 'PENDING', latest_error: null })
    expect(Date.parse(again.created_at ?? '')).toBeGreaterThan(Date.parse(failed.created_at ?? ''))
    sandbox.control.cancel('ACME', '1')
    expect((await create(account('1'))).status).toBe(201)
    sandbox.control.moveClock(60_000)
    expect(recordOf(await status('1')).status).toBe('PROCESSED')
    expect((await create(account('1'))).status).toBe(400)
  })

  it('starts an unreadable process for each payload without an account number', async () => {
    const { create, sandbox } = await practise({ catalogue: documentedCatalogue })
    expect((await create({ import_supplier: 'ACME' })).status).toBe(201)
    expect((await create({ import_supplier: 'ACME' })).status).toBe(201)
    expect(sandbox.control.processes().map((process) => process.account)).toEqual([null, null])
  })

  it('treats the same number under another supplier as another account', async () => {
    const { create, status } = await practise()
    await create(account('1'))
    expect((await create(account('1', { import_supplier: 'ACME ENERGY' }))).status).toBe(201)
    expect((await status('1', 'ACME ENERGY')).status).toBe(200)
  })
})

describe('records', () => {
  it('have a late identifier or omit nulls if the switches say so', async () => {
    const { create, status, sandbox } = await practise({
      speed: 'instant',
      switches: { identifierDelaySeconds: 30, omitNulls: true },
    })
    await create(account('1'))
    const early = (await status('1')).json()
    expect(early).toMatchObject({ status: 'PROCESSED' })
    expect(early).not.toHaveProperty('platform_identifier')
    expect(early).not.toHaveProperty('latest_error')
    sandbox.control.moveClock(30_001)
    expect((await status('1')).json()).toHaveProperty('platform_identifier')
  })

  it('have distinct times from a coarse clock, and follow a clock that is set back', () => {
    let now = 1_000
    const clock = createClock(() => now)
    expect([clock.micros(), clock.micros(), clock.micros()]).toEqual([1_000_000, 1_000_001, 1_000_002])
    clock.move(500)
    expect(clock.micros()).toBe(1_500_003)
    now = 900
    expect(clock.micros()).toBe(1_400_000)
  })

  it('have times with six digits and an offset, also before 1970', () => {
    expect(timestamp(Date.UTC(2026, 2, 4, 9, 30) * 1_000 + 1)).toBe('2026-03-04T09:30:00.000001+00:00')
    expect(timestamp(-1)).toBe('1969-12-31T23:59:59.999999+00:00')
  })
})

describe('tokens', () => {
  const errors = z.looseObject({
    data: z.object({ obtainPlatformToken: z.null() }),
    errors: z.array(
      z.looseObject({
        message: z.string(),
        extensions: z.object({ errorType: z.string(), errorCode: z.string(), errorDescription: z.string() }),
      }),
    ),
  })
  const refreshOf = (json: unknown): string =>
    z
      .object({ data: z.object({ obtainPlatformToken: z.looseObject({ refreshToken: z.string() }) }) })
      .parse(json).data.obtainPlatformToken.refreshToken

  it('expire after their lifetime, and signing in again gives a new one', async () => {
    const { validate, signInAgain, sandbox } = await practise({ tokenLifeSeconds: 60 })
    sandbox.control.moveClock(59_000)
    expect((await validate(account('1'))).status).toBe(200)
    sandbox.control.moveClock(2_000)
    expect(codeOf(await validate(account('1')))).toBe('authentication_failed')
    await signInAgain()
    expect((await validate(account('1'))).status).toBe(200)
  })

  it('include a refresh token, valid for seven days and distinct from the access token', async () => {
    const { signIn, send, token, sandbox } = await practise()
    const refreshToken = refreshOf((await signIn()).json())
    const headers = { authorization: `Token ${refreshToken}` }
    expect((await send('POST', paths.validate, { body: account('1'), headers })).status).toBe(401)
    expect(errors.safeParse((await signIn({ refreshToken: token() })).json()).success).toBe(true)
    sandbox.control.moveClock(6.9 * 86_400_000)
    expect(refreshOf((await signIn({ refreshToken })).json())).not.toBe(refreshToken)
    sandbox.control.moveClock(0.2 * 86_400_000)
    expect(errors.safeParse((await signIn({ refreshToken })).json()).success).toBe(true)
  })

  it.each([
    [{}],
    [{ APIKey: 'wrong' }],
    [{ organizationSecretKey: 'wrong' }],
    [{ APIKey: 'a', refreshToken: 'b' }],
    [{ APIKey: null }],
  ])('are not issued for %j: HTTP 200 with errors and a null field', async (input) => {
    const { signIn } = await practise()
    const reply = await signIn(input)
    expect(reply.status).toBe(200)
    expect(errors.safeParse(reply.json()).error).toBeUndefined()
  })

  it('are issued for a secret under its other name and for any input type name', async () => {
    const { send, sandbox } = await practise()
    const query = 'mutation ($in: SomeInput!) { obtainPlatformToken(input: $in) { token } }'
    const variables = { in: { organizationSecretKey: sandbox.apiKey } }
    const reply = await send('POST', paths.token, { body: { query, variables } })
    expect(reply.json()).toEqual({ data: { obtainPlatformToken: { token: expect.any(String) } } })
    sandbox.control.setSwitches({ tokenInputName: 'OtherInput' })
    expect((await send('POST', paths.token, { body: { query, variables } })).status).toBe(400)
  })

  it.each([
    [{ query: 'mutation {' }],
    [{ query: 'mutation { obtainNothing }' }],
    [{ query: 'mutation ($i: X!) { obtainPlatformToken(input: $i) { token } }' }],
    [{ nothing: 1 }],
    [[]],
  ])('are not issued for the invalid query %j: HTTP 400 with errors', async (body) => {
    const { send } = await practise()
    const reply = await send('POST', paths.token, { body })
    expect(reply.status).toBe(400)
    expect(reply.json()).toHaveProperty('errors')
  })

  it('are rejected if one character changes', async () => {
    const { send, token } = await practise()
    const [head = '', payload = '', seal = ''] = token().split('.')
    const other = (text: string): string => (text.startsWith('x') ? 'y' : 'x') + text.slice(1)
    for (const forged of [
      `${head}.${payload}.${other(seal)}`,
      `${head}.${other(payload)}.${seal}`,
      'a.b',
      '',
    ]) {
      const headers = { authorization: `Token ${forged}` }
      expect((await send('POST', paths.validate, { body: account('1'), headers })).status).toBe(401)
    }
  })
})
