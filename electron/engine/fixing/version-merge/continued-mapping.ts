// First mapping suggestion for a newer version of a file: the earlier version's mapping, fitted to the new file.
// Decisions stay (fixed values, conversions, rows that make items, ignored columns); new columns get the usual
// suggestions. If the mapping does not fit at all, at least its fixed values are taken over. Pure.
import { joinAttr } from '../../../../shared/payload/attr-path.ts'
import type { Catalogue } from '../../../../shared/catalogue/catalogue.ts'
import type { ConverterTools } from '../../../../shared/mapping/conversions/conversions.ts'
import { withColumn, withRestIgnored } from '../../../../shared/mapping/draft.ts'
import { type FedColumn, fedColumns } from '../../../../shared/mapping/fed-columns.ts'
import type { LinkedSheet, Mapping } from '../../../../shared/mapping/file.ts'
import { compileMapping } from '../../../../shared/mapping/compile/compile.ts'
import type { SheetInfo } from '../../../../shared/sheet/sheet.ts'
import type { Suggestion } from '../../../../shared/mapping/suggest/suggest.ts'
import type { NamedTemplate } from '../../../../shared/mapping/suggest/evidence.ts'
import { fitTemplate } from '../../../../shared/mapping/templates/fit-template.ts'
import { usesOf } from '../../../../shared/mapping/templates/template-uses.ts'
import { message } from '../../../../shared/texts/create-message.ts'

type Target = {
  readonly sheets: readonly SheetInfo[]
  readonly catalogue: Catalogue
  readonly supplier: string | null
  readonly tools: ConverterTools
}

export function continuedMapping(
  { name, mapping: earlier }: NamedTemplate,
  suggested: Suggestion,
  target: Target,
): Suggestion {
  const { sheets } = target
  const fitted = fitTemplate({ mapping: earlier }, sheets).mapping
  if (!fits(fitted, target)) return { ...suggested, mapping: withFixed(suggested.mapping, earlier) }
  const main = usesOf(fitted, sheets)[0]?.sheet ?? ''
  const known = new Map(usesOf(fitted, sheets).map(({ sheet, columns }) => [sheet, columns]))
  const isKnown = (at: { readonly sheet: string; readonly column: string }): boolean =>
    known.get(at.sheet)?.has(at.column) === true
  const mapping = fedColumns(suggested.mapping, main)
    .filter((one) => !isKnown(one))
    .reduce((now, one) => withSuggested(now, main, one, target), fitted)
  const fed = fedColumns(mapping, main)
  const taken = new Set(fed.map(({ sheet, column }) => JSON.stringify([sheet, column])))
  const isOpen = (at: { readonly sheet: string; readonly column: string }): boolean =>
    !isKnown(at) && !taken.has(JSON.stringify([at.sheet, at.column]))
  const reason = message('versions.as_in', { name })
  return {
    mapping,
    reasons: fed.flatMap((one) => {
      const { sheet, column, field } = one
      if (isKnown(one)) return [{ sheet, column, field, certainty: 'certain' as const, reason }]
      return suggested.reasons.filter((other) => other.sheet === sheet && other.column === column)
    }),
    offers: suggested.offers.filter(isOpen),
    unmapped: sheets.flatMap((sheet) =>
      known.has(sheet.name)
        ? sheet.columns.map((column) => ({ sheet: sheet.name, column: column.name })).filter(isOpen)
        : [],
    ),
    questions: [],
  }
}

function fits(mapping: Mapping, { sheets, catalogue, supplier, tools }: Target): boolean {
  const compiled = compileMapping(withRestIgnored(mapping, sheets), sheets, catalogue, { supplier, tools })
  return compiled.ok || compiled.problems.every(({ code }) => code === 'supplier_missing')
}

/** Adds a suggested column if it fits the earlier decisions; otherwise the column stays open. */
function withSuggested(mapping: Mapping, main: string, one: FedColumn, target: Target): Mapping {
  const { sheet, column, conversion } = one
  const base = sheet === main ? '' : baseOf(mapping.linked, sheet, '')
  if (base === null || (base !== '' && !one.field.startsWith(`${base}.`))) return mapping
  const field = base === '' ? one.field : one.field.slice(base.length + 1)
  const next = withColumn(mapping, main, { sheet, column, to: { field, conversion } })
  return fits(next, target) ? next : mapping
}

/** Path of the item that a row of a linked sheet becomes. */
function baseOf(links: readonly LinkedSheet[], sheet: string, above: string): string | null {
  for (const link of links) {
    const item = joinAttr(joinAttr(above, link.list), '*')
    const found = link.sheet === sheet ? item : baseOf(link.linked ?? [], sheet, item)
    if (found !== null) return found
  }
  return null
}

function withFixed(mapping: Mapping, earlier: Mapping): Mapping {
  const fed = new Set([...fedColumns(mapping), ...mapping.fixed].map(({ field }) => field))
  return { ...mapping, fixed: [...mapping.fixed, ...earlier.fixed.filter(({ field }) => !fed.has(field))] }
}
