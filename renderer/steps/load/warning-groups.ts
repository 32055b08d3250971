// Warnings by kind: what is reported one by one, and the sentence that sums up the rest. The reader tells of each kind in
// each column the first cells one by one and sums up the others in a warning without a row. Pure.
import type { FileWarning } from '../../../shared/sheet/sheet.ts'

export type WarningGroup = {
  readonly code: string
  /** Listed one by one, in the file's order. */
  readonly reported: readonly FileWarning[]
  /** Sentences about more of the same, with their count in words. */
  readonly summed: readonly FileWarning[]
  /** Cells of this kind; at least so many where a file was read before summaries had their count. */
  readonly cells: number
  readonly atLeast: boolean
}

export type WarningLine =
  | { readonly kind: 'group'; readonly group: WarningGroup; readonly open: boolean }
  | { readonly kind: 'warning'; readonly warning: FileWarning; readonly key: string }

const columnOf = ({ code, sheet, column }: FileWarning): string => JSON.stringify([code, sheet, column])

/** Kinds with most cells first. */
export function groupWarnings(warnings: readonly FileWarning[]): readonly WarningGroup[] {
  const withRows = new Set(warnings.filter(({ row }) => row !== null).map(columnOf))
  const groups = new Map<string, { reported: FileWarning[]; summed: FileWarning[] }>()
  for (const warning of warnings) {
    const group = groups.get(warning.code) ?? { reported: [], summed: [] }
    groups.set(warning.code, group)
    const sums = warning.row === null && withRows.has(columnOf(warning))
    ;(sums ? group.summed : group.reported).push(warning)
  }
  return [...groups]
    .map(([code, group]) => ({ code, ...group, ...cellsOf(group.reported, group.summed) }))
    .sort((one, two) => two.cells - one.cells)
}

/** A summary counts the cells that are reported one by one as well. */
function cellsOf(
  reported: readonly FileWarning[],
  summed: readonly FileWarning[],
): { readonly cells: number; readonly atLeast: boolean } {
  const summaries = new Map(summed.map((one) => [columnOf(one), one.count]))
  const alone = reported.filter((one) => summaries.get(columnOf(one)) === undefined)
  const counted = [...alone.map(({ count = 1 }) => count), ...summed.map(({ count = 0 }) => count)]
  return {
    cells: counted.reduce((sum, count) => sum + count, 0),
    atLeast: summed.some(({ count }) => count === undefined),
  }
}

/** What a list shows: each kind, and below those that are open their sentences, the summaries first. */
export function linesOf(
  groups: readonly WarningGroup[],
  isOpen: (code: string) => boolean,
): readonly WarningLine[] {
  return groups.flatMap((group): WarningLine[] => {
    const open = isOpen(group.code)
    const warnings = [...group.summed, ...group.reported].map((warning, index) => ({
      kind: 'warning' as const,
      warning,
      key: `${group.code} ${index}`,
    }))
    return [{ kind: 'group', group, open }, ...(open ? warnings : [])]
  })
}
