// Finds the header among a sheet's first rows: the first row with at least two filled cells and about the same
// width as the rows below. Title lines above it are narrower. In doubt it takes the earlier row, so that no data
// row is mistaken for a header. Pure.

/** Rows that are read before the decision. */
export const headerLookAhead = 20

/** Input: filled cells of the sheet's first rows. Returns the index of the header among them; null without rows. */
export function headerIndex(rows: readonly (readonly string[])[]): number | null {
  if (rows.length === 0) return null
  const filled = rows.map((cells) => cells.filter((text) => text.trim() !== '').length)
  const fits = (index: number, share: number): boolean => {
    const below = filled.slice(index + 1, index + 11)
    const count = filled[index] ?? 0
    return count >= 2 && (below.length === 0 || count >= median(below) * share)
  }
  const first = filled.findIndex((_count, index) => fits(index, 0.5))
  // A single data column has no row with two filled cells, or only strays below.
  if (first === -1) return 0
  const others = filled.toSpliced(first, 1)
  const below = filled.slice(first + 1)
  // More titles than rows: the part below is still a table.
  const isTable = below.length > 0 && below.every((count) => count >= 2) && (filled[first] ?? 0) > 2
  if (first > 0 && others.length > first && median(others) < 2 && !isTable) return 0
  if (looksLikeNames(rows[first] ?? [])) return first
  // `Made on | 2026-03-04` is a title line if a wider row of names follows soon.
  const better = filled.findIndex(
    (count, index) =>
      index > first &&
      index <= first + 5 &&
      count > (filled[first] ?? 0) &&
      fits(index, 0.75) &&
      looksLikeNames(rows[index] ?? []),
  )
  return better === -1 ? first : better
}

/** Every filled cell begins with a letter, and all are different. */
function looksLikeNames(cells: readonly string[]): boolean {
  const texts = cells.map((text) => text.trim()).filter((text) => text !== '')
  return texts.every((text) => /^['"#(]?\p{L}/u.test(text)) && new Set(texts).size === texts.length
}

/** At least two cells, and half of all, are never column names: numbers, dates, e-mail addresses. */
export function looksLikeData(cells: readonly string[]): boolean {
  const texts = cells.map((text) => text.trim()).filter((text) => text !== '')
  const data = texts.filter((text) => isValue.test(text) && !/^(?:19|20)\d{2}$/.test(text))
  return data.length >= 2 && data.length * 2 >= texts.length
}

const isValue = /^[+-]?[\d.,/:() -]*\d[\d.,/:() -]*$|^[^@\s]+@[^@\s]+\.[^@\s]+$/

function median(counts: readonly number[]): number {
  const sorted = counts.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
