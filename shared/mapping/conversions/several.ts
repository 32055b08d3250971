// Takes one of several telephone numbers or e-mail addresses that stand in one cell: "020… / 07…", "a@x; b@y". They
// are separated by a slash, a semicolon, a comma, a vertical bar, a line break, "or", "and" or "&". A blank is no separator.
const between = /\s*(?:[/;,|\n\r]+|\s(?:or|and|oder|und|&)\s)\s*/i

/** The values of a cell, none of them empty. */
export function severalOf(text: string): string[] {
  return text
    .split(between)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** Whether a text holds more than one telephone number or e-mail address, and nothing else. */
export function holdsSeveral(text: string, format: 'phone' | 'email'): boolean {
  const parts = severalOf(text)
  if (parts.length < 2) return false
  return parts.every((part) =>
    format === 'email' ? /^\S+@\S+\.\S+$/.test(part) : part.replace(/[^\d]/g, '').length >= 6,
  )
}
