// Writes a question pack: the workbook, and the questions with their cells in the store. The file gets its final
// name last, so every existing workbook has answers that can be merged. A pack without a finished file is deleted.
import { randomUUID } from 'node:crypto'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { yieldToEventLoop } from '../../system/yield.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import { partOf } from '../../report/file-sink.ts'
import { createWorkbook, type Workbook } from '../../report/workbook/workbook.ts'
import { asFailure } from '../../report/report-failure.ts'
import type { Store } from '../../store/store.ts'
import type { UnfinishedFiles } from '../../report/unfinished-files.ts'
import type { AskCompiledMapping } from './ask-columns.ts'
import type { Collected, Question } from './collect-questions.ts'
import { packName, questionsFile } from './pack-layout.ts'
import { type SheetsRequest, whoOf, writeSheets } from './pack-sheets.ts'
import { message, sentenceOf } from '../../../../shared/texts/message.ts'
import type { MessageFormat } from '../../../../shared/texts/message-format.ts'

/** Rows of a sheet below its header. */
const mostQuestions = 1_048_575
const pieceOfQuestions = 500

export type PackRequest = SheetsRequest & {
  /** Null: the batch's own folder. */
  readonly folder: string | null
  readonly ownFolder: string
}
export type WrittenPack = {
  readonly pack: number
  readonly path: string
  readonly name: string
  readonly questions: number
  readonly cells: number
  readonly accounts: number
}

export async function writePack(
  context: { readonly store: Store; readonly now: () => number; readonly unfinished: UnfinishedFiles },
  compiledMapping: AskCompiledMapping,
  collected: Collected,
  request: PackRequest,
  signal: AbortSignal,
): Promise<Result<WrittenPack>> {
  const { store, now, unfinished } = context
  const { questions, cells, accounts } = collected
  const unwritable = whyNot(questions.length)
  if (unwritable !== null) return unwritable
  const folder = request.folder ?? request.ownFolder
  const at = now()
  const code = randomUUID().replaceAll('-', '').slice(0, 12)
  let pack: number | null = null
  let book: Workbook | null = null
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = await freeName(
      request.folder,
      compiledMapping.batch.name,
      new Date(at),
      request.format,
      store.questions.packs(compiledMapping.batch.id),
    )
    const path = join(folder, request.folder === null ? questionsFile : name)
    const made = store.questions.addPack({
      batch: compiledMapping.batch.id,
      code,
      name,
      questions: questions.length,
      madeAt: at,
    })
    pack = made
    return await unfinished.around(partOf(path), async () => {
      const writing = await createWorkbook(path, { format: request.format })
      book = writing
      await writeSheets(writing, compiledMapping, collected, request, code, signal)
      await storeQuestions(store, made, questions, request.format, signal)
      if (signal.aborted) {
        await forget(store, pack, writing)
        return failed('input', 'cancelled', message('questions.pack_cancelled'))
      }
      await writing.finish()
      if (!(await keepPack(writing, request.folder))) {
        await forget(store, pack, writing)
        return failed('input', 'file_exists', message('questions.name_taken', { folder, file: name }))
      }
      return success({ pack: made, path, name, questions: questions.length, cells, accounts })
    })
  } catch (error) {
    await forget(store, pack, book)
    const failure = asFailure(error, folder, 'pack')
    return failed('workspace', failure.code, failure.message)
  }
}

function whyNot(questions: number): Result<never> | null {
  if (questions === 0) return failed('input', 'nothing_to_ask', message('questions.nothing_to_ask'))
  if (questions > mostQuestions)
    return failed(
      'input',
      'too_many_questions',
      message('questions.too_many', { n: questions, most: mostQuestions }),
    )
  return null
}

/** In a folder that a person chose it replaces no file, also none that appeared since its name was chosen. */
async function keepPack({ part }: Workbook, chosen: string | null): Promise<boolean> {
  if (chosen !== null) return part.keepNew()
  await part.keep()
  return true
}

async function forget(store: Store, pack: number | null, book: Workbook | null): Promise<void> {
  if (pack !== null) store.questions.dropPack(pack)
  await book?.discard()
}

/** Never overwrites a person's file, and no two packs of a batch share a name. */
async function freeName(
  folder: string | null,
  batch: string,
  at: Date,
  format: MessageFormat,
  packs: readonly { readonly name: string }[],
): Promise<string> {
  for (let again = 1; ; again += 1) {
    const name = packName(batch, at, format, again)
    if (packs.some((pack) => pack.name === name)) continue
    if (folder === null) return name
    const taken = await access(join(folder, name)).then(
      () => true,
      () => false,
    )
    if (!taken) return name
  }
}

async function storeQuestions(
  store: Store,
  pack: number,
  questions: readonly Question[],
  format: MessageFormat,
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < questions.length && !signal.aborted; from += pieceOfQuestions) {
    store.sending.together(() => {
      for (const [at, question] of questions.slice(from, from + pieceOfQuestions).entries()) {
        const { column, text, asked, cells } = question
        const sheet = column.sheet.info.name
        const number = from + at + 1
        store.questions.addQuestion(
          pack,
          {
            number,
            who: whoOf(question, format),
            sheet,
            column: column.name,
            asked: sentenceOf(asked, format),
            text,
          },
          cells,
        )
      }
    })
    await yieldToEventLoop()
  }
}
