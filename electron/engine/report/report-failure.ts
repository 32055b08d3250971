// Failure of writing a report, as a value with a sentence for a person. Any other exception is a bug and is thrown
// again.

export type ReportFailure = {
  readonly code: 'cancelled' | 'disk_full' | 'report_under_way' | 'folder_not_usable'
  readonly message: string
}
/** Thrown inside a report once its signal is aborted. */
export class Cancelled extends Error {}

/** Errors that a person can fix become a value; anything else is a bug and is thrown again. */
export function asFailure(error: unknown, folder: string): ReportFailure {
  if (error instanceof Cancelled) {
    return { code: 'cancelled', message: 'The report was cancelled. None of its files were kept.' }
  }
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const message = `There is no room left in ${folder} for the report. Make room or choose another folder; none of its files were kept.`
    return { code: 'disk_full', message }
  }
  if (typeof code === 'string' && folderCodes.has(code)) {
    const message = `The report could not be written to ${folder} (${code}). Choose a folder that you may write to, and close its files in other programs.`
    return { code: 'folder_not_usable', message }
  }
  throw error
}

const folderCodes: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'EISDIR',
  'ENOENT',
  'EBUSY',
  'ENAMETOOLONG',
])
