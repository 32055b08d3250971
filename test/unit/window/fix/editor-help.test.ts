// Tests what the editor of a cell offers for a column of dates.
import { expect, test } from 'vitest'
import { dayOfText, helpFor, textOfDay } from '../../../../renderer/steps/fix/grid/editing/editor-help.ts'

const facts = (order: 'day' | 'month') => ({
  field: null,
  conversion: { kind: 'any_date' as const, order, firstYear: 1930 },
  phoneRegion: null,
})

test.each([
  ['day', 'dd/MM/yyyy', '03/04/2024'],
  ['month', 'MM/dd/yyyy', '04/03/2024'],
] as const)(
  'a column of any usual date, %s first, has a calendar that writes days in that order',
  (order, pattern, text) => {
    expect(helpFor(facts(order))).toEqual({ kind: 'date', pattern })
    const day = { year: 2024, month: 4, day: 3 }
    expect(textOfDay(day, pattern)).toBe(text)
    expect(dayOfText(text, pattern)).toEqual(day)
  },
)
