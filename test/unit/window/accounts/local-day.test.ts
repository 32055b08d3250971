// Tests the days of the calendar in the user's time zone.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { localDay, startOfDay } from '../../../../renderer/components/fields/local-day.ts'

it('the first moment of a day is on that day and not after any moment of it', () => {
  const days = fc.date({ min: new Date(1971, 0, 1), max: new Date(2100, 0, 1), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const day = localDay(date.getTime())
      const start = startOfDay(day)
      expect(start).toBeLessThanOrEqual(date.getTime())
      expect(localDay(start)).toEqual(day)
      expect(localDay(start - 1)).not.toEqual(day)
    }),
  )
})
