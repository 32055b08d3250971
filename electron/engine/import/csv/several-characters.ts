// Detects a delimiter of several characters (`||`, `|~|`, `::`) and reports it by name. Reading such a file by one
// of its characters would give an empty column between each two columns.

/** Counts as a delimiter even if it occurs once per line. */
const known = new Set(['||', '::', '|~|', '~|~', '~~', '^^', '##', '@@', '$$', '|^|', '^|^', '<>', '&&'])
const linesReviewed = 100

/** `lines`: with LF as the only line end. Null if no such delimiter occurs equally often in almost all lines. */
export function delimiterOfSeveral(lines: string): string | null {
  const all = lines.split('\n', linesReviewed).filter((line) => line.trim() !== '')
  const [first = ''] = all
  if (all.length < 2) return null
  const signs = new Set(first.match(/[^\p{L}\p{N}\s"'.,;()/\\_+*=-]{2,4}/gu) ?? [])
  return [...signs].find((sign) => separates(sign, all)) ?? null
}

function separates(sign: string, all: readonly string[]): boolean {
  const pieces = all.map((line) => line.split(sign))
  const width = pieces[0]?.length ?? 1
  if (width < 3 && !known.has(sign)) return false
  const alike = pieces.filter((cells) => cells.length === width)
  // A single character of the delimiter that occurs alone is a delimiter itself.
  const alone = alike.filter((cells) => cells.some((cell) => cell.includes(sign[0] ?? '')))
  return alike.length >= all.length * 0.9 && alone.length === 0
}
