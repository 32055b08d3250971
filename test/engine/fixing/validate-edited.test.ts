// Tests automatic validation after edits: edited accounts are validated in the background, within their own budget,
// never before requests of a person, and across restarts.
import { expect, test } from 'vitest'
import { badPhone, good, mappedFile, noSurname } from '../accounts/small-batch.ts'
import { type Harness, openHarness } from '../api/harness.ts'

const phone = 7

function validates(harness: Harness): string[] {
  return harness.exchanges.flatMap(({ url, sent }) =>
    url.endsWith('/validate/') ? [/"external_account_number":"([^"]+)"/.exec(sent)?.[1] ?? ''] : [],
  )
}

async function editPhone(harness: Harness, batch: number, row: number, text: string): Promise<void> {
  const cells = [{ sheet: 0, row, column: phone, text }]
  await harness.client().edits.apply({ batch, words: `Phone on row ${row}`, cells })
}

test('only edited accounts are validated by the service automatically', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [badPhone('A-1'), good('A-2'), noSurname('A-3')])
  await harness.client().batches.validateEdited({ batch, on: true })
  await editPhone(harness, batch, 2, '020 7946 0002')
  const done = await harness.until(batch, ({ states }) => states.validated === 1)
  expect(done.validateEdited).toEqual({ on: true, waiting: 0, perMinute: 60 })
  expect(done.validating).toBe(false)
  expect(validates(harness)).toEqual(['A-1'])

  await editPhone(harness, batch, 4, '020 7946 0003')
  await harness.until(batch, ({ states }) => states.rejected === 1)
  expect(validates(harness)).toEqual(['A-1', 'A-3'])
  // Undone: the bytes are the earlier ones, and no validation is requested.
  await harness.client().edits.undo({ batch })
  expect((await harness.client().batches.get({ batch })).validateEdited.waiting).toBe(1)
})

test('turning it on late validates accounts edited before; turning it off sends no requests', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [badPhone('A-1'), badPhone('A-2'), good('A-3')])
  await editPhone(harness, batch, 2, '020 7946 0002')
  await harness.client().batches.validateEdited({ batch, on: true })
  await harness.until(batch, ({ states }) => states.validated === 1)
  await harness.client().batches.validateEdited({ batch, on: false })
  await editPhone(harness, batch, 3, '020 7946 0003')
  const view = await harness.client().batches.get({ batch })
  expect(view).toMatchObject({
    validateEdited: { on: false, waiting: 0 },
    states: { unvalidated: 2, validated: 1 },
  })
  await harness.validate(batch)
  expect(validates(harness).filter((key) => key === 'A-2')).toHaveLength(1)
})

test('it has its own budget: requested validations run at once, others wait, also after a restart', async () => {
  const harness = await openHarness({ limits: { validateEditedPerMinute: 2 } })
  const lines = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'].map(badPhone)
  const batch = await mappedFile(harness, lines)
  await harness.client().batches.validateEdited({ batch, on: true })
  for (const row of [2, 3, 4, 5, 6]) await editPhone(harness, batch, row, `020 7946 000${row}`)
  const spent = await harness.until(batch, ({ states }) => states.validated === 2)
  expect(spent.validateEdited).toMatchObject({ waiting: 3, perMinute: 2 })

  const [last] = await harness.client().accounts.find({ text: 'A-5', limit: 1 })
  await harness.client().accounts.validate({ accounts: [last?.id ?? 0] })
  const asked = await harness.until(batch, ({ states }) => states.validated === 3)
  expect(asked.validateEdited.waiting).toBe(2)

  await harness.stop()
  await harness.start()
  expect((await harness.client().batches.get({ batch })).validateEdited).toMatchObject({
    on: true,
    waiting: 2,
  })
  await harness.giveKey()
  await harness.until(batch, ({ states }) => states.validated === 5)
  expect(validates(harness).toSorted()).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5'])
})

test('held and excluded accounts are not validated automatically, and a pause is respected', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [badPhone('A-1'), badPhone('A-2')])
  const { client } = harness
  const { rows } = await client().sheets.page({ batch, sheet: 0, offset: 0, limit: 10 })
  await client().batches.validateEdited({ batch, on: true })
  await client().connections.pause({ id: harness.connection })
  await editPhone(harness, batch, 2, '020 7946 0002')
  await editPhone(harness, batch, 3, '020 7946 0003')
  await client().accounts.hold({ accounts: [rows[1]?.account?.id ?? 0], reason: 'Left', exclude: true })
  expect((await client().batches.get({ batch })).validateEdited.waiting).toBe(1)
  await client().connections.resume({ id: harness.connection })
  await harness.until(batch, ({ states }) => states.validated === 1)
  expect(validates(harness)).toEqual(['A-1'])
})
