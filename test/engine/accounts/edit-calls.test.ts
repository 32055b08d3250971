// Tests the calls for edits on a real engine: a new edit after an undo, steps through the history, reverted cells,
// the history of a cell, and items excluded from the payload.
import { expect, test } from 'vitest'
import type { FixScope } from '../../../shared/fixing/fix.ts'
import { openHarness } from '../api/harness.ts'
import { badPhone, good, mappedFile, stateOf } from './small-batch.ts'
import { english } from '../../support/english.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { message, sentenceOf } from '../../../shared/texts/message.ts'

const nameColumn = 1
const phoneColumn = 7
const cell = (row: number, column: number, text: string) => ({ sheet: 0, row, column, text })
const twoCustomers = (key: string): string =>
  `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,020 7946 0001,Bob,Ray,020 7946 0002,`

test('after an edit or a fix, what was undone before stays in the history and cannot be redone', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  const { edits, fixes } = harness.client()
  const listed = async () =>
    (await edits.history({ batch })).map(({ words, undone, replaced }) => [words, undone, replaced])
  await edits.apply({ batch, words: 'First name', cells: [cell(2, nameColumn, 'Bea')] })
  await edits.apply({ batch, words: 'Second name', cells: [cell(2, nameColumn, 'Cid')] })
  await edits.undo({ batch })
  await edits.apply({ batch, words: 'Other', cells: [cell(2, nameColumn, 'Dan')] })
  await edits.undo({ batch })
  const scope: FixScope = { sheet: 0, columns: [nameColumn], rows: { filter: {} } }
  await fixes.apply({ batch, fix: { kind: 'set', text: 'Eve' }, scope, words: 'Fix' })
  expect(await edits.redo({ batch })).toBeNull()
  expect(await listed()).toEqual([
    ['Fix', false, false],
    ['Other', true, true],
    ['Second name', true, true],
    ['First name', false, false],
  ])
  // Undo goes on past them, and redo does not take them up.
  await edits.undoTo({ batch, edit: null })
  expect(
    (await edits.redoTo({ batch, edit: Number.MAX_SAFE_INTEGER }))?.edits.map(({ words }) => words),
  ).toEqual(['First name', 'Fix'])
  const history = await edits.cell({ batch, sheet: 0, row: 2, column: nameColumn })
  expect(history.now).toBe('Eve')
  expect(history.edits.map(({ after, undone }) => [after, undone])).toEqual([
    ['Eve', false],
    ['Dan', true],
    ['Cid', true],
    ['Bea', false],
  ])
})

test('the words of an edit are kept as a message, and words that nobody could read are refused', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  const { edits } = harness.client()
  const cells = [cell(2, nameColumn, 'Bea')]
  const words = message('edits.cell', { column: 'Name', key: 'A-1' })
  await edits.apply({ batch, words, cells })
  const [kept] = await edits.history({ batch })
  expect(kept?.words).toEqual(words)
  expect(kept?.first).toEqual({ sheet: 0, row: 2, column: nameColumn })
  const german = createMessageFormat('de', 'de-DE')
  expect(kept === undefined ? '' : sentenceOf(kept.words, german)).toBe('Name von A-1')

  for (const unreadable of [
    '',
    { key: 'edits.none_such' },
    { key: 'edits.cell', values: { column: 'Name' } },
  ])
    await expect(edits.apply({ batch, words: unreadable, cells })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  expect(await edits.history({ batch })).toHaveLength(1)
})

test('going to a place in the history undoes or redoes all edits in between at once', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  const { edits } = harness.client()
  const made: number[] = []
  for (const text of ['B', 'C', 'D'])
    made.push((await edits.apply({ batch, words: text, cells: [cell(2, nameColumn, text)] })).edit)
  const [first = 0, second = 0] = made
  const now = async () => (await edits.cell({ batch, sheet: 0, row: 2, column: nameColumn })).now

  expect((await edits.undoTo({ batch, edit: first }))?.edits.map(({ words }) => words)).toEqual(['D', 'C'])
  expect(await now()).toBe('B')
  expect(await edits.undoTo({ batch, edit: first })).toBeNull()
  expect(await edits.undoTo({ batch, edit: null })).toMatchObject({ edits: [{ words: 'B', undone: true }] })
  expect(await now()).toBe('Ann Lee')
  expect((await edits.redoTo({ batch, edit: second }))?.edits.map(({ words }) => words)).toEqual(['B', 'C'])
  expect(await now()).toBe('C')
})

test('going back over an account that can no longer be edited undoes nothing at all', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-2')])
  const { edits, batches } = harness.client()
  await edits.apply({ batch, words: 'One', cells: [cell(2, nameColumn, 'Bea')] })
  await edits.apply({ batch, words: 'Two', cells: [cell(3, nameColumn, 'Cid')] })
  await harness.giveKey()
  await harness.validate(batch)
  await batches.release({ batch, limit: 1 })
  await harness.until(batch, (view) => view.outcomes.created === 1)
  await expect(edits.undoTo({ batch, edit: null })).rejects.toThrow(/A-1 cannot be edited: it was created/)
  expect((await edits.history({ batch })).map(({ undone }) => undone)).toEqual([false, false])
  expect(await edits.undo({ batch })).toMatchObject({ edit: { words: 'Two' } })
})

