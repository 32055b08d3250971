// Finds the sheets and columns that a mapping names in the given file. A missing one becomes a problem with a hint.
import { didYouMean } from './closest.ts'
import type { Mapping } from '../file.ts'
import type { Column, SheetInfo } from '../../sheet/sheet.ts'
import { report } from './work.ts'
import type { Work } from './work.ts'

export function mainSheet(mapping: Mapping, work: Work): SheetInfo | null {
  if (mapping.sheet !== undefined) return findSheet(mapping.sheet, 'sheet', work)
  const filled = work.sheets.filter((sheet) => sheet.columns.length > 0)
  const [only] = filled
  if (filled.length === 1 && only !== undefined) return only
  const names = filled.map((sheet) => `“${sheet.name}”`).join(', ')
  const message =
    filled.length === 0
      ? 'The file has no sheet with columns.'
      : `The mapping does not name its sheet, and the file has several: ${names}. Add "sheet" with the one that has a row for each account.`
  return report(work, 'sheet_missing', message, 'sheet')
}

export function findSheet(name: string, where: string, work: Work): SheetInfo | null {
  const found =
    work.sheets.find((sheet) => sheet.name === name) ??
    work.sheets.find((sheet) => sheet.name.trim() === name.trim())
  if (found !== undefined) return found
  const hint = didYouMean(
    name,
    work.sheets.map((sheet) => sheet.name),
  )
  return report(work, 'sheet_unknown', `The file has no sheet “${name}”.${hint}`, where)
}

/** Finds a column by name; blanks are normalised as in `nameColumns`. */
export function findColumn(name: string, where: string, sheet: SheetInfo, work: Work): Column | null {
  const plain = name.trim().replace(/\s+/g, ' ')
  const found = sheet.columns.find((column) => column.name === plain)
  if (found !== undefined) return found
  const hint = didYouMean(
    plain,
    sheet.columns.map((column) => column.name),
  )
  return report(work, 'column_unknown', `The sheet “${sheet.name}” has no column “${name}”.${hint}`, where)
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
