// Sentences, numbers and times of a summary in the language of the report, and how text is shown that may deceive.
import { message, type MessageKey, sentenceOf } from '../../../../shared/texts/message.ts'
import type { MessageFormat } from '../../../../shared/texts/message-format.ts'

export type Words = {
  text<K extends MessageKey>(...given: Parameters<typeof message<K>>): string
  count(value: number): string
  /** A number given as digits, of any length. */
  decimal(digits: string): string
  /** As the window writes it: `12.5%`, in German `12,5 %`; a dash for none, and `<0.1%` where it would round to none. */
  share(part: number, all: number): string
}

/** Less than this would be written as `0%`. */
const leastShare = 0.0005

export function wordsIn(format: MessageFormat): Words {
  const counts = new Intl.NumberFormat(format.locale)
  const shares = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 1 })
  return {
    text: (...given) => sentenceOf(message(...given), format),
    count: (value) => counts.format(value),
    decimal: (digits) => decimalsLike(digits, format.locale).format(digits as Intl.StringNumericLiteral),
    share: (part, all) =>
      part === 0 || all === 0
        ? '–'
        : part / all < leastShare
          ? `<${shares.format(0.001)}`
          : shares.format(part / all),
  }
}

/** Shows every decimal that the digits have, zeros included. */
function decimalsLike(digits: string, locale: string): Intl.NumberFormat {
  const decimals = digits.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

export const time = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/** Control and bidirectional characters are shown as their code, so that a name cannot hide its real text. */
export function showText(text: string): string {
  return text.replace(deceptive, codeOf)
}

/** `[U+202E]` */
export function codeOf(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}

const deceptive =
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
