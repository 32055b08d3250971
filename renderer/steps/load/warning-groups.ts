// Groups file warnings by kind. For each kind and column the reader reports the first cells one by one and summarises
// the others in a warning without a row. Pure functions.
import type { FileWarning } from '../../../shared/sheet/sheet.ts'

export type WarningGroup = {
  readonly code: string
  /** Listed one by one, in the file's order. */
  readonly reported: readonly FileWarning[]
  /** Sentences about more of the same, with their count in words. */
  readonly summed: readonly FileWarning[]
  /** Number of cells of this kind; a lower bound for files read before summaries had counts. */
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

/** A summary's count includes the cells that are reported one by one. */
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
