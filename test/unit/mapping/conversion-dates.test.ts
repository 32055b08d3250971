// Tests written dates: AM and PM, and properties that hold for all patterns and zones.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../../shared/mapping/conversions/dates/date-patterns.ts'
import { findZone } from '../../../shared/mapping/conversions/dates/zones.ts'
import { printDate, type WrittenTime } from '../../../shared/sheet/written-dates.ts'
import { english } from '../../support/english.ts'

function read(pattern: string, text: string): unknown {
  const compiled = compilePattern(pattern, /[Hh]/.test(pattern) ? 'datetime' : 'date')
  if (!compiled.ok) return compiled.message
  const written = compiled.pattern.read(text)
  if (!written.ok) return written.code
  const { hour, minute } = written.time
  return `${printDate(written.time)} ${hour}:${minute}`
}

describe('times with AM and PM', () => {
  it.each([
    ['M/d/yyyy h:mm a', '3/4/2026 9:30 AM', '2026-03-04 9:30'],
    ['M/d/yyyy h:mm a', '3/4/2026 12:05 am', '2026-03-04 0:5'],
    ['M/d/yyyy h:mm a', '3/4/2026 12:05 PM', '2026-03-04 12:5'],
    ['M/d/yyyy h:mm a', '3/4/2026 1:05 p.m.', '2026-03-04 13:5'],
    ['M/d/yyyy h:mm a', '3/4/2026 13:05 PM', 'no_such_time'],
    ['M/d/yyyy h:mm a', '3/4/2026 0:05 AM', 'no_such_time'],
    ['M/d/yyyy hh:mm:ssa', '3/4/2026 09:30:15PM', '2026-03-04 21:30'],
    ['M/d/yyyy h:mm a', '3/4/2026 9:30', 'invalid'],
    ['M/d/yyyy h:mm a', '3/4/26 9:30 AM', 'two_digit_year'],
  ])('%s reads %s as %s', (pattern, text, expected) => expect(read(pattern, text)).toBe(expected))
  it.each([
    ['dd/MM/yyyy h:mm', 'add a for AM and PM'],
    ['dd/MM/yyyy HH:mm a', 'its hours are h or hh'],
    ['dd/MM/yyyy h:mm a a', 'names the half of the day twice'],
    ['dd/MM/yyyy HH:mm h a', 'names the hour twice'],
  ])('the pattern %s is refused', (pattern, words) => expect(english(read(pattern, ''))).toContain(words))
})

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const two = (value: number): string => String(value).padStart(2, '0')

/** The test's own printer, part by part. */
function print(pattern: string, time: WrittenTime): string {
  const hour = time.hour % 12 === 0 ? 12 : time.hour % 12
  const parts: Readonly<Record<string, string>> = {
    yyyy: String(time.year),
    MMM: months[time.month - 1] ?? '',
    MM: two(time.month),
    M: String(time.month),
    dd: two(time.day),
    d: String(time.day),
    HH: two(time.hour),
    H: String(time.hour),
    hh: two(hour),
    h: String(hour),
    mm: two(time.minute),
    ss: two(time.second),
    a: time.hour < 12 ? 'AM' : 'PM',
  }
  return pattern.replace(/yyyy|MMM|MM|M|dd|d|HH|H|hh|h|mm|ss|a/g, (piece) => parts[piece] ?? '')
}

const datePatterns = [
  'yyyy-MM-dd',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'd.M.yyyy',
  'd MMM yyyy',
  'MMM d, yyyy',
  'yyyyMMdd',
]
const clocks = [' HH:mm:ss', ' H:mm:ss', ' h:mm:ss a', ' hh:mm:ss a', 'THH:mm:ss']
const someTime = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => ({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  }))

describe('always', () => {
  it('a date printed by a pattern is read back as the same date', () =>
    fc.assert(
      fc.property(someTime, fc.constantFrom(...datePatterns), (time, pattern) => {
        const compiled = compilePattern(pattern, 'date')
        const back = compiled.ok ? compiled.pattern.read(print(pattern, time)) : compiled
        expect(back).toMatchObject({ ok: true, time: { year: time.year, month: time.month, day: time.day } })
      }),
    ))
  it('a moment printed by a pattern is read back to the second', () =>
    fc.assert(
      fc.property(
        someTime,
        fc.constantFrom(...datePatterns),
        fc.constantFrom(...clocks),
        (time, date, clock) => {
          const pattern = `${date}${clock}`
          const compiled = compilePattern(pattern, 'datetime')
          expect(compiled.ok ? compiled.pattern.read(print(pattern, time)) : compiled).toEqual({
            ok: true,
            time,
          })
        },
      ),
    ))
  it('printing a parsed text gives the same text again', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{2,5}$/),
        fc.constantFrom('dd/MM/yyyy', 'MM/dd/yyyy'),
        (text, pattern) => {
          const compiled = compilePattern(pattern, 'date')
          const back = compiled.ok ? compiled.pattern.read(text) : compiled
          expect('time' in back ? print(pattern, back.time) : text).toBe(text)
        },
      ),
    ))
  it('the time of a zone is the one that Intl shows, however often it was computed before', () => {
    const names = [
      'Europe/London',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'UTC',
    ]
    const zones = new Map(names.map((name) => [name, findZone(name)]))
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('1960-01-01T00:00:00Z'),
          max: new Date('2060-01-01T00:00:00Z'),
          noInvalidDate: true,
        }),
        fc.constantFrom(...names),
        (date, name) => {
          const clock = new Intl.DateTimeFormat('sv-SE', {
            timeZone: name,
            dateStyle: 'short',
            timeStyle: 'medium',
          })
          const shown = clock.format(date)
          const compiled = compilePattern('yyyy-MM-dd HH:mm:ss', 'datetime')
          const written = compiled.ok ? compiled.pattern.read(shown) : compiled
          if (!('time' in written)) throw new Error(shown)
          const moment = zones.get(name)?.toUtc(written.time)
          // An hour that happens twice is refused; every other time is restored to the second.
          if (moment?.ok === true) expect(moment.text).toBe(`${date.toISOString().slice(0, 19)}Z`)
          else expect(moment).toMatchObject({ code: 'ambiguous_time' })
        },
      ),
      { numRuns: 400 },
    )
  })
})
