// Finds the fields and lists that a mapping names in the catalogue. A missing one becomes a problem with a hint.
import { joinAttr, parseAttr } from '../../payload/attr-path.ts'
import { generalPath } from '../../catalogue/catalogue.ts'
import type { CatalogueField } from '../../catalogue/catalogue.ts'
import { didYouMean } from './closest.ts'
import { report } from './work.ts'
import type { Work } from './work.ts'
import { message } from '../../texts/create-message.ts'
import { sentences } from '../../texts/join.ts'

/** Limit of item indexes: a spreadsheet has at most some hundreds of columns. */
const largestIndex = 999

/** The catalogue's field at a path below `base`, if it holds a single value. */
export function findValueField(path: string, base: string, where: string, work: Work): CatalogueField | null {
  const field = findField(path, base, where, 'field_unknown', work)
  if (field === null || (field.kind !== 'object' && field.kind !== 'list')) return field
  const [example] = candidates(base, path, work).filter((candidate) => candidate.startsWith(`${path}.`))
  const fault = message('mapping.field_not_a_value', { path, kind: field.kind })
  return report(
    work,
    'field_not_a_value',
    example === undefined ? fault : sentences(fault, message('mapping.name_a_field_inside', { example })),
    where,
  )
}

export function findList(path: string, base: string, where: string, work: Work): CatalogueField | null {
  const field = findField(path, base, where, 'list_unknown', work)
  if (field === null) return null
  const item = work.catalogue.fieldAt(`${field.path}.*`)
  if (field.kind === 'list' && item?.kind === 'object') return field
  return report(work, 'list_unknown', message('mapping.not_a_list_of_items', { path }), where)
}

function findField(
  path: string,
  base: string,
  where: string,
  code: 'field_unknown' | 'list_unknown',
  work: Work,
): CatalogueField | null {
  const parts = parseAttr(path)
  if (parts.includes('*') || parts.some((part) => typeof part === 'number' && part > largestIndex)) {
    return report(work, code, message('mapping.index_unusable', { path, most: largestIndex }), where)
  }
  const field = work.catalogue.fieldAt(joinAttr(base, generalPath(path)))
  if (field !== null) return field
  const unknown =
    base === ''
      ? message('mapping.no_such_field', { path })
      : message('mapping.no_such_field_below', { path, base: base.replace(/\.\*$/, '') })
  const general = generalPath(path)
  const fault =
    general.startsWith(`${base}.`) && base !== ''
      ? sentences(unknown, message('mapping.leave_list_out', { path: general.slice(base.length + 1) }))
      : didYouMean(unknown, path, candidates(base, path, work))
  return report(work, code, fault, where)
}

/** Every field path below `base`, with the indexes of `like` where it has some and 0 elsewhere. */
function candidates(base: string, like: string, work: Work): string[] {
  const indexes = parseAttr(like).filter((part) => typeof part === 'number')
  const prefix = base === '' ? '' : `${base}.`
  return work.catalogue.fields
    .filter((field) => field.path.startsWith(prefix) && field.name !== '*')
    .map((field) => {
      let at = 0
      return field.path
        .slice(prefix.length)
        .split('.')
        .map((part) => (part === '*' ? String(indexes[at++] ?? 0) : part))
        .join('.')
    })
}
