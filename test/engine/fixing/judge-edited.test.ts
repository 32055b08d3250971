// Validate as one goes: edited accounts are judged in the background, within a budget of their own, never before what a
// person asked for, and across restarts.
import { expect, test } from 'vitest'
import { badPhone, good, mappedFile, noSurname } from '../editing/small-batch.ts'
import { type House, openHouse } from '../engine/harness.ts'

const phone = 7

function validates(house: House): string[] {
  return house.exchanges.flatMap(({ url, sent }) =>
    url.endsWith('/validate/') ? [/"external_account_number":"([^"]+)"/.exec(sent)?.[1] ?? ''] : [],
  )
}

async function editPhone(house: House, batch: number, row: number, text: string): Promise<void> {
  const cells = [{ sheet: 0, row, column: phone, text }]
  await house.client().edits.apply({ batch, words: `Phone on row ${row}`, cells })
}

test('an edited account is judged by the service by itself, and others are not', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [badPhone('A-1'), good('A-2'), noSurname('A-3')])
  await house.client().batches.judgeEdited({ batch, on: true })
  await editPhone(house, batch, 2, '020 7946 0002')
  const done = await house.until(batch, ({ states }) => states.cleared === 1)
  expect(done.judgeEdited).toEqual({ on: true, waiting: 0, perMinute: 60 })
  expect(done.validating).toBe(false)
  expect(validates(house)).toEqual(['A-1'])

  await editPhone(house, batch, 4, '020 7946 0003')
  await house.until(batch, ({ states }) => states.refused === 1)
  expect(validates(house)).toEqual(['A-1', 'A-3'])
  // Undone: the bytes are those of before, and nobody is asked about them.
  await house.client().edits.undo({ batch })
  expect((await house.client().batches.get({ batch })).judgeEdited.waiting).toBe(1)
})

test('turned on late it takes up what was edited; turned off nobody is asked', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [badPhone('A-1'), badPhone('A-2'), good('A-3')])
  await editPhone(house, batch, 2, '020 7946 0002')
  await house.client().batches.judgeEdited({ batch, on: true })
  await house.until(batch, ({ states }) => states.cleared === 1)
  await house.client().batches.judgeEdited({ batch, on: false })
  await editPhone(house, batch, 3, '020 7946 0003')
  const view = await house.client().batches.get({ batch })
  expect(view).toMatchObject({ judgeEdited: { on: false, waiting: 0 }, states: { ready: 2, cleared: 1 } })
  await house.validate(batch)
  expect(validates(house).filter((key) => key === 'A-2')).toHaveLength(1)
})

test('its budget is its own: what a person asks for is judged at once, the rest waits, also over a restart', async () => {
  const house = await openHouse({ limits: { judgeEditedPerMinute: 2 } })
  const lines = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'].map(badPhone)
  const batch = await mappedFile(house, lines)
  await house.client().batches.judgeEdited({ batch, on: true })
  for (const row of [2, 3, 4, 5, 6]) await editPhone(house, batch, row, `020 7946 000${row}`)
  const spent = await house.until(batch, ({ states }) => states.cleared === 2)
  expect(spent.judgeEdited).toMatchObject({ waiting: 3, perMinute: 2 })

  const [last] = await house.client().accounts.find({ text: 'A-5', limit: 1 })
  await house.client().accounts.judge({ accounts: [last?.id ?? 0] })
  const asked = await house.until(batch, ({ states }) => states.cleared === 3)
  expect(asked.judgeEdited.waiting).toBe(2)

  await house.stop()
  await house.start()
  expect((await house.client().batches.get({ batch })).judgeEdited).toMatchObject({ on: true, waiting: 2 })
  await house.giveKey()
  await house.until(batch, ({ states }) => states.cleared === 5)
  expect(validates(house).toSorted()).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5'])
})

test('held and excluded accounts are not judged as one goes, and a pause is kept', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [badPhone('A-1'), badPhone('A-2')])
  const { client } = house
  const { rows } = await client().sheets.page({ batch, sheet: 0, offset: 0, limit: 10 })
  await client().batches.judgeEdited({ batch, on: true })
  await client().connections.pause({ id: house.connection })
  await editPhone(house, batch, 2, '020 7946 0002')
  await editPhone(house, batch, 3, '020 7946 0003')
  await client().accounts.hold({ accounts: [rows[1]?.account?.id ?? 0], reason: 'Left', exclude: true })
  expect((await client().batches.get({ batch })).judgeEdited.waiting).toBe(1)
  await client().connections.resume({ id: house.connection })
  await house.until(batch, ({ states }) => states.cleared === 1)
  expect(validates(house)).toEqual(['A-1'])
})
