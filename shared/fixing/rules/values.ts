// Fixes that understand a text: telephone numbers, dates, numbers, digits. A text with two possible readings (two
// different days, two numbers) is left unchanged; nothing is guessed. Pure: the telephone plans are passed in.
import { compilePattern, type DatePattern } from '../../mapping/conversions/dates/date-patterns.ts'
import { compilePrinter, isTimed } from '../../mapping/conversions/dates/date-print.ts'
import { readDecimal } from '../../mapping/conversions/numbers.ts'
import { withoutUnseen } from '../../sheet/unseen.ts'
import { asIfUtc } from '../../sheet/written-dates.ts'
import { type CompiledFix, made, refused } from './made.ts'
import type { FixOf } from './rules.ts'
import { message } from '../../texts/create-message.ts'

/**
 * Formats of a telephone number: `+442079460123`, `+44 20 7946 0123`, or as dialled in its country, `02079460123`.
 */
export type PhoneForm = 'e164' | 'international' | 'national'
/**
 * Formats a valid number of the region (two letters; null: only numbers with `+`); null for any other text. `bare`:
 * also accepts a number whose first digits are missing, a 0 or the + of its country.
 */
export type PhoneWriter = (
  text: string,
  region: string | null,
  form: PhoneForm,
  bare: boolean,
) => string | null

const clean = (text: string): string => withoutUnseen(text).trim()

/** Without a writer nothing changes: the window has none, and never applies a fix. */
export function phoneFix(rule: FixOf<'phone'>, write: PhoneWriter | undefined): CompiledFix {
  if (write === undefined) return made(() => null)
  return made(({ text }) => {
    const number = clean(text)
    return number === '' ? null : write(number, rule.region, rule.form, rule.bare)
  })
}

export function dateFix({ from, to, firstYear }: FixOf<'date'>): CompiledFix {
  const printer = compilePrinter(to)
  if (!printer.ok) return refused(printer.message)
  const patterns: DatePattern[] = []
  for (const pattern of from) {
    const timed = isTimed(pattern)
    if (printer.timed && !timed) return refused(message('fixing.time_made_up', { pattern, to }))
    const compiled = compilePattern(pattern, timed ? 'datetime' : 'date', firstYear)
    if (!compiled.ok) return refused(compiled.message)
    patterns.push(compiled.pattern)
  }
  return made(({ text }) => {
    const written = clean(text)
    if (written === '') return null
    const times = patterns.flatMap((pattern) => {
      const read = pattern.read(written)
      return read.ok ? [read.time] : []
    })
    const [time] = times
    // A text that two patterns read differently is left to the user.
    if (time === undefined || new Set(times.map(asIfUtc)).size > 1) return null
    return printer.print(time)
  })
}

export function numberFix({ decimalSign, thousandsSign, to, currency }: FixOf<'number'>): CompiledFix {
  if (decimalSign === thousandsSign) return refused(message('conversions.both_signs', { sign: decimalSign }))
  return made(({ text }) => {
    let written = clean(text)
    if (currency) written = written.replace(/^\p{Sc}\s*|\s*\p{Sc}$|^[A-Z]{3}\s+|\s+[A-Z]{3}$/gu, '')
    // After a sign of its own, a currency may follow: -£5.
    if (currency) written = written.replace(/^([+-])\s*\p{Sc}\s*/u, '$1')
    const plain = readDecimal(written, { decimal: decimalSign, thousands: thousandsSign })
    if (plain === null) return null
    return to === ',' ? plain.replace('.', ',') : plain
  })
}

/** Digits of any script are kept as written; `plus` keeps a leading +. */
export function digitsFix({ plus }: FixOf<'digits'>): CompiledFix {
  return made(({ text }) => {
    const digits = text.replace(/\P{Nd}/gu, '')
    if (digits === '') return null
    return `${plus && clean(text).startsWith('+') ? '+' : ''}${digits}`
  })
}

/** Pads only texts of digits with zeros, up to a length. */
export function padFix({ length }: FixOf<'pad'>): CompiledFix {
  return made(({ text }) => {
    const digits = clean(text)
    return /^\d+$/.test(digits) ? digits.padStart(length, '0') : null
  })
}
