// Lists every column that a mapping maps to a field, at any depth, with the field's full path.
import { joinAttr } from '../payload/attr-path.ts'
import type { ColumnMapping, Conversion, LinkedSheet, Mapping } from './file.ts'

export type FedColumn = {
  readonly sheet: string
  readonly column: string
  /** The full payload path, with `*` for the items that rows become. */
  readonly field: string
  readonly conversion: Conversion | undefined
}

/** `main`: the main sheet's name, for a mapping that leaves it out. */
export function fedColumns(mapping: Mapping, main = mapping.sheet ?? ''): FedColumn[] {
  const at = (sheet: string, columns: readonly ColumnMapping[], base: string): FedColumn[] =>
    columns.flatMap((one) =>
      'field' in one
        ? [{ sheet, column: one.column, field: joinAttr(base, one.field), conversion: one.conversion }]
        : [],
    )
  const below = (links: readonly LinkedSheet[], base: string): FedColumn[] =>
    links.flatMap((link) => {
      const item = joinAttr(joinAttr(base, link.list), '*')
      return [...at(link.sheet, link.columns, item), ...below(link.linked ?? [], item)]
    })
  return [
    ...at(main, mapping.columns, ''),
    ...mapping.grouped.flatMap((group) => at(main, group.columns, joinAttr(group.list, '*'))),
    ...below(mapping.linked, ''),
  ]
}
