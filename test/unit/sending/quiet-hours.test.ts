// Tests quiet hours by the wall clock, especially on days when the clocks change.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isQuiet,
  quietFrom,
  quietHours,
  quietUntil,
  wallOf,
  withQuiet,
} from '../../../shared/sending/quiet-hours.ts'

const london = wallOf('Europe/London')
const newYork = wallOf('America/New_York')
const utc = wallOf('UTC')
const everyDay = [1, 2, 3, 4, 5, 6, 7]

const hours = (from: string, to: string, days = everyDay) => [{ days, from, to }]
const at = (text: string): number => Date.parse(text)
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

describe('the end of quiet hours', () => {
  const night = hours('22:00', '06:00')
  const weekdays = hours('22:00', '06:00', [1, 2, 3, 4, 5])
  // 2026-03-04 is a Wednesday.
  test.each([
    ['before it begins', night, utc, '2026-03-04T21:59:59.999Z', null],
    ['when it begins', night, utc, '2026-03-04T22:00:00Z', '2026-03-05T06:00:00Z'],
    ['after midnight', night, utc, '2026-03-05T00:00:00Z', '2026-03-05T06:00:00Z'],
    ['just before its end', night, utc, '2026-03-05T05:59:59.999Z', '2026-03-05T06:00:00Z'],
    ['when it ends', night, utc, '2026-03-05T06:00:00Z', null],
    ['within a day', hours('09:00', '17:30'), utc, '2026-03-04T09:00:00Z', '2026-03-04T17:30:00Z'],
    [
      'the night of a Friday belongs to the Friday',
      weekdays,
      utc,
      '2026-03-07T05:00:00Z',
      '2026-03-07T06:00:00Z',
    ],
    ['a Saturday that is not named', weekdays, utc, '2026-03-07T23:00:00Z', null],
    ['the night before a Monday belongs to the Sunday', weekdays, utc, '2026-03-09T05:00:00Z', null],
    [
      'a Sunday into a Monday',
      hours('22:00', '06:00', [7]),
      utc,
      '2026-03-09T05:00:00Z',
      '2026-03-09T06:00:00Z',
    ],
    ['a whole day', hours('08:00', '08:00', [3]), utc, '2026-03-04T08:00:00Z', '2026-03-05T08:00:00Z'],
    [
      'two that meet are one',
      [...hours('22:00', '06:00'), ...hours('06:00', '08:30')],
      utc,
      '2026-03-04T23:00:00Z',
      '2026-03-05T08:30:00Z',
    ],
    ['a weekend', hours('00:00', '00:00', [6, 7]), utc, '2026-03-07T12:00:00Z', '2026-03-09T00:00:00Z'],
    ['by the time of the place', night, newYork, '2026-03-05T04:00:00Z', '2026-03-05T11:00:00Z'],
    // 29 March 2026: 01:00 GMT is 02:00 BST.
    ['a night that is an hour shorter', night, london, '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
    [
      'an end that the clock skips',
      hours('22:00', '01:30'),
      london,
      '2026-03-28T23:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
    [
      'a beginning that the clock skips',
      hours('01:15', '04:00'),
      london,
      '2026-03-29T01:00:00Z',
      '2026-03-29T03:00:00Z',
    ],
    ['hours that the clock skips', hours('01:15', '01:45'), london, '2026-03-29T01:00:00Z', null],
    // 25 October 2026: 02:00 BST is 01:00 GMT.
    ['a night that is an hour longer', night, london, '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
    [
      'an end that the clock shows twice, first',
      hours('22:00', '01:30'),
      london,
      '2026-10-24T23:00:00Z',
      '2026-10-25T00:30:00Z',
    ],
    ['between the two', hours('22:00', '01:30'), london, '2026-10-25T00:45:00Z', null],
    [
      'an end that the clock shows twice, again',
      hours('22:00', '01:30'),
      london,
      '2026-10-25T01:00:00Z',
      '2026-10-25T01:30:00Z',
    ],
    // 8 March and 1 November 2026.
    [
      'a night that is an hour shorter in New York',
      night,
      newYork,
      '2026-03-08T03:00:00Z',
      '2026-03-08T10:00:00Z',
    ],
    [
      'a night that is an hour longer in New York',
      night,
      newYork,
      '2026-11-01T02:00:00Z',
      '2026-11-01T11:00:00Z',
    ],
    ['none', [], utc, '2026-03-04T23:00:00Z', null],
  ])('%s', (_name, entries, wall, from, until) => {
    expect(iso(quietUntil(entries, at(from), wall))).toBe(until === null ? null : iso(at(until)))
  })

  test('quiet hours without a gap have no end', () => {
    expect(quietUntil(hours('00:00', '00:00'), at('2026-03-04T12:00:00Z'), london)).toBe(Infinity)
    expect(quietUntil(hours('09:00', '09:00'), at('2026-10-25T01:30:00Z'), london)).toBe(Infinity)
  })
})

describe('work that pauses in quiet hours', () => {
  const hour = 3_600_000
  const night = hours('22:00', '06:00')
  test.each([
    ['ends before they begin', night, utc, '2026-03-04T12:00:00Z', 9, 9],
    ['ends as they begin', night, utc, '2026-03-04T12:00:00Z', 10, 10],
    ['goes on after them', night, utc, '2026-03-04T12:00:00Z', 11, 19],
    ['rests two nights', night, utc, '2026-03-04T12:00:00Z', 30, 46],
    ['begins when they end', night, utc, '2026-03-04T23:00:00Z', 1, 8],
    ['has a night that is an hour longer', night, london, '2026-10-24T20:00:00Z', 2, 11],
    ['knows none', [], utc, '2026-03-04T12:00:00Z', 100, 100],
    ['never ends', hours('00:00', '00:00'), utc, '2026-03-04T12:00:00Z', 1, Number.POSITIVE_INFINITY],
  ])('%s', (_name, entries, wall, from, work, takes) => {
    expect(withQuiet(entries, at(from), work * hour, wall)).toBe(takes * hour)
  })
})

const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const entry = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  from: times,
  to: times,
})
// Lord Howe Island changes its clock by half an hour; Kathmandu never does and is three quarters off.
const zones = fc
  .constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
  .map(wallOf)
const changes = ['2026-03-08', '2026-03-29', '2026-04-04', '2026-10-03', '2026-10-25', '2026-11-01']
const moments = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -36 * 3600, max: 48 * 3600 }))
  .map(([date, seconds]) => at(`${date}T00:00:00Z`) + seconds * 1000)

