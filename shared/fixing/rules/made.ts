// Compiles a fix rule to a total function from a cell to its new text, or null if the cell stays unchanged.
/** The longest text that a cell may hold, in UTF-16 units, as spreadsheets have it. */
export const longestCell = 32_767

export type FixCell = {
  readonly text: string
  /** The cells of its row, as they stand before this fix. */
  readonly row: readonly string[]
  /** What the nearest cell above it in its column holds after this fix; null in the first row. */
  readonly above: string | null
}

export type CompiledFix =
  | { readonly ok: true; readonly apply: (cell: FixCell) => string | null }
  | { readonly ok: false; readonly message: string }

/** A rule that gives the text that is there already, or one that no cell can hold, leaves the cell alone. */
export function made(apply: (cell: FixCell) => string | null): CompiledFix {
  return {
    ok: true,
    apply: (cell) => {
      const after = apply(cell)
      return after === null || after === cell.text || after.length > longestCell ? null : after
    },
  }
}

export function refused(message: string): CompiledFix {
  return { ok: false, message }
}

/** Whether texts of customers may stand in a rule of this kind itself. */
export function quotesValues(kind: string): boolean {
  return kind === 'replace' || kind === 'set' || kind === 'table'
}
