// Words of quiet hours, as a person reads them: days in a row are named by the first and the last of them. Pure functions.
import type { QuietHours } from '../../../shared/sending/quiet-hours.ts'
import { connectTexts } from '../../texts/connect/connect.ts'
import { teamTexts } from '../../texts/team.ts'

/** Empty for none. */
export function hoursWords(hours: readonly QuietHours[]): string {
  return hours.map(({ days, from, to }) => `${daysWords(days)} ${from}–${to}`).join(' · ')
}

function daysWords(days: readonly number[]): string {
  const names: Readonly<Record<number, string>> = connectTexts.days
  const [first, last] = [days[0] ?? 1, days.at(-1) ?? 7]
  if (days.length === 7) return teamTexts.quiet.daily
  return days.length > 2 && last - first === days.length - 1
    ? `${names[first] ?? ''}–${names[last] ?? ''}`
    : days.map((day) => names[day] ?? '').join(', ')
}
