// A list of our own words as SQL writes it. Words that are ours only: a value from outside is always a parameter.

/** `'failed','cancelled'`, for `IN (…)`. An index and the statements that use it must be given the same list. */
export function sqlList(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "''")}'`).join(',')
}
