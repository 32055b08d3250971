// Lists how a template uses each sheet: every column that it names, and its purpose.
import type { ColumnMapping, Conversion, LinkedSheet, Mapping } from '../file.ts'
import type { SheetInfo } from '../../sheet/sheet.ts'

/** A template's use of one sheet: every column that it names, and which of them are keys. */
export type Use = {
  readonly sheet: string
  readonly columns: ReadonlySet<string>
  readonly keys: ReadonlySet<string>
  readonly ignored: ReadonlySet<string>
}

export function usesOf(mapping: Mapping, sheets: readonly SheetInfo[]): Use[] {
  const uses = new Map<string, { columns: Set<string>; keys: Set<string>; ignored: Set<string> }>()
  const add = (sheet: string, columns: readonly ColumnMapping[], keys: readonly string[]): void => {
    const use = uses.get(sheet) ?? { columns: new Set(), keys: new Set(), ignored: new Set() }
    for (const one of columns) {
      use.columns.add(one.column)
      if ('ignore' in one) use.ignored.add(one.column)
      else for (const other of joinedBy(one.conversion)) use.columns.add(other)
    }
    for (const key of keys) {
      use.columns.add(key)
      use.keys.add(key)
    }
    uses.set(sheet, use)
  }
  const main = mainName(mapping, sheets)
  const addLinks = (links: readonly LinkedSheet[], parent: string): void => {
    for (const link of links) {
      add(link.sheet, link.columns, listOf(link.key))
      add(parent, [], listOf(parentKeyOf(link, parent === main ? mapping.key : null)))
      addLinks(link.linked ?? [], link.sheet)
    }
  }
  add(main, [...mapping.columns, ...mapping.grouped.flatMap((group) => group.columns)], [mapping.key])
  addLinks(mapping.linked, main)
  return [...uses].map(([sheet, use]) => ({ sheet, ...use }))
}

/** A mapping without a sheet name refers to the file's only sheet; with several, to the one that has the key. */
function mainName(mapping: Mapping, sheets: readonly SheetInfo[]): string {
  const filled = sheets.filter((sheet) => sheet.columns.length > 0)
  const withKey = filled.find((sheet) => sheet.columns.some((column) => column.name === mapping.key))
  return mapping.sheet ?? (withKey ?? filled[0])?.name ?? ''
}

/** The parent's columns that a link's key equals: at the top the account's key, below the same names by default. */
export function parentKeyOf(link: LinkedSheet, accountKey: string | null): LinkedSheet['key'] {
  const { key, parentKey } = link
  return parentKey ?? (accountKey !== null && listOf(key).length === 1 ? accountKey : key)
}

/** The other columns that a conversion needs. */
function joinedBy(conversion: Conversion | undefined): readonly string[] {
  if (conversion?.kind === 'join') return conversion.with
  if (conversion?.kind !== 'steps') return []
  return conversion.steps.flatMap((step) => (step.kind === 'join' ? step.with : []))
}

export function listOf(key: LinkedSheet['key']): readonly string[] {
  return typeof key === 'string' ? [key] : key
}
