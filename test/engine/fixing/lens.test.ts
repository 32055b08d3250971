// Tests the links between cells and payloads in both directions: the values made from a cell and their validation,
// locally and by the service. Property: every value of every payload leads back to its source cells.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOfPath, omissionsOfCell, pathsOfCell } from '../../../shared/payload/lens.ts'
import { generateAccounts } from '../../files/generate.ts'
import { badPhone, good, mappedFile, noSurname } from '../accounts/small-batch.ts'
import { freshFolder, type Harness, openHarness } from '../api/harness.ts'
import { english } from '../../support/english.ts'

const phone = 7

async function accountOn(harness: Harness, batch: number, row: number): Promise<number> {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.find((one) => one.row === row)?.account?.id ?? 0
}

test('a cell shows the path it feeds, its value, and when and by whom it was validated', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), noSurname('A-2')])
  const before = Date.now()
  const account = await accountOn(harness, batch, 2)
  const cell = { account, sheet: 0, row: 2, column: phone }
  const first = await harness.client().accounts.cell(cell)
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

  await harness.validate(batch)
  const validated = await harness.client().accounts.cell(cell)
  expect(validated.service).toMatchObject({ pass: 1, verdict: 'validated', current: true, sameHere: true })

  await harness.client().edits.apply({
    batch,
    words: 'Phone',
    cells: [{ sheet: 0, row: 2, column: phone, text: '020 7946 0999' }],
  })
  const edited = await harness.client().accounts.cell(cell)
  expect(edited.paths[0]?.value).toBe('020 7946 0999')
  expect(edited.service).toMatchObject({ pass: 1, current: false, sameHere: false, about: ['020 7946 0001'] })
  expect(edited.local?.at).toBeGreaterThanOrEqual(before)
  // The account's other cells were not edited: their validation by the service is still current.
  const other = await harness.client().accounts.cell({ ...cell, column: 1 })
  expect(other.service).toMatchObject({ current: false, sameHere: true })
})

test('the edits of an account are those of its own cells, counted, the newest first', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-2')])
  const { edits } = harness.client()
  const ofRow = async (row: number) => {
    const account = await accountOn(harness, batch, row)
    return (await edits.ofAccount({ batch, account })).map(({ words, cells, undone }) => [
      english(words),
      cells,
      undone,
    ])
  }
  const cell = (row: number, text: string) => ({ sheet: 0, row, column: phone, text })
  await edits.apply({ batch, words: 'Both', cells: [cell(2, '020 7946 0998'), cell(3, '020 7946 0999')] })
  await edits.apply({ batch, words: 'The second', cells: [cell(3, '020 7946 0997')] })
  await edits.undo({ batch })
  expect(await ofRow(2)).toEqual([['Both', 1, false]])
  expect(await ofRow(3)).toEqual([
    ['The second', 1, true],
    ['Both', 1, false],
  ])
  expect(await edits.ofAccount({ batch, account: 999_999 })).toEqual([])
})

test('a cell that feeds no field shows the reason', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), badPhone('A-2')])
  const account = await accountOn(harness, batch, 2)
  const at = (column: number) => harness.client().accounts.cell({ account, sheet: 0, row: 2, column })
  expect(english((await at(11)).unused)).toMatch(/No field is mapped to this column/)
  const emptyItem = await at(9)
  expect(emptyItem.unused).toBeNull()
  expect(emptyItem.omitted.map((one) => [one.path, one.reason])).toEqual([
    ['customers.1.family_name', 'empty'],
  ])
  const invalid = await accountOn(harness, batch, 3)
  const bad = await harness.client().accounts.cell({ account: invalid, sheet: 0, row: 3, column: phone })
  expect(bad.problems.map((problem) => [problem.source, problem.code])).toEqual([
    ['local', 'invalid_phone_number'],
  ])
  await expect(harness.client().accounts.cell({ account, sheet: 0, row: 99, column: 0 })).rejects.toThrow(
    /has no such cell/,
  )
})

test('every payload value leads to its cells, and each cell leads back to the value', async () => {
  const harness = await openHarness()
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
    const batch = await harness.load(made)
    const payloads = await harness.client().batches.payloads({ batch, after: -1, limit: 500 })
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
