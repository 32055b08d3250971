// Writes a list of our own constants as SQL. Only for constants: a value from outside is always a parameter.

/** `'failed','cancelled'`, for `IN (…)`. An index and the statements that use it must get the same list. */
export function sqlList(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "''")}'`).join(',')
}
