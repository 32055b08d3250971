// Detects from a sample that the main sheet has several rows per account: the same key on several rows, whose
// account columns agree while those of a list differ. Each row then gives one list item instead of contradicting
// the others.
import type { ColumnMapping, Mapping } from '../file.ts'

export type Grouping = Pick<Mapping, 'columns' | 'grouped'>

/**
 * The columns, with every list that varies within a key made a grouped one. Null when no key of the sample repeats,
 * or when the account's own columns differ too, because the rows are then more likely duplicates. `valuesOf`: the
 * sample in row order, with blanks.
 */
export function groupRows(
  columns: readonly ColumnMapping[],
  key: string,
  isList: (path: string) => boolean,
  valuesOf: (column: string) => readonly string[],
): Grouping | null {
  const keys = valuesOf(key).map((text) => text.trim())
  const repeated = [...Map.groupBy(keys.keys(), (at) => keys[at] ?? '')].filter(
    ([text, rows]) => text !== '' && rows.length > 1,
  )
  if (repeated.length === 0) return null
  const varies = (column: string): boolean => {
    const values = valuesOf(column)
    if (values.length !== keys.length) return false
    return repeated.some(
      ([, rows]) =>
        new Set(rows.map((at) => (values[at] ?? '').trim()).filter((text) => text !== '')).size > 1,
    )
  }
  const parts = columns.flatMap((one) => ('field' in one ? [{ one, ...itemOf(one.field, isList) }] : []))
  const lists = new Set(
    parts.flatMap((part) => (part.list !== null && part.first && varies(part.one.column) ? [part.list] : [])),
  )
  // A numbered list has its items in columns; differing own columns mean duplicates, not items.
  for (const part of parts) if (part.list !== null && !part.first) lists.delete(part.list)
  if (lists.size === 0 || parts.some((part) => part.list === null && varies(part.one.column))) return null
  return {
    columns: parts.filter((part) => part.list === null || !lists.has(part.list)).map((part) => part.one),
    grouped: [...lists].map((list) => ({
      list,
      columns: parts.filter((part) => part.list === list).map(({ one, rest }) => ({ ...one, field: rest })),
    })),
  }
}

/** `customers.0.landline` → its list, whether it is the first item, and the rest of the path. */
function itemOf(
  field: string,
  isList: (path: string) => boolean,
): { readonly list: string | null; readonly first: boolean; readonly rest: string } {
  const parts = field.split('.')
  const at = parts.findIndex((part, index) => /^\d+$/.test(part) && isList(parts.slice(0, index).join('.')))
  const rest = parts.slice(at + 1).join('.')
  // An item that is a single value has no fields for rows to fill.
  if (at < 1 || rest === '') return { list: null, first: false, rest: field }
  return { list: parts.slice(0, at).join('.'), first: parts[at] === '0', rest }
}
