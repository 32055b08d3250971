// Fixes for a problem without a cell: a column for its field, a fixed value, or leaving out the object or item that
// requires it. Payload indexes count what was sent and mapping indexes what the mapping names, so a path is converted
// to the mapping's form first. Pure.
import { isWithin, joinAttr, parseAttr, printAttr } from '../../../../shared/payload/attr-path.ts'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import { fedColumns } from '../../../../shared/mapping/fed-columns.ts'
import type { Mapping } from '../../../../shared/mapping/file.ts'
import type { AccountView, FieldView } from '../../../../shared/contract/views.ts'
import type { AccountProblem } from './account-fields.ts'

export type WaysOut = {
  /** The field that nothing feeds, or that a fixed value feeds, as the mapping names it; null: it is no such problem. */
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
 * A payload path with the indexes of the mapping, found by what stands beside it in the same item; null inside items
 * that rows become, which no fixed value and no column of the main sheet can reach.
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
