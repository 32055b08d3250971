// Formats the reminder date of a hold, checks whether it is due, and converts it to and from a date field. A day
// begins at midnight in the user's time zone. Pure functions.
import { format } from '../../../texts/format.ts'
import { fixTexts } from '../../../texts/fix.ts'

export type HoldWords = { readonly words: string; readonly due: boolean }

/** `until` and `now` in milliseconds since 1970; null: held without a date. */
export function holdWords(until: number | null, now: number): HoldWords {
  if (until === null) return { words: fixTexts.heldTitle, due: false }
  const due = until <= now
  const day = format.day(until)
  return { words: due ? fixTexts.heldDue(day) : fixTexts.heldUntil(day), due }
}

/** `2026-12-03` as the beginning of that day; null for anything else. */
export function dayAt(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (parts === null) return null
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number)
  const at = new Date(year, month - 1, day)
  return at.getMonth() === month - 1 && at.getDate() === day ? at.getTime() : null
}

/** The day of a time, as a date field writes it. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
