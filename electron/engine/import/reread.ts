// Reads a batch's files again with other settings (encoding, delimiter, header rows), with another file or without
// one, in the same batch. Nothing changes until the file has proved readable with them, and no decision of a person is
// lost: rereading is refused once anything was released or sent, holds are restored by key, and a mapping that no longer
// fits is saved as a template. Edits stay where every file that was read is read in the same way and has the same bytes, as
// when a file is added: each cell is where it was. Else it is refused.
import { resolve } from 'node:path'
import { failed, type Result, success } from '../system/failure.ts'
import { mayForget } from '../accounts/forgettable.ts'
import {
  choicesOf,
  fileOfBatch,
  isOtherFile,
  type LoadingContext,
  otherFile,
  planFor,
  previewSheets,
  sized,
} from './loading.ts'
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
  const refused = whyNot(context, batch, files)
  if (refused !== null) return refused
  const other: number[] = []
  const preview = await previewSheets(context.reader, files, {
    toTheEnd: (file, sha256) => void (isOtherFile(batch, file, sha256) && other.push(file)),
  })
  if (!preview.ok) return preview
  // A wave may have been released while the file was read.
  const late = whyNot(context, batch, files)
  if (late !== null) return late
  const isEdited = store.edits.count(batch.id) > 0
  const [changed] = other
  if (isEdited && changed !== undefined) return otherFile(store, batch, changed)
  const stored = (await sized(files)).map((file, at) => ({
    ...fileOfBatch(file),
    sha256: isEdited ? (batch.files[at]?.sha256 ?? null) : null,
  }))
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
    if (!isEdited) store.edits.replaceUndone(batch.id)
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

function whyNot(
  { store }: LoadingContext,
  batch: StoredBatch,
  files: readonly FileToRead[],
): Result<never> | null {
  const forgettable = mayForget(store, batch.id, {
    code: 'batch_was_sent',
    message: message('import.rows_stay_as_read', { batch: batch.id }),
  })
  if (!forgettable.ok) return forgettable
  const edits = store.edits.count(batch.id)
  // Merging a newer version also holds and ends accounts of two batches.
  const stays = store.versions.of(batch.id).merge === null && keepsCells(batch, files)
  return edits === 0 || stays
    ? null
    : failed('input', 'batch_was_edited', message('import.edits_over_cells', { edits }))
}

/** Every file that was read is there, in its place and with the same choices; further ones may follow. */
function keepsCells(batch: StoredBatch, files: readonly FileToRead[]): boolean {
  return batch.files.every(({ sha256, path, readOptions }, at) => {
    if (sha256 === null) return true
    const file = files[at]
    if (file === undefined) return false
    const isThere = files.length >= batch.files.length || resolve(file.path) === path
    return isThere && JSON.stringify(choicesOf(file.options)) === JSON.stringify(choicesOf(readOptions))
  })
}
