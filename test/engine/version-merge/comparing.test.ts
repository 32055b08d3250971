// Tests comparing two versions of a file on a real engine: every kind of line, in wide files and in files of linked
// sheets.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { header } from '../accounts/small-batch.ts'
import { openHarness } from '../api/harness.ts'
import {
  accountOf,
  compare,
  edit,
  fileOf,
  firstVersion,
  line,
  linesOf,
  merge,
  nextVersion,
  rowOf,
  textOf,
} from './two-files.ts'
import { english } from '../../support/english.ts'

test('a newer version of unsure encoding is refused with the candidates, and is read in the one that is named', async () => {
  const harness = await openHarness()
  const first = await firstVersion(harness, [line('A-1')])
  const path = join(harness.folder, 'latin.csv')
  const text = [header, line('A-1', { surname: 'Müller' }), line('A-2', { street: '3 Königstraße' })]
  writeFileSync(path, Buffer.from(text.join('\n'), 'latin1'))
  const refused = await harness
    .client()
    .versions.open({ batch: first, path })
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({
    data: {
      code: 'encoding_unsure',
      candidates: expect.arrayContaining([expect.objectContaining({ encoding: 'windows-1252' })]) as unknown,
    },
  })
  expect(await harness.client().batches.list()).toHaveLength(1)
  const { batch } = await harness.client().versions.open({ batch: first, path, encoding: 'windows-1252' })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect(await textOf(harness, batch, 'A-1', 'surname')).toBe('Müller')
})

test('each cell shows the values of its three sides', async () => {
  const harness = await openHarness()
  const keys = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6']
  const first = await firstVersion(
    harness,
    keys.map((key) => line(key, { phone: 'bad' })),
  )
  await edit(harness, first, 'A-2', { phone: '020 7946 0102' })
  await edit(harness, first, 'A-3', { phone: '020 7946 0103' })
  await edit(harness, first, 'A-4', { phone: '020 7946 0104' })
  const second = await nextVersion(harness, first, [
    line('A-1', { phone: 'bad' }),
    // Our repair is carried; the customer made the same one; both made different ones.
    line('A-2', { phone: 'bad' }),
    line('A-3', { phone: '020 7946 0103' }),
    line('A-4', { phone: '020 7946 9999' }),
    // Only the file changed, and a new one; A-6 is gone.
    line('A-5', { phone: '020 7946 0105' }),
    line('A-7'),
  ])
  const brief = async (list: Parameters<typeof linesOf>[2]): Promise<unknown[]> =>
    (await linesOf(harness, second, list)).map(({ key, old, ours, fresh }) => [key, old, ours, fresh])
  expect(await brief('carried')).toEqual([['A-2', 'bad', '020 7946 0102', 'bad']])
  expect(await brief('same_repair')).toEqual([['A-3', 'bad', '020 7946 0103', '020 7946 0103']])
  expect(await brief('conflicts')).toEqual([['A-4', 'bad', '020 7946 0104', '020 7946 9999']])
  expect(await brief('file')).toEqual([['A-5', 'bad', null, '020 7946 0105']])
  expect((await linesOf(harness, second, 'new')).map(({ key }) => key)).toEqual(['A-7'])
  expect((await linesOf(harness, second, 'gone')).map(({ key }) => key)).toEqual(['A-6'])
  const view = await harness.client().versions.get({ batch: second })
  expect(view.version).toMatchObject({ number: 2, earlier: first, merge: 'none' })
  expect(view.comparison?.found).toMatchObject({
    accounts: 6,
    matched: 5,
    unchanged: 1,
    new: 1,
    gone: 1,
    carry: 1,
  })
  expect(view.comparison?.stale).toBe(false)
})

