// Tests the calls behind the window: a batch that waits for its mapping, grids, problem groups, edits with undo, and
// validating a selection.
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { openHarness } from '../api/harness.ts'
import { badPhone, good, mappedFile, mapping, noSurname, openedFile, stateOf } from './small-batch.ts'
import { english } from '../../support/english.ts'

test('an opened file waits for its mapping, and its rows can be viewed meanwhile', async () => {
  const harness = await openHarness()
  const batch = await openedFile(harness, [good('A-1'), good('A-2')])
  const { total, rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 1, limit: 10 })
  expect(total).toBe(2)
  expect(rows.map((row) => [row.row, row.cells[0], row.account])).toEqual([[3, 'A-2', null]])
})

test('a draft mapping shows its problems, the covered fields, and what an account would look like', async () => {
  const harness = await openHarness()
  const batch = await openedFile(harness, [good('A-1'), badPhone('A-2')])
  const draft = { batch, catalogue: 'example', supplier: 'ACME' }
  const broken = mappingFile.parse({ ...mapping, columns: mapping.columns.slice(0, -1) })
  const checked = await harness.client().mapping.check({ ...draft, mapping: broken })
  expect(checked.problems.map((problem) => problem.code)).toEqual(['column_not_mapped'])
  const fine = mappingFile.parse(mapping)
  const { problems, required } = await harness.client().mapping.check({ ...draft, mapping: fine })
  expect(problems).toEqual([])
  expect(required.filter((field) => !field.covered)).toEqual([])
  expect(required.map((field) => field.path)).toContain('billing_address.country')
  const preview = await harness.client().mapping.preview({ ...draft, mapping: fine, index: 1 })
  expect(preview.accounts).toBe(2)
  expect(preview.account?.payload).toMatchObject({ external_account_number: 'A-2', import_supplier: 'ACME' })
  expect(preview.account?.problems.map((problem) => problem.code)).toEqual(['invalid_phone_number'])
})

test('an edit is checked at once, can be undone and redone, and survives a restart', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), badPhone('A-2')])
  expect(await stateOf(harness, batch, 3)).toBe('invalid')
  const cells = [{ sheet: 0, row: 3, column: 7, text: '020 7946 0002' }]
  await harness.client().edits.apply({ batch, words: 'Phone 1 of A-2', cells })
  expect(await stateOf(harness, batch, 3)).toBe('unvalidated')

  await harness.stop()
  await harness.start()
  const page = await harness
    .client()
    .sheets.page({ batch, sheet: 0, offset: 0, limit: 10, filter: { changed: true } })
  expect(page.rows.map((row) => [row.row, row.cells[7], row.edited])).toEqual([[3, '020 7946 0002', [7]]])

  expect(await harness.client().edits.undo({ batch })).toMatchObject({
    edit: { words: 'Phone 1 of A-2', undone: true, cells: 1, accounts: 1 },
    accounts: [page.rows[0]?.account?.id],
  })
  expect(await stateOf(harness, batch, 3)).toBe('invalid')
  expect(await harness.client().edits.redo({ batch })).toMatchObject({ edit: { undone: false } })
  expect(await stateOf(harness, batch, 3)).toBe('unvalidated')
  expect(await harness.client().edits.redo({ batch })).toBeNull()
})

test("an edit makes the service's validation stale, and undoing it makes the validation count again", async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [noSurname('A-1'), good('A-2')])
  await harness.giveKey()
  await harness.validate(batch)
  expect(await stateOf(harness, batch, 2)).toBe('rejected')
  expect(await stateOf(harness, batch, 3)).toBe('validated')
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 10 })
  const account = rows[0]?.account?.id ?? 0
  const change = (text: string) => [{ sheet: 0, row: 2, column: 6, text }]

  await harness.client().edits.apply({ batch, words: 'Surname', cells: change('Lee') })
  const edited = await harness.client().accounts.get({ account })
  expect(edited.state).toBe('unvalidated')
  expect(edited.problems.map((problem) => [problem.source, problem.stale])).toEqual([['validate', true]])
  expect(edited.validation).toMatchObject({ verdict: 'rejected', current: false })

  await harness.client().edits.undo({ batch })
  const undone = await harness.client().accounts.get({ account })
  expect(undone.state).toBe('rejected')
  expect(undone.problems.map((problem) => problem.stale)).toEqual([false])
  expect(undone.validation?.current).toBe(true)
})

