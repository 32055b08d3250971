// Tests "Let the service decide": local checks overruled for one problem, one cause and one kind, against the sandbox
// over real HTTP. Covers what the service then accepts and rejects, the initial state of the connection's next batch,
// and undoing the choice.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { badPhone, good, mappedFile, stateOf } from '../accounts/small-batch.ts'
import { createsOf, expectConsistent, openHarness, type Harness } from '../api/harness.ts'
import { isValidated } from '../api/waiting.ts'
import { english, englishRefusal } from '../../support/english.ts'

const phone = { code: 'invalid_phone_number', field: 'customers.*.landline' } as const
/** A number that is valid in the service's country and invalid in this connection's. */
const foreign = (key: string): string => `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,020 7946 0001,,,,`

/**
 * A connection whose telephone country differs from the service's, so that our check refuses a number that the
 * service accepts.
 */
async function stricter(harness: Harness): Promise<void> {
  const settings = { ...harness.settings, phoneRegion: 'DE' }
  await harness.client().connections.save({ name: 'sandbox', settings })
}

async function accountOn(harness: Harness, batch: number, row: number): Promise<number> {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.find((one) => one.row === row)?.account?.id ?? 0
}

const statesOf = (
  harness: Harness,
  batch: number,
  rows: readonly number[],
): Promise<(string | undefined)[]> => Promise.all(rows.map((row) => stateOf(harness, batch, row)))

test('a cause left to the service is validated there; accounts are created or get its own errors', async () => {
  const harness = await openHarness()
  await stricter(harness)
  const { client } = harness
  const batch = await mappedFile(harness, [
    foreign('A-1'),
    badPhone('A-2'),
    good('A-3').replace(/020 7946 0001/, ''),
  ])
  expect(await statesOf(harness, batch, [2, 3, 4])).toEqual(['invalid', 'invalid', 'unvalidated'])

  const { overruling, accounts } = await client().overrulings.add({
    batch,
    what: { scope: 'cause', ...phone },
  })
  expect(accounts).toBe(2)
  expect(overruling).toMatchObject({ scope: 'cause', ...phone, batch: null, problems: 2, accounts: 2 })
  expect(await statesOf(harness, batch, [2, 3])).toEqual(['unvalidated', 'unvalidated'])
  expect((await client().problems.groups({ batch })).groups).toEqual([])

  await harness.validate(batch)
  expect(await statesOf(harness, batch, [2, 3])).toEqual(['validated', 'rejected'])
  const refused = await client().accounts.get({ account: await accountOn(harness, batch, 3) })
  expect(refused.problems.map(({ source, code, overruling: by }) => [source, code, by])).toEqual([
    ['local', 'invalid_phone_number', overruling.id],
    ['validate', 'invalid_phone_number', null],
  ])
  const view = await harness.send(batch)
  expect(view.outcomes.created).toBe(2)
  expect(createsOf(harness.sandbox, 'A-2')).toEqual([])
  await expectConsistent(harness, [batch])
})

test('a check left to the service is also left to it in later batches of that connection only', async () => {
  const harness = await openHarness()
  await stricter(harness)
  const first = await mappedFile(harness, [foreign('A-1')])
  await harness.client().overrulings.add({ batch: first, what: { scope: 'kind', code: phone.code } })
  const second = await mappedFile(harness, [foreign('B-1')])
  expect(await stateOf(harness, second, 2)).toBe('unvalidated')
  expect(await harness.client().overrulings.inBatch({ batch: second })).toMatchObject([
    { scope: 'kind', code: phone.code, field: null, problems: 1, accounts: 1 },
  ])
  const [currentState] = await harness.client().overrulings.currentState({ batch: second })
  expect(currentState).toMatchObject({ scope: 'kind', code: phone.code })
  expect(await harness.client().overrulings.get({ id: currentState?.id ?? 0 })).toMatchObject({ accounts: 2 })
  const other = await harness
    .client()
    .connections.save({ name: 'other', settings: { ...harness.settings, phoneRegion: 'DE' } })
  expect(await harness.client().overrulings.list({ connection: other.id })).toEqual([])
  expect(await harness.client().overrulings.list({ connection: harness.connection })).toHaveLength(1)
})

