// Fingerprints of the cells of a fix file, in the way that it was written: those of withheld columns need its secret. A
// cell that still has the mark of a withheld text is unchanged.
import { isWithheldText } from '../../../../shared/sheet/withheld-text.ts'
import {
  type CellOfFixFile,
  countPrints,
  fingerprint,
  printAt,
  type RowReference,
  withheldPrint,
} from '../../report/rows/fix-reference.ts'
import type { StoredFixFile } from '../../store/fixing/fix-files.ts'

export type CellPrints = ReturnType<typeof createCellPrints>

/** As long as a fingerprint, and none. */
const marks = { empty: '-----', withheld: '=====', overwritten: '_____' }

export function createCellPrints({ secret, withheld }: Pick<StoredFixFile, 'secret' | 'withheld'>) {
  const columnsOf = new Map(
    Object.entries(withheld).map(([sheet, columns]) => [Number(sheet), new Set(columns)]),
  )
  const isWithheld = ({ sheet, column }: Pick<CellOfFixFile, 'sheet' | 'column'>): boolean =>
    columnsOf.get(sheet)?.has(column) === true

  function print(cell: CellOfFixFile, text: string): string {
    return isWithheld(cell) ? withheldPrint(secret, cell, text) : fingerprint(text)
  }

  return {
    isAnyWithheld: (sheet: number): boolean => (columnsOf.get(sheet)?.size ?? 0) > 0,
    /** Of a text of the batch. */
    print,
    /** Of a text in the repaired file. `written`: the cell's fingerprint in the reference of its row. */
    ofFile: (cell: CellOfFixFile, text: string, written: string): string =>
      isWithheldText(text) ? written : print(cell, text),
    /** What can be compared with cells of other rows: of a withheld text only whether there is one, or another. */
    seen(cell: CellOfFixFile, now: string, written: string): string {
      if (!isWithheld(cell)) return now
      if (now === withheldPrint(secret, cell, '')) return marks.empty
      return now === written ? marks.withheld : marks.overwritten
    },
  }
}

/** What is seen of a row's own columns, one behind the other. `columns`: their indexes in the sheet. */
export function seenOf(
  prints: CellPrints,
  { sheet, row, prints: written }: RowReference,
  now: string,
  columns: readonly number[],
): string {
  return columns
    .map((column, at) => prints.seen({ sheet, row, column }, printAt(now, at), printAt(written, at)))
    .join('')
}

/** Whether what is seen of a row is what was written of another, but for withheld cells that were overwritten. */
export function isAlike(now: string, written: string): boolean {
  for (let at = 0; at < countPrints(now); at += 1) {
    const here = printAt(now, at)
    if (here !== printAt(written, at) && here !== marks.overwritten) return false
  }
  return true
}

/** Whether a withheld text is gone from what is seen of a row. */
export function isEmptied(now: string, written: string): boolean {
  for (let at = 0; at < countPrints(now); at += 1)
    if (printAt(now, at) === marks.empty && printAt(written, at) === marks.withheld) return true
  return false
}
