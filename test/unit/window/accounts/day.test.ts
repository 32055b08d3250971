// Tests days in the format of a date field.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOf, startOfDay } from '../../../../renderer/accounts/day.ts'

it('a written day is the day of its first moment', () => {
  const days = fc.date({ min: new Date(1971, 0, 1), max: new Date(2100, 0, 1), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const text = dayOf(date.getTime())
      const start = startOfDay(text)
      expect(start !== null && start <= date.getTime()).toBe(true)
      expect(dayOf(start ?? 0)).toBe(text)
    }),
  )
})

it('a text that is no day gives no day', () => {
  for (const text of ['', '2026-02-30', '2026-13-01', '3 Dec 2026', '3.12.2026', '2026-1-1', '26-12-03'])
    expect(startOfDay(text)).toBe(null)
})
