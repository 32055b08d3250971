// Why a batch is not handed over, or a project file not opened: each with its code and its sentence.
import { basename } from 'node:path'
import { message, type Said } from '../../../shared/texts/message.ts'
import { type Failure, failed, messageOf } from '../system/failure.ts'
import type { ProjectFault } from './read-project.ts'

type Failed = { readonly ok: false; readonly failure: Failure }

const faults: Readonly<Record<ProjectFault, (file: string) => Said>> = {
  no_project: (file) => message('handover.no_project', { file }),
  newer: (file) => message('handover.newer', { file }),
  cut: (file) => message('handover.cut', { file }),
  changed: (file) => message('handover.changed', { file }),
  passphrase_missing: (file) => message('handover.passphrase_missing', { file }),
  passphrase_wrong: (file) => message('handover.passphrase_wrong', { file }),
  passphrase_not_needed: (file) => message('handover.passphrase_not_needed', { file }),
}

/** Codes as callers see them. */
const codes: Readonly<Record<ProjectFault, string>> = {
  no_project: 'no_project_file',
  newer: 'project_newer',
  cut: 'project_cut',
  changed: 'project_changed',
  passphrase_missing: 'passphrase_missing',
  passphrase_wrong: 'passphrase_wrong',
  passphrase_not_needed: 'passphrase_not_needed',
}

export function projectRefused(fault: ProjectFault, path: string): Failed {
  return failed('input', codes[fault], faults[fault](basename(path)))
}

export const stopped = (): Failed => failed('input', 'cancelled', message('handover.cancelled'))

const places: ReadonlySet<string> = new Set([
  'EACCES',
  'EBUSY',
  'EEXIST',
  'EIO',
  'EISDIR',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'EROFS',
])

/** What the disk says becomes a value; anything else is a fault, and is thrown again. */
export function notUsable(error: unknown, path: string): Failed {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return failed('workspace', 'disk_full', message('handover.no_room', { path }))
  if (places.has(code))
    return failed(
      'input',
      'project_file_not_usable',
      message('handover.not_usable', { path, why: messageOf(error) }),
    )
  throw error
}
