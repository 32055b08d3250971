// A candidate: a field that a column may feed, with its certainty and the reason. Also the input of the candidate
// search.
import type { Catalogue, CatalogueField } from '../../catalogue/catalogue.ts'
import type { Conversion } from '../file.ts'
import type { Column, SheetInfo } from '../../sheet/sheet.ts'
import type { Evidence } from './evidence.ts'
import type { CountedLists } from './group-numbers.ts'
import type { Fit } from './values.ts'
import type { Vocabulary } from './words-of-fields.ts'
import type { Said } from '../../texts/create-message.ts'

export type Certainty = 'certain' | 'likely' | 'possible'

export type Candidate = {
  readonly column: Column
  /** Relative to the base; a group's number is written as `#2` until the sheet's items are counted. */
  readonly field: string
  readonly certainty: Certainty
  readonly reason: Said
  /** Lower is better; equal ranks of different fields decide nothing. */
  readonly rank: number
  /** The header, or an earlier decision, identifies the field without ambiguous words. */
  readonly near: boolean
  readonly conversion?: Conversion | undefined
}

export type Material = {
  readonly catalogue: Catalogue
  readonly evidence: Evidence
  vocabulary(base: string): Vocabulary
  /** Some values of a column; empty where none were given. */
  valuesOf(sheet: string, column: string): readonly string[]
}

/** The columns of one sheet, below one base. */
export type Search = {
  readonly material: Material
  readonly catalogue: Catalogue
  readonly sheet: SheetInfo
  readonly base: string
  readonly vocabulary: Vocabulary
  readonly counted: CountedLists
  /** Fields that some column's header names exactly. */
  readonly spoken: ReadonlySet<CatalogueField>
}

/** Values can lower a certainty, never raise it. */
export function weighed(certainty: Certainty, fit: Fit): Certainty {
  if (fit === 'not') return 'possible'
  return fit === 'partly' && certainty === 'certain' ? 'likely' : certainty
}