test('quiet time lasts exactly from start to end, for any hours, time zone and clock change', () => {
  let met = 0
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 3 }), zones, moments, (entries, wall, moment) => {
      const quiet = (instant: number): boolean => isQuiet(entries, wall(instant))
      const until = quietUntil(entries, moment, wall)
      const next = until === null ? quietFrom(entries, moment, wall) : until
      expect(quiet(moment)).toBe(until !== null)
      const end = next === null || next === Infinity ? moment + 8 * 86_400_000 : next
      met += end - moment < 8 * 86_400_000 ? 1 : 0
      // Nothing changes between now and then, and it does change then.
      const step = Math.max(1, Math.floor((end - moment) / 60))
      for (let instant = moment; instant < end; instant += step) expect(quiet(instant)).toBe(until !== null)
      for (let instant = moment; instant < Math.min(end, moment + 3 * 3_600_000); instant += 300_000)
        expect(quiet(instant)).toBe(until !== null)
      expect(quiet(end - 1)).toBe(until !== null)
      if (next !== null && next !== Infinity) expect(quiet(next)).toBe(until === null)
    }),
    { numRuns: 400 },
  )
  expect(met).toBeGreaterThan(100)
})

test.each(['Europe/London', 'America/New_York', 'Australia/Lord_Howe'])(
  'the local time in %s matches the time zone database all through a year',
  (zone) => {
    const module = fileURLToPath(new URL('../../../shared/sending/quiet-hours.ts', import.meta.url))
    const code = `
      import { localWall, wallOf } from ${JSON.stringify(module)}
      const named = wallOf(${JSON.stringify(zone)})
      let wrong = 0
      for (let at = Date.UTC(2026, 0, 1) + 7; at < Date.UTC(2027, 0, 1); at += 1_800_000)
        if (JSON.stringify(localWall(at)) !== JSON.stringify(named(at))) wrong += 1
      console.log(wrong)`
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    })
    expect(printed.trim()).toBe('0')
  },
)

test('quiet hours with an invalid time of day are refused', () => {
  const wrong = ['24:00', '7:00', '12:60', 'noon']
  expect(wrong.filter((from) => quietHours.safeParse({ from, to: '06:00' }).success)).toEqual([])
  expect(quietHours.parse({ from: '22:00', to: '06:00' }).days).toEqual(everyDay)
  expect(quietHours.safeParse({ days: [], from: '22:00', to: '06:00' }).success).toBe(false)
})
