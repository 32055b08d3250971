// The apostrophe that keeps an exported CSV cell from running as a formula (reliability.md section 6: the OWASP list,
// LF and the full-width forms). guard() and unguard() are exact inverses: unguard(guard(text)) === text for every text,
// so a phone number that starts with `+` comes back from our own file as it was.

/** Any apostrophes, then a character that a spreadsheet program may take for the start of a formula. */
const startsLikeFormula = /^'*[=+\-@\t\r\n＝＋－＠]/
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/

/** Puts one apostrophe before a text that could run; every other text stays as it is. */
export function guard(text: string): string {
  return startsLikeFormula.test(text) ? `'${text}` : text
}

/** Takes off the apostrophe that guard() put there. Only for files of our own: those with a `carryover_account` header. */
export function unguard(text: string): string {
  return text.startsWith("'") && guarded.test(text) ? text.slice(1) : text
}
