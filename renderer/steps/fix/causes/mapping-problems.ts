// Causes that the mapping cures and no edit does: a field that no column and no fixed value fills. Such a cause is one
// question, however many accounts it blocks. Pure functions.
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import type { FieldView, ProblemGroup } from '../../../../shared/contract/views.ts'
import { fedColumns } from '../../../../shared/mapping/fed-columns.ts'
import type { Mapping } from '../../../../shared/mapping/file.ts'

export type MappingProblem = {
  readonly group: ProblemGroup
  readonly field: FieldView
  /** The path that a fixed value or a column of the main sheet would have. */
  readonly path: string
  /** False inside items that rows of a linked sheet become: a fixed value cannot reach them. */
  readonly mayBeFixed: boolean
}

/** Null for any other cause: its field is filled, or it names none. */
export function mappingProblemOf(
  group: ProblemGroup,
  fields: readonly FieldView[],
  mapping: Mapping | null,
): MappingProblem | null {
  const { field: name, column } = group
  if (mapping === null || name === null || column !== null) return null
  const field = fields.find(({ path }) => path === name)
  if (field === undefined || field.kind === 'object' || field.kind === 'list') return null
  const fed = fedColumns(mapping)
  const isFilled =
    fed.some((one) => generalPath(one.field) === name) ||
    mapping.fixed.some((one) => generalPath(one.field) === name)
  if (isFilled) return null
  const fromRows = fed.some(({ field: path }) => path.includes('*') && sharesItem(path, name))
  return { group, field, path: fromRows ? name : name.replaceAll('*', '0'), mayBeFixed: !fromRows }
}

/** Both are in the items that rows become. */
function sharesItem(fed: string, name: string): boolean {
  const item = fed.slice(0, fed.lastIndexOf('*') + 1)
  return name.startsWith(`${item}.`)
}

/** The country of a connection's telephone numbers, for a field that asks for a country; null for others. */
export function suggestedValue({ path, choices }: FieldView, phoneRegion: string | null): string | null {
  if (phoneRegion === null || !/(?:^|[._])country(?:_code)?$/.test(path)) return null
  return choices === null || choices.includes(phoneRegion) ? phoneRegion : null
}
