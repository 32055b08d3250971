// Tests small rules of the window: the formats of numbers and times, and which key press is which shortcut.
import { afterEach, describe, expect, it } from 'vitest'
import { matches } from '../../../../renderer/app/keys.ts'
import { rangeWords } from '../../../../renderer/accounts/live/time-range.ts'
import { count, firstFew, format } from '../../../../renderer/texts/format.ts'
import { currentFormat, speak } from '../../../../shared/texts/current.ts'
import { createMessageFormat } from '../../../../shared/texts/message-format.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

describe('a duration', () => {
  it.each([
    [-5 * second, '0 s'],
    [12 * second, '12 s'],
    [89 * second, '89 s'],
    [90 * second, '2 min'],
    [89 * minute, '89 min'],
    [2 * hour + 5 * minute, '2 h 5 min'],
    [3 * hour, '3 h'],
    [47 * hour + 59 * minute, '47 h 59 min'],
    [72 * hour, '3 d'],
  ])('of %i ms is %s', (milliseconds, words) => {
    expect(format.duration(milliseconds)).toBe(words)
  })
})

describe('a number of things', () => {
  it('is singular only for one', () => {
    expect([0, 1, 2].map((n) => count(n, 'account', 'accounts'))).toEqual([
      '0 accounts',
      '1 account',
      '2 accounts',
    ])
  })

  it('is no percentage of zero', () => {
    expect(format.percent(0, 0)).toBe(format.percent(0, 5))
  })
})

describe('a size', () => {
  it.each([
    [999, /^999 B$/],
    [1_000, /^1 kB$/],
    [2_621_440, /^2\D6 MB$/],
    [3_000_000_000, /^3 GB$/],
  ])('of %i bytes has its unit', (bytes, words) => {
    expect(format.bytes(bytes)).toMatch(words)
  })
})

describe('a time', () => {
  it('names its zone', () => {
    const zone = new Intl.DateTimeFormat(currentFormat().locale, { timeZoneName: 'short' })
      .formatToParts(0)
      .find((part) => part.type === 'timeZoneName')
    expect(format.dateTime(0)).toContain(zone?.value)
    expect(format.time(0)).toContain(zone?.value)
  })
})

describe('a day', () => {
  it('is yesterday only if it was the day before, whatever the time of day', () => {
    const now = new Date(2026, 10, 27, 1, 34).getTime()
    const at = (day: number, hours: number): string =>
      format.ago(new Date(2026, 10, day, hours).getTime(), now)
    expect([at(26, 23), at(26, 1), at(25, 23), at(25, 6), at(24, 6)]).toEqual([
      '3 hours ago',
      'yesterday',
      '2 days ago',
      '2 days ago',
      '3 days ago',
    ])
  })
})

describe('in German', () => {
  const before = currentFormat()
  afterEach(() => speak(before))

  it('words are German, and numbers and dates follow the locale of the system', () => {
    speak(createMessageFormat('de', 'de-DE'))
    expect([
      format.duration(72 * hour),
      format.ago(0, 3 * hour),
      format.number(2_500),
      format.day(Date.UTC(2026, 4, 14, 12)),
      firstFew(['A', 'B', 'C', 'D', 'E']),
      rangeWords({ fromMs: 4 * minute, toMs: 6 * minute }),
      rangeWords({ fromMs: 0, toMs: 72 * hour }),
    ]).toEqual([
      '3 Tage',
      'vor 3 Stunden',
      '2.500',
      '14. Mai 2026',
      'A, B, C und 2 weitere',
      '4–6 min',
      'unter 3 Tagen',
    ])
    speak(createMessageFormat('en', 'de-DE'))
    expect([format.ago(0, 3 * hour), format.number(2_500)]).toEqual(['3 hours ago', '2.500'])
  })
})

describe('a shortcut', () => {
  type Press = Parameters<typeof matches>[1]
  const press = (key: string, held: Partial<Press> = {}): Press => ({
    key,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...held,
  })

  it.each<[string, Press]>([
    ['mod+z', press('z', { ctrlKey: true })],
    ['mod+z', press('z', { metaKey: true })],
    ['mod+z', press('Z', { ctrlKey: true })],
    ['mod+shift+z', press('Z', { ctrlKey: true, shiftKey: true })],
    ['?', press('?', { shiftKey: true })],
    ['/', press('/')],
    ['f8', press('F8')],
    ['shift+f8', press('F8', { shiftKey: true })],
    ['alt+0', press('0', { altKey: true })],
  ])('%s is pressed by %j', (keys, pressed) => {
    expect(matches(keys, pressed)).toBe(true)
  })

  it.each<[string, Press]>([
    ['mod+z', press('z')],
    ['mod+z', press('Z', { ctrlKey: true, shiftKey: true })],
    ['mod+z', press('z', { ctrlKey: true, altKey: true })],
    ['/', press('/', { ctrlKey: true })],
    ['f8', press('F8', { shiftKey: true })],
    ['alt+0', press('0')],
  ])('%s is not pressed by %j', (keys, pressed) => {
    expect(matches(keys, pressed)).toBe(false)
  })
})
