// A service that gives two different accounts one platform identifier: each is told of it where a person looks, and in
// the report, within a batch and across batches; it ends when the service says otherwise.
import { expect, test } from 'vitest'
import { sharedIdentifierCode } from '../../../electron/engine/queue/shared-identifiers.ts'
import type { AccountLine } from '../../../shared/views.ts'
import { type House, inDatabase, openHouse } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isOver } from './waiting.ts'

const identifier = 'P-SHARED'

/** The service answers a status read of these accounts with this identifier, until it is told otherwise. */
function answerWith(house: House, accounts: readonly string[], given: string, id = 'shared'): void {
  const value = {
    status: 'PROCESSED',
    platform_identifier: given,
    created_at: null,
    modified_at: null,
    latest_event: { event: 'EVENT_ACCOUNT_IMPORT_PROCESS_PROCESSED', occurred_at: null, data: null },
    latest_error: null,
  }
  for (const account of accounts)
    house.sandbox.faults.add({
      id: `${id} ${account}`,
      route: 'status',
      account,
      effect: { kind: 'status', status: 200, body: { kind: 'json', value } },
    })
}

const lineOf = async (house: House, batch: number, key: string): Promise<AccountLine | undefined> =>
  (await house.client().accounts.find({ text: key, batch, limit: 5 })).find((line) => line.key === key)

const shared = async (house: House, batch: number): Promise<number> =>
  (await house.client().batches.get({ batch })).watching.sharedIdentifiers

test('each of the two is told in the list of those that need a person, in its own problems and in the report', async () => {
  const house = await openHouse()
  const batch = await house.load(await plainAccounts(house.folder, numbered(5)), null)
  await house.validate(batch)
  answerWith(house, ['N-2', 'N-4'], identifier)
  await house.release(batch)
  const view = await house.until(batch, isOver)
  expect(view.outcomes.created).toBe(5)
  expect(view.watching.sharedIdentifiers).toBe(2)

  const asked = { batch, states: ['settled' as const], needPerson: true, offset: 0, limit: 50 }
  const { total, accounts } = await house.client().accounts.list(asked)
  expect([total, accounts.map(({ key }) => key).sort()]).toEqual([2, ['N-2', 'N-4']])
  for (const { advice } of accounts) expect(advice).toMatch(/identifier to another account as well/)
  for (const [key, other] of [
    ['N-2', 'N-4'],
    ['N-4', 'N-2'],
  ] as const) {
    const line = await lineOf(house, batch, key)
    const { problems, events } = await house.client().accounts.get({ account: line?.id ?? 0 })
    expect(problems).toMatchObject([{ source: 'process', code: sharedIdentifierCode }])
    expect(problems[0]?.message).toContain(`${identifier} to this account, ${key}, and to account ${other}`)
    expect(events.filter(({ kind }) => kind === 'identifier_shared')).toHaveLength(1)
  }

  const report = await house.report(batch)
  const noted = report.results.filter((row) => row['error_codes'] === sharedIdentifierCode)
  expect(noted.map((row) => [row['carryover_account'], row['outcome'], row['platform_identifier']])).toEqual([
    ['N-2', 'created', identifier],
    ['N-4', 'created', identifier],
  ])
  expect(report.errors.map((row) => row['code'])).toEqual([sharedIdentifierCode, sharedIdentifierCode])
  expect(report.unexplained).toBe(0)
})

test('an account of an earlier batch is told, too, and both cease to be when the service corrects one of them', async () => {
  const house = await openHouse()
  const first = await house.load(await plainAccounts(house.folder, numbered(2, 'N')), null)
  const second = await house.load(await plainAccounts(house.folder, numbered(2, 'M'), 'other'), null)
  answerWith(house, ['N-1', 'M-1'], identifier)
  await house.send(first)
  expect(await shared(house, first)).toBe(0)
  await house.send(second)
  expect([await shared(house, first), await shared(house, second)]).toEqual([1, 1])
  const earlier = await lineOf(house, first, 'N-1')
  const { problems } = await house.client().accounts.get({ account: earlier?.id ?? 0 })
  expect(problems[0]?.message).toContain(`account M-1 of batch ${second}`)
  // The same account, loaded anew, is one account and no news.
  const again = await house.load(await plainAccounts(house.folder, numbered(2, 'N'), 'again'), null)
  await house.send(again)
  expect(await shared(house, again)).toBe(0)

  house.sandbox.faults.clear()
  const late = await lineOf(house, second, 'M-1')
  await house.client().accounts.lookAgain({ accounts: [late?.id ?? 0] })
  await house.until(second, ({ watching }) => watching.sharedIdentifiers === 0)
  expect(await shared(house, first)).toBe(0)
  expect((await house.client().accounts.get({ account: earlier?.id ?? 0 })).problems).toEqual([])
})

test('three hundred accounts with one identifier are each told once, by an index', async () => {
  const house = await openHouse({ limits: { concurrency: 16 } })
  const batch = await house.load(await plainAccounts(house.folder, numbered(300)), null)
  await house.validate(batch)
  const keys = Array.from({ length: 300 }, (_, at) => `N-${at + 1}`)
  answerWith(house, keys, identifier)
  await house.release(batch)
  expect((await house.until(batch, isOver)).watching.sharedIdentifiers).toBe(300)
  inDatabase(house.data, (database) => {
    const count = (sql: string): unknown => database.prepare(sql).pluck().get()
    expect(count(`SELECT count(*) FROM problem WHERE code = '${sharedIdentifierCode}'`)).toBe(300)
    expect(count("SELECT count(*) FROM event WHERE kind = 'identifier_shared'")).toBe(300)
    const plan = database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT id FROM account WHERE connection_id = 1 AND platform_identifier = 'P' AND identity IS NOT 'x' LIMIT 1`,
      )
      .all() as { detail: string }[]
    expect(plan.map(({ detail }) => detail).join()).toContain('account_by_platform_identifier')
  })
})
