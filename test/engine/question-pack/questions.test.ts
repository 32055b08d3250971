// Tests question packs on a real engine: the questions, the contents of the workbook, and the result of every kind of
// answer.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { QuestionOptions } from '../../../shared/contract/fixing/questions.ts'
import { badPhone, good, mappedFile } from '../accounts/small-batch.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { answer, asCustomer, itemsOf, questionsIn, readAnswers } from './customer.ts'
import { english, englishRefusal } from '../../support/english.ts'

const phone = 7
const options: QuestionOptions = { sensitive: true, once: false, who: [] }
const noStreet = (key: string): string => `${key},Ann Lee,,QX1 1AA,GB,Ann,Lee,020 7946 0001,,,,`
const lines = [badPhone('A-1'), good('A-2'), noStreet('A-3'), badPhone('A-4')]

async function packOf(harness: Harness, batch: number, more: Partial<QuestionOptions> = {}) {
  return harness.client().questions.write({
    batch,
    scope: {},
    options: { ...options, ...more },
    folder: harness.folder,
    words: { greeting: 'Dear Ann', contact: 'the project connection manager', due: 'Friday, 4 December' },
  })
}
const cellAt = async (harness: Harness, batch: number, row: number, column: number): Promise<string> => {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.find((one) => one.row === row)?.cells[column] ?? ''
}

test('a preview counts questions, accounts and columns, and lists problems without a question', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, lines)
  const all = await harness.client().questions.preview({ batch, scope: {}, options })
  expect(all).toMatchObject({ questions: 3, cells: 3, accounts: 3 })
  expect(all.columns.map(({ column, questions }) => [column, questions])).toEqual([
    ['Street', 1],
    ['Phone 1', 2],
  ])
  expect(all.who.map(({ column }) => column)).toContain('Bill name')
  const one = await harness.client().questions.preview({
    batch,
    scope: { rows: { sheet: 0, filter: { text: 'A-4' } } },
    options,
  })
  expect(one.questions).toBe(1)
  const causes = [{ code: 'invalid_phone_number', field: 'customers.*.landline', sheet: 0, column: phone }]
  expect((await harness.client().questions.preview({ batch, scope: { causes }, options })).questions).toBe(2)
  await harness.client().edits.apply({
    batch,
    words: 'The same account twice',
    cells: [{ sheet: 0, row: 3, column: 0, text: 'A-1' }],
  })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  const duplicates = await harness.client().questions.preview({ batch, scope: {}, options })
  expect(duplicates.leftOut.key).toBe(2)
})

test('the workbook asks in plain words, is locked except for answers, and has no active content', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [
    ...lines,
    '=1+1,"=HYPERLINK(""x"")",1 High St,QX1 1AA,GB,Ann,Lee,=2,,,,',
  ])
  const made = await packOf(harness, batch, { who: ['Bill name'] })
  expect(made.name).toMatch(/^accounts questions \d{4}-\d\d-\d\d\.xlsx$/)
  expect(made.path).toBe(join(harness.folder, made.name))
  const rows = await questionsIn(made.path)
  expect(rows[0]).toEqual([
    'No.',
    'Account',
    'Bill name',
    'Sheet',
    'Row in your file',
    'Column',
    'It says now',
    'Question',
    'Your answer',
    'Reference',
  ])
  expect(rows[2]?.slice(0, 8)).toEqual([
    '2',
    'A-1',
    'Ann Lee',
    'accounts',
    '2',
    'Phone 1',
    '(020) 7946-0A10',
    'Which telephone number? What is there, “(020) 7946-0A10”, is not one that the platform takes.',
  ])
  expect(rows.at(-1)?.slice(1, 3)).toEqual(['=1+1', '=HYPERLINK("x")'])
  const book = await readXlsx(new Uint8Array(readFileSync(made.path)), { readStyles: true })
  expect(book.sheets.map(({ name, hidden }) => [name, hidden ?? false])).toEqual([
    ['Read me', false],
    ['Questions', false],
  ])
  const words = book.sheets[0]?.rows.flat().join('\n') ?? ''
  for (const said of ['Dear Ann', 'the project connection manager', 'Friday, 4 December', 'leave empty'])
    expect(words).toContain(said)
  expect(book.sheets.every((sheet) => sheet.protection?.sheet === true)).toBe(true)
  expect([...(book.sheets[1]?.cells?.values() ?? [])].some((cell) => cell.formula !== undefined)).toBe(false)
  // A second pack next to it gets another name.
  expect((await packOf(harness, batch)).name).toMatch(/ \(2\)\.xlsx$/)
  expect((await harness.client().questions.packs({ batch })).length).toBe(2)
})

