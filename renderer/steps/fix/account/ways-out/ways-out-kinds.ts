// Determines the remedies of a problem without a cell: map a column to its field, set a fixed value, or remove the
// object or item that requires it. A payload index counts what was sent and differs from the mapping's index, so
// paths are first converted to mapping paths. Pure functions.
import { isWithin, joinAttr, parseAttr, printAttr } from '../../../../../shared/payload/attr-path.ts'
import { generalPath } from '../../../../../shared/catalogue/catalogue.ts'
import { fedColumns } from '../../../../../shared/mapping/fed-columns.ts'
import type { Mapping } from '../../../../../shared/mapping/file.ts'
import type { AccountView, FieldView } from '../../../../../shared/contract/views.ts'
import type { AccountProblem } from '../account-fields.ts'

export type WaysOut = {
  /** Mapping path of the field that nothing feeds, or that a fixed value feeds; null for any other problem. */
  readonly field: { readonly path: string; readonly view: FieldView; readonly isFixed: boolean } | null
  /** The object or item of the payload that can be left out. */
  readonly remove: string | null
}

export function waysOutOf(
  problem: AccountProblem,
  account: Pick<AccountView, 'origins' | 'omitted' | 'payload'>,
  fields: readonly FieldView[],
  mapping: Mapping | null,
): WaysOut {
  const { attr } = problem
  if (attr === null || attr === '' || mapping === null) return { field: null, remove: null }
  const about = attr.endsWith('.non_field_errors') ? attr.slice(0, -'.non_field_errors'.length) : attr
  return {
    field: fieldOf(about, account, fields, mapping),
    remove: removable(about, account),
  }
}

function fieldOf(
  attr: string,
  account: Pick<AccountView, 'origins' | 'omitted'>,
  fields: readonly FieldView[],
  mapping: Mapping,
): WaysOut['field'] {
  const view = fields.find((one) => one.path === generalPath(attr))
  if (view === undefined || view.kind === 'object' || view.kind === 'list') return null
  const origin = Object.hasOwn(account.origins, attr) ? account.origins[attr] : undefined
  if (origin !== undefined && !('fixed' in origin)) return null
  const path = asMapped(attr, account, mapping)
  return path === null ? null : { path, view, isFixed: origin !== undefined }
}

/**
 * A payload path with the mapping's indexes, found through sibling values of the same item; null inside items made
 * from rows, which no fixed value and no column of the main sheet can reach.
 */
export function asMapped(
  attr: string,
  account: Pick<AccountView, 'origins'>,
  mapping: Mapping,
): string | null {
  const parts = parseAttr(attr)
  const last = parts.findLastIndex((part) => typeof part === 'number')
  if (last === -1) return attr
  const item = printAttr(parts.slice(0, last + 1))
  const fed = fedColumns(mapping, mapping.sheet ?? '')
  for (const [path, origin] of Object.entries(account.origins)) {
    if (!isWithin(path, item) || 'fixed' in origin) continue
    const source = fed.find(
      (one) => one.column === origin.column && generalPath(one.field) === generalPath(path),
    )
    if (source === undefined) continue
    const mapped = source.field.split('.').slice(0, last + 1)
    if (mapped.includes('*')) return null
    return parts.slice(last + 1).reduce<string>((base, part) => joinAttr(base, part), mapped.join('.'))
  }
  return attr
}

/** The nearest item or object around a path, or the thing itself, that cells feed. */
function removable(attr: string, account: Pick<AccountView, 'origins' | 'payload'>): string | null {
  const parts = parseAttr(attr)
  for (let length = parts.length; length > 0; length -= 1) {
    const path = printAttr(parts.slice(0, length))
    const inside = Object.entries(account.origins).filter(([one]) => one !== path && isWithin(one, path))
    const isList = inside.some(([one]) => typeof parseAttr(one)[length] === 'number')
    if (!isList && inside.some(([, origin]) => !('fixed' in origin))) return path
  }
  return null
}
