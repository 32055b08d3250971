// Reads a batch's files again with other settings (encoding, delimiter, header rows), with another file or without
// one, in the same batch. Nothing
// changes until the file has proved readable with them, and no decision of a person is lost: rereading is refused
// once anything was released, sent or edited, holds are restored by key, and a mapping that no longer fits is saved
// as a template.
import { failed, type Result, success } from '../system/failure.ts'
import { mayForget } from '../accounts/forgettable.ts'
import { fileOfBatch, type LoadingContext, planFor, previewSheets, sized } from './loading.ts'
import type { FileToRead } from './several-files.ts'
import { fileNameOf, type StoredBatch } from '../store/import/batches.ts'
import type { Mapping } from '../../../shared/mapping/file.ts'
import type { Store } from '../store/store.ts'
import { message } from '../../../shared/texts/create-message.ts'

/** All files of the batch from now on, in order; at least one. */
export type RereadRequest = readonly FileToRead[]

/** Prepares the batch for `runLoading`; returns the name of the template that its mapping was saved as, or null. */
export async function beginReread(
  context: LoadingContext,
  batch: StoredBatch,
  files: RereadRequest,
): Promise<Result<string | null>> {
  const { store } = context
  const refused = whyNot(context, batch)
  if (refused !== null) return refused
  const preview = await previewSheets(context.reader, files, { toTheEnd: true })
  if (!preview.ok) return preview
  const stored = (await sized(files)).map(fileOfBatch)
  // A wave may have been released while the file was read.
  const late = whyNot(context, batch)
  if (late !== null) return late
  const { mapped } = batch
  const mapping =
    mapped === null || files.length === 1
      ? (mapped?.mapping ?? null)
      : withItsSheet(store, batch, mapped.mapping)
  const fits =
    mapped !== null &&
    mapping !== null &&
    planFor(mapping, preview.value, mapped.catalogue, batch.supplier).ok
  // The name of a template is data that people edit, so it is in one language.
  const template = mapped === null || fits ? null : `${batch.name}, before it was read again`
  store.sending.together(() => {
    if (mapped !== null && template !== null)
      store.templates.save({
        name: template,
        savedAt: context.now(),
        mapping: mapped.mapping,
        supplier: batch.supplier,
        source: fileNameOf(batch),
        layout: null,
      })
    store.edits.replaceUndone(batch.id)
    store.batches.setReadAgain(batch.id, stored, fits ? mapping : null)
  })
  return success(template)
}

/** A mapping that names no sheet was made for the only one; beside further sheets it has to name it. */
function withItsSheet(store: Store, batch: StoredBatch, mapping: Mapping): Mapping {
  const [only, ...others] = store.rows.sheets(batch.id)
  if (mapping.sheet !== undefined || only === undefined || others.length > 0) return mapping
  return { ...mapping, sheet: only.info.name }
}

function whyNot({ store }: LoadingContext, batch: StoredBatch): Result<never> | null {
  const forgettable = mayForget(store, batch.id, {
    code: 'batch_was_sent',
    message: message('import.rows_stay_as_read', { batch: batch.id }),
  })
  if (!forgettable.ok) return forgettable
  const edits = store.edits.count(batch.id)
  return edits === 0
    ? null
    : failed('input', 'batch_was_edited', message('import.edits_over_cells', { edits }))
}
