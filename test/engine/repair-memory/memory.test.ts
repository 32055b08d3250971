// Tests remembered repairs: which of them fit another file, which are never offered, and that applying them is one
// edit.
import { expect, test } from 'vitest'
import type { RepairOffer } from '../../../shared/contract/fixing/memory.ts'
import { generateAccounts } from '../../files/generate.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { badPhone, good, mappedFile, mapping, openedFile } from '../accounts/small-batch.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { english, englishRefusal } from '../../support/english.ts'

const column = { name: 1, country: 4, phone: 7, secondPhone: 10, notes: 11 }
const wrong = '(020) 7946-0A10'
const right = '020 7946 0010'

const row = (
  key: string,
  more: Partial<Record<'name' | 'country' | 'phone' | 'second' | 'notes', string>> = {},
) =>
  [
    key,
    more.name ?? 'Ann Lee',
    '1 High St',
    'QX1 1AA',
    more.country ?? 'GB',
    'Ann',
    'Lee',
    more.phone ?? '020 7946 0001',
    more.second === undefined ? '' : 'Bob',
    more.second === undefined ? '' : 'Lee',
    more.second ?? '',
    more.notes ?? '',
  ].join(',')

async function edit(
  harness: Harness,
  batch: number,
  ...cells: [row: number, column: number, text: string][]
) {
  await harness.client().edits.apply({
    batch,
    words: 'Repair',
    cells: cells.map(([line, at, text]) => ({ sheet: 0, row: line, column: at, text })),
  })
}

async function offersOf(harness: Harness, batch: number): Promise<RepairOffer[]> {
  return (await harness.client().memory.offers({ batch, offset: 0, limit: 500 })).offers
}
const said = (offers: readonly RepairOffer[]) =>
  offers.map(({ kind, before, after, cells, sure }) => [kind, before, after, cells, sure] as const)

const all = { sure: true, but: [] }

/** With the notes field as a closed list. */
async function withChoices(harness: Harness, lines: readonly string[]): Promise<number> {
  const batch = await openedFile(harness, lines)
  const columns = mapping.columns.map((one) =>
    one.column === 'Notes' ? { column: 'Notes', field: 'communication_preference' } : one,
  )
  await harness.client().mapping.apply({
    batch,
    mapping: mappingFile.parse({ ...mapping, columns }),
    catalogue: 'example',
    supplier: 'ACME',
    connection: harness.connection,
  })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  return batch
}
const pigeon = (key: string) => row(key, { notes: 'PIGEON' })

async function cellsOf(harness: Harness, batch: number, at: number): Promise<string[]> {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 500 })
  return rows.map(({ cells }) => cells[at] ?? '')
}

test('a replaced choice is offered for the same value in the column, as one undoable edit', async () => {
  const harness = await openHarness()
  const first = await withChoices(harness, [pigeon('A-1'), row('A-2')])
  await edit(harness, first, [2, column.notes, 'PRINT'])
  const second = await withChoices(harness, [row('B-1'), pigeon('B-2'), pigeon('B-3')])
  const [offer, ...others] = await offersOf(harness, second)
  expect(others).toEqual([])
  expect(offer).toMatchObject({
    kind: 'value',
    before: 'PIGEON',
    after: 'PRINT',
    cells: 2,
    seen: 1,
    typed: true,
    stayed: 0,
    otherwise: [],
    basis: 'choice',
    sure: true,
    fields: ['communication_preference'],
    columns: [{ sheet: 0, column: column.notes, name: 'Notes', cells: 2 }],
    origins: [{ batch: first, name: 'accounts.csv', cells: 1 }],
  })
  expect(await harness.client().memory.waiting({ batch: second })).toMatchObject({
    all: { offers: 1, cells: 2 },
    sure: { offers: 1, cells: 2 },
  })

  const steps = []
  for await (const step of await harness.client().memory.preview({ batch: second, chosen: all }))
    steps.push(step)
  expect(steps[0]).toMatchObject({ kind: 'cells', cells: 2, accounts: 2, keys: false, refusal: null })
  expect(steps.at(-1)).toMatchObject({ kind: 'effect', checked: 2, vanish: 2, appear: 0, freed: 2 })

  const made = await harness.client().memory.apply({ batch: second, chosen: all })
  expect(made).toMatchObject({ cells: 2, accounts: 2 })
  expect(await cellsOf(harness, second, column.notes)).toEqual(['', 'PRINT', 'PRINT'])
  expect(english(await harness.client().edits.history({ batch: second }))).toMatchObject([
    { words: '2 cells repaired as in earlier files', cells: 2 },
  ])
  expect((await harness.until(second, (view) => view.work === null)).states.unvalidated).toBe(3)
  expect(await offersOf(harness, second)).toEqual([])
  await harness.client().edits.undo({ batch: second })
  expect(await cellsOf(harness, second, column.notes)).toEqual(['', 'PIGEON', 'PIGEON'])
  expect(said(await offersOf(harness, second))).toEqual([['value', 'PIGEON', 'PRINT', 2, true]])
})

