// Draft of a bulk fix: its field values, and whether they form a complete fix. The fields of all kinds are kept, so
// switching the kind loses nothing; an untouched field takes the proposed value. Pure functions.
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import { compileFix, type Fix, type FixOf } from '../../../../shared/fixing/fix.ts'
import type { FoundDates, NumberWriting } from '../../../../shared/fixing/rules/found.ts'
import { bulkTexts } from '../../../texts/fix/bulk.ts'
import { valueTexts } from '../../../texts/fix/value.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

export type Kind = Fix['kind']
export const kinds = [
  'replace',
  'table',
  'tidy',
  'phone',
  'date',
  'number',
  'digits',
  'pad',
  'shorten',
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
  /** Two capital letters; '': none; null: as proposed. */
  readonly region: string | null
  readonly form: FixOf<'phone'>['form']
  readonly bare: boolean
  /** Found patterns that were chosen; null: as proposed. */
  readonly dateFrom: readonly string[] | null
  /** A further pattern that a person typed. */
  readonly dateOwn: string
  /** Null: as proposed. */
  readonly dateTo: string | null
  readonly firstYear: number
  readonly writing: NumberWriting | null
  readonly decimalTo: '.' | ',' | null
  readonly currency: boolean
  readonly plus: boolean
  /** As typed; null: as proposed. */
  readonly length: string | null
  readonly atWord: boolean
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
  region: null,
  form: 'e164',
  bare: false,
  dateFrom: null,
  dateOwn: '',
  dateTo: null,
  firstYear: 1950,
  writing: null,
  decimalTo: null,
  currency: true,
  plus: true,
  length: null,
  atWord: true,
}

/** Default values from the column, its mapping and its values, used where the user entered nothing. */
export type Proposed = {
  readonly region: string | null
  /** Patterns of the values that can be read one way only. */
  readonly dateFrom: readonly string[]
  /** What the mapping reads. */
  readonly dateTo: string
  /** Null if the values are ambiguous or unreadable. */
  readonly writing: NumberWriting | null
  readonly decimalTo: '.' | ','
  /** The field's longest text, where that is known. */
  readonly length: number | null
}

export const nothingProposed: Proposed = {
  region: null,
  dateFrom: [],
  dateTo: 'yyyy-MM-dd',
  writing: null,
  decimalTo: '.',
  length: null,
}

/** Props of the input fields of every kind that interprets values. */
export type ValueFieldsProps = {
  readonly draft: Draft
  readonly proposed: Proposed
  /** How the dates among the values are written; undefined while that is looked for. */
  readonly dates: readonly FoundDates[] | undefined
  readonly onChange: (change: Partial<Draft>) => void
}

/** open: input is missing; wrong: input is invalid. */
export type DraftAs =
  | { readonly as: 'fix'; readonly fix: Fix }
  | { readonly as: 'open'; readonly words: string }
  | { readonly as: 'wrong'; readonly words: string }

export function isKind(text: string | undefined): text is Kind {
  return kinds.some((kind) => kind === text)
}

export function fixOf(kind: Kind, draft: Draft, proposed: Proposed = nothingProposed): DraftAs {
  const made = madeOf(kind, draft, proposed)
  if (made.as !== 'fix') return made
  const compiled = compileFix(made.fix)
  return compiled.ok ? made : { as: 'wrong', words: sentenceOf(compiled.message) }
}

function madeOf(kind: Kind, draft: Draft, proposed: Proposed): DraftAs {
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
      return valueFixOf(kind, draft, proposed)
  }
}

type ValueKind = 'phone' | 'date' | 'number' | 'digits' | 'pad' | 'shorten'

