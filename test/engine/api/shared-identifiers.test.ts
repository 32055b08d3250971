// Tests a service that gives two different accounts one platform identifier: both are shown in the list of those that
// need a person and in the report, within a batch and across batches. The alert ends when the service corrects the
// identifier.
import { expect, test } from 'vitest'
import { sharedIdentifierCode } from '../../../electron/engine/sending/decisions/shared-identifiers.ts'
import type { AccountLine } from '../../../shared/contract/views.ts'
import { type Harness, inDatabase, openHarness } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isOver } from './waiting.ts'
import { english } from '../../support/english.ts'

const identifier = 'P-SHARED'

/** The service answers status reads of these accounts with this identifier until it is changed. */
function answerWith(harness: Harness, accounts: readonly string[], given: string, id = 'shared'): void {
  const value = {
    status: 'PROCESSED',
    platform_identifier: given,
    created_at: null,
    modified_at: null,
    latest_event: { event: 'EVENT_ACCOUNT_IMPORT_PROCESS_PROCESSED', occurred_at: null, data: null },
    latest_error: null,
  }
  for (const account of accounts)
    harness.sandbox.faults.add({
      id: `${id} ${account}`,
      route: 'status',
      account,
      effect: { kind: 'status', status: 200, body: { kind: 'json', value } },
    })
}

const lineOf = async (harness: Harness, batch: number, key: string): Promise<AccountLine | undefined> =>
  (await harness.client().accounts.find({ text: key, batch, limit: 5 })).find((line) => line.key === key)

const shared = async (harness: Harness, batch: number): Promise<number> =>
  (await harness.client().batches.get({ batch })).processing.sharedIdentifiers

test('two accounts with one identifier are both in the attention list, their problems and the report', async () => {
  const harness = await openHarness()
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(5)), null)
  await harness.validate(batch)
  answerWith(harness, ['N-2', 'N-4'], identifier)
  await harness.release(batch)
  const view = await harness.until(batch, isOver)
  expect(view.outcomes.created).toBe(5)
  expect(view.processing.sharedIdentifiers).toBe(2)

  const asked = { batch, states: ['done' as const], needPerson: true, offset: 0, limit: 50 }
  const { total, accounts } = await harness.client().accounts.list(asked)
  expect([total, accounts.map(({ key }) => key).sort()]).toEqual([2, ['N-2', 'N-4']])
  for (const { advice } of accounts) expect(english(advice)).toMatch(/identifier to another account as well/)
  for (const [key, other] of [
    ['N-2', 'N-4'],
    ['N-4', 'N-2'],
  ] as const) {
    const line = await lineOf(harness, batch, key)
    const { problems, events } = await harness.client().accounts.get({ account: line?.id ?? 0 })
    expect(problems).toMatchObject([{ source: 'process', code: sharedIdentifierCode }])
    expect(english(problems[0]?.message)).toContain(
      `${identifier} to this account, ${key}, and to account ${other}`,
    )
    expect(events.filter(({ kind }) => kind === 'identifier_shared')).toHaveLength(1)
  }

  const report = await harness.report(batch)
  const noted = report.results.filter((row) => row['error_codes'] === sharedIdentifierCode)
  expect(noted.map((row) => [row['carryover_account'], row['outcome'], row['platform_identifier']])).toEqual([
    ['N-2', 'created', identifier],
    ['N-4', 'created', identifier],
  ])
  expect(report.errors.map((row) => row['code'])).toEqual([sharedIdentifierCode, sharedIdentifierCode])
  expect(report.unexplained).toBe(0)
})

test('an account of an earlier batch is also reported; both are cleared when the service corrects one', async () => {
  const harness = await openHarness()
  const first = await harness.load(await plainAccounts(harness.folder, numbered(2, 'N')), null)
  const second = await harness.load(await plainAccounts(harness.folder, numbered(2, 'M'), 'other'), null)
  answerWith(harness, ['N-1', 'M-1'], identifier)
  await harness.send(first)
  expect(await shared(harness, first)).toBe(0)
  await harness.send(second)
  expect([await shared(harness, first), await shared(harness, second)]).toEqual([1, 1])
  const earlier = await lineOf(harness, first, 'N-1')
  const { problems } = await harness.client().accounts.get({ account: earlier?.id ?? 0 })
  expect(english(problems[0]?.message)).toContain(`account M-1 of batch ${second}`)
  // The same account loaded again counts as one account and raises no event.
  const again = await harness.load(await plainAccounts(harness.folder, numbered(2, 'N'), 'again'), null)
  await harness.send(again)
  expect(await shared(harness, again)).toBe(0)

  harness.sandbox.faults.clear()
  const late = await lineOf(harness, second, 'M-1')
  await harness.client().accounts.recheck({ accounts: [late?.id ?? 0] })
  await harness.until(second, ({ processing }) => processing.sharedIdentifiers === 0)
  expect(await shared(harness, first)).toBe(0)
  expect((await harness.client().accounts.get({ account: earlier?.id ?? 0 })).problems).toEqual([])
})

test('three hundred accounts with one identifier are each reported once, using an index', async () => {
  const harness = await openHarness({ limits: { concurrency: 16 } })
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(300)), null)
  await harness.validate(batch)
  const keys = Array.from({ length: 300 }, (_, at) => `N-${at + 1}`)
  answerWith(harness, keys, identifier)
  await harness.release(batch)
  expect((await harness.until(batch, isOver)).processing.sharedIdentifiers).toBe(300)
  inDatabase(harness.data, (database) => {
    const count = (sql: string): unknown => database.prepare(sql).pluck().get()
    expect(count(`SELECT count(*) FROM problem WHERE code = '${sharedIdentifierCode}'`)).toBe(300)
    expect(count("SELECT count(*) FROM event WHERE kind = 'identifier_shared'")).toBe(300)
    const plan = database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT a.id FROM service_answer s JOIN account a ON a.id = s.account_id
         WHERE s.platform_identifier = 'P' AND a.connection_id = 1 AND a.identity IS NOT 'x' LIMIT 1`,
      )
      .all() as { detail: string }[]
    expect(plan.map(({ detail }) => detail).join()).toContain('service_answer_by_identifier')
  })
})
