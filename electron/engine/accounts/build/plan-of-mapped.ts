// Plan of a mapped batch. Its mapping was checked when it was applied, so the catalogue is not compiled again for a
// second check.
import { type Catalogue, readCatalogue } from '../../../../shared/catalogue/catalogue.ts'
import { compileMapping } from '../../../../shared/mapping/compile/compile.ts'
import type { Plan } from '../../../../shared/mapping/plan.ts'
import type { SheetInfo } from '../../../../shared/sheet/sheet.ts'
import { converterTools } from './phones.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import { inEnglish } from '../../../../shared/texts/message.ts'

export function planOfMapped(
  { mapped, supplier }: StoredBatch,
  sheets: readonly SheetInfo[],
  phoneRegion: string | null,
): { readonly plan: Plan; readonly catalogue: Catalogue } {
  if (mapped === null) throw new Error('This batch is not mapped')
  const read = readCatalogue(mapped.catalogue)
  if (!read.ok) throw new Error(inEnglish(read.failure.message))
  const tools = converterTools(phoneRegion)
  const compiled = compileMapping(mapped.mapping, sheets, read.catalogue, { supplier, tools })
  if (!compiled.ok) throw new Error(compiled.problems.map((problem) => inEnglish(problem.message)).join(' '))
  return { plan: compiled.plan, catalogue: read.catalogue }
}
