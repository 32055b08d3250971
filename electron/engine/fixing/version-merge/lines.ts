// Creates an empty line of a comparison.
import type { NewLine } from '../../store/fixing/version-lines.ts'

export function lineOf(
  kind: NewLine['kind'],
  key: string,
  at: { readonly sheet: number; readonly row: number } | null,
): NewLine {
  return {
    kind,
    key,
    sheet: at?.sheet ?? null,
    row: at?.row ?? null,
    col: null,
    earlier: null,
    detail: {
      old: null,
      ours: null,
      fresh: null,
      sheetName: null,
      columnName: null,
      oldRow: null,
      certain: true,
      other: null,
      added: 0,
      removed: 0,
      uncertain: 0,
      edits: 0,
    },
  }
}
