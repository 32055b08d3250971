// Finds the fix file of this data folder that a file is, by the code in its hidden column.
import type { Reader } from '../../import/reader.ts'
import type { StoredFixFile } from '../../store/fixing/fix-files.ts'
import type { Store } from '../../store/store.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import { fileNameOf, readReturnedSheets } from '../question-pack/read-sheets.ts'
import { codesIn, isFixHeader, type RepairedFile, repairsIn } from './repaired-rows.ts'
import { message } from '../../../../shared/texts/create-message.ts'

/** Rows of each sheet that are searched for a code: rows may have been added above. */
const searchedRows = 200
/** Milliseconds after which a large file is opened without a further look. */
const longestSearch = 10_000

/** Of the rows' codes the first one that is known. */
export function fixFileOf(store: Store, file: RepairedFile): StoredFixFile | null {
  for (const code of codesIn(file)) {
    const found = store.fixFiles.withCode(code)
    if (found !== null) return found
  }
  return null
}

/** A failure if it belongs to another batch, or to none. */
export function fixFileOfBatch(store: Store, batch: number, file: RepairedFile): Result<StoredFixFile> {
  const found = fixFileOf(store, file)
  if (found?.batch === batch) return success(found)
  const name = found === null ? undefined : store.batches.get(found.batch)?.name
  return name === undefined
    ? failed('input', 'fix_file_not_known', message('repairs.not_known', { file: file.fileName }))
    : failed(
        'input',
        'fix_file_of_another_batch',
        message('repairs.other_batch', { file: file.fileName, name }),
      )
}

/** Null for a file that is no fix file of this data folder, or that cannot be read as it is. */
export async function searchFixFile(
  store: Store,
  reader: Reader,
  path: string,
  signal: AbortSignal,
): Promise<StoredFixFile | null> {
  if (!store.fixFiles.any()) return null
  const options = { maxRows: searchedRows }
  const limited = AbortSignal.any([signal, AbortSignal.timeout(longestSearch)])
  const sheets = await readReturnedSheets(reader, path, options, isFixHeader, limited)
  const file = sheets.ok ? repairsIn(fileNameOf(path), sheets.value) : null
  return file === null ? null : fixFileOf(store, file)
}
