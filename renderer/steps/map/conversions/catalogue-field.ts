// Converts a field view to the catalogue field that the conversion code expects. Properties that the view lacks do
// not affect conversion.
import type { CatalogueField } from '../../../../shared/catalogue/catalogue.ts'
import type { FieldView } from '../../../../shared/contract/views.ts'

/** The field that a conversion is checked against. */
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
