// Finds the sheets and columns that a mapping names in the given file. A missing one becomes a problem with a hint.
import { didYouMean } from './closest.ts'
import type { Mapping } from '../file.ts'
import type { Column, SheetInfo } from '../../sheet/sheet.ts'
import { report } from './work.ts'
import type { Work } from './work.ts'
import { message } from '../../texts/create-message.ts'
import { commaList, quoted } from '../../texts/join.ts'

export function mainSheet(mapping: Mapping, work: Work): SheetInfo | null {
  if (mapping.sheet !== undefined) return findSheet(mapping.sheet, 'sheet', work)
  const filled = work.sheets.filter((sheet) => sheet.columns.length > 0)
  const [only] = filled
  if (filled.length === 1 && only !== undefined) return only
  const fault =
    filled.length === 0
      ? message('mapping.no_sheet_with_columns')
      : message('mapping.sheet_not_named', { sheets: commaList(filled.map(({ name }) => quoted(name))) })
  return report(work, 'sheet_missing', fault, 'sheet')
}

export function findSheet(name: string, where: string, work: Work): SheetInfo | null {
  const found =
    work.sheets.find((sheet) => sheet.name === name) ??
    work.sheets.find((sheet) => sheet.name.trim() === name.trim())
  if (found !== undefined) return found
  const fault = didYouMean(
    message('mapping.no_such_sheet', { sheet: name }),
    name,
    work.sheets.map((sheet) => sheet.name),
  )
  return report(work, 'sheet_unknown', fault, where)
}

/** Finds a column by name; blanks are normalised as in `nameColumns`. */
export function findColumn(name: string, where: string, sheet: SheetInfo, work: Work): Column | null {
  const plain = name.trim().replace(/\s+/g, ' ')
  const found = sheet.columns.find((column) => column.name === plain)
  if (found !== undefined) return found
  const fault = didYouMean(
    message('mapping.no_such_column', { sheet: sheet.name, column: name }),
    plain,
    sheet.columns.map((column) => column.name),
  )
  return report(work, 'column_unknown', fault, where)
}

export function keyIndexes(
  sheet: SheetInfo,
  names: string | readonly string[],
  where: string,
  work: Work,
): number[] {
  const list = typeof names === 'string' ? [names] : names
  const indexes: number[] = []
  for (const [at, name] of list.entries()) {
    const column = findColumn(name, list.length === 1 ? where : `${where}[${at}]`, sheet, work)
    if (column === null) continue
    work.usage.get(sheet.name)?.keys.add(column.index)
    indexes.push(column.index)
  }
  return indexes
}
