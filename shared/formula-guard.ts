// The apostrophe that keeps an exported CSV cell from running as a formula (reliability.md section 6: the OWASP list,
// LF and the full-width forms), also where a program that separates by another character makes a cell of its own of what
// follows a separator or a line end inside the text. guard() and unguard() are exact inverses: unguard(guard(text)) === text
// for every text, so a phone number that starts with `+` comes back from our own file as it was.

/** Spaces and quotation marks, which a program may take away before a formula. */
const removable = '(?:[^\\S\\t\\r\\n]|["\'])*'
const operator = '[=+\\-@＝＋－＠]'
const separator = '[,;|\\t\\r\\n]'

const couldRun = new RegExp(`(?:^|${separator})${removable}${operator}|^'*[\\t\\r\\n]`)
const atStart = new RegExp(`^(${removable})(?=${operator})`)
const afterSeparator = new RegExp(`(${separator}${removable})(?=${operator})`, 'g')
const blankAtStart = /^'*[\t\r\n]/

const guardedAtStart = new RegExp(`^(${removable})'(?=${operator})`)
const guardedAfterSeparator = new RegExp(`(${separator}${removable})'''(?=${operator})`, 'g')
const guardedBlank = /^'+[\t\r\n]/

/**
 * Puts an apostrophe before each place that could run; every other text stays as it is. Inside the text there are three:
 * one alone would open a quotation where a program quotes by apostrophes, and of three one is left then.
 */
export function guard(text: string): string {
  if (!couldRun.test(text)) return text
  const guarded = text.replace(atStart, "$1'").replace(afterSeparator, "$1'''")
  return blankAtStart.test(text) ? `'${guarded}` : guarded
}

/** Takes off the apostrophes that guard() put there. Only for files of our own: those with a `carryover_account` header. */
export function unguard(text: string): string {
  if (!text.includes("'")) return text
  const bare = guardedBlank.test(text) ? text.slice(1) : text
  return bare.replace(guardedAtStart, '$1').replace(guardedAfterSeparator, '$1')
}
