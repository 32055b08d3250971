// Tests non-default values of the details that the specification leaves open, over real HTTP. The sandbox's switch
// and the client's setting are changed together; either one alone makes a service that the client cannot work with.
import { expect, test } from 'vitest'
import { english } from '../../support/english.ts'
import {
  createServiceClient,
  emptyPayload,
} from '../../../electron/engine/sending/service-client/service-client.ts'
import { createSecrets } from '../../../electron/engine/sending/service-client/secrets.ts'
import { createTokens } from '../../../electron/engine/sending/service-client/tokens.ts'
import { createTransport } from '../../../electron/engine/sending/service-client/transport.ts'
import type { SandboxOptions } from '../../../electron/sandbox/options.ts'
import { createSandbox } from '../../../electron/sandbox/sandbox.ts'
import type { SwitchesInput } from '../../../electron/sandbox/switches.ts'
import { type ConnectionSettingsInput, connectionSettings } from '../../../shared/sending/connection.ts'
import { createFakeClock } from '../sending/fake-clock.ts'
import { atEnd, freshFolder, openHarness } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isValidated } from './waiting.ts'

type SettingsChange = Partial<ConnectionSettingsInput>

async function open(
  switches: SwitchesInput,
  reported: SettingsChange | ((baseUrl: string) => SettingsChange),
) {
  const harness = await openHarness({
    sandbox: { speed: 'instant', switches, suppliers: [{ code: 'ACME' }] },
  })
  const { client, settings } = harness
  const given = typeof reported === 'function' ? reported(settings.baseUrl) : reported
  const limits = { ...settings.limits, ...given.limits }
  await client().connections.save({ name: 'sandbox', settings: { ...settings, ...given, limits } })
  const counted = (route: string): number =>
    harness.sandbox.ledger.entries().filter((entry) => entry.route === route).length
  return { ...harness, counted }
}

/** The client alone, with a clock that is moved by hand and is the sandbox's as well. */
async function openClient(sandboxOptions: SandboxOptions, reported: SettingsChange, key?: string) {
  const clock = createFakeClock()
  const sandbox = await createSandbox({ ...sandboxOptions, now: clock.now })
  atEnd(() => sandbox.close())
  const transport = createTransport()
  atEnd(() => transport.close())
  const { baseUrl, tokenUrl, apiKey } = sandbox
  const parts = {
    settings: connectionSettings.parse({ baseUrl, tokenUrl, ...reported }),
    transport: transport.send,
    clock,
    readKey: () => Promise.resolve(key ?? apiKey),
  }
  const statuses = (route: string) =>
    sandbox.ledger.entries().flatMap((entry) => (entry.route === route ? [entry.status] : []))
  return { clock, parts, statuses }
}

test('a status path with its placeholders in another order works', async () => {
  const statusPath = '/v2/data-import/accounts/status/{external_account_number}/of/{import_supplier}/'
  const harness = await open({ statusPath }, { statusPath })
  const batch = await harness.load(await plainAccounts(freshFolder(), numbered(2)), null)
  expect((await harness.send(batch)).outcomes.created).toBe(2)
  const read = harness.sandbox.ledger.entries().filter(({ route }) => route === 'status')
  expect(new Set(read.map(({ path }) => path))).toEqual(
    new Set(['N-1', 'N-2'].map((key) => `/v2/data-import/accounts/status/${key}/of/ACME/`)),
  )
})

test('another field can identify an account', async () => {
  const statusPath = '/v2/data-import/accounts/{import_supplier}/{billing_name}/'
  const harness = await open({ statusPath }, { statusPath })
  const { file, mapping } = await plainAccounts(freshFolder(), [{ number: 'N-1', surname: 'Sample' }])
  const fixed = [...(mapping.fixed ?? []), { field: 'billing_name', value: 'One & Sons' }]
  const batch = await harness.load({ file, mapping: { ...mapping, fixed } }, null)
  expect((await harness.send(batch)).outcomes.created).toBe(1)
  expect(harness.sandbox.control.process('ACME', 'One & Sons')?.record.status).toBe('PROCESSED')
})

