// Rewrites a template's mapping with the sheet and column names of another file.
import type { ColumnMapping, Conversion, LinkedSheet, Mapping } from '../file.ts'
import type { SheetInfo } from '../../sheet/sheet.ts'
import { listOf, parentKeyOf } from './template-uses.ts'
import type { Use } from './template-uses.ts'

/** By the template's sheet: its columns' names in this file; null for missing ones. */
export type Names = ReadonlyMap<string, ReadonlyMap<string, string | null>>

/** The mapping in this file's names; missing columns are dropped, except for keys. */
export function rewritten(
  mapping: Mapping,
  uses: readonly Use[],
  found: ReadonlyMap<string, SheetInfo>,
  names: Names,
): Mapping {
  const main = uses[0]?.sheet ?? ''
  const name = (sheet: string, column: string): string => names.get(sheet)?.get(column) ?? column
  const columnsOf = (sheet: string, columns: readonly ColumnMapping[]): ColumnMapping[] =>
    columns
      .filter((one) => names.get(sheet)?.get(one.column) !== null)
      .map((one) => {
        const column = name(sheet, one.column)
        if ('ignore' in one || one.conversion === undefined) return { ...one, column }
        return { ...one, column, conversion: renamedIn(one.conversion, (other) => name(sheet, other)) }
      })
  const keyOf = (sheet: string, key: LinkedSheet['key']): LinkedSheet['key'] =>
    typeof key === 'string' ? name(sheet, key) : key.map((one) => name(sheet, one))
  const linksOf = (links: readonly LinkedSheet[], parent: string): LinkedSheet[] =>
    links.flatMap((link) => {
      const sheet = found.get(link.sheet)
      if (sheet === undefined) return []
      const { linked, parentKey, ...rest } = link
      const accountKey = parent === main ? mapping.key : null
      const key = keyOf(link.sheet, link.key)
      const parentNow = keyOf(parent, parentKeyOf(link, accountKey))
      // Names that were equal on both sides may now differ.
      const implied = parentKeyOf({ ...rest, key }, accountKey === null ? null : name(main, accountKey))
      const differ = parentKey !== undefined || listOf(parentNow).join('\n') !== listOf(implied).join('\n')
      return [
        {
          ...rest,
          sheet: sheet.name,
          key,
          ...(differ ? { parentKey: parentNow } : {}),
          columns: columnsOf(link.sheet, link.columns),
          ...(linked === undefined ? {} : { linked: linksOf(linked, link.sheet) }),
        },
      ]
    })
  const sheet = found.get(main)
  return {
    ...mapping,
    ...(sheet === undefined || mapping.sheet === undefined ? {} : { sheet: sheet.name }),
    key: name(main, mapping.key),
    columns: columnsOf(main, mapping.columns),
    linked: linksOf(mapping.linked, main),
    grouped: mapping.grouped.map((group) => ({ ...group, columns: columnsOf(main, group.columns) })),
  }
}

function renamedIn(conversion: Conversion, name: (column: string) => string): Conversion {
  if (conversion.kind === 'join') return { ...conversion, with: conversion.with.map(name) }
  if (conversion.kind !== 'steps') return conversion
  const steps = conversion.steps.map((step) =>
    step.kind === 'join' ? { ...step, with: step.with.map(name) } : step,
  )
  return { ...conversion, steps }
}
