// State of a mapping compilation: the problems found so far, and the columns used so far in each sheet.
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { ConverterTools } from '../conversions/conversions.ts'
import type { SheetInfo } from '../../sheet/sheet.ts'

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
  readonly message: string
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
        const message = `The column “${column.name}” of the sheet “${sheet.name}” is mapped and ignored: keep one.`
        report(work, 'column_mapped_and_ignored', message, where)
      }
      const spoken = keys.has(column.index) || mapped.has(column.index) || ignored.has(column.index)
      if (spoken || column.name.startsWith(ownColumnPrefix)) continue
      const message = `The column “${column.name}” of the sheet “${sheet.name}” is neither mapped nor ignored: map it to a field, or add {"column": ${JSON.stringify(column.name)}, "ignore": true}.`
      report(work, 'column_not_mapped', message, where)
    }
  }
}

export function report(work: Work, code: MappingProblem['code'], message: string, where: string): null {
  work.problems.push({ code, message, where })
  return null
}
