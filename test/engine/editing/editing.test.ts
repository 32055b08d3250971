// The calls behind the window: a batch that waits for its mapping, grids, problem groups, edits with undo, judging some.
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping-file.ts'
import { openHouse } from '../engine/harness.ts'
import { badPhone, good, mappedFile, mapping, noSurname, openedFile, stateOf } from './small-batch.ts'

test('an opened file waits for its mapping, and its rows can be looked at meanwhile', async () => {
  const house = await openHouse()
  const batch = await openedFile(house, [good('A-1'), good('A-2')])
  const { total, rows } = await house.client().sheets.page({ batch, sheet: 0, offset: 1, limit: 10 })
  expect(total).toBe(2)
  expect(rows.map((row) => [row.row, row.cells[0], row.account])).toEqual([[3, 'A-2', null]])
})

test('a draft mapping says what is wrong, what is covered, and what an account would look like', async () => {
  const house = await openHouse()
  const batch = await openedFile(house, [good('A-1'), badPhone('A-2')])
  const draft = { batch, catalogue: 'example', supplier: 'ACME' }
  const broken = mappingFile.parse({ ...mapping, columns: mapping.columns.slice(0, -1) })
  const checked = await house.client().mapping.check({ ...draft, mapping: broken })
  expect(checked.problems.map((problem) => problem.code)).toEqual(['column_not_mapped'])
  const fine = mappingFile.parse(mapping)
  const { problems, required } = await house.client().mapping.check({ ...draft, mapping: fine })
  expect(problems).toEqual([])
  expect(required.filter((field) => !field.covered)).toEqual([])
  expect(required.map((field) => field.path)).toContain('billing_address.country')
  const preview = await house.client().mapping.preview({ ...draft, mapping: fine, index: 1 })
  expect(preview.accounts).toBe(2)
  expect(preview.account?.payload).toMatchObject({ external_account_number: 'A-2', import_supplier: 'ACME' })
  expect(preview.account?.problems.map((problem) => problem.code)).toEqual(['invalid_phone_number'])
})

test('an edit is judged again at once, is undone and done again, and survives a restart', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [good('A-1'), badPhone('A-2')])
  expect(await stateOf(house, batch, 3)).toBe('blocked')
  const cells = [{ sheet: 0, row: 3, column: 7, text: '020 7946 0002' }]
  await house.client().edits.apply({ batch, words: 'Phone 1 of A-2', cells })
  expect(await stateOf(house, batch, 3)).toBe('ready')

  await house.stop()
  await house.start()
  const page = await house
    .client()
    .sheets.page({ batch, sheet: 0, offset: 0, limit: 10, filter: { changed: true } })
  expect(page.rows.map((row) => [row.row, row.cells[7], row.edited])).toEqual([[3, '020 7946 0002', [7]]])

  expect(await house.client().edits.undo({ batch })).toMatchObject({
    edit: { words: 'Phone 1 of A-2', undone: true, cells: 1, accounts: 1 },
    accounts: [page.rows[0]?.account?.id],
  })
  expect(await stateOf(house, batch, 3)).toBe('blocked')
  expect(await house.client().edits.redo({ batch })).toMatchObject({ edit: { undone: false } })
  expect(await stateOf(house, batch, 3)).toBe('ready')
  expect(await house.client().edits.redo({ batch })).toBeNull()
})

test("an edit makes the service's word stale, and undoing it makes that word count again", async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [noSurname('A-1'), good('A-2')])
  await house.giveKey()
  await house.validate(batch)
  expect(await stateOf(house, batch, 2)).toBe('refused')
  expect(await stateOf(house, batch, 3)).toBe('cleared')
  const { rows } = await house.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 10 })
  const account = rows[0]?.account?.id ?? 0
  const change = (text: string) => [{ sheet: 0, row: 2, column: 6, text }]

  await house.client().edits.apply({ batch, words: 'Surname', cells: change('Lee') })
  const edited = await house.client().accounts.get({ account })
  expect(edited.state).toBe('ready')
  expect(edited.problems.map((problem) => [problem.source, problem.stale])).toEqual([['validate', true]])
  expect(edited.judgement).toMatchObject({ verdict: 'refused', current: false })

  await house.client().edits.undo({ batch })
  const undone = await house.client().accounts.get({ account })
  expect(undone.state).toBe('refused')
  expect(undone.problems.map((problem) => problem.stale)).toEqual([false])
  expect(undone.judgement?.current).toBe(true)
})

