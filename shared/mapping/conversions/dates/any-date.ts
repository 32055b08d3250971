// Reads a date in any usual spelling, with the day or the month first: 01/02/2023, 3/4/22, 21.06.2016, 2021-11-26,
// 04 Apr 2016, April 4th, 2016. Year-first and named months read the same in both orders. A text that needs the
// other order, or names no existing day, is refused and never guessed.
import { checkTime, fault, type Written } from '../../../sheet/written-dates.ts'
import { message } from '../../../texts/create-message.ts'
import { monthOf, yearWithin } from './date-patterns.ts'
import type { DatePattern } from './date-patterns.ts'

export type DayOrder = 'day' | 'month'
/** Two digits stand for a year within the hundred years that begin with this one, as spreadsheets read them. */
export const usualFirstYear = 1930

const yearFirst = /^(\d{4})([-/. ])(\d{1,2}|[A-Za-z]{3,9})\2(\d{1,2})$/
const numbers = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/
const dayThenName = /^(\d{1,2})[-/. ]?([A-Za-z]{3,9})[-/. ]?(\d{4}|\d{2})$/
const nameThenDay = /^([A-Za-z]{3,9})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/

export function anyDate(order: DayOrder, firstYear: number): DatePattern {
  const yearOf = (part: string): number =>
    part.length === 2 ? yearWithin(firstYear, Number(part)) : Number(part)
  return {
    text: order,
    read(written) {
      const text = plain(written)
      const iso = yearFirst.exec(text)
      if (iso !== null) return day(Number(iso[1]), iso[3] ?? '', iso[4] ?? '')
      const numeric = numbers.exec(text)
      if (numeric !== null) {
        const [, first = '', , second = '', year = ''] = numeric
        return order === 'day' ? day(yearOf(year), second, first) : day(yearOf(year), first, second)
      }
      const named = dayThenName.exec(text)
      if (named !== null) return day(yearOf(named[3] ?? ''), named[2] ?? '', named[1] ?? '')
      const american = nameThenDay.exec(text)
      if (american !== null) return day(yearOf(american[3] ?? ''), american[1] ?? '', american[2] ?? '')
      return fault('invalid', message('conversions.no_usual_date'))
    },
  }
}

/** Without what changes no date: a time of midnight, the weekday, `th` after a day, commas, repeated blanks. */
function plain(text: string): string {
  return text
    .replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/, '')
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? +/i, '')
    .replace(/(\d)(?:st|nd|rd|th)\b/i, '$1')
    .replace(/[,.] +/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

function day(year: number, month: string, dayText: string): Written {
  const number = /^\d/.test(month) ? Number(month) : monthOf(month)
  if (number === 0) return fault('invalid', message('conversions.no_usual_date'))
  return checkTime({ year, month: number, day: Number(dayText), hour: 0, minute: 0, second: 0 })
}