test('another token endpoint, mutation, answer and header work', async () => {
  const harness = await open(
    {
      tokenPath: '/auth/graphql/',
      tokenKeyField: 'apiToken',
      tokenAnswer: 'login',
      tokenField: 'jwt',
      headerTemplate: 'Bearer {token}',
    },
    (baseUrl) => ({
      tokenUrl: `${baseUrl}/auth/graphql/`,
      tokenMutation: 'mutation Login($input: LoginInput!) { login(input: $input) { jwt payload } }',
      tokenKeyField: 'apiToken',
      tokenAnswer: 'login',
      tokenField: 'jwt',
      headerTemplate: 'Bearer {token}',
    }),
  )
  const batch = await harness.load(await plainAccounts(freshFolder(), numbered(2)), null)
  expect((await harness.send(batch)).outcomes.created).toBe(2)
  expect(harness.counted('token')).toBe(1)
})

test.each([
  ['at its field, with another code', { unknownSupplierCode: 'supplier_missing' }, 'same_refusals'],
  ['as an error of its own', { unknownSupplierShape: 'coded', unknownSupplierStatus: 422 }, 'odd_answers'],
] as const)('an unknown supplier %s pauses at the configured limit', async (_name, switches, reason) => {
  const harness = await open(switches, { answers: { refusalsInARow: 5 }, limits: { concurrency: 1 } })
  const file = await plainAccounts(freshFolder(), numbered(8, 'N', 'NOBODY'))
  const batch = await harness.load(file, null)
  await harness.client().batches.validate({ batch })
  const view = await harness.until(batch, ({ pauses, inFlight }) => pauses.length > 0 && inFlight === 0)
  expect(view.pauses).toMatchObject([{ supplier: 'NOBODY', reason }])
  expect(harness.counted('validate')).toBe(5)
})

test('a token without a reported expiry is renewed after the configured lifetime, and never rejected', async () => {
  const { clock, parts, statuses } = await openClient(
    { tokenLifeSeconds: 600, switches: { tokenExpiryGiven: false } },
    { tokenLifeMs: 600_000, tokenRenewAfterPercent: 50 },
  )
  const client = createServiceClient(parts)
  await client.validate(emptyPayload)
  clock.advance(299_000)
  await client.validate(emptyPayload)
  expect(statuses('token')).toHaveLength(1)
  clock.advance(2_000)
  await client.validate(emptyPayload)
  expect(statuses('token')).toHaveLength(2)
  clock.advance(599_000)
  await client.validate(emptyPayload)
  expect(statuses('validate')).toEqual([400, 400, 400, 400])
})

test.each(['graphql_200', 'graphql_400', 'detail_400', 'detail_401'] as const)(
  'a key rejected by %s is reported as rejected, in the words of the service',
  async (tokenErrors) => {
    const { parts } = await openClient({ switches: { tokenErrors } }, {}, 'sk_wrong')
    expect(english(await createTokens({ ...parts, used: createSecrets() }).get())).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('The API key is not known') as string,
    })
  },
)

test.each([
  ['refused here, with both sizes and no request', 400, 1],
  ['left to the service where no size is set', null, 2],
] as const)(
  'an account that exceeds the size limit of the service is %s',
  async (_name, bodyBytes, asked) => {
    const harness = await open({ bodyLimit: 400 }, { limits: { bodyBytes } })
    const accounts = [{ number: 'N-1' }, { number: 'N-2', surname: 'S'.repeat(250) }]
    const batch = await harness.load(await plainAccounts(freshFolder(), accounts), null)
    await harness.client().batches.validate({ batch })
    const { states } = await harness.until(batch, (view) => isValidated(view) && view.states.validated === 1)
    expect(
      new Set(
        harness.sandbox.ledger
          .entries()
          .flatMap(({ route, bodySha256 }) => (route === 'validate' ? [bodySha256] : [])),
      ).size,
    ).toBe(asked)
    const { errors } = await harness.report(batch)
    const said = errors.map((line) => Object.values(line).join(' ')).join('\n')
    if (bodyBytes === null) expect(states.rejected).toBe(1)
    else expect(said).toMatch(/payload_too_large.*bytes, and the connection sends at most 400 in one request/)
  },
)
