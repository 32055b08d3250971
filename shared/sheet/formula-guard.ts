// Adds the apostrophe that keeps an exported CSV cell from running as a formula (the characters
// of the OWASP list, LF and the full-width forms). It also protects text after a separator or line end inside a cell,
// for programs that split by another character. guard() and unguard() are exact inverses: unguard(guard(text)) ===
// text for every text, so a phone number that starts with `+` survives a round trip through our own file.

const operators = '=+-@＝＋－＠'
const separators = ',;|\t\r\n'
/** Spaces and quotation marks, which a program may strip before a formula. */
const removable =
  ' "\'\v\f\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'

/** Characters, as in a class of a regular expression, with which a text that needs a guard may start. */
export const startsSuspect = `${operators.replace('-', '\\-')}${removable}`

const kind = { separator: 1, removable: 2, operator: 3 } as const
/** By character code; 0 is any other text. */
const kinds = new Uint8Array(0x1_00_00)
for (const [characters, one] of [
  [operators, kind.operator],
  [separators, kind.separator],
  [removable, kind.removable],
] as const)
  for (const character of characters) kinds[character.charCodeAt(0)] = one

/** Finds texts that may need the guard, several times faster than the loop: most cells need nothing. */
const suspect = new RegExp(
  `(?:^|[${separators}])[${removable}]*[${operators.replace('-', '\\-')}]|^'*[\\t\\r\\n]`,
)
const blankAtStart = /^'*[\t\r\n]/
const guardedBlank = /^'+[\t\r\n]/
const guardedAtStart = new RegExp(`^([${removable}]*)'(?=[${operators.replace('-', '\\-')}])`)
const guardedAfterSeparator = new RegExp(
  `([${separators}][${removable}]*)'''(?=[${operators.replace('-', '\\-')}])`,
  'g',
)

/**
 * Puts an apostrophe before each place that could run as a formula; every other text stays unchanged. Inside the
 * text it puts three: a single one would open a quotation in a program that quotes with apostrophes, and of three,
 * one remains. It runs for every cell of a report, so it visits each character once.
 */
export function guard(text: string): string {
  if (!suspect.test(text)) return text
  let guarded = ''
  let from = 0
  let begins = true
  let mark = "'"
  for (let at = 0; at < text.length; at += 1) {
    const found = kinds[text.charCodeAt(at)]
    if (found === kind.separator) {
      begins = true
      mark = "'''"
    } else if (found !== kind.removable) {
      if (begins && found === kind.operator) {
        guarded += text.slice(from, at) + mark
        from = at
      }
      begins = false
    }
  }
  const whole = from === 0 && guarded === '' ? text : guarded + text.slice(from)
  return blankAtStart.test(text) ? `'${whole}` : whole
}

/** Removes the apostrophes that guard() added. Only for our own files: those with a `carryover_account` header. */
export function unguard(text: string): string {
  if (!text.includes("'")) return text
  const bare = guardedBlank.test(text) ? text.slice(1) : text
  return bare.replace(guardedAtStart, '$1').replace(guardedAfterSeparator, '$1')
}
