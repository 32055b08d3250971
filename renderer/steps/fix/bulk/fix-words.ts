// Names of a fix: the name of its edit, and the short label used in the playbook. Pure functions.
import { shortened } from '../../../accounts/typed/shortened.ts'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { Fix } from '../../../../shared/fixing/fix.ts'
import { message, type Message, type Said, sentenceOf } from '../../../../shared/texts/message.ts'
import type { FixedCells } from '../edits/use-edits.ts'
import type { Draft, Kind } from './fix-draft.ts'
import { bulkTexts } from '../../../texts/fix/bulk.ts'

/** What a fix has done, in the engine's words, which quote no masked value. */
export function noteOf({ words, cells, locked }: Pick<FixedCells, 'words' | 'cells' | 'locked'>): string {
  return bulkTexts.note({ words: sentenceOf(words), cells, locked })
}

/** Name of the edit in the edit list: what was done and where. `columnName` returns a column's name. */
export function wordsOf(fix: Fix, where: Said, columnName: (column: number) => string): Message {
  switch (fix.kind) {
    case 'replace':
      return replaceWords(fix, where)
    case 'set':
      return message('edits.set', { where, text: shortened(fix.text) })
    case 'clear':
      return message('edits.cleared', { where })
    case 'tidy':
      return message('edits.tidied', { where })
    case 'table':
      return message('edits.table', { values: Object.keys(fix.values).length, where })
    case 'fill_down':
      return message('edits.filled_down', { where })
    case 'take':
      return message('edits.taken', { where, from: columnName(fix.column) })
    case 'split': {
      const separator = shortened(fix.separator)
      return message('edits.split', { where, part: partName(fix.part), separator })
    }
    case 'phone':
      return fix.region === null
        ? message('edits.phone', { where, form: fix.form })
        : message('edits.phone_of_region', { where, form: fix.form, region: fix.region })
    case 'date':
      return message('edits.date', { where, from: eitherOf(fix.from), to: fix.to })
    case 'number':
      return fix.to === '.'
        ? message('edits.number_point', { where })
        : message('edits.number_comma', { where })
    case 'digits':
      return message('edits.digits', { where })
    case 'pad':
      return message('edits.pad', { where, length: fix.length })
    case 'shorten':
      return message('edits.shorten', { where, length: fix.length })
    default:
      return assertNever(fix)
  }
}

function replaceWords(fix: Extract<Fix, { kind: 'replace' }>, where: Said): Message {
  const isPattern = fix.match === 'pattern'
  const find = shortened(fix.find)
  if (fix.with === '' && fix.match !== 'cell')
    return message(isPattern ? 'edits.taken_out_pattern' : 'edits.taken_out', { find, where })
  const instead = shortened(fix.with)
  return message(isPattern ? 'edits.replaced_pattern' : 'edits.replaced', { find, instead, where })
}

/** A part's name in the texts: by its number from the start, or from the end by negative numbers. */
export function partName(part: number): string {
  if (part === -1) return 'last'
  return part === -2 ? 'secondToLast' : String(part)
}

/** `a, b or c`. */
function eitherOf(patterns: readonly string[]): Said {
  const last = patterns.at(-1) ?? ''
  const first = patterns.slice(0, -1).join(', ')
  return patterns.length < 2 ? last : message('edits.either', { first, last })
}

/** In the list of fixes that worked: what is done, without a place. */
export function shortWordsOf(fix: Fix, takeFrom: string | null): string {
  return sentenceOf(wordsOf(fix, message('edits.the_column'), () => takeFrom ?? ''))
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

/** The text that a rule writes, where a person gave it. */
export function textsOfFix(fix: Fix): readonly string[] {
  return fix.kind === 'set' ? [fix.text] : []
}
