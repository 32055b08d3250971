// Candidates from sources other than the header's words: the header as a path, earlier decisions, and values alone.
import { parseAttr } from '../../payload/attr-path.ts'
import { generalPath } from '../../catalogue/catalogue.ts'
import type { Column } from '../../sheet/sheet.ts'
import { weighed } from './candidate.ts'
import type { Candidate, Search } from './candidate.ts'
import { fieldsByValues, fitOf } from './values.ts'
import { isSingle } from './words-of-fields.ts'
import { message } from '../../texts/create-message.ts'

export function exactPath(column: Column, { base, catalogue }: Search): Candidate | null {
  const header = column.header.trim()
  if (header === '' || parseAttr(header).includes('*')) return null
  const field = catalogue.fieldAt([base, generalPath(header)].filter((part) => part !== '').join('.'))
  if (field === null || !isSingle(field)) return null
  return {
    column,
    field: header,
    certainty: 'certain',
    reason: message('mapping.own_path'),
    rank: 0,
    near: true,
  }
}

export function fromEvidence(
  column: Column,
  said: readonly Candidate[],
  values: readonly string[],
  { material, base, catalogue }: Search,
): Candidate[] {
  const nearest = said.toSorted((a, b) => a.rank - b.rank)[0]
  return material.evidence.about(column.name, base).flatMap(({ field, conversion, certainty, reason }) => {
    const known = catalogue.fieldAt([base, generalPath(field)].filter((part) => part !== '').join('.'))
    if (known === null) return []
    // A decision that contradicts an explicit header may have been for another file.
    const against =
      nearest !== undefined &&
      nearest.certainty === 'certain' &&
      generalPath(nearest.field) !== generalPath(field)
    const agreed = nearest?.certainty === 'certain' && !against
    const own = agreed ? 'certain' : against && certainty === 'certain' ? 'likely' : certainty
    // Values that an earlier mapping converted need not look like the field's.
    const validated = conversion === undefined ? weighed(own, fitOf(values, known)) : own
    return [
      {
        column,
        field,
        certainty: validated,
        reason,
        rank: certainty === 'possible' ? 9 : 1,
        near: true,
        conversion,
      },
    ]
  })
}

export function fromValues(column: Column, values: readonly string[], search: Search): Candidate[] {
  const prefix = search.base === '' ? 0 : search.base.length + 1
  const below = search.catalogue.fields.filter(
    (field) =>
      isSingle(field) && field.name !== '*' && (prefix === 0 || field.path.startsWith(`${search.base}.`)),
  )
  const found = fieldsByValues(values, below)
  if (found === null) return []
  const sure = found.valueFormat === 'choice' && found.fields.length === 1
  return found.fields.map((field) => ({
    column,
    field: field.path
      .slice(prefix)
      .split('.')
      .map((part) => (part === '*' ? '0' : part))
      .join('.'),
    certainty: sure ? 'likely' : 'possible',
    reason:
      found.valueFormat === 'choice'
        ? message('mapping.values_are_choices')
        : message('mapping.values_look_like', { kind: found.valueFormat }),
    rank: 10,
    near: false,
  }))
}
