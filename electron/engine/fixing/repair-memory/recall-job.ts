// Request and answer types of the recall thread: plain data that can cross threads.
import type { ColumnMeaning, RepairWay } from '../../../../shared/fixing/repair-match.ts'
import type { ValueKind } from '../../../../shared/fixing/rules/value-kind.ts'
import type { RememberedRepair, RepairOffer } from '../../../../shared/contract/fixing/memory.ts'

export type RepairSource = {
  readonly batch: number
  readonly name: string
  readonly columns: readonly ColumnMeaning[]
}

/** The batch that repairs are searched for; `kinds`: the meaning of its columns by the fields they feed. */
export type RecallTarget = {
  readonly batch: number
  readonly columns: readonly ColumnMeaning[]
  readonly kinds: ReadonlyMap<string, ValueKind>
}

export type RecallJob =
  /** Repairs of the sources and of removed batches that fit the target. */
  | {
      readonly kind: 'offers'
      readonly target: RecallTarget
      readonly sources: readonly RepairSource[]
    }
  /** All remembered repairs. */
  | { readonly kind: 'list'; readonly sources: readonly RepairSource[] }
  /** Every repair of one batch, to keep when it is removed. */
  | { readonly kind: 'keep'; readonly source: RepairSource }

/** An offer before edited and locked cells are removed from it. */
export type FoundOffer = Omit<RepairOffer, 'cells' | 'columns' | 'otherwise'> & {
  readonly feeds: string
  readonly place: string
  readonly otherwise: readonly { readonly after: string; readonly cells: number }[]
}

/** The cells of all offers, in file order; a cell with conflicting texts appears once for each. */
export type FoundOffers = {
  readonly offers: readonly FoundOffer[]
  readonly sheet: Int32Array
  readonly row: Int32Array
  readonly col: Int32Array
  readonly offer: Int32Array
}

/** `feeds`: what the column means (shared/fixing/repair-match.ts). */
export type ListedRepair = RememberedRepair & { readonly feeds: string }

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
  readonly list: readonly ListedRepair[]
  readonly keep: readonly RepairToKeep[]
}

/** The thread is started with the path of the workspace's database. */
export type RecallTask = {
  readonly data: string
  readonly asked: RecallJob
  readonly answer: Recalled[RecallJob['kind']]
  readonly progress: never
}
