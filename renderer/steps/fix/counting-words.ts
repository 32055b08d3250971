// Text for a list whose rows are still being counted.
import { count } from '../../texts/format.ts'

export function countingWords(found: number): string {
  return found === 0 ? 'Looking…' : `${count(found, 'row', 'rows')} so far…`
}
