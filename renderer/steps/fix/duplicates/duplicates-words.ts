// Words of the rows of a group of duplicates.
import { duplicatesTexts as words } from '../../../texts/fix/decisions/duplicates.ts'

const mostNamed = 4

/**
 * `Rows 3, 4 and 5 more`.
 * @param count how many there are, where `rows` are only the first
 */
export function rowsText(rows: readonly number[], count = rows.length): string {
  const named = rows.slice(0, mostNamed)
  const more = count - named.length
  const some = named.join(', ')
  return more > 0 ? words.rowsAndMore({ count, rows: some, more }) : words.rows({ count, rows: some })
}
