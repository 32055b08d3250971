// Parses dates and times by a pattern that the operator chose: `dd/MM/yyyy HH:mm`. The text must match the pattern
// exactly and name a day that exists; otherwise it is refused. Ambiguous patterns are not allowed.
import { checkTime, fault, type Written, type WrittenTime } from '../../../sheet/written-dates.ts'
import { message, type Message } from '../../../texts/create-message.ts'

export type DatePattern = {
  readonly text: string
  /** Parses one text; the caller trims outer blanks. */
  read(text: string): Written
}
export type PatternResult =
  | { readonly ok: true; readonly pattern: DatePattern }
  | { readonly ok: false; readonly message: Message }

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** `half` is AM or PM. */
type Unit = keyof WrittenTime | 'half'
type Token = { readonly unit: Unit; readonly source: string; readonly fixedWidth: boolean }
const tokens: ReadonlyMap<string, Token> = new Map([
  ['yyyy', { unit: 'year', source: String.raw`\d{4}`, fixedWidth: true }],
  ['MMM', { unit: 'month', source: String.raw`[A-Za-z]{3,9}`, fixedWidth: true }],
  ['MM', { unit: 'month', source: String.raw`\d{2}`, fixedWidth: true }],
  ['M', { unit: 'month', source: String.raw`\d{1,2}`, fixedWidth: false }],
  ['dd', { unit: 'day', source: String.raw`\d{2}`, fixedWidth: true }],
  ['d', { unit: 'day', source: String.raw`\d{1,2}`, fixedWidth: false }],
  ['HH', { unit: 'hour', source: String.raw`\d{2}`, fixedWidth: true }],
  ['H', { unit: 'hour', source: String.raw`\d{1,2}`, fixedWidth: false }],
  ['hh', { unit: 'hour', source: String.raw`\d{2}`, fixedWidth: true }],
  ['h', { unit: 'hour', source: String.raw`\d{1,2}`, fixedWidth: false }],
  ['a', { unit: 'half', source: String.raw`[AaPp]\.?[Mm]\.?`, fixedWidth: true }],
  ['mm', { unit: 'minute', source: String.raw`\d{2}`, fixedWidth: true }],
  ['ss', { unit: 'second', source: String.raw`\d{2}`, fixedWidth: true }],
])
const shortYear: Token = { unit: 'year', source: String.raw`\d{2}`, fixedWidth: true }

/**
 * Compiles a pattern of `yyyy MM M MMM dd d` and, for times, `HH H mm ss`, or `hh h` with `a` for AM and PM; other
 * letters only in quotes (`'T'`) or as the `T` of ISO 8601. Fails with a sentence for an ambiguous pattern. `yy` is
 * allowed only when the user gave the first year of the hundred years that two digits stand for.
 */
export function compilePattern(
  text: string,
  wants: 'date' | 'datetime',
  firstYear: number | null = null,
): PatternResult {
  const pieces = text.match(/'[^']*'|y+|M+|d+|H+|h+|m+|s+|a+|T(?=[Hh])|[A-Za-z]+|[^A-Za-z']+|'/g) ?? []
  const units: Unit[] = []
  let source = ''
  let loose = ''
  let openEnded = false
  let afterNumber = false
  let halfDays = false
  for (const piece of pieces) {
    const token = piece === 'yy' && firstYear !== null ? shortYear : tokens.get(piece)
    if (token === undefined) {
      const literal = literalOf(piece)
      if (literal === null) return { ok: false, message: unknownPiece(text, piece) }
      source += escaped(literal)
      loose += escaped(literal)
      openEnded = false
      afterNumber = /\d$/.test(literal)
      continue
    }
    if (units.includes(token.unit))
      return {
        ok: false,
        message: message('conversions.pattern_names_twice', { pattern: text, unit: token.unit }),
      }
    if (openEnded || (afterNumber && !token.fixedWidth)) {
      return { ok: false, message: message('conversions.pattern_ambiguous', { pattern: text }) }
    }
    units.push(token.unit)
    source += `(${token.source})`
    loose += token.unit === 'year' ? String.raw`\d{2}` : token.source
    openEnded = !token.fixedWidth
    afterNumber = piece !== 'MMM' && piece !== 'a'
    if (token.unit === 'hour') halfDays = piece.startsWith('h')
  }
  const missing = missingUnit(text, units, wants) ?? wrongHalf(text, units, halfDays)
  if (missing !== null) return { ok: false, message: missing }
  const strict = new RegExp(`^${source}$`)
  return { ok: true, pattern: patternOf(text, units, strict, new RegExp(`^${loose}$`), firstYear ?? 0) }
}

