// Names of fields as the catalogue has them, from their paths: `customers.1.landline` → `Customer 2 · Landline`. Pure
// functions.
import { generalPath } from '../../shared/catalogue/catalogue.ts'
import { parseAttr } from '../../shared/payload/attr-path.ts'

/** By general path. */
export type FieldTitles = ReadonlyMap<string, string>

export const noTitles: FieldTitles = new Map()

/** One name for each level of the path; a level that the catalogue does not name is spelled from its own name. */
export function titlesOf(path: string, titles: FieldTitles): readonly string[] {
  const parts = parseAttr(path)
  const shown: string[] = []
  for (const [at, part] of parts.entries()) {
    if (part === '*') continue
    const title = titles.get(generalPath(parts.slice(0, at + 1).join('.')))
    if (typeof part !== 'number') shown.push(title ?? spelled(part))
    else {
      const ofList = shown.pop()
      shown.push(`${title ?? ofList ?? ''} ${part + 1}`.trim())
    }
  }
  return shown
}

/** In one line; without titles, spelled from the path alone. */
export function titleOf(path: string, titles: FieldTitles = noTitles): string {
  return titlesOf(path, titles).join(' · ')
}

/** `family_name` → `Family name` */
export function spelled(name: string): string {
  const words = name.replace(/[_.]+/g, ' ').trim()
  return words === '' ? name : `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}
