// Messages to and from the recall thread: plain data that crosses threads.
import type { ColumnMeaning, RepairWay } from '../../../../shared/fixing/repair-match.ts'
import type { ValueKind } from '../../../../shared/fixing/rules/value-kind.ts'
import type { RememberedRepair, RepairOffer } from '../../../../shared/contract/memory.ts'

export type RepairSource = {
  readonly batch: number
  readonly name: string
  readonly columns: readonly ColumnMeaning[]
}

/** The batch that repairs are looked for; `kinds`: whose values its columns hold, by what they feed. */
export type RecallTarget = {
  readonly batch: number
  readonly columns: readonly ColumnMeaning[]
  readonly kinds: ReadonlyMap<string, ValueKind>
}

export type RecallJob =
  /** Which repairs of the sources, and of removed batches, fit the target. */
  | {
      readonly kind: 'offers'
      readonly target: RecallTarget
      readonly sources: readonly RepairSource[]
    }
  /** All that is remembered. */
  | { readonly kind: 'list'; readonly sources: readonly RepairSource[] }
  /** Every repair of one batch, to be kept when it is removed. */
  | { readonly kind: 'keep'; readonly source: RepairSource }

/** An offer before cells that were edited since, or may not be edited, are left out. */
export type FoundOffer = Omit<RepairOffer, 'cells' | 'columns' | 'otherwise'> & {
  readonly feeds: string
  readonly place: string
  readonly otherwise: readonly { readonly after: string; readonly cells: number }[]
}

/** The cells of all offers, in the order of the file; where texts conflict a cell stands once for each. */
export type FoundOffers = {
  readonly offers: readonly FoundOffer[]
  readonly sheet: Int32Array
  readonly row: Int32Array
  readonly col: Int32Array
  readonly offer: Int32Array
}

export type RepairToKeep = {
  readonly supplier: string | null
  readonly feeds: string
  readonly place: string
  readonly column: string
  readonly key: string | null
  readonly ordinal: number | null
  readonly before: string
  readonly after: string
  readonly way: RepairWay
  readonly stayed: number
  readonly at: number
}

export type Recalled = {
  readonly offers: FoundOffers
  readonly list: readonly RememberedRepair[]
  readonly keep: readonly RepairToKeep[]
}
