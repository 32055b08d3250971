// Failure of writing a report, as a value with a sentence for a person. Any other exception is a bug and is thrown
// again.
import { message, type Message } from '../../../shared/texts/message.ts'

export type ReportFailure = {
  readonly code: 'cancelled' | 'disk_full' | 'report_under_way' | 'folder_not_usable'
  readonly message: Message
}
/** Thrown inside a report once its signal is aborted. */
export class Cancelled extends Error {}

/** Errors that a person can fix become a value; anything else is a bug and is thrown again. */
export function asFailure(error: unknown, folder: string, file: 'report' | 'pack' = 'report'): ReportFailure {
  if (error instanceof Cancelled) {
    return { code: 'cancelled', message: message('report.cancelled', { file }) }
  }
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return { code: 'disk_full', message: message('report.no_room', { folder, file }) }
  }
  if (typeof code === 'string' && folderCodes.has(code)) {
    return { code: 'folder_not_usable', message: message('report.folder_not_usable', { folder, code, file }) }
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
