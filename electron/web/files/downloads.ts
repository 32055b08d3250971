// Downloads for a page: the files of a report and the newest question pack. Only names of a fixed list are served,
// only from the batch's own folder below the data folder. Each file is offered for saving and never shown, even the
// printable summary: as a page of this host it could act as the window, and in a frame it would inherit a policy
// that removes its styles.
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { questionsFile } from '../../engine/fixing/question-pack/pack-layout.ts'
import { writtenOf } from '../../engine/accounts/batch-removal.ts'
import { reportFiles } from '../../engine/report/write-report.ts'
import { changedFile } from '../../engine/fixing/version-merge/write-changed.ts'
import { contentDisposition, downloadName } from './file-name.ts'
import { type Refusal, refusal } from '../replies.ts'

const offered = [...Object.values(reportFiles), ...Object.values(changedFile), questionsFile] as const
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
      const path = join(writtenOf(options.dataFolder, batch), file)
      const handle = name === null ? null : await openPlain(path)
      if (name === null || handle === null) return notWritten(batch)
      try {
        const { size } = await handle.stat()
        response.writeHead(200, {
          'Content-Type': 'application/octet-stream',
          'Content-Length': String(size),
          'Content-Disposition': contentDisposition(downloadName(name, file)),
        })
        await pipeline(handle.createReadStream({ autoClose: false }), response)
      } finally {
        await handle.close()
      }
      return null
    },
  }
}

/** A regular file that is no link; null if there is none. */
async function openPlain(path: string): Promise<FileHandle | null> {
  let handle: FileHandle
  try {
    handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch {
    return null
  }
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  return null
}

const badRequest = refusal(400, 'bad_request', (words) => words.bad_download({ files: offered.join(', ') }))

function notWritten(batch: number): Refusal {
  return refusal(404, 'no_report', (words) => words.no_report({ batch: `${batch}` }))
}
