// Prepares a number format code for the formatter. The formatter applies a country in the code more literally than
// spreadsheet programs do: there the country of a currency changes no separators, but the country of a date does.

/** Countries (Windows language numbers) that do not separate dates with a slash. */
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
/** A country alone: `[$-407]`; the digits before the last four choose numerals and calendar. */
const country = /\[\$-([0-9A-Fa-f]{1,4}|[0-9A-Fa-f]{0,4}(?<long>[0-9A-Fa-f]{4}))\]/
/** Parts that are not format code: quoted and escaped text, and brackets. */
const notCode = /"[^"]*"|\\.|\[[^\]]*\]/g

export function preparePattern(code: string): string {
  const pattern = code.includes('[$') ? code.replace(currency, '[$$$1]') : code
  const found = country.exec(pattern)
  if (found === null || !/[dmyhs]/i.test(pattern.replace(notCode, ''))) return pattern
  const number = Number.parseInt(found.groups?.long ?? found[1] ?? '', 16)
  const separator = separatorOf.get(number.toString(16).toUpperCase())
  const own = separator === undefined ? pattern : withSeparator(pattern, separator)
  // Month names are known by language, not by country: Swiss German is German.
  return own.replace(country, `[$-${(0x400 | (number & 0x3ff)).toString(16).toUpperCase()}]`)
}

/** True if the format has a text sign or a fourth section, which may show nothing. */
export function hasTextSection(pattern: string): boolean {
  return (
    pattern.includes('@') || (pattern.includes(';') && pattern.replace(notCode, '').split(';').length > 3)
  )
}

/** Replaces slashes that are separators: not quoted, escaped or in brackets. */
function withSeparator(pattern: string, separator: string): string {
  return pattern.replace(/"[^"]*"|\\.|\[[^\]]*\]|\//g, (part) => (part === '/' ? `"${separator}"` : part))
}
