// Copies the files of a report into another folder. A file that is there already is never replaced: then nothing is
// copied, and the failure names it.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { message, type Message } from '../../../shared/texts/message.ts'
import { commaList } from '../../../shared/texts/join.ts'
import { copyStored } from '../system/files/stored-file.ts'
import { asFailure, type ReportFailure } from './report-failure.ts'

type Copied =
  | { readonly ok: true; readonly files: readonly string[] }
  | {
      readonly ok: false
      readonly failure: ReportFailure | { readonly code: 'file_exists'; readonly message: Message }
    }

/** @param files the paths of the report's files */
export async function copyReport(files: readonly string[], folder: string): Promise<Copied> {
  const targets = files.map((file) => ({ from: file, to: join(folder, basename(file)) }))
  const taken = targets.filter(({ to }) => existsSync(to)).map(({ to }) => basename(to))
  if (taken.length > 0) return { ok: false, failure: fileExists(folder, taken) }
  const made: string[] = []
  try {
    for (const { from, to } of targets) {
      if (!(await copyNew(from, to))) {
        await removeAll(made)
        return { ok: false, failure: fileExists(folder, [basename(to)]) }
      }
      made.push(to)
    }
    return { ok: true, files: made }
  } catch (error) {
    await removeAll(made)
    return { ok: false, failure: asFailure(error, folder) }
  }
}

function fileExists(folder: string, files: readonly string[]) {
  return {
    code: 'file_exists',
    message: message('report.file_exists', { folder, files: commaList(files) }),
  } as const
}

/** False: a file of the name appeared since it was looked for. */
async function copyNew(from: string, to: string): Promise<boolean> {
  try {
    await copyStored(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function removeAll(files: readonly string[]): Promise<void> {
  for (const file of files) await rm(file, { force: true })
}