test('a file that appears while a pack is written is not replaced, and the pack is written again under another name', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, lines)
  const writing = englishRefusal(packOf(harness, batch))
  const part = (): string | undefined => readdirSync(harness.folder).find((name) => name.endsWith('.part'))
  while (part() === undefined) await new Promise((resolve) => setImmediate(resolve))
  const taken = join(harness.folder, part()?.slice(0, -'.part'.length) ?? '')
  writeFileSync(taken, 'of another program')
  expect(await writing).toMatchObject({
    data: { code: 'file_exists', message: expect.stringContaining('was not replaced, and no pack was kept') },
  })
  expect(readFileSync(taken, 'utf8')).toBe('of another program')
  expect(part()).toBeUndefined()
  expect(await harness.client().questions.packs({ batch })).toEqual([])
  expect((await packOf(harness, batch)).name).toMatch(/ \(2\)\.xlsx$/)
})

test('a pack in German asks in German, and its answers are read like those of an English one', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, lines)
  const made = await harness.client().questions.write({
    batch,
    scope: {},
    options,
    folder: harness.folder,
    words: { greeting: '', contact: '', due: 'Freitag' },
    inLanguage: { language: 'de', locale: 'de-DE' },
  })
  const [header, ...asked] = await questionsIn(made.path)
  expect(header).toEqual([
    'Nr.',
    'Konto',
    'Blatt',
    'Zeile in Ihrer Datei',
    'Spalte',
    'Jetzt steht dort',
    'Frage',
    'Ihre Antwort',
    'Referenz',
  ])
  expect(asked[1]?.[6]).toBe(
    'Welche Telefonnummer? Dort steht „(020) 7946-0A10“, was die Plattform nicht annimmt.',
  )
  const back = await asCustomer(made.path, join(harness.folder, 'zurück.xlsx'), (rows) =>
    answer(
      rows,
      { 'A-1': '020 7946 0010', 'A-3': '1 High St', 'A-4': 'unbekannt' },
      { account: 'Konto', column: 'Spalte', answer: 'Ihre Antwort' },
    ),
  )
  const review = await readAnswers(harness.client(), batch, back)
  expect(review.counts).toMatchObject({ answered: 2, no_answer: 1 })
  expect(review.ignored.count).toBe(0)
  await harness.client().questions.apply({ batch, expected: review.version })
  expect(await cellAt(harness, batch, 4, 2)).toBe('1 High St')
})

test.each([
  ['Referenz', { language: 'en', locale: 'en-GB' } as const, 'Referenz (your file)'],
  ['Reference', { language: 'de', locale: 'de-DE' } as const, 'Reference (Ihre Datei)'],
])(
  'a column “%s” of the customer’s file is not taken for the pack’s own column in the other language',
  async (notes, inLanguage, shown) => {
    const harness = await openHarness()
    const batch = await mappedFile(harness, lines, notes)
    const made = await harness.client().questions.write({
      batch,
      scope: {},
      options: { ...options, who: [notes] },
      folder: harness.folder,
      words: { greeting: '', contact: '', due: '' },
      inLanguage,
    })
    const [header] = await questionsIn(made.path)
    expect(header).toContain(shown)
    const names =
      inLanguage.language === 'de'
        ? { account: 'Konto', column: 'Spalte', answer: 'Ihre Antwort' }
        : { account: 'Account', column: 'Column', answer: 'Your answer' }
    const back = await asCustomer(made.path, join(harness.folder, 'back.xlsx'), (rows) =>
      // Without numbers, only the references name the questions.
      answer(rows, { 'A-3': '1 High St' }, names).map((row, index) => (index === 0 ? row : row.with(0, ''))),
    )
    const review = await readAnswers(harness.client(), batch, back)
    expect(review.counts).toMatchObject({ answered: 1 })
    expect(review.ignored.count).toBe(0)
  },
)

test('answers are merged as one edit with one undo, and importing them again changes nothing', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, lines)
  const made = await packOf(harness, batch)
  const back = await asCustomer(made.path, join(harness.folder, 'back.xlsx'), (rows) =>
    answer(rows, { 'A-1': '020 7946 0010', 'A-3': ' 1 High St ' }),
  )
  const review = await readAnswers(harness.client(), batch, back)
  expect(review.counts).toMatchObject({ answered: 2, blank: 1 })
  expect(review).toMatchObject({ taken: 2, missing: 0, fileName: 'back.xlsx' })
  const merged = await harness.client().questions.apply({ batch, expected: review.version })
  expect(merged).toMatchObject({ cells: 2, accounts: 2 })
  expect(english((await harness.client().edits.history({ batch }))[0])).toMatchObject({
    words: 'Answers of back.xlsx',
    cells: 2,
  })
  expect(await cellAt(harness, batch, 2, phone)).toBe('020 7946 0010')
  expect(await cellAt(harness, batch, 4, 2)).toBe('1 High St')
  expect((await harness.client().batches.get({ batch })).states).toMatchObject({ unvalidated: 3, invalid: 1 })

  const again = await readAnswers(harness.client(), batch, back)
  expect(again.counts).toMatchObject({ already: 2, blank: 1, answered: 0 })
  expect(again.pack.readAt).not.toBeNull()
  expect(await harness.client().questions.apply({ batch, expected: again.version })).toEqual({
    edit: null,
    cells: 0,
    accounts: 0,
  })
  await harness.client().edits.undo({ batch })
  expect(await cellAt(harness, batch, 2, phone)).toBe('(020) 7946-0A10')
  // Cells edited after the reading are checked again first.
  const stale = await readAnswers(harness.client(), batch, back)
  await harness.client().edits.redo({ batch })
  await expect(harness.client().questions.apply({ batch, expected: stale.version })).rejects.toMatchObject({
    data: { code: 'changed' },
  })
  await harness.client().edits.undo({ batch })
  const third = await readAnswers(harness.client(), batch, back)
  await harness.client().questions.apply({ batch, expected: third.version })
  expect(await cellAt(harness, batch, 2, phone)).toBe('020 7946 0010')
})

