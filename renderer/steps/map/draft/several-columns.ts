// One act on several columns at once: ignore them, map each to the field that was suggested for it, or give their fields
// the same conversion. Each act returns one new draft, which one undo reverts. Pure functions.
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import type { Conversion } from '../../../../shared/mapping/file.ts'
import type { FieldView } from '../../../../shared/contract/views.ts'
import type { Choice } from '../../../components/fields/select.tsx'
import { decide, type Fate, type Feed, type Scope } from './draft.ts'
import { offersFor } from './field-choices.ts'
import type { Column } from './find-columns.ts'
import type { Draft } from './map-draft.ts'
import { reasonKey, withConversion } from './proposals.ts'

/** Columns that join rows, or that another one has taken, are not ignored. */
export function ignorable(picked: readonly Column[]): readonly Column[] {
  return picked.filter(({ fate }) => fate.kind === 'mapped' || fate.kind === 'undecided')
}

export function withIgnored(draft: Draft, picked: readonly Column[]): Draft {
  const mapping = ignorable(picked).reduce(
    (now, { scope, column }) => decide(now, scope, column, 'ignore'),
    draft.mapping,
  )
  return { ...draft, mapping }
}

export type Suggested = { readonly column: Column; readonly path: string }

/** The nearest suggested field of each column without a field; a field that is filled already is not suggested again. */
export function suggestedFor(
  draft: Draft,
  all: readonly Column[],
  picked: readonly Column[],
  choicesOf: (scope: Scope) => readonly Choice<string>[],
): readonly Suggested[] {
  const filled = new Set([
    ...draft.mapping.fixed.map(({ field }) => field),
    ...all.flatMap(({ fate }) => feedsIn(fate).map(({ path }) => path)),
  ])
  const found: Suggested[] = []
  for (const one of picked) {
    if (one.fate.kind !== 'undecided' && one.fate.kind !== 'ignored') continue
    const { sheet } = one.scope
    const placed = draft.reasons.get(reasonKey(sheet, one.column))
    const offers = offersFor(
      placed === undefined ? draft.offers : [placed, ...draft.offers],
      choicesOf(one.scope),
      sheet,
      one.column,
    )
    const free = offers.find(({ path }) => !filled.has(path))
    if (free === undefined) continue
    filled.add(free.path)
    found.push({ column: one, path: free.path })
  }
  return found
}

export function withSuggested(draft: Draft, suggested: readonly Suggested[]): Draft {
  const mapping = suggested.reduce(
    (now, { column: { scope, column }, path }) => decide(now, scope, column, { path, conversion: null }),
    draft.mapping,
  )
  return { ...draft, mapping }
}

/** A field that a column fills. */
export type Place = { readonly column: Column; readonly feed: Feed; readonly field: FieldView }

export function placesOf(picked: readonly Column[], fields: readonly FieldView[]): readonly Place[] {
  const known = new Map(fields.map((field) => [field.path, field]))
  return picked.flatMap((column) =>
    feedsIn(column.fate).flatMap(({ path, conversion }) => {
      const field = known.get(generalPath(path))
      return field === undefined ? [] : [{ column, feed: { path, conversion }, field }]
    }),
  )
}

function feedsIn(fate: Fate): readonly Feed[] {
  return fate.kind === 'mapped' ? [fate, ...fate.further] : []
}

export function datesOf(places: readonly Place[]): readonly Place[] {
  return places.filter(({ field }) => field.format === 'date')
}

/** Whether all take the same kind of value, so that one conversion can serve them. */
export function isOfOneKind(places: readonly Place[]): boolean {
  const kinds = places.map(({ field: { kind, format, choices } }) => JSON.stringify([kind, format, choices]))
  return new Set(kinds).size === 1
}

export function withSameConversion(
  draft: Draft,
  places: readonly Place[],
  conversion: Conversion | null,
): Draft {
  return places.reduce(
    (now, { column: { scope, column }, feed }) =>
      withConversion(now, scope, column, { path: feed.path, conversion }),
    draft,
  )
}
