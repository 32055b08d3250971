// Source of one payload field in a row: a column, or several columns joined by a conversion, with the converter. A
// row counts as data for the field only when its cells have data. A fallback is not data; it only fills in when
// none exists.
import type { Origin } from '../../payload/problems.ts'
import type { SourceRow } from '../../sheet/sheet.ts'
import type { CellText, Converted, Converter, Scalar } from './converted.ts'

type SourceColumn = { readonly column: number; readonly name: string }

export type CellSource = SourceColumn & {
  readonly kind: 'cell'
  readonly convert: Converter
  /** Further columns that the conversion joins to this one, in its order. */
  readonly joined?: readonly SourceColumn[] | undefined
  readonly fallback?: Scalar | undefined
  /** Set when a filled cell can give no data: the converter without its fallback decides. */
  readonly bare?: Converter | undefined
}

/** The source of a field: `made` as `createConverter` gives it, `joined` its `joins` found in the sheet. */
export function cellSource(
  own: SourceColumn,
  made: {
    readonly convert: Converter
    readonly bare: Converter
    readonly fallback: Scalar | null
    readonly empties: boolean
  },
  joined: readonly SourceColumn[],
): CellSource {
  return {
    kind: 'cell',
    column: own.column,
    name: own.name,
    convert: made.convert,
    ...(joined.length > 0 ? { joined } : {}),
    ...(made.fallback === null ? {} : { fallback: made.fallback }),
    ...(made.empties ? { bare: made.bare } : {}),
  }
}

/** Whether the row gives data for the field; a text that cannot be converted is data too. */
export function givesData(source: CellSource, row: SourceRow): boolean {
  const { joined, bare } = source
  const filled =
    isFilled(row, source.column) ||
    (joined !== undefined && joined.some((other) => isFilled(row, other.column)))
  if (!filled || bare === undefined) return filled
  const result = readWith(bare, source, row)
  return !result.ok || result.value !== null
}

export function readSource(source: CellSource, row: SourceRow): Converted {
  return readWith(source.convert, source, row)
}

function readWith(convert: Converter, source: CellSource, row: SourceRow): Converted {
  const own = cellAt(row, source.column)
  if (source.joined === undefined) return convert(own.text, own.kept)
  return convert(
    own.text,
    own.kept,
    source.joined.map((other) => cellAt(row, other.column)),
  )
}

/** The joined texts of the cells, for comparing rows of one account. */
export function sourceText(source: CellSource, row: SourceRow): string {
  const own = textAt(row, source.column).trim()
  if (source.joined === undefined) return own
  const texts = [own, ...source.joined.map((other) => textAt(row, other.column).trim())]
  return texts.filter((text) => text !== '').join(' ')
}

/** The cell that the value comes from: the first that is not blank, plus the other joined ones. */
export function sourceOrigin(source: CellSource, sheet: string, row: SourceRow): Origin {
  if (source.joined === undefined) return { sheet, row: row.row, column: source.name }
  const columns = [source, ...source.joined]
  const first = columns.find((one) => isFilled(row, one.column)) ?? source
  const also = columns.filter((one) => one !== first).map((one) => one.name)
  return { sheet, row: row.row, column: first.name, also }
}

/** Indexes of every column that the source uses. */
export function sourceColumns(source: CellSource): number[] {
  return [source.column, ...(source.joined ?? []).map((other) => other.column)]
}

function cellAt(row: SourceRow, column: number): CellText {
  return { text: textAt(row, column), kept: row.kept?.[column] ?? null }
}

function isFilled(row: SourceRow, column: number): boolean {
  const text = row.cells[column]
  return text !== undefined && text !== '' && text.trim() !== ''
}

function textAt(row: SourceRow, column: number): string {
  return row.cells[column] ?? ''
}
