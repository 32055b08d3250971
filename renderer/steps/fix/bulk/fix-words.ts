// Names of a fix: the name of its edit, and the short label used in the playbook. Pure functions.
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { Fix } from '../../../../shared/fixing/fix.ts'
import { bulkTexts } from '../../../texts/bulk.ts'
import type { Draft, Kind } from './fix-draft.ts'
import { valueTexts } from '../../../texts/value.ts'

/** Name of the edit in the edit list: what was done and where. `columnName` returns a column's name. */
export function wordsOf(fix: Fix, where: string, columnName: (column: number) => string): string {
  const words = bulkTexts.done
  const values = valueTexts.done
  switch (fix.kind) {
    case 'replace':
      return fix.with === '' && fix.match !== 'cell'
        ? words.takenOut(fix.find, where, fix.match === 'pattern')
        : words.replaced(fix.find, fix.with, where, fix.match === 'pattern')
    case 'set':
      return words.set(where, fix.text)
    case 'clear':
      return words.validated(where)
    case 'tidy':
      return words.tidied(where)
    case 'table':
      return words.table(Object.keys(fix.values).length, where)
    case 'fill_down':
      return words.filled(where)
    case 'take':
      return words.taken(where, columnName(fix.column))
    case 'split':
      return words.split(where, fix.part, fix.separator)
    case 'phone':
      return values.phone(where, fix.region, fix.form)
    case 'date':
      return values.date(where, fix.from, fix.to)
    case 'number':
      return values.number(where, fix.to)
    case 'digits':
      return values.digits(where)
    case 'pad':
      return values.pad(where, fix.length)
    case 'shorten':
      return values.shorten(where, fix.length)
    default:
      return assertNever(fix)
  }
}

/** In the list of fixes that worked: what is done, without a place. */
export function shortWordsOf(fix: Fix, takeFrom: string | null): string {
  return wordsOf(fix, valueTexts.theColumn, () => takeFrom ?? '')
}

/** Whether a cell gets another text, rather than another part of its text. */
export function isOfWholeCells({
  kind,
  match,
}: {
  readonly kind: Kind
  readonly match: Draft['match']
}): boolean {
  if (kind === 'replace') return match === 'cell'
  return kind === 'set' || kind === 'table' || kind === 'take' || kind === 'fill_down' || kind === 'date'
}
