// Tests fixes of many cells on a real engine: their preview, that each is one edit, and which cells they leave
// unchanged.
import { expect, test } from 'vitest'
import type { Fix, FixScope } from '../../../shared/fixing/fix.ts'
import type { FixPreview } from '../../../shared/contract/views.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { badPhone, good, mappedFile } from './small-batch.ts'

const phone = 7
const everywhere: FixScope = { sheet: 0, columns: [phone], rows: { filter: {} } }
const repair: Fix = {
  kind: 'replace',
  find: '(020) 7946-0A10',
  with: '020 7946 0010',
  match: 'cell',
  matchCase: true,
}

async function previewOf(harness: Harness, batch: number, fix: Fix, scope = everywhere) {
  const seen: FixPreview[] = []
  for await (const step of await harness.client().fixes.preview({ batch, fix, scope })) seen.push(step)
  return {
    cells: seen.find((step) => step.kind === 'cells'),
    effect: seen.findLast((step) => step.kind === 'effect'),
  }
}

const mixed = [...Array.from({ length: 60 }, (_, at) => badPhone(`B-${at}`)), good('A-1'), good('A-2')]

test('a preview shows the cells with a sample, and then the effect on the accounts', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, mixed)
  const { cells, effect } = await previewOf(harness, batch, repair)
  expect(cells).toMatchObject({ cells: 60, accounts: 60, locked: 0, keys: false })
  expect(cells?.sample[0]).toEqual({
    row: 2,
    column: phone,
    key: 'B-0',
    before: '(020) 7946-0A10',
    after: '020 7946 0010',
  })
  expect(effect).toMatchObject({ checked: 60, accounts: 60, vanish: 60, appear: 0, freed: 60, invalid: 0 })
  // Nothing was done.
  expect((await harness.client().batches.get({ batch })).states).toMatchObject({
    invalid: 60,
    unvalidated: 2,
  })
  expect(await harness.client().edits.history({ batch })).toEqual([])
})

test('a preview counts the numbers that become others, with the first of them', async () => {
  const harness = await openHarness()
  const withNote = (key: string, note: string): string => `${good(key).replace(/[^,]*$/, '')}${note}`
  const notes = ['none', '177.89', '1200', '-5', '4.00']
  const batch = await mappedFile(
    harness,
    notes.map((note, at) => withNote(`N-${at}`, note)),
    'Balance',
  )
  const balance = { ...everywhere, columns: [11] }
  const digits = await previewOf(harness, batch, { kind: 'digits', plus: true }, balance)
  expect(digits.cells).toMatchObject({
    cells: 3,
    otherNumbers: { cells: 3, example: { before: '177.89', after: '17789' } },
  })
  const set = await previewOf(harness, batch, { kind: 'set', text: '12' }, balance)
  expect(set.cells).toMatchObject({ cells: 5, otherNumbers: null })
})

test('a preview shows the problems that a change would cause', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, mixed)
  const { effect } = await previewOf(harness, batch, { kind: 'set', text: 'nobody' })
  expect(effect).toMatchObject({ accounts: 62, vanish: 0, appear: 2, freed: 0, invalid: 2 })
})

test('a fix is one edit, and is undone as a whole', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, mixed)
  const made = await harness.client().fixes.apply({ batch, fix: repair, scope: everywhere, words: 'Phones' })
  expect(made).toMatchObject({ cells: 60, accounts: 60, locked: 0 })
  expect((await harness.until(batch, (view) => view.work === null)).states).toMatchObject({ unvalidated: 62 })
  await harness.client().edits.undo({ batch })
  const undone = await harness.until(batch, (view) => view.work === null)
  expect(undone.states).toMatchObject({ unvalidated: 2, invalid: 60 })
})

