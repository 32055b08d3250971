// Formats a time by a pattern, the inverse of date-patterns.ts: the same pattern parses the output back.
import { compilePattern } from './date-patterns.ts'
import type { WrittenTime } from '../../../sheet/written-dates.ts'
import type { Message } from '../../../texts/create-message.ts'

export type DatePrinter = (time: WrittenTime) => string
export type PrinterResult =
  | { readonly ok: true; readonly print: DatePrinter; readonly timed: boolean }
  | { readonly ok: false; readonly message: Message }

const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

const two = (value: number): string => String(value).padStart(2, '0')
const half = (hour: number): number => (hour % 12 === 0 ? 12 : hour % 12)

const units: Readonly<Record<string, DatePrinter | undefined>> = {
  yyyy: ({ year }) => String(year).padStart(4, '0'),
  MMM: ({ month }) => monthNames[month - 1] ?? '',
  MM: ({ month }) => two(month),
  M: ({ month }) => String(month),
  dd: ({ day }) => two(day),
  d: ({ day }) => String(day),
  HH: ({ hour }) => two(hour),
  H: ({ hour }) => String(hour),
  hh: ({ hour }) => two(half(hour)),
  h: ({ hour }) => String(half(hour)),
  a: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  mm: ({ minute }) => two(minute),
  ss: ({ second }) => two(second),
}

/** Whether a pattern contains a time of day. */
export function isTimed(pattern: string): boolean {
  return /[Hh]/.test(pattern.replace(/'[^']*'/g, ''))
}

/** Fails with a sentence when `compilePattern` fails; two-digit years are never printed. */
export function compilePrinter(pattern: string): PrinterResult {
  const timed = isTimed(pattern)
  const compiled = compilePattern(pattern, timed ? 'datetime' : 'date')
  if (!compiled.ok) return compiled
  const pieces = pattern.match(/'[^']*'|y+|M+|d+|H+|h+|m+|s+|a+|T|[^A-Za-z']+/g) ?? []
  const printers = pieces.map((piece): DatePrinter => {
    const literal = piece.startsWith("'") ? piece.slice(1, -1) : piece
    return units[piece] ?? (() => literal)
  })
  return { ok: true, timed, print: (time) => printers.map((print) => print(time)).join('') }
}