test('each kind of answer that cannot be merged directly is reported separately', async () => {
  const harness = await openHarness()
  const keys = ['E-1', 'R-1', 'N-1', 'W-1', 'T-1', 'U-1', 'M-1', 'M-2', 'K-1', 'D-1']
  const batch = await mappedFile(harness, [
    ...keys.map(badPhone),
    `C-1,Ann,1 High St,QX1,Atlantis,Ann,Lee,,,,,`,
  ])
  const made = await packOf(harness, batch)
  const edited = [{ sheet: 0, row: 2, column: phone, text: '(020) 7946-0B10' }]
  await harness.client().edits.apply({ batch, words: 'By hand', cells: edited })
  const back = await asCustomer(made.path, join(harness.folder, 'back.xlsx'), (rows) => {
    const [header = [], ...asked] = answer(rows, {
      'E-1': '020 7946 0001',
      'R-1': 'call me',
      'N-1': 'n/a',
      'W-1': 'Leave empty',
      'T-1': '020 7946 0002',
      'U-1': '(020) 7946-0A10',
      'M-1': '020 7946 0003',
      'M-2': '020 7946 0004',
      'K-1': '020 7946 0005',
    })
    const key = header.indexOf('Account')
    const byKey = (wanted: string): string[] => asked.find((row) => row[key] === wanted) ?? []
    const swapped = asked.map((row) =>
      row[key] === 'M-1' ? row.with(key, 'M-2') : row[key] === 'M-2' ? row.with(key, 'M-1') : row,
    )
    const renamed = swapped.map((row) => (row[key] === 'K-1' ? row.with(key, 'my own number') : row))
    const second = byKey('T-1').with(header.indexOf('Your answer'), '020 7946 0009')
    return [header, ...renamed.filter((row) => row[key] !== 'D-1').reverse(), second]
  })
  const review = await readAnswers(harness.client(), batch, back)
  expect(review.counts).toMatchObject({
    answered: 2,
    edited: 1,
    refused: 1,
    no_answer: 1,
    twice: 1,
    unchanged: 1,
    mixed_up: 2,
    already: 0,
    gone: 0,
  })
  expect(review.missing).toBe(1)
  expect(english(review.ignored)).toMatchObject({
    count: 1,
    first: [{ header: 'Account', was: 'K-1', is: 'my own number' }],
  })
  const only = async (kind: Parameters<typeof itemsOf>[3]) =>
    (await itemsOf(harness.client(), batch, review, kind))[0]
  expect(await only('edited')).toMatchObject({
    before: '(020) 7946-0A10',
    now: '(020) 7946-0B10',
    takes: false,
    mayTake: true,
  })
  expect(english((await only('refused'))?.why)).toContain('not a valid')
  expect(await only('no_answer')).toMatchObject({ after: '', takes: false })
  expect((await only('twice'))?.answers.map(({ text }) => text).toSorted()).toEqual([
    '020 7946 0002',
    '020 7946 0009',
  ])
  const torn = await only('mixed_up')
  expect(english(torn?.why)).toMatch(/is about M-\d, and the row says M-\d/)
  expect(torn?.mayTake).toBe(false)
  const twice = await only('twice')
  const merged = await harness.client().questions.apply({
    batch,
    expected: review.version,
    choices: [
      { of: 'edited', take: true },
      {
        of: twice?.id ?? -1,
        take: true,
        answer: twice?.answers.findIndex(({ text }) => text.endsWith('2')) ?? 0,
      },
    ],
  })
  expect(merged.cells).toBe(4)
  expect(await cellAt(harness, batch, 2, phone)).toBe('020 7946 0001')
  expect(await cellAt(harness, batch, 5, phone)).toBe('')
  expect(await cellAt(harness, batch, 6, phone)).toBe('020 7946 0002')
  expect(await cellAt(harness, batch, 8, phone)).toBe('(020) 7946-0A10')
})

test('a pack of another batch and a file that is not a pack are refused', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, lines)
  const made = await packOf(harness, first)
  const second = await mappedFile(harness, [badPhone('A-1')])
  await expect(readAnswers(harness.client(), second, made.path)).rejects.toMatchObject({
    data: { code: 'pack_of_another_batch' },
  })
  await expect(
    readAnswers(harness.client(), first, join(harness.folder, 'accounts.csv')),
  ).rejects.toMatchObject({
    data: { code: 'not_a_question_pack' },
  })
})