test('leaving one problem of one account to the service affects no other account and survives edits', async () => {
  const harness = await openHarness()
  await stricter(harness)
  const { client } = harness
  const batch = await mappedFile(harness, [foreign('A-1'), foreign('A-2')])
  const account = await accountOn(harness, batch, 2)
  const what = { scope: 'problem', account, code: phone.code, attr: 'customers.0.landline' } as const
  const { overruling } = await client().overrulings.add({ batch, what })
  expect(overruling).toMatchObject({ batch, key: 'A-1', attr: 'customers.0.landline' })
  expect(await statesOf(harness, batch, [2, 3])).toEqual(['unvalidated', 'invalid'])
  // Repeating a decision stores it once.
  expect((await client().overrulings.add({ batch, what })).overruling.id).toBe(overruling.id)

  const cells = [{ sheet: 0, row: 2, column: 1, text: 'Ann Ng' }]
  await client().edits.apply({ batch, words: 'Correct a name', cells })
  expect(await statesOf(harness, batch, [2, 3])).toEqual(['unvalidated', 'invalid'])
})

test('reverting restores the check for all accounts not yet sent', async () => {
  const harness = await openHarness()
  await stricter(harness)
  const { client } = harness
  const batch = await mappedFile(harness, [foreign('A-1'), foreign('A-2')])
  const { overruling } = await client().overrulings.add({ batch, what: { scope: 'kind', code: phone.code } })
  await client().batches.validate({ batch })
  await harness.until(batch, (view) => isValidated(view) && view.states.validated === 2)
  await client().batches.release({ batch, limit: 1 })
  await harness.until(batch, ({ outcomes }) => outcomes.created === 1)
  expect(await client().overrulings.revert({ id: overruling.id })).toEqual({ reverted: true, accounts: 1 })
  expect(await client().overrulings.revert({ id: overruling.id })).toEqual({
    reverted: false,
    accounts: 0,
  })
  const view = await client().batches.get({ batch })
  expect(view).toMatchObject({ states: { invalid: 1, done: 1 } })
  expect(await client().overrulings.list({ connection: harness.connection })).toEqual([])
  expect(await client().overrulings.currentState({ batch })).toEqual([])
  // What was sent under it is still marked.
  expect(await client().overrulings.inBatch({ batch })).toMatchObject([{ id: overruling.id, accounts: 1 }])
  // After a second decision, the service's validation of the same bytes is still valid.
  await client().overrulings.add({ batch, what: { scope: 'kind', code: phone.code } })
  expect((await client().batches.get({ batch })).states).toMatchObject({ validated: 1, invalid: 0 })
})

test('a preview counts the affected accounts here and in other batches, and those still checked', async () => {
  const harness = await openHarness()
  await stricter(harness)
  const { client } = harness
  const batch = await mappedFile(harness, [
    foreign('A-1'),
    foreign('A-2'),
    good('A-3').replace(/020 7946 0001/, ''),
  ])
  await mappedFile(harness, [foreign('B-1')])
  const reach = (code: string, field: string | null) => client().overrulings.reach({ batch, code, field })
  const both = { accounts: 2, elsewhere: 1, stay: 0 }
  expect(await reach(phone.code, phone.field)).toEqual({ cause: both, kind: both })
  // The other field has no problem; its kind has the same number.
  const none = { accounts: 0, elsewhere: 0, stay: 0 }
  expect(await reach(phone.code, 'customers.*.mobile')).toEqual({ cause: none, kind: both })
  const done = await client().overrulings.add({ batch, what: { scope: 'cause', ...phone } })
  expect(done.accounts).toBe(3)
  expect(await reach(phone.code, phone.field)).toEqual({ cause: none, kind: none })
  // For accounts without their number the check remains, whatever is decided about the kind.
  const nameless = await mappedFile(harness, [good('')])
  const { groups } = await client().problems.groups({ batch: nameless })
  const missing = groups.find(({ field }) => field === 'external_account_number')
  expect(english(missing?.stays)).toMatch(/knows the account by/)
  const kept = { accounts: 0, elsewhere: 0, stay: 1 }
  const { field = null } = missing ?? {}
  expect(await client().overrulings.reach({ batch: nameless, code: 'required', field })).toEqual({
    cause: kept,
    kind: kept,
  })
})

