// Tests quiet hours for all in the team's database: it decides as the desktops do, across midnight, in every time zone and on
// days when the clocks change, refuses claims by its own clock, and refuses a time zone that it does not know.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { setQuietForAll } from '../../../../electron/engine/team/for-all/quiet-hours.ts'
import { sendHeartbeat } from '../../../../electron/engine/team/claims/session.ts'
import { isQuiet, type QuietHours, quietHours, wallOf } from '../../../../shared/sending/quiet-hours.ts'
import { joinTeam } from '../lease-fixture.ts'
import { newTeam, valueOf } from '../team-fixture.ts'

const service = 'http://service.example'
const zones = [
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Australia/Lord_Howe',
] as const

const timeOfDay = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const entry = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  from: timeOfDay,
  to: timeOfDay,
})
/** Around the nights on which clocks change in 2026, and at any other time of the year. */
const instant = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('2026-03-08T07:00Z', '2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-11-01T06:00Z'),
      fc.integer({ min: -180, max: 180 }),
    )
    .map(([night, minutes]) => Date.parse(night) + minutes * 60_000),
  fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') }),
)

test('the database decides as the desktops do: across midnight, in time zones, when clocks change', async () => {
  const { query } = await newTeam()
  const cases = fc.sample(
    fc.record({ hours: fc.array(entry, { maxLength: 3 }), zone: fc.constantFrom(...zones), at: instant }),
    2000,
  )
  const rows = await query(
    `SELECT carryover.is_quiet_at(c.hours, c.zone, c.at) AS quiet
     FROM jsonb_to_recordset('${JSON.stringify(
       cases.map(({ at, ...one }, place) => ({ ...one, place, at: new Date(at).toISOString() })),
     )}') AS c (place integer, hours jsonb, zone text, at timestamptz) ORDER BY c.place`,
  )
  const wrong = cases.filter(
    ({ hours, zone, at }, place) => isQuiet(hours, wallOf(zone)(at)) !== rows[place]?.['quiet'],
  )
  expect(wrong).toEqual([])
  const quiet = rows.filter((row) => row['quiet'] === true).length
  expect(quiet).toBeGreaterThan(200)
  expect(quiet).toBeLessThan(1800)
})

const night: readonly QuietHours[] = [quietHours.parse({ from: '22:00', to: '06:00' })]

test('quiet hours are set in the place of those before, ended once, and kept in the audit log', async () => {
  const { database, query } = await newTeam()
  const dana = await joinTeam(database, 'Dana')
  const set = async (hours: readonly QuietHours[], timeZone: string) =>
    valueOf(await setQuietForAll(database, dana, service, { hours, timeZone }))
  expect(await set(night, 'Europe/London')).toBe('set')
  expect(await set(night, 'Mars/Olympus')).toBe('unknown_zone')
  expect(valueOf(await sendHeartbeat(database, dana, [])).quiet).toMatchObject([
    { service, hours: night, timeZone: 'Europe/London', member: 'Dana' },
  ])
  expect(await set([], 'UTC')).toBe('ended')
  expect(await set([], 'UTC')).toBe('none')
  expect(valueOf(await sendHeartbeat(database, dana, [])).quiet).toEqual([])
  expect(
    await query(`SELECT detail FROM carryover.audit WHERE what = 'quiet_hours' ORDER BY number`),
  ).toEqual([
    { detail: { service, hours: night, zone: 'Europe/London' } },
    { detail: { service, hours: [], zone: 'UTC' } },
  ])
})
