// Names columns for mappings and problems: unique in their sheet, close to the header. Pure and without zod, so
// that the reader's process starts without it.
import type { Column } from './sheet.ts'

/**
 * Unique names for a header row: blanks become `Column N` (one-based), repeats get ` (2)`, ` (3)` … A name is data:
 * mappings, templates and reports hold it, so it is the same in every language.
 */
export function nameColumns(headers: readonly string[]): Column[] {
  const used = new Set<string>()
  return headers.map((header, index) => {
    const base = header.trim().replace(/\s+/g, ' ') || `Column ${index + 1}`
    let name = base
    for (let count = 2; used.has(name); count += 1) name = `${base} (${count})`
    used.add(name)
    return { index, header, name }
  })
}
