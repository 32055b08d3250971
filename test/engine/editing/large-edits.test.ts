// Edits of many accounts: durable at once, judged again in the background, never sent or judged on what they were before.
import { expect, test } from 'vitest'
import { openHouse } from '../engine/harness.ts'
import { badPhone, good, mappedFile, noSurname } from './small-batch.ts'

const phoneColumn = 7
const phonesOf = (rows: number, text: string) =>
  Array.from({ length: rows }, (_, at) => ({ sheet: 0, row: at + 2, column: phoneColumn, text }))

test('an edit of many accounts answers at once, and all of them are judged again in the background', async () => {
  const house = await openHouse()
  const batch = await mappedFile(
    house,
    Array.from({ length: 300 }, (_, at) => badPhone(`A-${at}`)),
  )
  expect((await house.client().batches.get({ batch })).states.blocked).toBe(300)
  await house.client().edits.apply({ batch, words: 'Phones', cells: phonesOf(300, '020 7946 0001') })
  const { rows } = await house
    .client()
    .sheets.page({ batch, sheet: 0, offset: 299, limit: 1, filter: { changed: true } })
  expect(rows[0]?.cells[phoneColumn]).toBe('020 7946 0001')
  const judged = await house.until(batch, (view) => view.work === null)
  expect(judged.states).toMatchObject({ ready: 300, blocked: 0 })

  await house.client().edits.undo({ batch })
  const undone = await house.until(batch, (view) => view.work === null)
  expect(undone.states).toMatchObject({ ready: 0, blocked: 300 })
  await house.client().edits.redo({ batch })
  const redone = await house.until(batch, (view) => view.work === null)
  expect(redone.states).toMatchObject({ ready: 300, blocked: 0 })
  expect(await house.client().edits.history({ batch })).toMatchObject([{ cells: 300, accounts: 300 }])
}, 60_000)

test('what was cleared before a large edit is not released for what it was', async () => {
  const house = await openHouse()
  const batch = await mappedFile(
    house,
    Array.from({ length: 120 }, (_, at) => good(`A-${at}`)),
  )
  await house.giveKey()
  await house.validate(batch)
  await house.client().edits.apply({ batch, words: 'Phones', cells: phonesOf(120, '020 7946 0002') })
  // At once, before anything was built anew.
  expect(await house.client().batches.release({ batch, limit: null })).toMatchObject({ released: 0 })
  const built = await house.until(batch, (view) => view.work === null)
  expect(built.states).toMatchObject({ ready: 120, cleared: 0 })
  expect(house.exchanges.filter(({ url }) => url.endsWith('/create/'))).toEqual([])
}, 60_000)

test('accounts that a large edit touched are built anew after a restart in the middle', async () => {
  const house = await openHouse()
  const batch = await mappedFile(
    house,
    Array.from({ length: 300 }, (_, at) => badPhone(`A-${at}`)),
  )
  await house.client().edits.apply({ batch, words: 'Phones', cells: phonesOf(300, '020 7946 0003') })
  await house.stop()
  await house.start()
  const judged = await house.until(batch, (view) => view.work === null && view.states.ready === 300)
  expect(judged.states.blocked).toBe(0)
}, 60_000)

test('a second large edit on top of the first one wins on every account', async () => {
  const house = await openHouse()
  const batch = await mappedFile(
    house,
    Array.from({ length: 300 }, (_, at) => badPhone(`A-${at}`)),
  )
  await house.client().edits.apply({ batch, words: 'Right', cells: phonesOf(300, '020 7946 0004') })
  await house.client().edits.apply({ batch, words: 'Wrong', cells: phonesOf(300, 'nobody') })
  const judged = await house.until(batch, (view) => view.work === null)
  expect(judged.states).toMatchObject({ ready: 0, blocked: 300 })
  const [group] = (await house.client().problems.groups({ batch })).groups
  expect(group).toMatchObject({ code: 'invalid_phone_number', accounts: 300 })
}, 60_000)

test('validating goes on with what a large edit made sound', async () => {
  const house = await openHouse()
  const batch = await mappedFile(
    house,
    Array.from({ length: 120 }, (_, at) => noSurname(`A-${at}`)),
  )
  await house.giveKey()
  await house.validate(batch)
  expect((await house.client().batches.get({ batch })).states.refused).toBe(120)
  const surnames = phonesOf(120, 'Lee').map((cell) => ({ ...cell, column: 6 }))
  await house.client().edits.apply({ batch, words: 'Surnames', cells: surnames })
  await house.client().batches.validate({ batch })
  const judged = await house.until(batch, (view) => view.work === null && !view.validating)
  expect(judged.states).toMatchObject({ cleared: 120, refused: 0 })
}, 60_000)

test('a large edit of keys builds the whole batch anew', async () => {
  const house = await openHouse()
  const batch = await mappedFile(
    house,
    Array.from({ length: 100 }, (_, at) => good(`A-${at}`)),
  )
  await house.client().edits.apply({ batch, words: 'Phones', cells: phonesOf(100, 'nobody') })
  const keys = Array.from({ length: 100 }, (_, at) => ({ sheet: 0, row: at + 2, column: 0, text: `B-${at}` }))
  await house.client().edits.apply({ batch, words: 'Keys', cells: keys })
  const built = await house.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect(built.states).toMatchObject({ blocked: 100 })
  expect((await house.client().accounts.find({ text: 'B-99', limit: 1 }))[0]?.key).toBe('B-99')
}, 60_000)
