// Tests edits of many accounts: durable at once, revalidated in the background, and never sent or validated with
// their previous values.
import { expect, test } from 'vitest'
import { openHarness } from '../api/harness.ts'
import { badPhone, good, mappedFile, noSurname } from './small-batch.ts'

const phoneColumn = 7
const phonesOf = (rows: number, text: string) =>
  Array.from({ length: rows }, (_, at) => ({ sheet: 0, row: at + 2, column: phoneColumn, text }))

test('an edit of many accounts answers at once, and all of them are checked in the background', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(
    harness,
    Array.from({ length: 120 }, (_, at) => badPhone(`A-${at}`)),
  )
  expect((await harness.client().batches.get({ batch })).states.invalid).toBe(120)
  await harness.client().edits.apply({ batch, words: 'Phones', cells: phonesOf(120, '020 7946 0001') })
  const { rows } = await harness
    .client()
    .sheets.page({ batch, sheet: 0, offset: 119, limit: 1, filter: { changed: true } })
  expect(rows[0]?.cells[phoneColumn]).toBe('020 7946 0001')
  const validated = await harness.until(batch, (view) => view.work === null)
  expect(validated.states).toMatchObject({ unvalidated: 120, invalid: 0 })

  await harness.client().edits.undo({ batch })
  const undone = await harness.until(batch, (view) => view.work === null)
  expect(undone.states).toMatchObject({ unvalidated: 0, invalid: 120 })
  await harness.client().edits.redo({ batch })
  const redone = await harness.until(batch, (view) => view.work === null)
  expect(redone.states).toMatchObject({ unvalidated: 120, invalid: 0 })
  expect(await harness.client().edits.history({ batch })).toMatchObject([{ cells: 120, accounts: 120 }])
})

test('accounts validated before a large edit are not released with that validation', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(
    harness,
    Array.from({ length: 120 }, (_, at) => good(`A-${at}`)),
  )
  await harness.giveKey()
  await harness.validate(batch)
  await harness.client().edits.apply({ batch, words: 'Phones', cells: phonesOf(120, '020 7946 0002') })
  // At once, before anything was rebuilt.
  expect(await harness.client().batches.release({ batch, limit: null })).toMatchObject({ released: 0 })
  const built = await harness.until(batch, (view) => view.work === null)
  expect(built.states).toMatchObject({ unvalidated: 120, validated: 0 })
  expect(harness.exchanges.filter(({ url }) => url.endsWith('/create/'))).toEqual([])
})

test('accounts touched by a large edit are rebuilt after a restart in the middle', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(
    harness,
    Array.from({ length: 120 }, (_, at) => badPhone(`A-${at}`)),
  )
  await harness.client().edits.apply({ batch, words: 'Phones', cells: phonesOf(120, '020 7946 0003') })
  await harness.stop()
  await harness.start()
  const validated = await harness.until(
    batch,
    (view) => view.work === null && view.states.unvalidated === 120,
  )
  expect(validated.states.invalid).toBe(0)
})

test('a second large edit on top of the first takes effect on every account', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(
    harness,
    Array.from({ length: 120 }, (_, at) => badPhone(`A-${at}`)),
  )
  await harness.client().edits.apply({ batch, words: 'Right', cells: phonesOf(120, '020 7946 0004') })
  await harness.client().edits.apply({ batch, words: 'Wrong', cells: phonesOf(120, 'nobody') })
  const validated = await harness.until(batch, (view) => view.work === null)
  expect(validated.states).toMatchObject({ unvalidated: 0, invalid: 120 })
  const [group] = (await harness.client().problems.groups({ batch })).groups
  expect(group).toMatchObject({ code: 'invalid_phone_number', accounts: 120 })
})

test('validating continues with the accounts that a large edit made valid', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(
    harness,
    Array.from({ length: 120 }, (_, at) => noSurname(`A-${at}`)),
  )
  await harness.giveKey()
  await harness.validate(batch)
  expect((await harness.client().batches.get({ batch })).states.rejected).toBe(120)
  const surnames = phonesOf(120, 'Lee').map((cell) => ({ ...cell, column: 6 }))
  await harness.client().edits.apply({ batch, words: 'Surnames', cells: surnames })
  await harness.client().batches.validate({ batch })
  const validated = await harness.until(batch, (view) => view.work === null && !view.validating)
  expect(validated.states).toMatchObject({ validated: 120, rejected: 0 })
})

test('a large edit of keys rebuilds the whole batch', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(
    harness,
    Array.from({ length: 100 }, (_, at) => good(`A-${at}`)),
  )
  await harness.client().edits.apply({ batch, words: 'Phones', cells: phonesOf(100, 'nobody') })
  const keys = Array.from({ length: 100 }, (_, at) => ({ sheet: 0, row: at + 2, column: 0, text: `B-${at}` }))
  await harness.client().edits.apply({ batch, words: 'Keys', cells: keys })
  const built = await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect(built.states).toMatchObject({ invalid: 100 })
  expect((await harness.client().accounts.find({ text: 'B-99', limit: 1 }))[0]?.key).toBe('B-99')
})
