// Scope of a fix: columns and rows, chosen from the selection, the filtered rows or the whole sheet. Pure functions.
import type { FixScope } from '../../../../shared/fixing/fix.ts'
import type { SheetView } from '../../../../shared/contract/views.ts'
import type { RowFilter } from '../../../../shared/fixing/row-filter.ts'
import { bulkTexts } from '../../../texts/fix/bulk.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'
import type { Kind } from './fix-draft.ts'

type Range = readonly [from: number, to: number]

export type Where = {
  /** Or a column's zero-based index. */
  readonly columns: 'selected' | 'all' | number
  readonly rows: 'selected' | 'shown' | 'all'
}

/** Grid selection in terms of the sheet. */
export type Selected = {
  /** Zero-based, in the grid's order; never empty. */
  readonly columns: readonly number[]
  /** Null where the selected rows are all that the filter leaves, and not all are loaded. */
  readonly ranges: readonly Range[] | null
  readonly rows: number
}

export type Place = {
  readonly sheet: SheetView
  readonly filter: RowFilter
  /** How many rows the filter leaves; null while that is not known. */
  readonly shown: number | null
  /** Null where nothing is, or where its rows are too many to name. */
  readonly selected: Selected | null
  /** The column of the focused cell. */
  readonly focused: number | null
}

/** Row numbers in any order → ranges without a row that was not given. */
export function rangesOf(rows: readonly number[]): Range[] {
  const ranges: [number, number][] = []
  for (const row of [...new Set(rows)].sort((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === row - 1) last[1] = row
    else ranges.push([row, row])
  }
  return ranges
}

const mayBeAll = (kind: Kind): boolean => kind === 'replace' || kind === 'tidy'
const isFiltered = ({ filter }: Place): boolean => Object.keys(filter).length > 0

/** Adjusts the scope to what this kind of fix and the data allow. */
export function fitting(where: Where, kind: Kind, place: Place): Where {
  const { selected, sheet } = place
  const chosen = selected?.columns ?? []
  const one = place.focused ?? chosen[0] ?? sheet.info.columns[0]?.index ?? 0
  const columns =
    (where.columns === 'all' && !mayBeAll(kind)) ||
    (where.columns === 'selected' && (chosen.length === 0 || (kind === 'table' && chosen.length > 1)))
      ? one
      : where.columns
  const rows =
    (where.rows === 'selected' && selected === null) || (where.rows === 'shown' && !isFiltered(place))
      ? isFiltered(place)
        ? 'shown'
        : 'all'
      : where.rows
  return { columns, rows }
}

/** Prefers several selected cells, else all rows that are shown. */
export function firstWhere({ selected }: Place): Where {
  const several = selected !== null && (selected.rows > 1 || selected.columns.length > 1)
  return several ? { columns: 'selected', rows: 'selected' } : { columns: 'all', rows: 'shown' }
}

export function columnsOf(where: Where, { selected, sheet }: Place): readonly number[] {
  if (where.columns === 'all') return sheet.info.columns.map((column) => column.index)
  return where.columns === 'selected' ? (selected?.columns ?? []) : [where.columns]
}

/** For a `where` that fits. */
export function scopeOf(where: Where, place: Place): FixScope {
  const ranges = where.rows === 'selected' ? (place.selected?.ranges ?? null) : null
  return {
    sheet: place.sheet.position,
    columns: [...columnsOf(where, place)],
    rows:
      ranges === null
        ? { filter: where.rows === 'all' ? {} : place.filter }
        : { ranges: ranges.map(([from, to]) => [from, to]) },
  }
}

export function columnName({ sheet }: Place, column: number): string {
  return sheet.info.columns.find((one) => one.index === column)?.name ?? ''
}

/** The columns in words, for the name of the edit. */
export function whereWords(where: Where, place: Place): Said {
  if (where.columns === 'all')
    return place.sheet.info.name === '' ? message('edits.all_columns') : place.sheet.info.name
  const columns = columnsOf(where, place)
  return columns.length === 1
    ? columnName(place, columns[0] ?? 0)
    : message('edits.columns', { n: columns.length })
}

type Choice<T extends string> = { readonly value: T; readonly label: string }

/** The value of a column is its index. */
export function columnChoices(kind: Kind, place: Place): Choice<string>[] {
  const chosen = place.selected?.columns ?? []
  const several = chosen.length > 1 && kind !== 'table'
  return [
    ...(several
      ? [{ value: 'selected', label: bulkTexts.selectedColumns({ n: chosen.length, name: '' }) }]
      : chosen.length === 1
        ? [
            {
              value: 'selected',
              label: bulkTexts.selectedColumns({ n: 1, name: columnName(place, chosen[0] ?? 0) }),
            },
          ]
        : []),
    ...(mayBeAll(kind) ? [{ value: 'all', label: bulkTexts.allColumns }] : []),
    ...place.sheet.info.columns.map(({ index, name }) => ({ value: String(index), label: name })),
  ]
}

export function rowChoices(place: Place): Choice<Where['rows']>[] {
  const { selected, shown, sheet } = place
  return [
    ...(selected === null
      ? []
      : [{ value: 'selected' as const, label: bulkTexts.selectedRows({ n: selected.rows }) }]),
    ...(isFiltered(place)
      ? [
          {
            value: 'shown' as const,
            label: shown === null ? bulkTexts.rowsShown : bulkTexts.shownRows({ n: shown }),
          },
        ]
      : []),
    {
      value: 'all' as const,
      label: sheet.rowCount === null ? bulkTexts.everyRow : bulkTexts.allRows({ n: sheet.rowCount }),
    },
  ]
}
