// Tests rows on which a failing service put thousands of problems: a page of them has the first problems of each row
// and the number left out; an ordinary page has all.
import { expect, test } from 'vitest'
import type { PlacedProblem } from '../../../electron/engine/store/accounts/account-problems.ts'
import { practiceStore } from './practice-store.ts'

const named = [{ index: 0, name: 'Phone', header: 'Phone' }]
const shown = { position: 0, info: { name: 'people', columns: named } }

async function rowsWith(rows: number, problemsEach: number) {
  const { store, database, batch, ids } = await practiceStore({ accounts: rows })
  store.rows.addSheet(batch, 0, { name: 'people', hidden: false, headerRow: 1, columns: named }, 'main')
  const numbers = Array.from({ length: rows }, (_, at) => at + 2)
  store.rows.addRows(
    batch,
    0,
    numbers.map((row) => ({ row, cells: '["020"]', kept: null })),
  )
  const belongsTo = database.prepare('INSERT INTO account_row VALUES (?, 0, ?, ?)')
  for (const [at, id] of ids.entries()) {
    const row = numbers[at] ?? 0
    belongsTo.run(batch, row, id)
    const problems = Array.from(
      { length: problemsEach },
      (_, nth): PlacedProblem => ({
        source: 'validate',
        attr: null,
        code: `code_${nth}`,
        message: `${nth}: ${'Wrong. '.repeat(60)}`,
        place: { kind: 'account', row: { sheet: 'people', row } },
      }),
    )
    store.accounts.replaceProblems(id, batch, 'validate', problems)
  }
  return store.grid.rows(batch, shown, numbers)
}

test('rows of thousands of problems together bring the first of each row, and say how many they leave out', async () => {
  const rows = await rowsWith(20, 400)
  expect(rows).toHaveLength(20)
  expect(rows.reduce((sum, { problems }) => sum + problems.length, 0)).toBe(3000)
  for (const { problems, moreProblems } of rows) {
    expect(problems.map(({ code }) => code)).toEqual(problems.map((_, nth) => `code_${nth}`))
    expect([problems.length, moreProblems]).toEqual([150, 250])
  }
})

test('a row of a thousand problems among ordinary ones brings all of them', async () => {
  const [row] = await rowsWith(1, 1000)
  expect(row).toMatchObject({ moreProblems: 0 })
  expect(row?.problems).toHaveLength(1000)
})