test('a customer’s value is applied only to the same account, even if selected for others', async () => {
  const harness = await openHarness()
  const cry = '+44 117 496 0after six'
  const first = await mappedFile(harness, [row('A-1', { phone: cry }), good('A-2')])
  await edit(harness, first, [2, column.phone, '+44 117 496 0123'])
  const others = Array.from({ length: 7 }, (_, at) => row(`B-${at}`, { phone: cry }))
  const second = await mappedFile(harness, [row('A-1', { phone: cry }), ...others])
  const offers = await offersOf(harness, second)
  expect(offers.map(({ kind, basis, cells, sure }) => [kind, basis, cells, sure])).toEqual([
    ['cell', 'account', 1, true],
    ['value', 'other_customer', 7, false],
  ])
  expect(await harness.client().memory.waiting({ batch: second })).toMatchObject({
    all: { offers: 1, cells: 1 },
    sure: { offers: 1, cells: 1 },
    others: { offers: 1, cells: 7 },
  })
  // Naming it does not select it either.
  const made = await harness
    .client()
    .memory.apply({ batch: second, chosen: { sure: true, but: [offers[1]?.id ?? ''] } })
  expect(made).toMatchObject({ cells: 1, accounts: 1 })
  expect(await cellsOf(harness, second, column.phone)).toEqual([
    '+44 117 496 0123',
    ...Array.from({ length: 7 }, () => cry),
  ])
})

test('a reformatted number is preselected; a value in a column of unknown values is only offered', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [row('A-1', { phone: '(020) 7946.0010', notes: 'x' })])
  await edit(harness, first, [2, column.phone, '+44 20 7946 0010'])
  await edit(harness, first, [2, column.notes, 'y'])
  const second = await mappedFile(harness, [row('B-1', { phone: '(020) 7946.0010', notes: 'x' })])
  const offers = await offersOf(harness, second)
  expect(offers.map(({ after, basis, sure }) => [after, basis, sure])).toEqual([
    ['+44 20 7946 0010', 'format', true],
    ['y', 'value', false],
  ])
})

test('a repair is offered in every column of the same field, and in no other column', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [row('A-1', { phone: 'none' }), row('A-2', { notes: 'x' })])
  await edit(harness, first, [2, column.phone, right])
  await edit(harness, first, [3, column.notes, 'y'])
  const second = await mappedFile(harness, [
    row('B-1', { second: 'none', name: 'none', notes: 'none' }),
    row('B-2', { notes: 'x', name: 'x' }),
  ])
  const offers = await offersOf(harness, second)
  expect(offers.map(({ columns, after }) => [columns.map(({ name }) => name), after])).toEqual([
    [['Notes'], 'y'],
    [['Phone 2'], right],
  ])
})

test('a repair of an account’s cell is offered if a file has the same value for it again', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [
    row('A-1', { phone: 'one' }),
    row('A-2', { phone: 'two' }),
    row('A-3', { phone: 'three' }),
  ])
  // One edit of cells with different texts says nothing about these texts elsewhere.
  await edit(
    harness,
    first,
    [2, column.phone, '020 7946 0011'],
    [3, column.phone, '020 7946 0012'],
    [4, column.phone, ''],
  )
  const second = await mappedFile(harness, [
    row('A-9', { phone: 'one' }),
    row('A-2', { phone: 'two' }),
    row('A-1', { phone: 'another' }),
  ])
  const offers = await offersOf(harness, second)
  expect(said(offers)).toEqual([['cell', 'two', '020 7946 0012', 1, true]])
  const made = await harness.client().memory.apply({ batch: second, chosen: all })
  expect(made.cells).toBe(1)
  expect(await cellsOf(harness, second, column.phone)).toEqual(['one', '020 7946 0012', 'another'])
})

