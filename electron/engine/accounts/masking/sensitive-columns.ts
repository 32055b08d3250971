// The columns of a batch that fill a field which the catalogue marks as sensitive, also those that a conversion joins to
// another column. What the window is sent, reports and notifications depend on this one list.
import { generalPath, readCatalogue } from '../../../../shared/catalogue/catalogue.ts'
import type { PrivacyState } from '../../../../shared/contract/privacy.ts'
import { fedColumns } from '../../../../shared/mapping/fed-columns.ts'
import type { Conversion, Mapping } from '../../../../shared/mapping/file.ts'
import type { Store } from '../../store/store.ts'

export type SensitiveColumn = PrivacyState['columns'][number]

/** Each with the general path of its field; none if the catalogue cannot be read. */
export function sensitiveColumns(
  store: Pick<Store, 'rows'>,
  batch: number,
  { mapping, catalogue }: { readonly mapping: Mapping; readonly catalogue: unknown },
): SensitiveColumn[] {
  const read = readCatalogue(catalogue)
  if (!read.ok) return []
  const sheets = store.rows.sheets(batch)
  const main = mapping.sheet ?? sheets.find(({ role }) => role === 'main')?.info.name ?? sheets[0]?.info.name
  return fedColumns(mapping, main).flatMap(({ sheet, column: own, field, conversion }) =>
    read.catalogue.fieldAt(field)?.sensitive === true
      ? [own, ...joinedColumns(conversion)].map((column) => ({ sheet, column, field: generalPath(field) }))
      : [],
  )
}

function joinedColumns(conversion: Conversion | undefined): string[] {
  if (conversion === undefined) return []
  const steps = conversion.kind === 'steps' ? conversion.steps : [conversion]
  return steps.flatMap((step) => (step.kind === 'join' ? step.with : []))
}
