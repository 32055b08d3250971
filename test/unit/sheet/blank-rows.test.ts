// Tests the list of blank rows of a sheet: ranges of numbers that follow each other, and the limit of listed ranges.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBlankRowList } from '../../../electron/engine/import/sheet/blank-row-list.ts'
import { rangeWords } from '../../../shared/sheet/blank-rows.ts'

it('lists rows one by one or in ranges as the same ranges', () => {
  const rows = fc.uniqueArray(fc.integer({ min: 1, max: 200 })).map((all) => all.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(rows, (numbers) => {
      const list = createBlankRowList()
      for (const row of numbers) list.add(row, row)
      const found = list.found()
      const listed = (found?.list ?? []).flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
      )
      expect(listed).toEqual(numbers)
      expect(found?.rows ?? 0).toBe(numbers.length)
      const again = createBlankRowList()
      for (const [first, last] of found?.list ?? []) again.add(first, last)
      expect(again.found()).toEqual(found)
      for (const [at, [first]] of (found?.list ?? []).entries())
        if (at > 0) expect(first).toBeGreaterThan((found?.list[at - 1]?.[1] ?? 0) + 1)
    }),
  )
})

it('counts every range and lists the first 500', () => {
  const list = createBlankRowList()
  for (let row = 2; row <= 2_000; row += 2) list.add(row, row)
  list.add(2_001, 2_010)
  const found = list.found()
  expect(found).toMatchObject({ rows: 1_010, ranges: 1_000 })
  expect(found?.list).toHaveLength(500)
  expect(found?.list.at(-1)).toEqual([1_000, 1_000])
})

it('writes a range with its ends and a single row with its number; an empty range is none', () => {
  expect([rangeWords([14, 20]), rangeWords([55, 55])]).toEqual(['14–20', '55'])
  const list = createBlankRowList()
  list.add(5, 4)
  expect(list.found()).toBeNull()
})
