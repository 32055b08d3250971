// Converts an answer to the text of its cell. Text stays text: only outer blanks are removed, choices get the
// spelling of the list, and a real date is written in the date format of the column, so day and month are never
// swapped.
import type { AskColumn } from '../ask-columns.ts'
import { wishesEmpty } from '../pack-layout.ts'
import type { AnswerRow } from '../read-pack.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Empty for a blank answer; `empty`: the cell should be empty. */
export function answerText(
  { answer, iso }: Pick<AnswerRow, 'answer' | 'iso'>,
  column: AskColumn | null,
): { readonly text: string; readonly empty: boolean } {
  const text = iso === null ? answer.trim() : writtenDate(iso, column?.field?.datePattern ?? null)
  const choice = column?.choices.find((one) => one.toLowerCase() === text.toLowerCase())
  if (choice !== undefined) return { text: choice, empty: false }
  return wishesEmpty(text) ? { text: '', empty: true } : { text, empty: false }
}

/** `2026-03-04T00:00:00` in the column's own pattern (`dd/MM/yyyy`), or as ISO without one. */
export function writtenDate(iso: string, pattern: string | null): string {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2}))?/.exec(iso)
  if (found === null) return iso
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] = found
  const timed = hour !== '00' || minute !== '00' || second !== '00'
  if (pattern === null) return timed ? iso : `${year}-${month}-${day}`
  const half = Number(hour) % 12 === 0 ? 12 : Number(hour) % 12
  const parts: Readonly<Record<string, string>> = {
    yyyy: year,
    MMM: months[Number(month) - 1] ?? month,
    MM: month,
    M: String(Number(month)),
    dd: day,
    d: String(Number(day)),
    HH: hour,
    H: String(Number(hour)),
    hh: String(half).padStart(2, '0'),
    h: String(half),
    mm: minute,
    ss: second,
    a: Number(hour) < 12 ? 'AM' : 'PM',
  }
  return pattern.replace(/yyyy|MMM|MM|M|dd|d|HH|H|hh|h|mm|ss|a/g, (part) => parts[part] ?? part)
}
