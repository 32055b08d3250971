// Prop types shared by components of the Map step.
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { ConversionProposalView, ReadinessView } from '../../../shared/contract/import/mapping.ts'
import type { FieldView, SheetView } from '../../../shared/contract/views.ts'
import type { Said } from '../../../shared/texts/message.ts'
import type { Choice } from '../../components/fields/select.tsx'
import type { Scope } from './draft/draft.ts'
import type { Sample } from './conversions/samples.ts'
import type { Draft } from './draft/map-draft.ts'

export type RowProps = {
  readonly batch: number
  /** Errors of its cells in the accounts that were tried with this draft. */
  readonly errors: ReadinessView['columns'][number] | undefined
  readonly column: string
  /** Of the same sheet, in its order. */
  readonly columns: readonly string[]
  readonly scope: Scope
  readonly draft: Draft
  readonly fields: readonly FieldView[]
  readonly choices: readonly Choice<string>[]
  /** Null while they are loading. */
  readonly samples: readonly Sample[] | null
  readonly chosen: boolean
  /** Whether it is one of the columns that an act for several is done to; null: the mapping cannot change. */
  readonly selected: boolean | null
  readonly onSelect: (on: boolean, range: boolean) => void
  readonly onChoose: (column: string | null) => void
  /** The field being previewed before it is selected, and the field of the column that it would replace. */
  readonly onLit: (path: string | null, instead?: string | null) => void
  readonly change: (next: (before: Draft) => Draft) => void
  /** The engine's proposal for the column at one of its fields; null if it was not requested or is pending. */
  readonly proposalOf: (path: string) => ConversionProposalView | null
}

export type ConversionSubject = {
  /** Where the column is, and the catalogue of the field. */
  readonly at: { readonly batch: number; readonly catalogue: string; readonly sheet: string }
  readonly column: string
  /** Of the same sheet, in its order. */
  readonly columns: readonly string[]
  readonly field: FieldView
  readonly samples: readonly Sample[]
  readonly proposal: ConversionProposalView | null
}

export type AsideProps = MapperProps & {
  readonly chosen: Chosen | null
  /** Accounts were sent: the mapping cannot change. */
  readonly locked: boolean
  readonly scopes: readonly Scope[]
  /** Null until the engine has checked the draft. */
  readonly required:
    | readonly { readonly path: string; readonly title: Said; readonly covered: boolean }[]
    | null
  readonly onTake: (path: string) => void
  /** The field being previewed before it is selected, and its column. */
  readonly lit: Lit | null
  readonly onLit: (lit: Lit | null) => void
}

export type MapperProps = {
  readonly batch: BatchView
  readonly draft: Draft
  /** A decision of a person, which can be undone. */
  readonly change: (next: (before: Draft) => Draft) => void
  /** A change that no person decided. */
  readonly adjust: (next: (before: Draft) => Draft) => void
  readonly sheets: readonly SheetView[]
  readonly fields: readonly FieldView[]
}

/** The column that the field tree acts on. */
export type Chosen = { readonly sheet: string; readonly column: string }

/** A field that the user previews for a column, instead of one of its fields or (null) beside them. */
export type Lit = Chosen & { readonly path: string; readonly instead: string | null }
