// The lens both ways: what a cell became and when that was judged, by us and by the service; and a property: every value
// of every payload comes back to the cells that it was made of.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOfPath, omissionsOfCell, pathsOfCell } from '../../../shared/lens.ts'
import { generateAccounts } from '../../files/generate.ts'
import { badPhone, good, mappedFile, noSurname } from '../editing/small-batch.ts'
import { freshFolder, type House, openHouse } from '../engine/harness.ts'

const phone = 7

async function accountOn(house: House, batch: number, row: number): Promise<number> {
  const { rows } = await house.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.find((one) => one.row === row)?.account?.id ?? 0
}

test('a cell says which path it feeds, what it became, and when it was judged and by whom', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [good('A-1'), noSurname('A-2')])
  const before = Date.now()
  const account = await accountOn(house, batch, 2)
  const cell = { account, sheet: 0, row: 2, column: phone }
  const first = await house.client().accounts.cell(cell)
  expect(first).toMatchObject({
    text: '020 7946 0001',
    paths: [{ attr: 'customers.0.landline', value: '020 7946 0001', with: [] }],
    conversion: null,
    omitted: [],
    unused: null,
    service: null,
    problems: [],
  })
  expect(first.local?.at).toBeLessThanOrEqual(before)
  expect(first.paths[0]?.title).not.toBe('')

  await house.validate(batch)
  const judged = await house.client().accounts.cell(cell)
  expect(judged.service).toMatchObject({ pass: 1, verdict: 'cleared', current: true, sameHere: true })

  await house.client().edits.apply({
    batch,
    words: 'Phone',
    cells: [{ sheet: 0, row: 2, column: phone, text: '020 7946 0999' }],
  })
  const edited = await house.client().accounts.cell(cell)
  expect(edited.paths[0]?.value).toBe('020 7946 0999')
  expect(edited.service).toMatchObject({ pass: 1, current: false, sameHere: false, about: ['020 7946 0001'] })
  expect(edited.local?.at).toBeGreaterThanOrEqual(before)
  // The account's other cells were not edited: what the service said of them is about what they say now.
  const other = await house.client().accounts.cell({ ...cell, column: 1 })
  expect(other.service).toMatchObject({ current: false, sameHere: true })
})

test('a cell that feeds nothing says why', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [good('A-1'), badPhone('A-2')])
  const account = await accountOn(house, batch, 2)
  const at = (column: number) => house.client().accounts.cell({ account, sheet: 0, row: 2, column })
  expect((await at(11)).unused).toMatch(/No field is mapped to this column/)
  const emptyItem = await at(9)
  expect(emptyItem.unused).toBeNull()
  expect(emptyItem.omitted.map((one) => [one.path, one.reason])).toEqual([
    ['customers.1.family_name', 'empty'],
  ])
  const blocked = await accountOn(house, batch, 3)
  const bad = await house.client().accounts.cell({ account: blocked, sheet: 0, row: 3, column: phone })
  expect(bad.problems.map((problem) => [problem.source, problem.code])).toEqual([
    ['local', 'invalid_phone_number'],
  ])
  await expect(house.client().accounts.cell({ account, sheet: 0, row: 99, column: 0 })).rejects.toThrow(
    /has no such cell/,
  )
})

test('every value of every payload leads to its cells, and each of them back to it', {
  timeout: 60_000,
}, async () => {
  const house = await openHouse()
  const folder = freshFolder()
  for (const shape of ['wide', 'linked', 'grouped'] as const) {
    const made = await generateAccounts({
      seed: 11,
      count: 60,
      shape,
      damage: 0.3,
      format: shape === 'linked' ? 'xlsx' : 'csv',
      folder,
    })
    const batch = await house.load(made)
    const payloads = await house.client().batches.payloads({ batch, after: -1, limit: 500 })
    expect(payloads.length).toBeGreaterThan(0)
    fc.assert(
      fc.property(fc.constantFrom(...payloads), (one) => {
        for (const [attr, origin] of Object.entries(one.origins)) {
          const cells = cellsOfPath(attr, one)
          expect(cells).toHaveLength('fixed' in origin ? 0 : 1 + (origin.also?.length ?? 0))
          for (const cell of cells) {
            expect(pathsOfCell(cell, one).map((path) => path.attr)).toContain(attr)
          }
        }
        for (const left of one.omitted) {
          if (left.origin === null || 'fixed' in left.origin) continue
          const { sheet, row, column } = left.origin
          expect(omissionsOfCell({ sheet, row, column }, one)).toContainEqual(left)
        }
      }),
      { numRuns: payloads.length * 2 },
    )
  }
})
