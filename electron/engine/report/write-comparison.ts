// Writes a comparison of two batches, or of two validation passes, as a table: each account with its result and the codes
// of its problems on either side. It holds no values of cells.
import { join } from 'node:path'
import type { ComparedLine } from '../../../shared/contract/comparison.ts'
import { message, type Message, sentenceOf } from '../../../shared/texts/message.ts'
import type { MessageFormat } from '../../../shared/texts/message-format.ts'
import { failed, messageOf, type Result } from '../system/failure.ts'
import { type WrittenLines, writeLinesFile } from './lines-file.ts'
import type { UnfinishedFiles } from './unfinished-files.ts'

export const comparisonFile = { csv: 'comparison.csv', xlsx: 'comparison.xlsx' } as const

const widths = [22, 20, 24, 34, 24, 34, 12]

export type ComparisonFileRequest = {
  readonly folder: string
  readonly format: 'csv' | 'xlsx'
  /** Names of the sides, for the headers. */
  readonly sides: { readonly first: Message; readonly second: Message }
  readonly words: MessageFormat
}

/** `pieces` yields the lines. The file is complete or absent; a failure names the path and the reason. */
export async function writeComparison(
  unfinished: UnfinishedFiles,
  pieces: Iterable<readonly ComparedLine[]>,
  request: ComparisonFileRequest,
  signal: AbortSignal,
): Promise<Result<WrittenLines>> {
  const { folder, format } = request
  const file = comparisonFile[format]
  function* cells() {
    for (const piece of pieces) yield piece.map((line) => cellsOf(line, request.words))
  }
  try {
    const options = { ...headOf(request), folder, file, format, widths, words: request.words }
    return await writeLinesFile(unfinished, options, cells(), signal)
  } catch (error) {
    const [path, why] = [join(folder, file), messageOf(error)]
    return failed('workspace', 'not_written', message('report.compared_not_written', { path, why }))
  }
}

function headOf({ sides: { first, second }, words }: ComparisonFileRequest) {
  const headers = [
    message('report.compared_account'),
    message('report.compared_change'),
    first,
    message('report.compared_problems', { side: first }),
    second,
    message('report.compared_problems', { side: second }),
    message('report.compared_data'),
  ].map((head) => sentenceOf(head, words))
  return { headers, sheet: sentenceOf(message('report.compared_sheet'), words) }
}

function cellsOf({ kind, key, first, second, sameData }: ComparedLine, words: MessageFormat): string[] {
  const say = (of: Message): string => sentenceOf(of, words)
  const side = (one: ComparedLine['first']): string[] =>
    one === null
      ? ['', '']
      : [say(message('report.compared_result', { result: one.result })), one.codes.join(' ')]
  return [
    key,
    say(message('report.compared_kind', { kind })),
    ...side(first),
    ...side(second),
    sameData === null ? '' : say(message('report.compared_same_data', { same: String(sameData) })),
  ]
}
