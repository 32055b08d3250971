// API calls that read a batch's files again: one of them with other options or from another place, with further files,
// or without one.
import { deleteUploads } from '../../accounts/batch-removal.ts'
import { failed } from '../../system/failure.ts'
import { choicesOf, filesOf } from '../../import/loading.ts'
import { fileGiven, type FileToRead } from '../../import/several-files.ts'
import { pathsOf, type StoredBatch } from '../../store/import/batches.ts'
import { batchOf, type CallContext, os, type Refuse, unwrap } from '../call-context.ts'
import { message } from '../../../../shared/texts/message.ts'

export function batchFileCalls(context: CallContext) {
  const calls = os.batches
  return {
    reread: calls.reread.handler(({ input, errors }) => {
      const { batch: id, position, path, ...choices } = input
      const batch = batchOf(context, id, errors)
      const files: readonly FileToRead[] = filesOf(batch)
      const before = fileAt(files, position, errors)
      const again = { path: path ?? before.path, options: choicesOf(choices) }
      return readAgain(context, batch, files.with(position, again), errors)
    }),
    addFiles: calls.addFiles.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      return readAgain(context, batch, [...filesOf(batch), ...input.also.map(fileGiven)], errors)
    }),
    removeFile: calls.removeFile.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const files = filesOf(batch)
      fileAt(files, input.position, errors)
      if (files.length === 1) unwrap(failed('input', 'only_file', message('import.only_file')), errors)
      return readAgain(context, batch, files.toSpliced(input.position, 1), errors)
    }),
  }
}

function fileAt(files: readonly FileToRead[], position: number, errors: Refuse): FileToRead {
  const missing = failed('input', 'no_such_file', message('import.no_such_file'))
  return files[position] ?? unwrap<never>(missing, errors)
}

/** Reads these files in the batch from now on. */
async function readAgain(
  context: CallContext,
  batch: StoredBatch,
  files: readonly FileToRead[],
  errors: Refuse,
): Promise<void> {
  const template = unwrap(await context.batchWork.reread(batch, files), errors)
  const kept = new Set(files.map(({ path }) => path))
  const gone = pathsOf(batch).filter((path) => !kept.has(path))
  await deleteUploads(context.store, context.status.folder, gone)
  if (template !== null)
    context.eventBus.notice('info', message('system.mapping_does_not_fit', { batch: batch.name, template }))
}