test('the history of a cell lists every edit of it with the text before and after', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [badPhone('A-1')])
  const { edits } = harness.client()
  const ask = { batch, sheet: 0, row: 2, column: phoneColumn }
  await edits.apply({ batch, words: 'Wrong', cells: [cell(2, phoneColumn, 'nobody')] })
  await edits.apply({ batch, words: 'Right', cells: [cell(2, phoneColumn, '020 7946 0009')] })
  await edits.apply({ batch, words: 'Elsewhere', cells: [cell(2, nameColumn, 'Bea')] })
  await edits.undoTo({ batch, edit: 1 })
  expect(await edits.cell(ask)).toMatchObject({
    read: '(020) 7946-0A10',
    now: 'nobody',
    edits: [
      { words: 'Right', before: 'nobody', after: '020 7946 0009', undone: true },
      { words: 'Wrong', before: '(020) 7946-0A10', after: 'nobody', undone: false },
    ],
  })
  await expect(edits.cell({ ...ask, row: 99 })).rejects.toThrow(/has no row 99/)
})

test('some or all cells of a scope are reset to the text that was read, as an edit that can be undone', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-2'), good('A-3')])
  const { edits } = harness.client()
  const rows = [2, 3, 4]
  await edits.apply({ batch, words: 'Names', cells: rows.map((row) => cell(row, nameColumn, 'Bea')) })
  await edits.apply({ batch, words: 'Phones', cells: rows.map((row) => cell(row, phoneColumn, 'nobody')) })
  const names = async () => {
    const page = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 3 })
    return page.rows.map(({ cells, edited }) => [cells[nameColumn], cells[phoneColumn], edited])
  }
  const one = { cells: [{ sheet: 0, row: 3, column: nameColumn }] }
  expect(await edits.revertCells({ batch, words: 'Back', what: one })).toMatchObject({
    cells: 1,
    accounts: 1,
  })
  expect(await names()).toEqual([
    ['Bea', 'nobody', [1, 7]],
    ['Ann Lee', 'nobody', [7]],
    ['Bea', 'nobody', [1, 7]],
  ])
  const scope: FixScope = {
    sheet: 0,
    columns: [nameColumn, phoneColumn],
    rows: { filter: { changed: true } },
  }
  expect(await edits.revertCells({ batch, words: 'All back', what: { scope } })).toMatchObject({ cells: 5 })
  expect(await names()).toEqual(rows.map(() => ['Ann Lee', '020 7946 0001', []]))
  expect(await stateOf(harness, batch, 2)).toBe('unvalidated')
  await expect(edits.revertCells({ batch, words: 'Again', what: { scope } })).rejects.toThrow(
    /None of these cells was edited/,
  )
  await edits.undo({ batch })
  expect((await names())[0]).toEqual(['Bea', 'nobody', [1, 7]])
})

test('an item is removed from the payload by emptying its source cells', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [twoCustomers('A-1')])
  const { accounts, edits, fixes, sheets } = harness.client()
  const { rows } = await sheets.page({ batch, sheet: 0, offset: 0, limit: 1 })
  const account = rows[0]?.account?.id ?? 0
  const preview = await fixes.previewRemoval({ batch, account, attr: 'customers.1' })
  expect(preview).toEqual({
    cells: [
      { sheet: 0, sheetName: 'accounts', row: 2, column: 8, name: 'First 2', text: 'Bob' },
      { sheet: 0, sheetName: 'accounts', row: 2, column: 9, name: 'Surname 2', text: 'Ray' },
      { sheet: 0, sheetName: 'accounts', row: 2, column: 10, name: 'Phone 2', text: '020 7946 0002' },
    ],
    alsoFeeds: [],
  })
  expect(await fixes.removeItem({ batch, account, attr: 'customers.1' })).toMatchObject({ cells: 3 })
  expect(await accounts.get({ account })).toMatchObject({ payload: { customers: [{ given_name: 'Ann' }] } })

  // The first of two items: the second moves up and is not mistaken for it.
  await edits.undo({ batch })
  const first = { batch, account, attr: 'customers.0' }
  expect(await fixes.removeItem(first)).toMatchObject({ cells: 3 })
  expect(await accounts.get({ account })).toMatchObject({ payload: { customers: [{ given_name: 'Bob' }] } })
  // What was undone stays in the history.
  expect(english((await edits.history({ batch })).map(({ words }) => words))).toEqual([
    'Take out customers.0 of A-1',
    'Take out customers.1 of A-1',
  ])
})

test('an item without source cells cannot be removed by emptying cells, and is named', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  const { fixes, sheets } = harness.client()
  const { rows } = await sheets.page({ batch, sheet: 0, offset: 0, limit: 1 })
  const account = rows[0]?.account?.id ?? 0
  const ask = (attr: string) => fixes.previewRemoval({ batch, account, attr })
  await expect(ask('account_type')).rejects.toThrow(/account_type is set for the whole batch/)
  await expect(ask('customers.4')).rejects.toThrow(/sends nothing at customers.4/)
  await expect(ask('external_account_number')).rejects.toMatchObject({ data: { code: 'key_cell' } })
})

test('the preview already says that a change of keys is refused', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-2')])
  await harness.giveKey()
  await harness.validate(batch)
  await harness.client().batches.release({ batch, limit: 1 })
  await harness.until(batch, (view) => view.outcomes.created === 1)
  const scope: FixScope = { sheet: 0, columns: [0], rows: { filter: {} } }
  const fix = { kind: 'replace', find: 'A-', with: 'Z-', match: 'part', matchCase: true } as const
  const steps = []
  for await (const step of await harness.client().fixes.preview({ batch, fix, scope })) steps.push(step)
  expect(steps).toMatchObject([
    { kind: 'cells', cells: 1, locked: 1, keys: true, refusal: { code: 'key_locked' } },
  ])
  await expect(harness.client().fixes.apply({ batch, fix, scope, words: 'Keys' })).rejects.toMatchObject({
    data: { code: 'key_locked' },
  })
})
