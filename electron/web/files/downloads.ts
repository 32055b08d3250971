// Downloads for a page: the files of a report, one by one or all in one archive, the newest question pack, and the project file. Only names of a fixed list are served,
// only from the batch's own folder below the data folder. Each file is offered for saving and never shown, even the
// printable summary: as a page of this host it could act as the window, and in a frame it would inherit a policy
// that removes its styles.
import { constants } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import { piecesOf } from '../../engine/system/files/sealed-file.ts'
import { type OpenStored, openStored } from '../../engine/system/files/stored-file.ts'
import { questionsFile } from '../../engine/fixing/question-pack/pack-layout.ts'
import { projectFile } from '../../engine/handover/project-place.ts'
import { writtenOf } from '../../engine/accounts/batch-removal.ts'
import { reportFiles } from '../../../shared/contract/report.ts'
import { comparisonFile } from '../../engine/report/write-comparison.ts'
import { changedFile } from '../../engine/fixing/version-merge/write-changed.ts'
import { contentDisposition, downloadName } from './file-name.ts'
import { type Refusal, refusal } from '../replies.ts'

/** All files of a report, put together when it is asked for. */
const wholeReport = 'report.zip'
const offered = [
  ...Object.values(reportFiles),
  ...Object.values(changedFile),
  ...Object.values(comparisonFile),
  questionsFile,
  projectFile,
  wholeReport,
] as const
const wanted = z.strictObject({
  batch: z.number().int().positive(),
  file: z.enum(offered),
})

export type Downloads = ReturnType<typeof createDownloads>

export function createDownloads(options: {
  readonly dataFolder: string
  /** The batch's name, or null if there is no such batch. */
  readonly batchName: (batch: number) => Promise<string | null>
}) {
  return {
    /** Streams the file, or returns a refusal; then nothing was written to the response. */
    async send(body: unknown, response: ServerResponse): Promise<Refusal | null> {
      const asked = wanted.safeParse(body)
      if (!asked.success) return badRequest
      const { batch, file } = asked.data
      const name = await options.batchName(batch)
      const folder = writtenOf(options.dataFolder, batch)
      if (file === wholeReport) {
        const isSent = name !== null && (await sendWhole(name, folder, response))
        return isSent ? null : notWritten(batch)
      }
      const path = join(folder, file)
      const handle = name === null ? null : await openPlain(path)
      if (name === null || handle === null) return notWritten(batch)
      try {
        response.writeHead(200, {
          'Content-Type': 'application/octet-stream',
          'Content-Length': String(handle.size),
          'Content-Disposition': contentDisposition(downloadName(name, file)),
        })
        await pipeline(piecesOf(handle), response)
      } finally {
        await handle.close()
      }
      return null
    },
  }
}

/** The files that the report has; false, with nothing written, without a complete report. */
async function sendWhole(name: string, folder: string, response: ServerResponse): Promise<boolean> {
  const handles: OpenStored[] = []
  const zip = new ZipFile()
  try {
    for (const file of Object.values(reportFiles)) {
      const handle = await openPlain(join(folder, file))
      // Placed last, so a report without it is not complete.
      if (handle === null && file === reportFiles.summary_json) return false
      if (handle === null) continue
      handles.push(handle)
      const { size, stats } = handle
      zip.addReadStream(Readable.from(piecesOf(handle)), file, { size, mtime: stats.mtime, mode: 0o100_600 })
    }
    zip.end()
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': contentDisposition(downloadName(name, wholeReport)),
    })
    await pipeline(zip.outputStream, response)
    return true
  } finally {
    for (const handle of handles) await handle.close()
  }
}

/** A regular file that is no link; null if there is none. */
async function openPlain(path: string): Promise<OpenStored | null> {
  const handle = await openStored(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null)
  if (handle === null || handle.stats.isFile()) return handle
  await handle.close()
  return null
}

const badRequest = refusal(400, 'bad_request', (words) => words.bad_download({ files: offered.join(', ') }))

function notWritten(batch: number): Refusal {
  return refusal(404, 'no_report', (words) => words.no_report({ batch: `${batch}` }))
}
