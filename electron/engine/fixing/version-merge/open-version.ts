// Opens a newer version of a file as its own batch that continues another. The mapping is taken over automatically
// only if the file has exactly the same columns, under the same names, as the mapping.
import { fitTemplate } from '../../../../shared/mapping/templates/fit-template.ts'
import { type TemplateDifference } from '../../../../shared/mapping/templates/moved-columns.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import { planFor, previewSheets } from '../../import/loading.ts'
import type { Reader } from '../../import/reader.ts'
import type { FileToRead } from '../../import/several-files.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'
import type { BatchWork } from '../../jobs/batch-work.ts'
import { message } from '../../../../shared/texts/create-message.ts'

export type OpenedVersion = {
  readonly batch: number
  readonly mapped: boolean
  readonly differences: TemplateDifference[]
}

export async function openVersion(
  context: { readonly store: Store; readonly reader: Reader; readonly batchWork: BatchWork },
  earlier: StoredBatch,
  files: readonly FileToRead[],
): Promise<Result<OpenedVersion>> {
  const { store, reader, batchWork } = context
  const refused = whyNot(store, earlier)
  if (refused !== null) return refused
  const preview = await previewSheets(reader, files)
  if (!preview.ok) return preview
  const { mapped } = earlier
  if (mapped === null)
    return failed(
      'input',
      'earlier_not_mapped',
      message('versions.earlier_not_mapped', { batch: earlier.id }),
    )
  const layout = store.rows
    .sheets(earlier.id)
    .map(({ info }) => ({ sheet: info.name, columns: info.columns.map(({ name }) => name) }))
  const fitted = fitTemplate({ mapping: mapped.mapping, layout }, preview.value)
  const plain =
    planFor(fitted.mapping, preview.value, mapped.catalogue, earlier.supplier).ok &&
    fitted.differences.every(isHarmless)
  const loaded = await batchWork.load({
    files,
    name: null,
    mapped: plain ? { ...mapped, mapping: fitted.mapping } : null,
    connectionId: earlier.connectionId,
    supplier: earlier.supplier,
  })
  if (!loaded.ok) return loaded
  store.versions.link(loaded.value, earlier.id)
  return success({ batch: loaded.value, mapped: plain, differences: [...fitted.differences] })
}

/** Columns are found by name, so their position does not matter; a CSV file's only sheet is named like the file. */
function isHarmless({ kind, column, was }: TemplateDifference): boolean {
  // Its position before; another sheet would be named.
  if (kind === 'moved') return was !== null && typeof was !== 'string'
  return kind === 'renamed' && column === null
}

function whyNot(store: Store, earlier: StoredBatch): Result<never> | null {
  if (earlier.stage !== 'open')
    return failed('input', 'earlier_not_open', message('versions.earlier_not_open', { batch: earlier.id }))
  const [later] = store.versions.of(earlier.id).later
  if (later === undefined) return null
  return failed('input', 'has_later_version', message('versions.has_later_version', { batch: later }))
}