test('problems are grouped by code, field and column, and a group filters the rows', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [good('A-1'), badPhone('A-2'), badPhone('A-3')])
  const { groups } = await house.client().problems.groups({ batch })
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
  const { total, rows } = await house.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 10, filter })
  expect(total).toBe(2)
  expect(rows.map((row) => row.problems.map((problem) => problem.columns))).toEqual([[[7]], [[7]]])
})

test('two rows that are one account block each other until an edit tells them apart', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [good('A-1'), good('A-1'), good('A-2')])
  expect(await stateOf(house, batch, 2)).toBe('blocked')
  const cells = [{ sheet: 0, row: 3, column: 0, text: 'A-3' }]
  await house.client().edits.apply({ batch, words: 'Another number', cells })
  await house.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect(await stateOf(house, batch, 2)).toBe('ready')
  expect(await stateOf(house, batch, 3)).toBe('ready')
})

test('a created account cannot be edited, and it is said why', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [good('A-1')])
  await house.giveKey()
  await house.send(batch)
  const cells = [{ sheet: 0, row: 2, column: 1, text: 'Somebody else' }]
  await expect(house.client().edits.apply({ batch, words: 'x', cells })).rejects.toThrow(
    /A-1 cannot be edited: it was created/,
  )
  await expect(house.client().batches.remove({ batch })).rejects.toThrow(/were sent/)
})

test('accounts are found by key, by text of a cell and by code, and can be held', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [good('A-1'), badPhone('B-2')])
  const find = (text: string) => house.client().accounts.find({ text, limit: 10 })
  expect((await find('b-2')).map((line) => line.key)).toEqual(['B-2'])
  expect((await find('7946-0A10')).map((line) => line.key)).toEqual(['B-2'])
  expect((await find('invalid_phone_number')).map((line) => line.key)).toEqual(['B-2'])
  const [first] = await find('A-1')
  await house.client().accounts.hold({ accounts: [first?.id ?? 0], reason: 'The customer moves' })
  const held = await house
    .client()
    .accounts.list({ batch, states: ['ready'], needPerson: true, offset: 0, limit: 10 })
  expect(held.accounts.map((line) => [line.key, line.advice])).toEqual([['A-1', 'Held: The customer moves']])
})

test('only the accounts that were asked for are judged', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [good('A-1'), good('A-2'), good('A-3')])
  const [second] = await house.client().accounts.find({ text: 'A-2', limit: 1 })
  await house.client().accounts.judge({ accounts: [second?.id ?? 0] })
  await house.until(batch, (view) => view.states.cleared === 1)
  expect(await stateOf(house, batch, 2)).toBe('ready')
  expect(await stateOf(house, batch, 3)).toBe('cleared')
  const judged = house.exchanges.filter((exchange) => exchange.url.endsWith('/validate/')).length
  expect(judged).toBe(1)
})

test('a saved template that fits every column is what is suggested, conversions included', async () => {
  const house = await openHouse()
  const batch = await openedFile(house, [good('A-1')])
  const ask = { batch, catalogue: 'example', supplier: 'ACME' }
  const before = await house.client().mapping.suggest(ask)
  expect(before.unmapped).toContainEqual({ sheet: 'accounts', column: 'First 1' })
  await house.client().templates.save({ name: 'Northwind', mapping: mappingFile.parse(mapping) })
  const suggested = await house.client().mapping.suggest(ask)
  expect(suggested.unmapped).toEqual([])
  expect(suggested.mapping).toEqual(mappingFile.parse(mapping))
  expect(suggested.reasons[0]?.reason).toMatch(/“Northwind” fits every column/)
})
