// Names of a fix: the name of its edit, and the short label used in the playbook. Pure functions.
import { shortened } from '../shortened.ts'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { Fix } from '../../../../shared/fixing/fix.ts'
import { bulkTexts } from '../../../texts/fix/bulk.ts'
import type { Draft, Kind } from './fix-draft.ts'
import { valueTexts } from '../../../texts/fix/value.ts'

/** Name of the edit in the edit list: what was done and where. `columnName` returns a column's name. */
export function wordsOf(fix: Fix, where: string, columnName: (column: number) => string): string {
  const words = bulkTexts.done
  const values = valueTexts.done
  switch (fix.kind) {
    case 'replace':
      return replaceWords(fix, where)
    case 'set':
      return words.set({ where, text: shortened(fix.text) })
    case 'clear':
      return words.cleared({ where })
    case 'tidy':
      return words.tidied({ where })
    case 'table':
      return words.table({ values: Object.keys(fix.values).length, where })
    case 'fill_down':
      return words.filled({ where })
    case 'take':
      return words.taken({ where, from: columnName(fix.column) })
    case 'split':
      return words.split({ where, part: partName(fix.part), separator: shortened(fix.separator) })
    case 'phone':
      return fix.region === null
        ? values.phone({ where, form: fix.form })
        : values.phoneOfRegion({ where, form: fix.form, region: fix.region })
    case 'date':
      return values.date({ where, from: eitherOf(fix.from), to: fix.to })
    case 'number':
      return fix.to === '.' ? values.numberPoint({ where }) : values.numberComma({ where })
    case 'digits':
      return values.digits({ where })
    case 'pad':
      return values.pad({ where, length: fix.length })
    case 'shorten':
      return values.shorten({ where, length: fix.length })
    default:
      return assertNever(fix)
  }
}

function replaceWords(fix: Extract<Fix, { kind: 'replace' }>, where: string): string {
  const words = bulkTexts.done
  const isPattern = fix.match === 'pattern'
  const find = shortened(fix.find)
  if (fix.with === '' && fix.match !== 'cell')
    return (isPattern ? words.takenOutPattern : words.takenOut)({ find, where })
  const instead = shortened(fix.with)
  return (isPattern ? words.replacedPattern : words.replaced)({ find, instead, where })
}

/** A part's name in the texts: by its number from the start, or from the end by negative numbers. */
export function partName(part: number): string {
  if (part === -1) return 'last'
  return part === -2 ? 'secondToLast' : String(part)
}

/** `a, b or c`. */
function eitherOf(patterns: readonly string[]): string {
  const last = patterns.at(-1) ?? ''
  return patterns.length < 2 ? last : valueTexts.either({ first: patterns.slice(0, -1).join(', '), last })
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
