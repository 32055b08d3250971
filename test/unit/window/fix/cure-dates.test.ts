// Tests which date patterns a cause's card proposes: where day and month could be either way round, those in the order
// in which the mapping reads the column; and that its words show dates, not patterns.
import { expect, it } from 'vitest'
import type { Fix } from '../../../../shared/fixing/fix.ts'
import type { Conversion } from '../../../../shared/mapping/file.ts'
import { noFacts } from '../../../../renderer/steps/fix/bulk/fix-for-cause.ts'
import { shortCureWords } from '../../../../renderer/steps/fix/causes/cure-words.ts'
import { proposedFor } from '../../../../renderer/steps/fix/bulk/proposed.ts'

function patterns(conversion: Conversion | null, texts: readonly string[]): readonly string[] {
  const values = texts.map((text) => ({ text, folded: text, cells: 1 }))
  const { proposed } = proposedFor({
    kind: 'date',
    facts: { ...noFacts, conversion },
    message: null,
    values: { values, distinct: values.length, cells: values.length, cutAt: null },
  })
  return proposed.dateFrom
}

it.each([
  [{ kind: 'date', pattern: 'dd/MM/yyyy' }, ['03/04/22'], ['d/M/yy']],
  [{ kind: 'date', pattern: 'MM/dd/yyyy' }, ['03/04/22'], ['M/d/yy']],
  [{ kind: 'any_date', order: 'day', firstYear: 1930 }, ['03/04/22'], ['d/M/yy']],
  // No order is said: a person decides.
  [{ kind: 'date', pattern: 'yyyy-MM-dd' }, ['03/04/22'], []],
  [null, ['03/04/22'], []],
  // Only one way round is possible.
  [{ kind: 'date', pattern: 'MM/dd/yyyy' }, ['23/04/22', '03/04/22'], ['d/M/yy']],
] as const)('read by %j, %j are proposed as %j', (conversion, texts, expected) => {
  expect(patterns(conversion, texts)).toEqual(expected)
})

it.each([
  [['d/M/yy'], 'dd/MM/yyyy', 'Write dates like 31/12/24 as 31/12/2024'],
  [
    ['d.M.yyyy', 'dd.MM.yyyy', 'MMM d yyyy'],
    'yyyy-MM-dd',
    'Write dates like 31.12.2024, Dec 31 2024 as 2024-12-31',
  ],
  [['M/d/yyyy'], "yyyy-MM-dd'T'HH:mm:ss'Z'", 'Write dates like 12/31/2024 as 2024-12-31T18:30:00Z'],
] as const)('a fix from %j to %s is said by examples', (from, to, words) => {
  const fix: Fix = { kind: 'date', from: [...from], to, firstYear: null }
  const counts = { cells: 1, solves: 1, unblocks: 1, revalidates: 0, of: null }
  expect(shortCureWords({ fix, takeFrom: null, keeps: true, ...counts })).toBe(words)
})