test('a conflict needs a choice; our, their and typed texts are merged as one edit', async () => {
  const harness = await openHarness()
  const keys = ['A-1', 'A-2', 'A-3', 'A-4']
  const first = await firstVersion(
    harness,
    keys.map((key) => line(key, { phone: 'bad' })),
  )
  for (const [at, key] of keys.entries()) await edit(harness, first, key, { phone: `020 7946 010${at}` })
  const second = await nextVersion(
    harness,
    first,
    keys.map((key, at) => line(key, { phone: at === 3 ? 'bad' : `020 7946 020${at}` })),
  )
  const { client } = harness
  await expect(client().versions.merge({ batch: second })).rejects.toMatchObject({
    data: { code: 'conflicts_open' },
  })
  const [one, two, three] = await linesOf(harness, second, 'conflicts')
  const choose = (
    seq: number | undefined,
    choice: Parameters<ReturnType<typeof client>['versions']['choose']>[0]['choice'],
  ) => client().versions.choose({ batch: second, where: { lines: [seq ?? 0] }, choice })
  expect((await choose(one?.seq, { kind: 'ours' })).open).toBe(2)
  await choose(two?.seq, { kind: 'theirs' })
  expect((await choose(three?.seq, { kind: 'typed', text: '020 7946 0777' })).open).toBe(0)
  await merge(harness, second)
  const phones = await Promise.all(keys.map((key) => textOf(harness, second, key, 'phone')))
  expect(phones).toEqual(['020 7946 0100', '020 7946 0201', '020 7946 0777', '020 7946 0103'])
  const [made] = await client().edits.history({ batch: second })
  expect(english(made)).toMatchObject({ words: 'Repairs carried over from version 1', cells: 3 })
  await client().edits.undo({ batch: second })
  expect(await textOf(harness, second, 'A-4', 'phone')).toBe('bad')
})

test('a whole column can be chosen at once, and choices survive a new comparison', async () => {
  const harness = await openHarness()
  const keys = ['A-1', 'A-2', 'A-3']
  const first = await firstVersion(
    harness,
    keys.map((key) => line(key, { phone: 'bad', name: 'Bad' })),
  )
  for (const key of keys) await edit(harness, first, key, { phone: '020 7946 0101', name: `Lee ${key}` })
  const second = await nextVersion(
    harness,
    first,
    keys.map((key) => line(key, { phone: '020 7946 0202', name: 'Li' })),
  )
  const { client } = harness
  const { comparison } = await client().versions.get({ batch: second })
  expect(comparison?.conflictColumns).toEqual([
    { sheet: 0, column: 1, lines: 3, open: 3 },
    { sheet: 0, column: 7, lines: 3, open: 3 },
  ])
  await client().versions.choose({ batch: second, where: { sheet: 0, column: 7 }, choice: { kind: 'ours' } })
  // Another edit of ours: its conflict becomes open again, the others keep their choices.
  await edit(harness, first, 'A-2', { phone: '020 7946 0303' })
  expect((await client().versions.get({ batch: second })).comparison?.stale).toBe(true)
  await compare(harness, second)
  const open = await client().versions.lines({
    batch: second,
    list: 'conflicts',
    open: true,
    offset: 0,
    limit: 50,
  })
  expect(open.lines.map(({ key, column }) => [key, column])).toEqual([
    ['A-1', 1],
    ['A-2', 1],
    ['A-2', 7],
    ['A-3', 1],
  ])
})

test('choosing only open conflicts of a column, or of all columns, keeps earlier choices', async () => {
  const harness = await openHarness()
  const keys = ['A-1', 'A-2']
  const first = await firstVersion(
    harness,
    keys.map((key) => line(key, { phone: 'bad', name: 'Bad' })),
  )
  for (const key of keys) await edit(harness, first, key, { phone: '020 7946 0101', name: `Lee ${key}` })
  const second = await nextVersion(
    harness,
    first,
    keys.map((key) => line(key, { phone: '020 7946 0202', name: 'Li' })),
  )
  const { client } = harness
  const phone = { sheet: 0, column: 7 }
  const choices = async () => (await linesOf(harness, second, 'conflicts')).map(({ choice }) => choice)
  const [, made] = await linesOf(harness, second, 'conflicts')
  await client().versions.choose({
    batch: second,
    where: { lines: [made?.seq ?? 0] },
    choice: { kind: 'ours' },
  })
  expect(await choices()).toEqual([null, 'ours', null, null])
  const theirs = { batch: second, open: true, choice: { kind: 'theirs' } } as const
  expect(await client().versions.choose({ ...theirs, where: phone })).toEqual({ lines: 1, open: 2 })
  expect(await choices()).toEqual([null, 'ours', null, 'theirs'])
  expect(await client().versions.choose({ ...theirs, where: 'all' })).toEqual({ lines: 2, open: 0 })
  expect(await choices()).toEqual(['theirs', 'ours', 'theirs', 'theirs'])
  expect((await client().versions.choose({ ...theirs, open: false, where: phone })).lines).toBe(2)
})

