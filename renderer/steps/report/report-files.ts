// Report files as the window lists them, and a loader for displaying one. Only the web host serves file contents; in
// Electron the files are in a folder that the user chose.
import { z } from 'zod'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { reportFiles } from '../../../shared/contract/report.ts'
import { UserError } from '../../components/notices/failure.ts'
import { hasNativeDialogs } from '../../app/host/files.ts'
import { hostHeaders } from '../../app/host/web-session.ts'
import { reportTexts } from '../../texts/report.ts'

export type ReportFile = { readonly name: string; readonly path: string; readonly note: string }

/** Names of the files of a report, sorted by how likely a reader needs them. */
export const reportFileNames = Object.values(reportFiles)

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

/** In the order of `reportFileNames`; an unknown file comes last. */
export function listFiles(paths: Readonly<Record<string, string>>): readonly ReportFile[] {
  const files = Object.values(paths).map((path) => ({ name: nameOf(path), path }))
  const place = (name: string): number => {
    const at = reportFileNames.findIndex((known) => known === name)
    return at === -1 ? reportFileNames.length : at
  }
  return files
    .toSorted((one, other) => place(one.name) - place(other.name))
    .map((file) => ({ ...file, note: noteOf(file.name) }))
}

function noteOf(name: string): string {
  const known = reportFileNames.find((one) => one === name)
  return known === undefined ? '' : reportTexts.files.notes[known]
}

/** The text of a file of the latest report in the batch's own folder. */
export async function readReportFile(batch: number, name: string, signal: AbortSignal): Promise<string> {
  const reply = await fetch('/api/download', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...hostHeaders() },
    body: JSON.stringify({ batch, file: name }),
    signal,
  })
  if (!reply.ok) throw new UserError('download_failed', reportTexts.preview.failed)
  return reply.text()
}

const measured = z.object({ files: z.record(z.string(), z.object({ bytes: z.number() })) })

/** Sizes in bytes by file name, from `summary.json`; the two summaries are not included. */
export function readSizes(summaryJson: string): Readonly<Record<string, number>> {
  try {
    const parsed = measured.safeParse(JSON.parse(summaryJson))
    if (!parsed.success) return {}
    return Object.fromEntries(Object.entries(parsed.data.files).map(([name, file]) => [name, file.bytes]))
  } catch {
    return {}
  }
}

/** Whether the web host hands the report's files out: they lie in the batch's own folder. */
export function isServed({ id, report }: Pick<BatchView, 'id' | 'report'>): boolean {
  return !hasNativeDialogs && new RegExp(`[\\\\/]reports[\\\\/]batch-${id}$`).test(report?.folder ?? '')
}