test('a value for an empty cell is offered only for the same account', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [row('A-1', { country: '' }), row('A-2', { country: '' })])
  await edit(harness, first, [2, column.country, 'GB'], [3, column.country, 'GB'])
  const second = await mappedFile(harness, [row('A-2', { country: '' }), row('A-3', { country: '' })])
  expect(said(await offersOf(harness, second))).toEqual([['cell', '', 'GB', 1, true]])
})

test('two repairs of one text are both shown, never preselected and never applied together', async () => {
  const harness = await openHarness()
  const first = await mappedFile(
    harness,
    ['A-1', 'A-2', 'A-3'].map((key) => row(key, { notes: 'Lee' })),
  )
  await edit(harness, first, [2, column.notes, 'Ann Lee'], [3, column.notes, 'Ann Lee'])
  await edit(harness, first, [4, column.notes, 'Bob Lee'])
  const second = await mappedFile(harness, [row('A-3', { notes: 'Lee' }), row('B-1', { notes: 'Lee' })])
  const offers = await offersOf(harness, second)
  // The account that it was decided for keeps its text.
  expect(said(offers)).toEqual([
    ['cell', 'Lee', 'Bob Lee', 1, true],
    ['value', 'Lee', 'Ann Lee', 1, false],
    ['value', 'Lee', 'Bob Lee', 1, false],
  ])
  expect(offers[1]?.otherwise).toEqual([{ after: 'Bob Lee', cells: 1 }])
  const both = { sure: true, but: [offers[1]?.id ?? '', offers[2]?.id ?? ''] }
  expect(await englishRefusal(harness.client().memory.apply({ batch: second, chosen: both }))).toMatchObject({
    data: {
      code: 'repairs_conflict',
      message: '“Lee” cannot become both “Ann Lee” and “Bob Lee”. Choose one of the two.',
    },
  })
  await harness.client().memory.apply({ batch: second, chosen: { sure: true, but: [offers[1]?.id ?? ''] } })
  expect(await cellsOf(harness, second, column.notes)).toEqual(['Bob Lee', 'Ann Lee'])

  // Once one of the two is forgotten, the other is the only one.
  await harness.client().edits.undo({ batch: second })
  await harness.client().memory.forget({ repairs: [offers[2]?.repair ?? ''] })
  expect(said(await offersOf(harness, second))).toEqual([['value', 'Lee', 'Ann Lee', 2, false]])
})

test('a repair of a text left unchanged elsewhere is offered but not preselected', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [
    row('A-1', { name: 'Lee' }),
    row('A-2', { name: 'Lee' }),
    row('A-3', { name: 'Lee' }),
  ])
  await edit(harness, first, [2, column.name, 'Ann Lee'])
  const second = await mappedFile(harness, [row('B-1', { name: 'Lee' })])
  expect(await offersOf(harness, second)).toMatchObject([{ kind: 'value', stayed: 2, sure: false, cells: 1 }])
  await expect(harness.client().memory.apply({ batch: second, chosen: all })).rejects.toMatchObject({
    data: { code: 'nothing_to_change' },
  })
})

test('an undone edit is not remembered, a redone edit is', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [badPhone('A-1')])
  await edit(harness, first, [2, column.phone, right])
  await harness.client().edits.undo({ batch: first })
  const second = await mappedFile(harness, [badPhone('B-1')])
  expect(await offersOf(harness, second)).toEqual([])
  await harness.client().edits.redo({ batch: first })
  expect(said(await offersOf(harness, second))).toEqual([['value', wrong, right, 1, false]])
})