test('problems are grouped by code, field and column, and a group filters the rows', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), badPhone('A-2'), badPhone('A-3')])
  const { groups } = await harness.client().problems.groups({ batch })
  expect(groups).toMatchObject([
    {
      code: 'invalid_phone_number',
      field: 'customers.*.landline',
      sheet: 0,
      column: 7,
      problems: 2,
      accounts: 2,
      source: 'local',
    },
  ])
  const filter = { code: 'invalid_phone_number', column: 7 }
  const { total, rows } = await harness
    .client()
    .sheets.page({ batch, sheet: 0, offset: 0, limit: 10, filter })
  expect(total).toBe(2)
  expect(rows.map((row) => row.problems.map((problem) => problem.columns))).toEqual([[[7]], [[7]]])
})

test('two rows with the key of one account block each other until an edit distinguishes them', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-1'), good('A-2')])
  expect(await stateOf(harness, batch, 2)).toBe('invalid')
  const cells = [{ sheet: 0, row: 3, column: 0, text: 'A-3' }]
  await harness.client().edits.apply({ batch, words: 'Another number', cells })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect(await stateOf(harness, batch, 2)).toBe('unvalidated')
  expect(await stateOf(harness, batch, 3)).toBe('unvalidated')
})

test('a created account cannot be edited, and the refusal says why', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  await harness.giveKey()
  await harness.send(batch)
  const cells = [{ sheet: 0, row: 2, column: 1, text: 'Somebody else' }]
  await expect(harness.client().edits.apply({ batch, words: 'x', cells })).rejects.toThrow(
    /A-1 cannot be edited: it was created/,
  )
  await expect(harness.client().batches.remove({ batch })).rejects.toThrow(/were sent/)
})

test('accounts are found by key, by cell text and by code, and can be held', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), badPhone('B-2')])
  const find = (text: string) => harness.client().accounts.find({ text, limit: 10 })
  expect((await find('b-2')).map((line) => line.key)).toEqual(['B-2'])
  expect((await find('7946-0A10')).map((line) => line.key)).toEqual(['B-2'])
  expect((await find('invalid_phone_number')).map((line) => line.key)).toEqual(['B-2'])
  const [first] = await find('A-1')
  await harness.client().accounts.hold({ accounts: [first?.id ?? 0], reason: 'The customer moves' })
  const held = await harness
    .client()
    .accounts.list({ batch, states: ['unvalidated'], needPerson: true, offset: 0, limit: 10 })
  expect(english(held.accounts.map((line) => [line.key, line.advice]))).toEqual([
    ['A-1', 'Held: The customer moves'],
  ])
})

test('only the accounts that were asked for are validated', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-2'), good('A-3')])
  const [second] = await harness.client().accounts.find({ text: 'A-2', limit: 1 })
  await harness.client().accounts.validate({ accounts: [second?.id ?? 0] })
  await harness.until(batch, (view) => view.states.validated === 1)
  expect(await stateOf(harness, batch, 2)).toBe('unvalidated')
  expect(await stateOf(harness, batch, 3)).toBe('validated')
  const validated = harness.exchanges.filter((exchange) => exchange.url.endsWith('/validate/')).length
  expect(validated).toBe(1)
})

test('a saved template that fits every column is suggested, with its conversions', async () => {
  const harness = await openHarness()
  const batch = await openedFile(harness, [good('A-1')])
  const ask = { batch, catalogue: 'example', supplier: 'ACME' }
  const before = await harness.client().mapping.suggest(ask)
  expect(before.unmapped).toContainEqual({ sheet: 'accounts', column: 'First 1' })
  await harness.client().templates.save({ name: 'Northwind', mapping: mappingFile.parse(mapping) })
  const suggested = await harness.client().mapping.suggest(ask)
  expect(suggested.unmapped).toEqual([])
  expect(suggested.mapping).toEqual(mappingFile.parse(mapping))
  expect(english(suggested.reasons[0]?.reason)).toMatch(/“Northwind” fits every column/)
})
