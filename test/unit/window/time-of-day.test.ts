// Tests times of day as people write them.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { timeOfDayIn } from '../../../renderer/steps/connect/form/time-of-day.ts'

it.each([
  ['7', '07:00'],
  ['7.30', '07:30'],
  ['0730', '07:30'],
  ['7:30 pm', '19:30'],
  ['12 a.m.', '00:00'],
  ['12pm', '12:00'],
  ['19 h', '19:00'],
  ['19 Uhr', '19:00'],
])('%s is read as %s', (text, time) => {
  expect(timeOfDayIn(text)).toBe(time)
})

it.each(['', 'x', '24:00', '23:60', '13 pm', '6:5', '12345', '-1'])('%s is no time of day', (text) => {
  expect(timeOfDayIn(text)).toBe(null)
})

it('every time of day is read as it is shown', () => {
  const two = (value: number): string => String(value).padStart(2, '0')
  fc.assert(
    fc.property(fc.nat(23), fc.nat(59), (hour, minute) => {
      const time = `${two(hour)}:${two(minute)}`
      expect(timeOfDayIn(time)).toBe(time)
    }),
  )
})
