// Writes the cells that changed after their account was created, as a file for manual correction on the platform.
// CSV or XLSX by the report's writers, so no cell can run as a formula and no leading zero is lost.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { failed, messageOf, type Result, success } from '../../system/failure.ts'
import { partOf } from '../../report/file-sink.ts'
import { createLinesFile } from '../../report/lines-file.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'
import type { StoredLine } from '../../store/fixing/version-lines.ts'
import type { UnfinishedFiles } from '../../report/unfinished-files.ts'
import { message, sentenceOf, type Message } from '../../../../shared/texts/message.ts'
import type { MessageFormat } from '../../../../shared/texts/message-format.ts'

const pieceOfLines = 500
export const changedFile = { csv: 'changed-after-creation.csv', xlsx: 'changed-after-creation.xlsx' } as const

const header: readonly Message[] = [
  message('versions.header_account'),
  message('versions.header_identifier'),
  message('versions.header_sheet'),
  message('versions.header_row'),
  message('versions.header_column'),
  message('versions.header_platform'),
  message('versions.header_new'),
  message('versions.header_old'),
]
const widths = [22, 22, 18, 12, 24, 34, 34, 34]

export type ChangedRequest = {
  readonly folder: string
  readonly kind: keyof typeof changedFile
  /** Of the headers. */
  readonly format: MessageFormat
}

export async function writeChanged(
  { store, unfinished }: { readonly store: Store; readonly unfinished: UnfinishedFiles },
  batch: StoredBatch,
  request: ChangedRequest,
): Promise<Result<{ path: string; file: string; lines: number }>> {
  const comparison = store.versionLines.comparison(batch.id)
  if (comparison === null) return failed('input', 'not_compared', message('versions.not_compared'))
  const { folder, kind } = request
  const file = changedFile[kind]
  const path = join(folder, file)
  try {
    await mkdir(folder, { recursive: true })
    return await unfinished.around(partOf(path), async () => {
      const writer = await writerOf(path, request)
      let lines = 0
      try {
        for (let offset = 0; ; offset += pieceOfLines) {
          const wanted = { open: false, column: null, offset, limit: pieceOfLines }
          const page = store.versionLines.page(batch.id, comparison.first, 'changed', wanted)
          for (const line of page.lines) await writer.line(cellsOf(store, batch.id, line))
          lines += page.lines.length
          if (page.lines.length < pieceOfLines) break
        }
        await writer.finish()
      } catch (error) {
        await writer.part.discard()
        throw error
      }
      await writer.part.keep()
      return success({ path, file, lines })
    })
  } catch (error) {
    return failed(
      'workspace',
      'not_written',
      message('versions.not_written', { path, why: messageOf(error) }),
    )
  }
}

function writerOf(path: string, { kind, format }: ChangedRequest) {
  const headers = header.map((name) => sentenceOf(name, format))
  const sheet = sentenceOf(message('versions.sheet_changed'), format)
  return createLinesFile(path, { format: kind, headers, widths, sheet })
}

function cellsOf(store: Store, batch: number, line: StoredLine): string[] {
  const info = store.rows.sheets(batch).find((one) => one.position === line.sheet)?.info
  const { old, ours, fresh } = line.detail
  return [
    line.key,
    line.platformIdentifier ?? '',
    info?.name ?? '',
    line.row === null ? '' : String(line.row),
    info?.columns.find((one) => one.index === line.col)?.name ?? '',
    ours ?? old ?? '',
    fresh ?? '',
    old ?? '',
  ]
}