test('a filter by cause omits accounts with that cause left to the service', async () => {
  const harness = await openHarness()
  await stricter(harness)
  const batch = await mappedFile(harness, [foreign('A-1'), foreign('A-2')])
  const account = await accountOn(harness, batch, 2)
  const what = { scope: 'problem', account, code: phone.code, attr: 'customers.0.landline' } as const
  const rows = async (): Promise<number[]> => {
    const page = { batch, sheet: 0, offset: 0, limit: 100, filter: { code: phone.code } }
    return (await harness.client().sheets.page(page)).rows.map(({ row }) => row)
  }
  expect(await rows()).toEqual([2, 3])
  await harness.client().overrulings.add({ batch, what })
  expect(await rows()).toEqual([3])
})

test('many accounts are checked again in the background, and the batch shows it', async () => {
  const harness = await openHarness()
  await stricter(harness)
  const batch = await mappedFile(
    harness,
    Array.from({ length: 120 }, (_, at) => foreign(`A-${at + 1}`)),
  )
  const { accounts } = await harness.client().overrulings.add({ batch, what: { scope: 'cause', ...phone } })
  expect(accounts).toBe(120)
  const view = await harness.until(batch, ({ work, states }) => work === null && states.unvalidated === 120)
  expect(view.states.invalid).toBe(0)
})

test('a check of the specification or against double creation cannot be left to the service', async () => {
  const harness = await openHarness()
  const { client } = harness
  const batch = await mappedFile(harness, [good('A-1'), good('A-1'), good('')])
  const add = (what: Parameters<ReturnType<Harness['client']>['overrulings']['add']>[0]['what']) =>
    client().overrulings.add({ batch, what })
  for (const [what, words] of [
    [{ scope: 'kind', code: 'duplicate_account' }, /created twice/],
    [{ scope: 'cause', code: 'required', field: 'import_supplier' }, /specification requires/],
    [{ scope: 'cause', code: 'required', field: 'external_account_number' }, /knows the account by/],
    [{ scope: 'kind', code: 'undocumented_field' }, /only documented fields/],
  ] as const)
    expect(await englishRefusal(add(what))).toMatchObject({
      data: { code: 'not_overrulable', message: expect.stringMatching(words) },
    })
  // A kind does not cover checks that may not be overruled: the account's number stays required.
  await add({ scope: 'kind', code: 'required' })
  expect(await statesOf(harness, batch, [2, 3, 4])).toEqual(['invalid', 'invalid', 'invalid'])
})

test('a report marks checks left to the service, and counts them separately from open problems', async () => {
  const harness = await openHarness()
  await stricter(harness)
  const batch = await mappedFile(harness, [foreign('A-1'), badPhone('A-2')])
  await harness.client().overrulings.add({ batch, what: { scope: 'cause', ...phone } })
  await harness.send(batch)
  const report = await harness.report(batch)
  const line = (key: string) => report.results.find((one) => one['carryover_account'] === key)
  expect(line('A-1')).toMatchObject({ outcome: 'created', error_codes: '', left_to_service: phone.code })
  expect(line('A-2')).toMatchObject({
    state: 'rejected',
    error_codes: phone.code,
    left_to_service: phone.code,
  })
  expect(
    report.errors.map((one) => [one['carryover_account'], one['source'], one['left_to_service_at'] !== '']),
  ).toEqual([
    ['A-1', 'local', true],
    ['A-2', 'local', true],
    ['A-2', 'validate', false],
  ])
  const summary = JSON.parse(readFileSync(report.files['summary_json'] ?? '', 'utf8'))
  expect(summary.totals).toMatchObject({ problems: 1, leftToService: 2 })
  expect(summary.batch.overrulings).toMatchObject([{ scope: 'cause', ...phone, problems: 2, accounts: 2 }])
  const page = readFileSync(report.files['summary_html'] ?? '', 'utf8')
  expect(page).toContain('<h2>Checks left to the service</h2>')
  expect(page).toContain('one cause: customers.*.landline')
})