test('a fix changes only its rows: those of a filter, or of ranges', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, mixed)
  const ranges: FixScope = {
    ...everywhere,
    rows: {
      ranges: [
        [3, 4],
        [10, 10],
      ],
    },
  }
  expect((await previewOf(harness, batch, repair, ranges)).cells?.sample.map(({ row }) => row)).toEqual([
    3, 4, 10,
  ])
  const ready: FixScope = { ...everywhere, rows: { filter: { states: ['unvalidated'] } } }
  expect((await previewOf(harness, batch, { kind: 'clear' }, ready)).cells?.cells).toBe(2)
})

test('accounts that were created are left out of a fix and counted', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-2'), good('A-3')])
  await harness.giveKey()
  await harness.validate(batch)
  await harness.client().batches.release({ batch, limit: 1 })
  await harness.until(batch, (view) => view.outcomes.created === 1)
  const set: Fix = { kind: 'set', text: '020 7946 0077' }
  const made = await harness.client().fixes.apply({ batch, fix: set, scope: everywhere, words: 'Phones' })
  expect(made).toMatchObject({ cells: 2, accounts: 2, locked: 1 })
})

test('a fix of keys is reported as one, without its effect on accounts', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-2')])
  const keys: FixScope = { ...everywhere, columns: [0] }
  const { cells, effect } = await previewOf(
    harness,
    batch,
    { ...repair, find: 'A-', with: 'Z-', match: 'part' },
    keys,
  )
  expect(cells).toMatchObject({ cells: 2, keys: true })
  expect(effect).toBeUndefined()
})

test('a pattern that would run forever is stopped, and nothing is changed', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1').replace('Ann Lee', `${'a'.repeat(60)}!`)])
  const evil: Fix = { kind: 'replace', find: '^(a+)+$', with: '', match: 'pattern', matchCase: true }
  const scope: FixScope = { ...everywhere, columns: [1] }
  await expect(harness.client().fixes.apply({ batch, fix: evil, scope, words: 'x' })).rejects.toThrow(
    /takes too long on a cell between row 2 and row 2/,
  )
  expect(await harness.client().edits.history({ batch })).toEqual([])
})

test('a fix that changes nothing says so and leaves no edit', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  await expect(
    harness.client().fixes.apply({ batch, fix: repair, scope: everywhere, words: 'Phones' }),
  ).rejects.toThrow(/changes no cell/)
  expect(await harness.client().edits.history({ batch })).toEqual([])
})

test('filling down uses the text that the same fix wrote above', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [
    good('A-1'),
    `A-2,Ann Lee,,QX1 1AA,GB,Ann,Lee,020 7946 0001,,,,`,
    `A-3,Ann Lee,,QX1 1AA,GB,Ann,Lee,020 7946 0001,,,,`,
  ])
  const scope: FixScope = { ...everywhere, columns: [2] }
  await harness.client().fixes.apply({ batch, fix: { kind: 'fill_down' }, scope, words: 'Streets' })
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 3 })
  expect(rows.map((row) => row.cells[2])).toEqual(['1 High St', '1 High St', '1 High St'])
})

test('a fix continues past the end of one page of rows', async () => {
  const harness = await openHarness()
  const lines = Array.from({ length: 1200 }, (_, at) =>
    good(`A-${at}`).replace('1 High St', at === 0 ? 'Low Rd' : ''),
  )
  const batch = await mappedFile(harness, lines)
  const scope: FixScope = { ...everywhere, columns: [2, 2] }
  const { cells } = await previewOf(harness, batch, { kind: 'fill_down' }, scope)
  expect(cells).toMatchObject({ cells: 1199, accounts: 1199 })
  await harness.client().fixes.apply({ batch, fix: { kind: 'fill_down' }, scope, words: 'Streets' })
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 1199, limit: 1 })
  expect(rows[0]?.cells[2]).toBe('Low Rd')
  const built = await harness.until(batch, (view) => view.work === null)
  expect(built.states).toMatchObject({ unvalidated: 1200, invalid: 0 })
})
