// Lists the required fields and which of them a mapping feeds: those of the account, and those of every object or
// list that the mapping fills. A field inside an object becomes required once the object is provided
// (service-spec.md section 2.1 rule 2).
import { generalPath } from '../catalogue/catalogue.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { fedColumns } from './fed-columns.ts'
import type { Mapping } from './file.ts'
import type { Said } from '../texts/create-message.ts'
import { supplierField } from '../sending/service.ts'

export type RequiredField = {
  /** With `*` for items. */
  readonly path: string
  readonly title: Said
  readonly covered: boolean
}

export function requiredFields(
  catalogue: Catalogue,
  mapping: Mapping,
  supplier: string | null,
): RequiredField[] {
  const fed = new Set([
    ...fedColumns(mapping).map((one) => generalPath(one.field)),
    ...mapping.fixed.map((one) => generalPath(one.field)),
    ...(supplier === null ? [] : [supplierField]),
  ])
  const isFed = (path: string): boolean => [...fed].some((one) => one === path || one.startsWith(`${path}.`))
  return catalogue.fields
    .filter((field) => field.requiredInParent && field.name !== '*')
    .filter((field) => {
      const parent = field.path.split('.').slice(0, -1).join('.')
      return parent === '' || isFed(parent)
    })
    .map((field) => ({ path: field.path, title: field.label, covered: isFed(field.path) }))
}
