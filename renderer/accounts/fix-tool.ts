// Types of a Fix step tool: an entry of the menu "More" with its own window. The window is mounted above the view of
// the batch's stage, so it stays open while accounts are rebuilt.
import type { LucideIcon } from 'lucide-react'
import { type ComponentType, createContext, useContext } from 'react'
import type { BatchView } from '../../shared/contract/contract.ts'
import type { SheetView } from '../../shared/contract/views.ts'
import type { RowFilter } from '../../shared/fixing/row-filter.ts'

/** Context in which a tool was opened. */
export type FixPlace = {
  readonly sheets: readonly SheetView[]
  /** The sheet in the grid, by its position, and what its rows are filtered by. */
  readonly sheet: number
  readonly filter: RowFilter
  /** Accounts of the selected rows; empty where nothing is selected. */
  readonly selected: readonly number[]
}

export type FixToolProps = FixPlace & { readonly batch: BatchView; readonly onClose: () => void }

export type FixTool = {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly Window: ComponentType<FixToolProps>
}

/** Opens a tool by its id. A place of null: it is about the whole batch. */
export type OpenTool = (id: string, place: FixPlace | null) => void

export const OpenToolContext = createContext<OpenTool>(() => undefined)

export function useOpenTool(): OpenTool {
  return useContext(OpenToolContext)
}
