// A fix while it is being put together: what its fields hold, whether that is a fix already, and the words that the edit
// gets. Fields of every kind are kept side by side, so that going through the kinds loses nothing. Pure.
import { assertNever } from '../../../../shared/assert-never.ts'
import { compileFix, type Fix } from '../../../../shared/fix.ts'
import { bulkTexts } from './bulk-texts.ts'

export type Kind = Fix['kind']
export const kinds = [
  'replace',
  'table',
  'tidy',
  'set',
  'clear',
  'fill_down',
  'take',
  'split',
] as const satisfies readonly Kind[]

export type Draft = {
  readonly find: string
  readonly with: string
  readonly match: 'part' | 'cell' | 'pattern'
  readonly matchCase: boolean
  readonly text: string
  readonly trim: boolean
  readonly collapse: boolean
  readonly invisible: boolean
  readonly letters: 'upper' | 'lower' | 'title' | null
  /** What a value becomes, by the value as the table compares it (`foldedValue`). */
  readonly table: ReadonlyMap<string, string>
  /** The column to take from. */
  readonly from: number | null
  readonly onlyEmpty: boolean
  readonly separator: string
  /** From 1, or from the end by -1. */
  readonly part: number
}

export const emptyDraft: Draft = {
  find: '',
  with: '',
  match: 'part',
  matchCase: false,
  text: '',
  trim: true,
  collapse: true,
  invisible: true,
  letters: null,
  table: new Map(),
  from: null,
  onlyEmpty: true,
  separator: '',
  part: 1,
}

/** open: something is still to be said; wrong: what was said cannot be. */
export type DraftAs =
  | { readonly as: 'fix'; readonly fix: Fix }
  | { readonly as: 'open'; readonly words: string }
  | { readonly as: 'wrong'; readonly words: string }

export function isKind(text: string | undefined): text is Kind {
  return kinds.some((kind) => kind === text)
}

export function fixOf(kind: Kind, draft: Draft): DraftAs {
  const made = madeOf(kind, draft)
  if (made.as !== 'fix') return made
  const compiled = compileFix(made.fix)
  return compiled.ok ? made : { as: 'wrong', words: compiled.message }
}

function madeOf(kind: Kind, draft: Draft): DraftAs {
  switch (kind) {
    case 'replace': {
      const { find, with: instead, match, matchCase } = draft
      if (find === '') return open(bulkTexts.open.replace)
      return made({ kind, find, with: instead, match, matchCase })
    }
    case 'set':
      return draft.text === '' ? open(bulkTexts.open.set) : made({ kind, text: draft.text })
    case 'clear':
    case 'fill_down':
      return made({ kind })
    case 'tidy': {
      const { trim, collapse, invisible, letters } = draft
      if (!trim && !collapse && !invisible && letters === null) return open(bulkTexts.open.tidy)
      return made({ kind, trim, collapse, invisible, letters })
    }
    case 'table':
      if (draft.table.size === 0) return open(bulkTexts.open.table)
      return made({ kind, values: Object.fromEntries(draft.table) })
    case 'take':
      if (draft.from === null) return open(bulkTexts.open.take)
      return made({ kind, column: draft.from, onlyEmpty: draft.onlyEmpty })
    case 'split':
      if (draft.separator === '') return open(bulkTexts.open.split)
      return made({ kind, separator: draft.separator, part: draft.part })
    default:
      return assertNever(kind)
  }
}

const made = (fix: Fix): DraftAs => ({ as: 'fix', fix })
const open = (words: string): DraftAs => ({ as: 'open', words })

/** What the edit is called in the list of edits: what was done, where. `columnName` gives the name of a column. */
export function wordsOf(fix: Fix, where: string, columnName: (column: number) => string): string {
  const words = bulkTexts.done
  switch (fix.kind) {
    case 'replace':
      return fix.with === '' && fix.match !== 'cell'
        ? words.takenOut(fix.find, where, fix.match === 'pattern')
        : words.replaced(fix.find, fix.with, where, fix.match === 'pattern')
    case 'set':
      return words.set(where, fix.text)
    case 'clear':
      return words.cleared(where)
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
    default:
      return assertNever(fix)
  }
}

/** Whether a cell gets another text, rather than another part of its text. */
export function isOfWholeCells({
  kind,
  match,
}: {
  readonly kind: Kind
  readonly match: Draft['match']
}): boolean {
  return kind === 'replace' ? match === 'cell' : kind !== 'tidy' && kind !== 'split'
}

/** The kind that most often mends such a problem; a person may choose another. */
export function kindFor(code: string | null): Kind {
  if (code === 'invalid_choice') return 'table'
  return code === 'required' || code === 'blank' || code === 'null' ? 'set' : 'replace'
}