test('an edit in the newer batch is kept, and our repair of the same cell is reported', async () => {
  const harness = await openHarness()
  const first = await firstVersion(harness, [line('A-1', { phone: 'bad' }), line('A-2')])
  await edit(harness, first, 'A-1', { phone: '020 7946 0101' })
  const second = await nextVersion(harness, first, [line('A-1', { phone: 'bad' }), line('A-2')])
  await edit(harness, second, 'A-1', { phone: '020 7946 0909' })
  await compare(harness, second)
  expect((await linesOf(harness, second, 'edited_here')).map(({ ours, fresh }) => [ours, fresh])).toEqual([
    ['020 7946 0101', '020 7946 0909'],
  ])
  await merge(harness, second)
  expect(await textOf(harness, second, 'A-1', 'phone')).toBe('020 7946 0909')
})

test('a duplicate key, a changed key and a corrected key are each reported as such', async () => {
  const harness = await openHarness()
  const first = await firstVersion(harness, [
    line('A-1'),
    line('A-2'),
    line('A-O3', { street: 'Three St' }),
    line('A-4', { street: 'Four St', phone: 'bad' }),
  ])
  await edit(harness, first, 'A-O3', { key: 'A-03' })
  await harness.until(first, (view) => view.stage === 'open' && view.work === null)
  await edit(harness, first, 'A-4', { phone: '020 7946 0104' })
  const second = await nextVersion(harness, first, [
    line('A-1'),
    line('A-2'),
    line('A-2', { street: 'Other St' }),
    line('A-O3', { street: 'Three St' }),
    line('B-4', { street: 'Four St', phone: 'bad' }),
  ])
  expect((await linesOf(harness, second, 'twice')).map(({ key }) => key)).toEqual(['A-2', 'A-2'])
  const [offer] = await linesOf(harness, second, 'keys')
  expect(offer).toMatchObject({ key: 'B-4', other: 'A-4', choice: null })
  // A key that we corrected is carried over as a repair.
  expect((await linesOf(harness, second, 'carried')).map(({ key, ours }) => [key, ours])).toEqual([
    ['A-O3', 'A-03'],
  ])
  await harness.client().versions.sameAccount({ batch: second, line: offer?.seq ?? 0, same: true })
  await compare(harness, second)
  expect((await linesOf(harness, second, 'carried')).map(({ key, ours }) => [key, ours])).toContainEqual([
    'B-4',
    '020 7946 0104',
  ])
  expect(await linesOf(harness, second, 'gone')).toEqual([])
  await merge(harness, second)
  expect(await rowOf(harness, second, 'A-03')).toBe(5)
  expect(await textOf(harness, second, 'B-4', 'phone')).toBe('020 7946 0104')
  expect((await accountOf(harness, second, 'A-03')).state).toBe('unvalidated')
  expect(english((await accountOf(harness, first, 'A-4')).held)).toBe(
    `Replaced by version 2 (batch ${second})`,
  )
})

test('moved columns are followed; a missing or new column must be mapped first', async () => {
  const harness = await openHarness()
  const first = await firstVersion(harness, [line('A-1', { phone: 'bad' })])
  await edit(harness, first, 'A-1', { phone: '020 7946 0101', notes: 'ask her' })
  // The last column is now the first.
  const turn = (text: string): string => [text.split(',').at(-1), ...text.split(',').slice(0, -1)].join(',')
  const second = await nextVersion(harness, first, [turn(line('A-1', { phone: 'bad' }))], turn(header))
  expect((await linesOf(harness, second, 'carried')).map(({ column, ours }) => [column, ours])).toEqual([
    [0, 'ask her'],
    [8, '020 7946 0101'],
  ])
  await merge(harness, second)
  const less = fileOf(
    harness,
    'less.csv',
    [line('A-1').split(',').slice(0, -1).join(',')],
    header.split(',').slice(0, -1).join(','),
  )
  const opened = await harness.client().versions.open({ batch: second, path: less })
  expect(opened).toMatchObject({ mapped: false })
  expect(opened.differences.map(({ kind, column }) => [kind, column])).toContainEqual(['missing', 'Notes'])
  await expect(harness.client().versions.open({ batch: first, path: less })).rejects.toMatchObject({
    data: { code: 'has_later_version' },
  })
  // The earlier version's mapping is suggested; then the two are compared.
  const third = opened.batch
  await harness.until(third, (view) => view.stage === 'mapping')
  const { client } = harness
  const target = { batch: third, catalogue: 'example', supplier: 'ACME' }
  const suggested = await client().mapping.suggest(target)
  await client().mapping.apply({ ...target, mapping: suggested.mapping, connection: harness.connection })
  await harness.until(third, (view) => view.stage === 'open' && view.work === null)
  await compare(harness, third)
  const lost = await linesOf(harness, third, 'lost')
  expect(lost.map(({ columnName, ours }) => [columnName, ours])).toEqual([['Notes', 'ask her']])
  const { comparison } = await client().versions.get({ batch: third })
  expect(comparison?.columns.filter(({ kind }) => kind !== 'same').map(({ column }) => column)).toEqual([
    'Notes',
  ])
})

