// A field as the window is reported of it, for the code that converts: what a view does not carry has no part in converting.
import type { CatalogueField } from '../../../shared/catalogue/catalogue.ts'
import type { FieldView } from '../../../shared/contract/views.ts'

/** The field that a conversion is validated by. */
export function asCatalogueField(field: FieldView): CatalogueField {
  return {
    path: field.path,
    name: field.path.split('.').at(-1) ?? field.path,
    order: 0,
    kind: field.kind,
    format: field.format,
    title: field.title,
    label: field.title,
    aliases: [],
    requiredInParent: field.required,
    choices: field.choices,
    minLength: null,
    maxLength: null,
    minimum: null,
    maximum: null,
    sensitive: field.sensitive,
    notInFuture: false,
  }
}