test('cells that were edited in the batch, and accounts that were sent, are left out', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [row('A-1', { notes: 'x' })])
  await edit(harness, first, [2, column.notes, 'y'])
  const second = await mappedFile(
    harness,
    ['B-1', 'B-2', 'B-3'].map((key) => row(key, { notes: 'x' })),
  )
  await edit(harness, second, [2, column.notes, 'z'])
  expect(said(await offersOf(harness, second))).toEqual([['value', 'x', 'y', 2, false]])
  const validated = await harness.validate(second)
  expect(validated.states.validated).toBe(3)
  await harness.client().batches.release({ batch: second, limit: 2 })
  await harness.until(second, ({ outcomes }) => outcomes.created === 2)
  const offers = await offersOf(harness, second)
  expect(said(offers)).toEqual([['value', 'x', 'y', 1, false]])
  const chosen = { sure: true, but: [offers[0]?.id ?? ''] }
  const made = await harness.client().memory.apply({ batch: second, chosen })
  expect(made.cells).toBe(1)
})

test('a forgotten repair is not offered again until it is restored', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [badPhone('A-1')])
  await edit(harness, first, [2, column.phone, right])
  const second = await mappedFile(harness, [badPhone('A-1'), badPhone('B-1')])
  const [offer] = await offersOf(harness, second)
  const repairs = [offer?.repair ?? '']
  await harness.client().memory.forget({ repairs })
  expect(await offersOf(harness, second)).toEqual([])
  await harness.stop()
  await harness.start()
  expect(await offersOf(harness, second)).toEqual([])
  expect(await harness.client().memory.list({ offset: 0, limit: 10 })).toMatchObject({
    total: 1,
    repairs: [{ before: wrong, after: right, forgotten: true }],
  })
  await harness.client().memory.recall({ repairs })
  expect(said(await offersOf(harness, second))).toEqual([
    ['cell', wrong, right, 1, true],
    ['value', wrong, right, 1, false],
  ])
})

test('the repairs of a removed batch are kept, and can be listed and deleted', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [
    badPhone('A-1'),
    row('A-2', { name: 'Lee' }),
    row('A-3', { name: 'Lee' }),
  ])
  await edit(harness, first, [2, column.phone, right])
  await edit(harness, first, [3, column.name, 'Ann Lee'])
  const second = await mappedFile(harness, [
    badPhone('A-1'),
    row('A-2', { name: 'Lee' }),
    row('B-1', { name: 'Lee' }),
  ])
  const before = await offersOf(harness, second)
  await harness.client().batches.remove({ batch: first })
  const after = await offersOf(harness, second)
  const gone = before.map((offer) => ({
    ...offer,
    origins: offer.origins.map((origin) => ({ ...origin, batch: null })),
  }))
  expect(after).toEqual(gone)
  expect(said(after)).toEqual([
    ['cell', 'Lee', 'Ann Lee', 1, true],
    ['cell', wrong, right, 1, true],
    ['value', 'Lee', 'Ann Lee', 1, false],
  ])
  const listed = await harness.client().memory.list({ offset: 0, limit: 10 })
  expect(listed).toMatchObject({ total: 2, kept: 2, days: 90 })
  expect(listed.repairs[0]?.origins).toMatchObject([{ batch: null, name: 'accounts.csv' }])
  expect(await harness.client().memory.removeKept()).toEqual({ removed: 2 })
  expect(await offersOf(harness, second)).toEqual([])
})

test('a forgotten repair is dropped with its batch, and no repair is kept if keeping is off', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [badPhone('A-1'), row('A-2', { name: 'Lee' })])
  await edit(harness, first, [2, column.phone, right])
  await edit(harness, first, [3, column.name, 'Ann Lee'])
  const second = await mappedFile(harness, [badPhone('B-1')])
  const [offer] = await offersOf(harness, second)
  await harness.client().memory.forget({ repairs: [offer?.repair ?? ''] })
  await harness.client().batches.remove({ batch: first })
  expect((await harness.client().memory.list({ offset: 0, limit: 10 })).repairs).toMatchObject([
    { before: 'Lee' },
  ])
  await harness.client().memory.keepFor({ days: 0 })
  expect((await harness.client().memory.list({ offset: 0, limit: 10 })).repairs).toEqual([])
  await edit(harness, second, [2, column.phone, right])
  await harness.client().batches.remove({ batch: second })
  expect(await harness.client().memory.list({ offset: 0, limit: 10 })).toMatchObject({
    total: 0,
    kept: 0,
    days: 0,
  })
})

