// Sample values of a column with the other cells of their rows, and their converted values. Conversion uses the same
// code that builds accounts, except for telephone numbers, which only the engine parses.
import { createConverter, type Scalar } from '../../../../shared/mapping/conversions/conversions.ts'
import type { Conversion } from '../../../../shared/mapping/file.ts'
import type { CellText } from '../../../../shared/mapping/conversions/converted.ts'
import type { GridRow, FieldView, SheetView } from '../../../../shared/contract/views.ts'
import { asCatalogueField } from './catalogue-field.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

export type Sample = CellText & {
  /** The same row's cell of another column of the sheet. */
  readonly beside: (column: string) => CellText
}
export type Shown =
  | { readonly kind: 'value'; readonly value: Scalar }
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed'; readonly message: string }
  /** Read only when the accounts are built. */
  | { readonly kind: 'later' }

type Cells = Pick<GridRow, 'cells' | 'kept'>

const mostSamples = 5

/** Five different values of each column at most, in row order. */
export function samplesOf(sheet: SheetView, rows: readonly Cells[]): ReadonlyMap<string, readonly Sample[]> {
  const { columns } = sheet.info
  const places = new Map(columns.map(({ name, index }) => [name, index]))
  const cellOf = (row: Cells, index: number): CellText => ({
    text: row.cells[index] ?? '',
    kept: row.kept?.[String(index)] ?? null,
  })
  return new Map(
    columns.map(({ name, index }) => {
      const found = new Map<string, Sample>()
      for (const row of rows) {
        const cell = cellOf(row, index)
        if (cell.text.trim() === '' || found.has(cell.text)) continue
        const beside = (column: string): CellText => cellOf(row, places.get(column) ?? -1)
        found.set(cell.text, { ...cell, beside })
        if (found.size === mostSamples) break
      }
      return [name, [...found.values()]] as const
    }),
  )
}

/** What each sample becomes; null where the conversion itself is faulty. */
export function convertSamples(
  samples: readonly Sample[],
  field: FieldView,
  conversion: Conversion | null,
): readonly Shown[] | null {
  const made = createConverter(conversion, asCatalogueField(field))
  if (!made.ok) return null
  return samples.map(({ text, kept, beside }): Shown => {
    const result = made.convert(text, kept, made.joins.map(beside))
    if (!result.ok)
      return result.code === 'phone_not_read_here'
        ? { kind: 'later' }
        : { kind: 'failed', message: sentenceOf(result.message) }
    return result.value === null ? { kind: 'empty' } : { kind: 'value', value: result.value }
  })
}

/** Error of the first sample that the field rejects with the current conversion; null if all are accepted. */
export function firstFailure(
  samples: readonly Sample[],
  field: FieldView,
  conversion: Conversion | null,
): string | null {
  const made = createConverter(conversion, asCatalogueField(field))
  if (!made.ok) return sentenceOf(made.message)
  const failed = convertSamples(samples, field, conversion)?.find((one) => one.kind === 'failed')
  return failed?.message ?? null
}
