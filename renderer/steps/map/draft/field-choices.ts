// Computes which fields a column may feed: the fields below the item that its sheet's rows become, and on the main
// sheet list fields by index (`customers.0.landline`, up to one more than is used). Pure functions.
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import type { Mapping } from '../../../../shared/mapping/file.ts'
import type { FieldView } from '../../../../shared/contract/views.ts'
import { titlesOf } from '../../../accounts/field-titles.ts'
import type { Choice } from '../../../components/fields/select.tsx'
import { highestIndex, type Scope } from './draft.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { type Said } from '../../../../shared/texts/message.ts'

const isValue = (field: FieldView): boolean => field.kind !== 'object' && field.kind !== 'list'

export function choicesFor(
  fields: readonly FieldView[],
  mapping: Mapping,
  scope: Scope,
): readonly Choice<string>[] {
  const values = fields.filter(isValue)
  const titles = new Map(fields.map((field) => [field.path, field.title]))
  if (scope.base !== '') {
    const inside = values.filter((field) => field.path.startsWith(`${scope.base}.`))
    const rest = inside.filter((field) => !field.path.slice(scope.base.length).includes('*'))
    return rest.map((field) => ({ value: field.path, label: titleOf(field.path, titles), hint: field.path }))
  }
  return values.flatMap((field) =>
    placesOnMain(field, mapping).map((path) => ({ value: path, label: titleOf(path, titles), hint: path })),
  )
}

function placesOnMain(field: FieldView, mapping: Mapping): string[] {
  const star = field.path.indexOf('*')
  if (star === -1) return [field.path]
  const list = field.path.slice(0, star - 1)
  if (mapping.grouped.some((one) => generalPath(one.list) === list)) {
    // Inside a group a nested list is reached by its first item.
    return [`${field.path.slice(0, star + 1)}${field.path.slice(star + 1).replaceAll('*', '0')}`]
  }
  const indexes = Array.from({ length: Math.min(8, highestIndex(mapping, list) + 2) }, (_, index) => index)
  return indexes.map((index) => `${list}.${index}${field.path.slice(star + 1).replaceAll('*', '0')}`)
}

/** `customers.1.landline` → `Customer 2 · Landline`. */
export function titleOf(path: string, titles: ReadonlyMap<string, string>): string {
  return titlesOf(path, titles).join(words.between)
}

const mostOffers = 3

/** The fields that are offered for a column, as paths that it may take here; nearest first. */
export function offersFor(
  offers: readonly {
    readonly sheet: string
    readonly column: string
    readonly field: string
    readonly reason: Said
  }[],
  choices: readonly Choice<string>[],
  sheet: string,
  column: string,
): readonly { readonly path: string; readonly reason: Said }[] {
  const own = offers.filter((one) => one.sheet === sheet && one.column === column)
  return own
    .flatMap(({ field, reason }) => {
      const exact = choices.find((choice) => choice.value === field)
      const found = exact ?? choices.find((choice) => generalPath(choice.value) === generalPath(field))
      return found === undefined ? [] : [{ path: found.value, reason }]
    })
    .slice(0, mostOffers)
}