test('dismissed offers of a batch are not shown again', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [badPhone('A-1')])
  await edit(harness, first, [2, column.phone, right])
  const second = await mappedFile(harness, [badPhone('B-1')])
  await harness.client().memory.dismiss({ batch: second })
  expect(await harness.client().memory.waiting({ batch: second })).toBeNull()
  await harness.stop()
  await harness.start()
  expect(await harness.client().memory.waiting({ batch: second })).toBeNull()
  expect(said(await offersOf(harness, second))).toHaveLength(1)
})

test('repairs are applied after an undo without a question, and what was undone stays in the history', async () => {
  const harness = await openHarness()
  const first = await withChoices(harness, [pigeon('A-1')])
  await edit(harness, first, [2, column.notes, 'PRINT'])
  const second = await withChoices(harness, [pigeon('B-1'), good('B-2')])
  await edit(harness, second, [3, column.name, 'x'])
  await harness.client().edits.undo({ batch: second })
  const made = await harness.client().memory.apply({ batch: second, chosen: all })
  expect(made.cells).toBe(1)
  const history = await harness.client().edits.history({ batch: second })
  expect(history.map(({ replaced }) => replaced)).toEqual([false, true])
})

test('repairs on several sheets are one edit, and their effect is counted once per account', async () => {
  const harness = await openHarness()
  const sample = await generateAccounts({
    seed: 3,
    count: 12,
    shape: 'linked',
    damage: 0,
    format: 'xlsx',
    folder: harness.folder,
  })
  const first = await harness.load(sample)
  const sheets = await harness.client().sheets.list({ batch: first })
  const places = sheets.flatMap(({ position, info }) => {
    const at = info.columns.findIndex(({ name }) => ['Sold on', 'Landline', 'Supply start'].includes(name))
    return at === -1 ? [] : [{ sheet: position, column: at }]
  })
  expect(places.length).toBeGreaterThan(1)
  // Overwritten in one edit, each cell once: remembered for these very accounts.
  const cells = await Promise.all(
    places.map(async ({ sheet, column: at }) => {
      const { rows } = await harness.client().sheets.page({ batch: first, sheet, offset: 0, limit: 3 })
      return rows
        .filter((one) => (one.cells[at] ?? '') !== '')
        .map((one) => ({ sheet, row: one.row, column: at, text: 'no longer known' }))
    }),
  )
  const changed = cells.flat()
  await harness.client().edits.apply({ batch: first, words: 'Unknown', cells: changed })
  const problemsOf = async (batch: number): Promise<number> =>
    (await harness.client().problems.groups({ batch })).groups.reduce((sum, group) => sum + group.problems, 0)
  const second = await harness.load(sample)
  const before = await problemsOf(second)
  const steps = []
  for await (const step of await harness.client().memory.preview({ batch: second, chosen: all }))
    steps.push(step)
  const [found] = steps
  const effect = steps.at(-1)
  if (found?.kind !== 'cells' || effect?.kind !== 'effect') throw new Error('The preview reported no effect')
  expect(found.cells).toBe(changed.length)
  expect(new Set(found.sample.map(({ sheet }) => sheet)).size).toBe(places.length)
  expect(effect.checked).toBe(found.accounts)
  expect(effect.accounts).toBe(found.accounts)

  const made = await harness.client().memory.apply({ batch: second, chosen: all })
  expect(made.cells).toBe(changed.length)
  await harness.until(second, (view) => view.work === null)
  expect((await problemsOf(second)) - before).toBe(effect.appear - effect.vanish)
  expect(await harness.client().edits.history({ batch: second })).toHaveLength(1)
})

test('a fix with a different value per row is remembered for the accounts, not for the text', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [row('A-1', { notes: 'x' }), row('A-2', { notes: 'x' })])
  await harness.client().fixes.apply({
    batch: first,
    words: 'Take the name',
    fix: { kind: 'take', column: column.name, onlyEmpty: false },
    scope: { sheet: 0, columns: [column.notes], rows: { filter: {} } },
  })
  const second = await mappedFile(harness, [row('A-2', { notes: 'x' }), row('B-1', { notes: 'x' })])
  expect(said(await offersOf(harness, second))).toEqual([['cell', 'x', 'Ann Lee', 1, true]])
})
