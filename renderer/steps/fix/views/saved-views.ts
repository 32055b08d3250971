// Views of the Fix step that a person saved: the filter, the order and the columns, under a name. They are for all
// batches of a kind: files with the same columns, mapped to the same catalogue, so that a column's number means the same.
// Texts that are searched for and values of cells are account data, which the display settings do not hold. Pure functions.
import { type SavedView, withinLimit } from '../../../app/display/display-choices.ts'
import type { SheetView } from '../../../../shared/contract/views.ts'
import { type ParamChanges, paramsOfNothing } from '../fix-view.ts'

const savedParams = ['show', 'states', 'code', 'field', 'column', 'shape', 'since', 'sheet', 'sort'] as const

/** Sheets of text files are named like the file, so their names do not count. */
export function kindOf(catalogue: string | null, sheets: readonly Pick<SheetView, 'info'>[]): string {
  const columns = sheets.map(({ info }) => info.columns.map(({ name }) => name))
  const text = JSON.stringify([catalogue, columns])
  // FNV-1a, twice with different beginnings.
  return [0x811c9dc5, 0x9dc5811c].map((begin) => hashOf(text, begin).toString(36)).join('')
}

function hashOf(text: string, begin: number): number {
  let hash = begin
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** What of the address is saved. */
export function paramsToSave(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    savedParams.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]] as const])),
  )
}

/** The changes of the address that show exactly this view. */
export function paramsOfView({ params }: Pick<SavedView, 'params'>): ParamChanges {
  const nothing = Object.fromEntries(savedParams.map((name) => [name, null]))
  return { ...paramsOfNothing, ...nothing, ...paramsToSave(params) }
}

const isSame = (one: SavedView, other: Pick<SavedView, 'kind' | 'name'>): boolean =>
  one.kind === other.kind && one.name === other.name

/** In the place of a view of that name, or as the last one; null: there is no room. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] | null {
  const at = views.findIndex((one) => isSame(one, view))
  return withinLimit(at === -1 ? [...views, view] : views.with(at, view))
}

/** Null: another view of the kind has the name, or there is no room. */
export function withNewName(views: readonly SavedView[], view: SavedView, name: string): SavedView[] | null {
  if (views.some((one) => isSame(one, { ...view, name }))) return null
  return withinLimit(views.map((one) => (isSame(one, view) ? { ...one, name } : one)))
}

export function withoutView(views: readonly SavedView[], view: SavedView): SavedView[] {
  return views.filter((one) => !isSame(one, view))
}