function valueFixOf(kind: ValueKind, draft: Draft, proposed: Proposed): DraftAs {
  switch (kind) {
    case 'phone': {
      const region = regionOf(draft, proposed)
      const { form, bare } = draft
      return made({ kind, region: region === '' ? null : region, form, bare: bare && region !== '' })
    }
    case 'date': {
      const from = patternsOf(draft, proposed)
      if (from.length === 0) return open(valueTexts.open.date)
      const to = (draft.dateTo ?? proposed.dateTo).trim()
      if (to === '') return open(valueTexts.open.dateTo)
      if (from.length > 8) return { as: 'wrong', words: valueTexts.tooManyPatterns }
      if ([...from, to].some((pattern) => pattern.length > 60))
        return { as: 'wrong', words: valueTexts.patternTooLong }
      const short = from.some(hasShortYear)
      return made({ kind, from, to, firstYear: short ? draft.firstYear : null })
    }
    case 'number': {
      const writing = draft.writing ?? proposed.writing
      if (writing === null) return open(valueTexts.open.number)
      const to = draft.decimalTo ?? proposed.decimalTo
      return made({ kind, ...writing, to, currency: draft.currency })
    }
    case 'digits':
      return made({ kind, plus: draft.plus })
    case 'pad':
    case 'shorten':
      return lengthFixOf(kind, draft, proposed)
    default:
      return assertNever(kind)
  }
}

function lengthFixOf(kind: 'pad' | 'shorten', draft: Draft, proposed: Proposed): DraftAs {
  const typed = lengthText(kind, draft, proposed).trim()
  if (typed === '') return open(kind === 'pad' ? valueTexts.open.pad : valueTexts.open.shorten)
  const most = kind === 'pad' ? 100 : 32_767
  const length = /^\d{1,5}$/.test(typed) ? Number(typed) : 0
  if (length < 1 || length > most) return { as: 'wrong', words: valueTexts.wrongLength({ most }) }
  return made(kind === 'pad' ? { kind, length } : { kind, length, atWord: draft.atWord })
}

/** The field's longest text limits cutting of texts, not the length of numbers. */
export function lengthText(kind: Kind, draft: Draft, proposed: Proposed): string {
  return draft.length ?? (kind === 'shorten' ? String(proposed.length ?? '') : '')
}

export function regionOf(draft: Draft, proposed: Proposed): string {
  return draft.region ?? proposed.region ?? ''
}

/** The patterns that dates are read by: chosen ones and the one that was typed, each once. */
export function patternsOf(draft: Draft, proposed: Proposed): string[] {
  const own = draft.dateOwn.trim()
  return [...new Set([...(draft.dateFrom ?? proposed.dateFrom), ...(own === '' ? [] : [own])])]
}

export function hasShortYear(pattern: string): boolean {
  return /(?<!y)yy(?!y)/.test(pattern.replace(/'[^']*'/g, ''))
}

const made = (fix: Fix): DraftAs => ({ as: 'fix', fix })
const open = (words: string): DraftAs => ({ as: 'open', words })

/** A previous fix as a draft; `column`: index in this file of the column to take from. */
export function draftOf(fix: Fix, column: number | null): Partial<Draft> {
  switch (fix.kind) {
    case 'replace': {
      const { find, with: instead, match, matchCase } = fix
      return { find, with: instead, match, matchCase }
    }
    case 'set':
      return { text: fix.text }
    case 'clear':
    case 'fill_down':
      return {}
    case 'tidy': {
      const { trim, collapse, invisible, letters } = fix
      return { trim, collapse, invisible, letters }
    }
    case 'table':
      return { table: new Map(Object.entries(fix.values)) }
    case 'take':
      return { from: column, onlyEmpty: fix.onlyEmpty }
    case 'split':
      return { separator: fix.separator, part: fix.part }
    case 'phone':
      return { region: fix.region ?? '', form: fix.form, bare: fix.bare }
    case 'date':
      return {
        dateFrom: fix.from,
        dateOwn: '',
        dateTo: fix.to,
        ...(fix.firstYear === null ? {} : { firstYear: fix.firstYear }),
      }
    case 'number': {
      const { decimalSign, thousandsSign, to, currency } = fix
      return { writing: { decimalSign, thousandsSign }, decimalTo: to, currency }
    }
    case 'digits':
      return { plus: fix.plus }
    case 'pad':
      return { length: String(fix.length) }
    case 'shorten':
      return { length: String(fix.length), atWord: fix.atWord }
    default:
      return assertNever(fix)
  }
}
