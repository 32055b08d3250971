// Finds a saved template that fits a file column by column. It is better than any suggestion, so its mapping is
// used as is.
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { fedColumns } from '../fed-columns.ts'
import type { Mapping } from '../file.ts'
import { compileMapping } from '../compile/compile.ts'
import type { SheetInfo } from '../../sheet/sheet.ts'
import type { NamedTemplate } from './evidence.ts'
import { message, type Message } from '../../texts/create-message.ts'

export type TemplateReason = {
  readonly sheet: string
  readonly column: string
  readonly field: string
  readonly certainty: 'certain'
  readonly reason: Message
}

/** The first template that compiles for these sheets; the supplier may be missing. */
export function fittingTemplate(
  templates: readonly NamedTemplate[],
  sheets: readonly SheetInfo[],
  catalogue: Catalogue,
  supplier: string | null,
): { readonly mapping: Mapping; readonly reasons: TemplateReason[] } | null {
  for (const { name, mapping } of templates) {
    const compiled = compileMapping(mapping, sheets, catalogue, { supplier })
    const fits = compiled.ok || compiled.problems.every((problem) => problem.code === 'supplier_missing')
    if (!fits) continue
    const reason = message('mapping.template_fits', { template: name })
    const main = mapping.sheet ?? sheets.find((sheet) => sheet.columns.length > 0)?.name
    const reasons = fedColumns(mapping, main).map(({ sheet, column, field }) => ({
      sheet,
      column,
      field,
      certainty: 'certain' as const,
      reason,
    }))
    return { mapping, reasons }
  }
  return null
}
