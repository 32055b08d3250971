// State of a mapping compilation: the problems found so far, and the columns used so far in each sheet.
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { ConverterTools } from '../conversions/conversions.ts'
import type { SheetInfo } from '../../sheet/sheet.ts'
import { message, type Said } from '../../texts/create-message.ts'

export type MappingProblem = {
  readonly code:
    | 'sheet_unknown'
    | 'sheet_missing'
    | 'linked_to_itself'
    | 'column_unknown'
    | 'column_not_mapped'
    | 'column_mapped_and_ignored'
    | 'field_unknown'
    | 'field_not_a_value'
    | 'field_mapped_twice'
    | 'list_unknown'
    | 'keys_differ'
    | 'fixed_invalid'
    | 'conversion_invalid'
    | 'conversion_does_not_fit'
    | 'supplier_missing'
  readonly message: Said
  /** The place in the mapping file: `linked[0].columns[2].field`. */
  readonly where: string
}

export const ownColumnPrefix = 'carryover_'

export type Work = {
  readonly catalogue: Catalogue
  readonly sheets: readonly SheetInfo[]
  readonly problems: MappingProblem[]
  readonly tools: ConverterTools
  /** Columns used so far, by sheet, and the mapping's first reference to the sheet. */
  readonly usage: Map<
    string,
    {
      readonly sheet: SheetInfo
      readonly where: string
      readonly keys: Set<number>
      readonly mapped: Set<number>
      readonly ignored: Set<number>
    }
  >
}

export function use(sheet: SheetInfo, where: string, work: Work): void {
  if (!work.usage.has(sheet.name))
    work.usage.set(sheet.name, { sheet, where, keys: new Set(), mapped: new Set(), ignored: new Set() })
}

export function refuseLeftovers(work: Work): void {
  for (const { sheet, where, keys, mapped, ignored } of work.usage.values()) {
    for (const column of sheet.columns) {
      if (mapped.has(column.index) && ignored.has(column.index)) {
        const both = message('mapping.mapped_and_ignored', { column: column.name, sheet: sheet.name })
        report(work, 'column_mapped_and_ignored', both, where)
      }
      const spoken = keys.has(column.index) || mapped.has(column.index) || ignored.has(column.index)
      if (spoken || column.name.startsWith(ownColumnPrefix)) continue
      const entry = `{"column": ${JSON.stringify(column.name)}, "ignore": true}`
      const neither = { column: column.name, sheet: sheet.name, entry }
      report(work, 'column_not_mapped', message('mapping.column_left_over', neither), where)
    }
  }
}

export function report(work: Work, code: MappingProblem['code'], fault: Said, where: string): null {
  work.problems.push({ code, message: fault, where })
  return null
}
