// Says whether a fix made another number of a number, as removing a decimal sign or a minus does. A text that can be read
// as two numbers counts as each of them, so that only a sure loss is named. Pure function.
import { readDecimal } from '../../mapping/conversions/numbers.ts'
import { withoutUnseen } from '../../sheet/unseen.ts'
import { numberWritings } from './found.ts'
import type { Fix } from './rules.ts'

/** Fixes that keep part of a text; the others write a value that somebody chose or that has the same meaning. */
const keepsParts: ReadonlySet<Fix['kind']> = new Set(['replace', 'digits', 'shorten', 'tidy'])

export function mayMakeOtherNumbers({ kind }: Fix): boolean {
  return keepsParts.has(kind)
}

/** False where either text is no number. */
export function isOtherNumber(before: string, after: string): boolean {
  const was = readings(before)
  if (was.size === 0) return false
  const is = readings(after)
  return is.size > 0 && ![...was].some((number) => is.has(number))
}

function readings(text: string): ReadonlySet<string> {
  const plain = withoutUnseen(text).trim()
  // A telephone number or a long key is no amount.
  if (!/^[+-]?[\d.,' ]{1,20}$/.test(plain) || !/\d/.test(plain)) return new Set()
  return new Set(
    numberWritings.flatMap(({ decimalSign, thousandsSign }) => {
      const read = readDecimal(plain, { decimal: decimalSign, thousands: thousandsSign })
      return read === null ? [] : [withoutEnd(read)]
    }),
  )
}

/** `4.50` and `4.5` are one number. */
function withoutEnd(number: string): string {
  const short = number.includes('.') ? number.replace(/\.?0+$/, '') : number
  return short === '-0' ? '0' : short
}
