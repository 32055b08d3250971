// What a tool of the Fix step is: one entry of the menu "More" with a window of its own.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import type { RowFilter, SheetView } from '../../../shared/views.ts'

export type FixToolProps = {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  /** The sheet in the grid, by its position, and what its rows are filtered by. */
  readonly sheet: number
  readonly filter: RowFilter
  /** Accounts of the selected rows; empty where nothing is selected. */
  readonly selected: readonly number[]
  readonly onClose: () => void
}

export type FixTool = {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly Window: ComponentType<FixToolProps>
}
