// Finds the position of a row number among the stored rows of a sheet. Blank rows are not stored, so the position is
// at most the number. The first guess is right in a sheet without gaps; otherwise a binary search finds it.

/**
 * The zero-based place of `row`, or of the nearest row above where the sheet does not hold it; null without rows.
 * `rowAt` answers the number of the row at a place below `count`, null where there is none (any more).
 */
export async function placeOfRow(
  row: number,
  guess: number,
  count: number,
  rowAt: (place: number) => Promise<number | null>,
): Promise<number | null> {
  let low = 0
  let high = count - 1
  let place = Math.max(0, Math.min(guess, high))
  let nearest: number | null = null
  while (low <= high) {
    const there = await rowAt(place)
    if (there === null) return nearest
    if (there === row) return place
    if (there < row) {
      nearest = place
      low = place + 1
      high = Math.min(high, place + row - there)
    } else {
      high = place - 1
      low = Math.max(low, place - (there - row))
    }
    place = Math.floor((low + high) / 2)
  }
  return nearest
}
