// Edits of a mapping in progress, each returning a new mapping. Maps one column to another field, ignores it or
// leaves it open; or ignores every open column, so that an unfinished mapping can be tried out.
import type { ColumnMapping, Conversion, LinkedSheet, Mapping } from './file.ts'
import { ownColumnPrefix } from './compile/compile.ts'
import type { SheetInfo } from '../sheet/sheet.ts'
import { usesOf } from './templates/template-uses.ts'

export type ColumnChange = {
  readonly sheet: string
  readonly column: string
  /**
   * Relative to the sheet's item, as in the mapping file; with `*` for the items that grouped rows of the main sheet
   * become. Null leaves the column open.
   */
  readonly to: { readonly field: string; readonly conversion?: Conversion | undefined } | 'ignore' | null
  /** The field of the column that `to` replaces; null: none, the column fills it as well. By default all of them. */
  readonly instead?: string | null | undefined
}

/** Whether an entry stays when its column changes; `above`: the path of the item that its field is relative to. */
function stays(one: ColumnMapping, { column, to, instead }: ColumnChange, above = ''): boolean {
  if (one.column !== column) return true
  if (instead === undefined || !('field' in one) || to === 'ignore') return false
  const field = above + one.field
  return field !== instead && (to === null || field !== to.field)
}

/** The mapping with one column changed, on its sheet at any depth. */
export function withColumn(mapping: Mapping, main: string, change: ColumnChange): Mapping {
  const changed = (columns: readonly ColumnMapping[]): ColumnMapping[] => {
    const rest = columns.filter((one) => stays(one, change))
    return change.to === null ? rest : [...rest, entryOf(change.column, change.to)]
  }
  const below = (links: readonly LinkedSheet[]): LinkedSheet[] =>
    links.map((link) => ({
      ...link,
      columns: link.sheet === change.sheet ? changed(link.columns) : link.columns,
      ...(link.linked === undefined ? {} : { linked: below(link.linked) }),
    }))
  if (change.sheet !== main) return { ...mapping, linked: below(mapping.linked) }
  // A field of grouped items belongs to its group, relative to the item.
  const { to } = change
  const group =
    to === null || to === 'ignore'
      ? undefined
      : mapping.grouped.find(({ list }) => to.field.startsWith(`${list}.*.`))
  const rest = mapping.columns.filter((one) => stays(one, change))
  return {
    ...mapping,
    columns: group === undefined ? changed(mapping.columns) : rest,
    grouped: mapping.grouped.map((one) => {
      const others = one.columns.filter((entry) => stays(entry, change, `${one.list}.*.`))
      if (one !== group || to === null || to === 'ignore') return { ...one, columns: others }
      const field = to.field.slice(one.list.length + '.*.'.length)
      return { ...one, columns: [...others, entryOf(change.column, { ...to, field })] }
    }),
  }
}

function entryOf(column: string, to: Exclude<ColumnChange['to'], null>): ColumnMapping {
  if (to === 'ignore') return { column, ignore: true }
  return { column, field: to.field, ...(to.conversion === undefined ? {} : { conversion: to.conversion }) }
}

/** The mapping with every column ignored that it does not mention yet. */
export function withRestIgnored(mapping: Mapping, sheets: readonly SheetInfo[]): Mapping {
  const spoken = new Map(usesOf(mapping, sheets).map((use) => [use.sheet, use.columns]))
  const rest = (name: string): ColumnMapping[] =>
    (sheets.find((sheet) => sheet.name === name)?.columns ?? [])
      .filter(
        (column) => spoken.get(name)?.has(column.name) === false && !column.name.startsWith(ownColumnPrefix),
      )
      .map((column) => ({ column: column.name, ignore: true }))
  const done = new Set<string>()
  const once = (name: string): ColumnMapping[] => {
    if (done.has(name)) return []
    done.add(name)
    return rest(name)
  }
  const below = (links: readonly LinkedSheet[]): LinkedSheet[] =>
    links.map((link) => ({
      ...link,
      columns: [...link.columns, ...once(link.sheet)],
      ...(link.linked === undefined ? {} : { linked: below(link.linked) }),
    }))
  const main = usesOf(mapping, sheets)[0]?.sheet ?? ''
  return { ...mapping, columns: [...mapping.columns, ...once(main)], linked: below(mapping.linked) }
}
