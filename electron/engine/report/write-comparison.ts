// Writes a comparison of two batches, or of two validation passes, as a table: each account with its result and the codes
// of its problems on either side. It holds no values of cells.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ComparedLine } from '../../../shared/contract/comparison.ts'
import { message, type Message, sentenceOf } from '../../../shared/texts/message.ts'
import type { MessageFormat } from '../../../shared/texts/message-format.ts'
import { failed, messageOf, type Result, success } from '../system/failure.ts'
import { yieldToEventLoop } from '../system/yield.ts'
import { partOf } from './file-sink.ts'
import { createLinesFile } from './lines-file.ts'
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
): Promise<Result<{ path: string; file: string; lines: number }>> {
  const { folder, format } = request
  const file = comparisonFile[format]
  const path = join(folder, file)
  try {
    await mkdir(folder, { recursive: true })
    return await unfinished.around(partOf(path), async () => {
      const writer = await createLinesFile(path, { ...headOf(request), format, widths })
      let lines = 0
      try {
        for (const piece of pieces) {
          for (const line of piece) await writer.line(cellsOf(line, request.words))
          lines += piece.length
          await yieldToEventLoop()
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
    const why = messageOf(error)
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