function unknownPiece(pattern: string, piece: string): Message {
  return /^y+$/.test(piece)
    ? message('conversions.pattern_short_year', { pattern, piece })
    : message('conversions.pattern_unknown_piece', { pattern, piece })
}

function literalOf(piece: string): string | null {
  if (piece === 'T') return 'T'
  if (piece.length >= 2 && piece.startsWith("'")) return piece.slice(1, -1)
  return /^[^A-Za-z']+$/.test(piece) ? piece : null
}

function missingUnit(pattern: string, units: readonly Unit[], wants: 'date' | 'datetime'): Message | null {
  for (const unit of ['year', 'month', 'day'] as const)
    if (!units.includes(unit)) return message('conversions.pattern_lacks', { pattern, unit })
  const timed = units.includes('hour') || units.includes('minute') || units.includes('second')
  if (wants === 'date') return timed ? message('conversions.pattern_has_time', { pattern }) : null
  if (!units.includes('hour') || !units.includes('minute'))
    return message('conversions.pattern_lacks_time', { pattern })
  return null
}

function wrongHalf(pattern: string, units: readonly Unit[], halfDays: boolean): Message | null {
  const said = units.includes('half')
  if (halfDays && !said) return message('conversions.pattern_lacks_half', { pattern })
  return said && !halfDays ? message('conversions.pattern_half_alone', { pattern }) : null
}

function patternOf(
  text: string,
  units: readonly Unit[],
  strict: RegExp,
  loose: RegExp,
  firstYear: number,
): DatePattern {
  return {
    text,
    read(written) {
      const found = strict.exec(written)
      if (found === null) {
        return loose.test(written)
          ? fault('two_digit_year', message('conversions.two_digit_year'))
          : fault('invalid', message('conversions.not_written_as', { pattern: text }))
      }
      const time = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
      let half = ''
      for (let at = 0; at < units.length; at += 1) {
        const unit = units[at]
        const part = found[at + 1] ?? ''
        if (unit === 'half') half = part
        else if (unit === 'year')
          time.year = part.length === 2 ? yearWithin(firstYear, Number(part)) : Number(part)
        else if (unit !== undefined) time[unit] = isDigit(part) ? Number(part) : monthOf(part)
      }
      if (half !== '') {
        if (time.hour < 1 || time.hour > 12)
          return fault('no_such_time', message('conversions.no_hour_of_half_day'))
        time.hour = (time.hour % 12) + (/^p/i.test(half) ? 12 : 0)
      }
      return checkTime(time)
    },
  }
}

/** Expands a two-digit year within the hundred years that begin with `first`. */
export function yearWithin(first: number, digits: number): number {
  return first + ((((digits - first) % 100) + 100) % 100)
}

function isDigit(part: string): boolean {
  const code = part.charCodeAt(0)
  return code >= 48 && code <= 57
}

/** Parses an English month, in full, by its first three letters or as `Sept`; 0 for anything else. */
export function monthOf(name: string): number {
  const lower = name.toLowerCase()
  if (lower === 'sept') return 9
  return months.findIndex((month) => month === lower || month.slice(0, 3) === lower) + 1
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
