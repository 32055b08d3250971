// A number format's code made ready for the formatter, which takes a country in it more literally than spreadsheet
// programs do: there a currency's country changes no separators, and a date's country does.

/** Countries (Windows language numbers) whose dates are written with something other than a slash. */
const dateSeparators: Readonly<Record<string, readonly string[]>> = {
  '.': '402 405 407 40B 40E 414 415 418 419 41A 41B 41F 422 423 424 425 426 807 810 814 C07 1007 100C 1407'.split(
    ' ',
  ),
  '-': '406 413 41D 427 816 C0C 1009'.split(' '),
}
const separatorOf = new Map(
  Object.entries(dateSeparators).flatMap(([separator, numbers]) =>
    numbers.map((number): [string, string] => [number, separator]),
  ),
)
/** A currency with its country: `[$€-407]`, `[$£-en-GB]`. */
const currency = /\[\$([^\]-]+)-[^\]]*\]/g
/** A country alone: `[$-407]`; the digits before the last four say which numerals and calendar. */
const country = /\[\$-([0-9A-Fa-f]{1,4}|[0-9A-Fa-f]{0,4}(?<long>[0-9A-Fa-f]{4}))\]/
/** What is not the format itself: quoted and escaped text, and brackets. */
const notCode = /"[^"]*"|\\.|\[[^\]]*\]/g

export function preparePattern(code: string): string {
  const pattern = code.includes('[$') ? code.replace(currency, '[$$$1]') : code
  const found = country.exec(pattern)
  if (found === null || !/[dmyhs]/i.test(pattern.replace(notCode, ''))) return pattern
  const number = Number.parseInt(found.groups?.long ?? found[1] ?? '', 16)
  const separator = separatorOf.get(number.toString(16).toUpperCase())
  const own = separator === undefined ? pattern : withSeparator(pattern, separator)
  // The names of months are known by language, whatever the country: Swiss German is German.
  return own.replace(country, `[$-${(0x400 | (number & 0x3ff)).toString(16).toUpperCase()}]`)
}

/** Whether the format says how a text is shown: by a text sign, or by a fourth section, which may show nothing. */
export function hasTextSection(pattern: string): boolean {
  return (
    pattern.includes('@') || (pattern.includes(';') && pattern.replace(notCode, '').split(';').length > 3)
  )
}

/** Slashes that are separators: neither in quotation marks nor escaped nor in brackets. */
function withSeparator(pattern: string, separator: string): string {
  return pattern.replace(/"[^"]*"|\\.|\[[^\]]*\]|\//g, (part) => (part === '/' ? `"${separator}"` : part))
}