test('rows of an account are matched in any order; new, missing and ambiguous rows are reported', async () => {
  const harness = await openHarness()
  const grouped = mappingFile.parse({
    version: 1,
    key: 'No',
    columns: [
      { column: 'No', field: 'external_account_number' },
      { column: 'Name', field: 'billing_name' },
    ],
    grouped: [
      {
        list: 'customers',
        columns: [
          { column: 'First', field: 'given_name' },
          { column: 'Surname', field: 'family_name' },
          { column: 'Phone', field: 'landline' },
        ],
      },
    ],
    fixed: [
      { field: 'account_type', value: 'DOMESTIC' },
      { field: 'unknown_occupier', value: false },
      { field: 'billing_address.country', value: 'GB' },
      { field: 'billing_address.street_address', value: '1 High St' },
      { field: 'billing_address.postal_code', value: 'QX1 1AA' },
    ],
  })
  const head = 'No,Name,First,Surname,Phone'
  const file = (name: string, lines: string[]): string => fileOf(harness, name, lines, head)
  const first = await harness.load({
    file: file('groups.csv', [
      'G-1,Lee,Ann,Lee,bad one',
      'G-1,Lee,Bob,Lee,bad two',
      'G-1,Lee,Cat,Lee,bad three',
      'G-2,Kay,Dan,Kay,020 7946 0001',
      'G-3,Low,Eve,Low,bad',
      'G-3,Low,Eve,Low,bad',
    ]),
    mapping: grouped,
  })
  const apply = (row: number, text: string): Promise<unknown> =>
    harness
      .client()
      .edits.apply({ batch: first, words: `Row ${row}`, cells: [{ sheet: 0, row, column: 4, text }] })
  await apply(2, '020 7946 0102')
  await apply(3, '020 7946 0103')
  await apply(4, '020 7946 0104')
  // Of two equal rows one was repaired: it cannot be known which one.
  await apply(6, '020 7946 0106')
  const opened = await harness.client().versions.open({
    batch: first,
    path: file('groups-2.csv', [
      'G-2,Kay,Dan,Kay,020 7946 0001',
      'G-2,Kay,New,Kay,020 7946 0002',
      // Reversed, and Bob's surname corrected; Cat is gone.
      'G-1,Lee,Bob,Leigh,bad two',
      'G-1,Lee,Ann,Lee,bad one',
      'G-3,Low,Eve,Low,bad',
      'G-3,Low,Eve,Low,bad',
    ]),
  })
  expect(opened.mapped).toBe(true)
  const second = opened.batch
  await harness.until(second, (view) => view.stage === 'open' && view.work === null)
  await compare(harness, second)
  const brief = async (list: Parameters<typeof linesOf>[2]): Promise<unknown[]> =>
    (await linesOf(harness, second, list)).map(({ key, row, ours }) => [key, row, ours])
  expect(await brief('carried')).toEqual([
    ['G-1', 5, '020 7946 0102'],
    ['G-1', 4, '020 7946 0103'],
  ])
  expect(await brief('lost')).toEqual([['G-1', null, '020 7946 0104']])
  // Uncertain: asked about rather than carried.
  expect(await brief('conflicts')).toEqual([['G-3', 6, '020 7946 0106']])
  expect(
    (await linesOf(harness, second, 'rows')).map(({ key, added, removed, uncertain }) => [
      key,
      added,
      removed,
      uncertain,
    ]),
  ).toEqual([
    ['G-2', 1, 0, 0],
    ['G-1', 0, 1, 0],
    ['G-3', 0, 0, 2],
  ])
})
