// The rows of a repaired fix file with their references. The sheets may be sorted, renamed and saved by any program: only
// the header of the hidden column identifies them. Nothing here interprets a cell.
import type { Column, SourceRow } from '../../../../shared/sheet/sheet.ts'
import { readReference, referenceColumn, type RowReference } from '../../report/rows/fix-reference.ts'
import type { ReturnedSheet } from '../question-pack/read-sheets.ts'

export type RepairedSheet = {
  readonly name: string
  readonly headerRow: number
  /** Also those that Carryover added. */
  readonly columns: readonly Column[]
  readonly rows: readonly RepairedRowOfFile[]
}
/** `reference`: null for a row that was added. */
export type RepairedRowOfFile = { readonly row: SourceRow; readonly reference: RowReference | null }
export type RepairedFile = { readonly fileName: string; readonly sheets: readonly RepairedSheet[] }

export function isFixHeader(texts: readonly string[]): boolean {
  return texts.some(isReferenceHeader)
}

/** Null if no sheet has references. Blank rows are left out. */
export function repairsIn(fileName: string, sheets: readonly ReturnedSheet[]): RepairedFile | null {
  const found = sheets.flatMap(({ info, columns, rows }): RepairedSheet[] => {
    const at = columns.find(({ header }) => isReferenceHeader(header))?.index
    if (at === undefined) return []
    const filled = rows.filter(({ cells }) => cells.some((text) => text.trim() !== ''))
    return [
      {
        name: info.name,
        headerRow: info.headerRow ?? 1,
        columns,
        rows: filled.map((row) => ({ row, reference: readReference(row.cells[at] ?? '') })),
      },
    ]
  })
  return found.length === 0 ? null : { fileName, sheets: found }
}

/** The codes of a file, those of most rows first. */
export function codesIn({ sheets }: RepairedFile): string[] {
  const codes = new Map<string, number>()
  for (const { reference } of sheets.flatMap(({ rows }) => rows))
    if (reference !== null) codes.set(reference.code, (codes.get(reference.code) ?? 0) + 1)
  return [...codes].toSorted(([, one], [, other]) => other - one).map(([code]) => code)
}

function isReferenceHeader(text: string): boolean {
  return text.trim().toLowerCase() === referenceColumn
}
