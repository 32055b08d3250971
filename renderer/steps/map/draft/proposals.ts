// Engine proposals for the columns of a draft. They are requested for every column that feeds a field. A proposal is
// applied automatically only if it is certain and the user has not decided otherwise; each keeps its reason. Pure
// functions.
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import { fedColumns } from '../../../../shared/mapping/fed-columns.ts'
import type { Conversion, Mapping } from '../../../../shared/mapping/file.ts'
import type { ConversionProposalView } from '../../../../shared/contract/import/mapping.ts'
import type { FieldView, SheetView } from '../../../../shared/contract/views.ts'
import { stepsOf } from '../conversions/conversion-steps.ts'
import { columnsOf, type Feed, feedAlso, feedsOf, refeed, type Scope, scopesOf } from './draft.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

export type Taken = { readonly path: string; readonly conversion: Conversion; readonly reason: string }

/** The part of a draft that proposals change. */
export type WithTaken = {
  readonly mapping: Mapping
  /** Conversions that were taken by themselves, by `keptKey`. */
  readonly taken: ReadonlyMap<string, Taken>
  /** Columns at fields whose conversion a person has left as it is, by `keptKey`. */
  readonly kept: ReadonlySet<string>
}

/** A column at one of its fields, in the form of the engine's request. */
export type Asked = {
  readonly scope: Scope
  readonly column: string
  readonly path: string
  readonly conversion: Conversion | null
  readonly input: {
    readonly sheet: string
    readonly column: string
    readonly field: string
    readonly zone?: string
  }
}

export function reasonKey(sheet: string, column: string): string {
  return JSON.stringify([sheet, column])
}

export function keptKey(sheet: string, column: string, path: string): string {
  return JSON.stringify([sheet, column, generalPath(path)])
}

/** The zone already chosen for a column of times: the likeliest for the next. */
export function zoneOf(mapping: Mapping): string | null {
  for (const { conversion } of fedColumns(mapping))
    for (const step of stepsOf(conversion ?? null)) if (step.kind === 'datetime') return step.zone
  return null
}

/** What to ask the engine about a column at a field. */
export function askAbout(
  mapping: Mapping,
  sheet: string,
  column: string,
  field: Pick<FieldView, 'path' | 'format'>,
): Asked['input'] {
  const zone = field.format === 'date-time' ? zoneOf(mapping) : null
  return { sheet, column, field: field.path, ...(zone === null ? {} : { zone }) }
}

/** Every column at each of its fields: each field has a conversion of its own. */
export function askedColumns(
  mapping: Mapping,
  sheets: readonly SheetView[],
  fields: readonly FieldView[],
): Asked[] {
  const known = new Map(fields.map((field) => [field.path, field]))
  return scopesOf(mapping, sheets).flatMap((scope) =>
    columnsOf(sheets, scope.sheet).flatMap((column) =>
      feedsOf(mapping, scope, column).flatMap(({ path, conversion }): Asked[] => {
        const field = known.get(generalPath(path))
        if (field === undefined) return []
        return [{ scope, column, path, conversion, input: askAbout(mapping, scope.sheet, column, field) }]
      }),
    ),
  )
}

/** The draft with every certain proposal applied that needs no decision; the same draft if there is none. */
export function takeCertain<D extends WithTaken>(
  draft: D,
  found: readonly { readonly asked: Asked; readonly proposal: ConversionProposalView | undefined }[],
): D {
  let { mapping } = draft
  const taken = new Map(draft.taken)
  for (const { asked, proposal } of found) {
    const { scope, column, path } = asked
    if (asked.conversion !== null || proposal?.kind !== 'proposed' || proposal.certainty !== 'certain')
      continue
    if (draft.kept.has(keptKey(scope.sheet, column, path))) continue
    const { conversion, reason } = proposal
    mapping = refeed(mapping, scope, column, path, { path, conversion })
    taken.set(keptKey(scope.sheet, column, path), { path, conversion, reason: sentenceOf(reason) })
  }
  return mapping === draft.mapping ? draft : { ...draft, mapping, taken }
}

/** Every column of a mapping that a person has made, at its field: no proposals are applied to it. */
export function keptOf(mapping: Mapping, sheets: readonly SheetView[]): ReadonlySet<string> {
  const kept = scopesOf(mapping, sheets).flatMap((scope) =>
    columnsOf(sheets, scope.sheet).flatMap((column) =>
      feedsOf(mapping, scope, column).map(({ path }) => keptKey(scope.sheet, column, path)),
    ),
  )
  return new Set(kept)
}

/** The draft with the user's conversion of a column for one of its fields; null: no conversion. */
export function withConversion<D extends WithTaken>(draft: D, scope: Scope, column: string, to: Feed): D {
  return {
    ...draft,
    mapping: feedAlso(draft.mapping, scope, column, to),
    kept: new Set([...draft.kept, keptKey(scope.sheet, column, to.path)]),
  }
}
