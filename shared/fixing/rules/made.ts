// A compiled rule: a total function from a cell to its new text, or to null when the cell is left unchanged.
import type { Said } from '../../texts/create-message.ts'
/** The longest text that a cell may hold, in UTF-16 units: the limit of spreadsheets. */
export const longestCell = 32_767

export type FixCell = {
  readonly text: string
  /** The cells of its row, as they stand before this fix. */
  readonly row: readonly string[]
  /** The nearest cell above in its column, after this fix; null in the first row. */
  readonly above: string | null
}

export type CompiledFix =
  | { readonly ok: true; readonly apply: (cell: FixCell) => string | null }
  | { readonly ok: false; readonly message: Said }

/** A rule leaves the cell unchanged if its result equals the present text or is too long for a cell. */
export function made(apply: (cell: FixCell) => string | null): CompiledFix {
  return {
    ok: true,
    apply: (cell) => {
      const after = apply(cell)
      return after === null || after === cell.text || after.length > longestCell ? null : after
    },
  }
}

export function refused(message: Said): CompiledFix {
  return { ok: false, message }
}

/** Whether a rule of this kind can itself contain customers' texts. */
export function quotesValues(kind: string): boolean {
  return kind === 'replace' || kind === 'set' || kind === 'table'
}
