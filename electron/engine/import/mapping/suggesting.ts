// Suggests a mapping for a batch from its headers and first values, from templates (those of the same supplier and
// kind of file first), and from earlier decisions.
import type { Catalogue } from '../../../../shared/catalogue/catalogue.ts'
import { identityFields } from '../../../../shared/payload/identity.ts'
import { mappingFile } from '../../../../shared/mapping/file.ts'
import type { SuggestionView } from '../../../../shared/contract/import/mapping.ts'
import { suggestMapping } from '../../../../shared/mapping/suggest/suggest.ts'
import type { NamedTemplate } from '../../../../shared/mapping/suggest/evidence.ts'
import { fittingTemplate } from '../../../../shared/mapping/suggest/whole-template.ts'
import { converterTools } from '../../accounts/build/phones.ts'
import { message } from '../../../../shared/texts/create-message.ts'
import { samplesOf } from './sample-rows.ts'
import { fileNameOf, type StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'
import { continuedMapping } from '../../fixing/version-merge/continued-mapping.ts'
import { targetOfBatch } from '../../accounts/build/build-target.ts'

/** The file must have a visible sheet with columns. */
export function suggestFor(
  store: Store,
  batch: StoredBatch,
  catalogue: Catalogue,
  supplier: string | null,
): SuggestionView {
  const sheets = store.rows.sheets(batch.id).map((sheet) => sheet.info)
  const { statusTemplate, phoneRegion } = targetOfBatch(store, batch)
  const earlier = earlierVersion(store, batch.id)
  const templates = [
    ...(earlier === null ? [] : [earlier]),
    ...templatesFor(store, supplier, fileNameOf(batch)),
  ]
  const guessed = suggestMapping(sheets, catalogue, {
    supplier,
    identityFields: statusTemplate === null ? [] : identityFields(statusTemplate),
    samples: samplesOf(store, batch.id),
    templates,
    decisions: store.templates.decisions(),
  })
  // A template that fits every column is used unchanged.
  const goesOn = earlier !== null && fittingTemplate(templates, sheets, catalogue, supplier) === null
  const target = { sheets, catalogue, supplier, tools: converterTools(phoneRegion) }
  const suggested = goesOn ? continuedMapping(earlier, guessed, target) : guessed
  return {
    mapping: mappingFile.parse(suggested.mapping),
    reasons: [...suggested.reasons],
    offers: [...suggested.offers],
    unmapped: [...suggested.unmapped],
    questions: [...suggested.questions],
  }
}

/** The mapping of the earlier version of the same file comes before any template. */
function earlierVersion(store: Store, batch: number): NamedTemplate | null {
  const { earlier, number } = store.versions.of(batch)
  const mapped = earlier === null ? null : (store.batches.get(earlier)?.mapped ?? null)
  return mapped === null
    ? null
    : { name: message('import.version_of_file', { version: number - 1 }), mapping: mapped.mapping }
}

/** Order: same supplier, same kind of file, newest. */
function templatesFor(store: Store, supplier: string | null, fileName: string): NamedTemplate[] {
  const kind = kindOfFile(fileName)
  return store.templates
    .list()
    .map((view) => ({
      ...view,
      sameSupplier: supplier !== null && view.supplier === supplier ? 1 : 0,
      sameKind: view.source !== null && kindOfFile(view.source) === kind ? 1 : 0,
    }))
    .sort(
      (one, two) =>
        two.sameSupplier - one.sameSupplier || two.sameKind - one.sameKind || two.savedAt - one.savedAt,
    )
    .flatMap(({ name }) => {
      const template = store.templates.get(name)
      return template === null ? [] : [{ name, mapping: template.mapping }]
    })
}

/** `Accounts 2026-11.xlsx` and `accounts_2026-12.xlsx` are of the same kind. */
export function kindOfFile(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .replace(/\d+/g, '#')
    .replace(/[^\p{L}#]+/gu, ' ')
    .trim()
}
