// Writes the cells that changed after their account was created, as a file for manual correction on the platform.
// CSV or XLSX by the report's writers, so no cell can run as a formula and no leading zero is lost.
import { join } from 'node:path'
import { failed, messageOf, type Result } from '../../system/failure.ts'
import { type WrittenLines, writeLinesFile } from '../../report/lines-file.ts'
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
  signal: AbortSignal,
): Promise<Result<WrittenLines>> {
  const comparison = store.versionLines.comparison(batch.id)
  if (comparison === null) return failed('input', 'not_compared', message('versions.not_compared'))
  const { folder, kind, format } = request
  const file = changedFile[kind]
  const headers = header.map((name) => sentenceOf(name, format))
  const sheet = sentenceOf(message('versions.sheet_changed'), format)
  function* pieces(first: number) {
    for (let offset = 0; ; offset += pieceOfLines) {
      const wanted = { open: false, column: null, offset, limit: pieceOfLines }
      const { lines } = store.versionLines.page(batch.id, first, 'changed', wanted)
      yield lines.map((line) => cellsOf(store, batch.id, line))
      if (lines.length < pieceOfLines) return
    }
  }
  try {
    const options = { folder, file, format: kind, headers, widths, sheet, words: format }
    return await writeLinesFile(unfinished, options, pieces(comparison.first), signal)
  } catch (error) {
    return failed(
      'workspace',
      'not_written',
      message('versions.not_written', { path: join(folder, file), why: messageOf(error) }),
    )
  }
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
