// Navigation from a payload path to its cell. A component requests a cell with `goToCell`, and the grid showing that
// sheet moves to it. If the filter hides the row, the grid shows the rows of its account.
import type { DataEditorRef } from '@glideapps/glide-data-grid'
import { useEffect, useSyncExternalStore } from 'react'
import { setParams } from '../../../../app/route.ts'
import { afterFrames } from '../../../../components/after-frames.ts'
import { toast } from '../../../../components/notices/toast.tsx'
import type { FixView } from '../../fix-view.ts'
import type { GridColumnPlan } from '../../grid/columns/grid-columns.ts'
import { lensTexts } from '../../../../texts/fix/lens.ts'
import type { CellAddress } from './lens-words.ts'
import type { Rows } from '../../grid/rows/use-rows.ts'

type Target = CellAddress & { readonly account: number }

let wanted: Target | null = null
const listeners = new Set<() => void>()

function want(target: Target | null): void {
  wanted = target
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Brings a cell of an account into the grid, on whatever sheet it lies, and gives it the focus. */
export function goToCell(target: Target): void {
  want(target)
}

/** Filters by columns of one sheet are removed on another sheet. */
const ofOneSheet = { column: null, value: null, shape: null, sort: null }

/** Used by the grid: goes to the requested cell as soon as its row is loaded. */
export function useLensTarget(options: {
  /** The position of the sheet that it shows. */
  readonly sheet: number
  readonly rows: Rows
  readonly plans: readonly GridColumnPlan[]
  readonly view: FixView
  readonly moveTo: (column: number, row: number) => void
  readonly grid: { readonly current: DataEditorRef | null }
}): void {
  const { sheet, rows, plans, view, moveTo, grid } = options
  const { list, state } = rows
  const target = useSyncExternalStore(subscribe, () => wanted)
  useEffect(() => {
    if (target === null) return
    if (target.sheet !== sheet) {
      setParams({ ...ofOneSheet, sheet: String(target.sheet), account: String(target.account) })
      return
    }
    if (state.total === null || plans.length === 0) return
    const index = list.indexOf(target.row)
    if (index === undefined) {
      const alone = view.account === target.account
      if (!alone) setParams({ account: String(target.account) })
      else if (state.total === 0 || list.rowAt(0) !== undefined) {
        want(null)
        toast.notice('info', lensTexts.goneRow)
      }
      return
    }
    want(null)
    const column = plans.findIndex((plan) => plan.kind === 'cell' && plan.index === target.column)
    moveTo(Math.max(0, column), index)
    // After the first scroll of a list that has just come.
    afterFrames(3, () => {
      grid.current?.scrollTo(Math.max(0, column), index, 'both', 24, 0)
      grid.current?.focus()
    })
    // Runs again once a version of the list.
  }, [target, list, state.version, sheet, plans.length, view.account])
}
