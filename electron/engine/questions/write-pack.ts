// Writes a question pack: the workbook, and in the store what was asked of which cells. The file gets its name last, so
// that whoever has the workbook has one whose answers can be merged; a pack whose file was not finished is forgotten.
import { randomUUID } from 'node:crypto'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { QuestionOptions } from '../../../shared/contract/questions.ts'
import { failed, type Result, success } from '../failure.ts'
import { asFailure } from '../report/report-failure.ts'
import type { Store } from '../store/store.ts'
import type { AskBench } from './ask-columns.ts'
import type { Gathered, Question } from './gather-questions.ts'
import { createPackBook, type DropDown, listsSheet, type PackBook, type PackCell } from './pack-book.ts'
import {
  headers,
  leaveEmpty,
  packName,
  type PackWords,
  questionsFile,
  questionsSheet,
  readMe,
  readMeSheet,
  referenceOf,
} from './pack-layout.ts'

/** Rows of a sheet below its header. */
const mostQuestions = 1_048_575
const pieceOfQuestions = 500

export type PackRequest = {
  readonly options: QuestionOptions
  readonly words: PackWords
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
  context: { readonly store: Store; readonly now: () => number },
  bench: AskBench,
  gathered: Gathered,
  request: PackRequest,
  signal: AbortSignal,
): Promise<Result<WrittenPack>> {
  const { store, now } = context
  const { questions, cells, accounts } = gathered
  const unwritable = whyNot(questions.length)
  if (unwritable !== null) return unwritable
  const folder = request.folder ?? request.ownFolder
  const at = now()
  const code = randomUUID().replaceAll('-', '').slice(0, 12)
  let pack: number | null = null
  let book: PackBook | null = null
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = await freeName(
      request.folder,
      bench.batch.name,
      new Date(at),
      store.questions.packs(bench.batch.id),
    )
    const path = join(folder, request.folder === null ? questionsFile : name)
    const made = store.questions.addPack({
      batch: bench.batch.id,
      code,
      name,
      questions: questions.length,
      madeAt: at,
    })
    pack = made
    book = await createPackBook(path)
    await writeSheets(book, bench, gathered, request, code, signal)
    await storeQuestions(store, made, questions, signal)
    if (signal.aborted) {
      await forget(store, pack, book)
      return failed('input', 'cancelled', 'The question pack was cancelled. Nothing was kept of it.')
    }
    await book.finish()
    await book.part.keep()
    return success({ pack, path, name, questions: questions.length, cells, accounts })
  } catch (error) {
    await forget(store, pack, book)
    const { code: why, message } = asFailure(error, folder)
    return failed(
      'workspace',
      why,
      message.replace('The report', 'The question pack').replace('the report', 'the question pack'),
    )
  }
}

function whyNot(questions: number): Result<never> | null {
  if (questions === 0)
    return failed(
      'input',
      'nothing_to_ask',
      'There is no wrong cell here that can be asked about. Choose other problems, or allow sensitive fields.',
    )
  if (questions > mostQuestions)
    return failed(
      'input',
      'too_many_questions',
      `These are ${questions.toLocaleString('en-GB')} questions, and a sheet holds ${mostQuestions.toLocaleString('en-GB')}. Ask about one cause at a time.`,
    )
  return null
}

async function forget(store: Store, pack: number | null, book: PackBook | null): Promise<void> {
  if (pack !== null) store.questions.dropPack(pack)
  await book?.discard()
}

/** Nothing that a person keeps is written over, and no two packs of a batch share a name. */
async function freeName(
  folder: string | null,
  batch: string,
  at: Date,
  packs: readonly { readonly name: string }[],
): Promise<string> {
  for (let again = 1; ; again += 1) {
    const name = packName(batch, at, again)
    if (packs.some((pack) => pack.name === name)) continue
    if (folder === null) return name
    const taken = await access(join(folder, name)).then(
      () => true,
      () => false,
    )
    if (!taken) return name
  }
}

async function writeSheets(
  book: PackBook,
  bench: AskBench,
  gathered: Gathered,
  request: PackRequest,
  code: string,
  signal: AbortSignal,
): Promise<void> {
  const { questions, accounts } = gathered
  const lists = listsOf(questions)
  const about = { name: bench.batch.name, questions: questions.length, accounts, hasLists: lists.size > 0 }
  await book.startSheet({ name: readMeSheet, columns: [{ width: 96 }] })
  for (const line of readMe(about, request.words)) await book.row([line])
  await book.endSheet([])
  await writeQuestions(book, bench, gathered, { ...request, code, lists }, signal)
  if (lists.size === 0) return
  const all = [...lists.values()].toSorted((one, other) => one.at - other.at)
  await book.startSheet({ name: listsSheet, hidden: true, columns: all.map(() => ({ width: 24 })) })
  const longest = Math.max(...all.map(({ entries }) => entries.length))
  for (let row = 0; row < longest; row += 1)
    await book.row(all.map(({ entries }) => ({ text: entries[row] ?? '', style: 'text' as const })))
  await book.endSheet([])
}

type List = { readonly at: number; readonly entries: readonly string[] }

/** What can be chosen, each list once, by its entries as text. */
function listsOf(questions: readonly Question[]): ReadonlyMap<string, List> {
  const lists = new Map<string, List>()
  for (const { column } of questions) {
    const entries = entriesOf(column)
    const name = entries.join('\n')
    if (entries.length > 0 && !lists.has(name)) lists.set(name, { at: lists.size, entries })
  }
  return lists
}

function entriesOf({ choices, field }: Question['column']): readonly string[] {
  return choices.length === 0 || field?.required === true ? choices : [...choices, leaveEmpty]
}

async function writeQuestions(
  book: PackBook,
  bench: AskBench,
  { questions }: Gathered,
  {
    options,
    code,
    lists,
  }: PackRequest & { readonly code: string; readonly lists: ReadonlyMap<string, List> },
  signal: AbortSignal,
): Promise<void> {
  const who = options.who
    .flatMap((name) => bench.columnNamed(bench.main.info.name, name) ?? [])
    .filter(({ sensitive }) => options.sensitive || !sensitive)
  const before = [headers.number, headers.key]
  const behind = [headers.sheet, headers.row, headers.column, headers.text, headers.asked]
  const own: ReadonlySet<string> = new Set(Object.values(headers))
  const whoHeaders = who.map(({ name }) => (own.has(name) ? `${name} (your file)` : name))
  const widths = [7, 18, ...who.map(() => 20), 14, 9, 18, 26, 60]
  await book.startSheet({
    name: questionsSheet,
    table: true,
    columns: [...widths.map((width) => ({ width })), { width: 34 }, { width: 20, hidden: true }],
  })
  const header = (text: string): PackCell => ({ text, style: 'header' })
  await book.row([
    ...[...before, ...whoHeaders, ...behind].map(header),
    { text: headers.answer, style: 'answerHeader' },
    header(headers.reference),
  ])
  const answerAt = widths.length
  const dropDowns: DropDown[] = []
  for (const [at, question] of questions.entries()) {
    if (at % pieceOfQuestions === 0) {
      if (signal.aborted) return
      await breathe()
    }
    await book.row(
      rowOf(
        bench,
        question,
        at + 1,
        code,
        who.map(({ index }) => index),
      ),
    )
    const entries = entriesOf(question.column)
    const list = lists.get(entries.join('\n'))
    if (list !== undefined) addDropDown(dropDowns, answerAt, at + 2, list)
  }
  await book.endSheet(dropDowns)
}

/** Rows with the same list that follow each other have one drop-down between them. */
function addDropDown(dropDowns: DropDown[], column: number, row: number, { at, entries }: List): void {
  const last = dropDowns.at(-1)
  if (last !== undefined && last.list === at && last.rows[1] === row - 1)
    dropDowns[dropDowns.length - 1] = { ...last, rows: [last.rows[0], row] }
  else dropDowns.push({ column, rows: [row, row], list: at, entries: entries.length })
}

function rowOf(
  bench: AskBench,
  question: Question,
  number: number,
  code: string,
  who: readonly number[],
): PackCell[] {
  const { column, text, asked, cells } = question
  const [first] = cells
  const one = cells.length === 1 && first !== undefined
  const cell = (said: string, style: PackCell['style'] = 'text'): PackCell => ({ text: said, style })
  const names = one && who.length > 0 ? bench.cellsOfAccount(first.account) : []
  return [
    cell(String(number)),
    cell(whoOf(question)),
    ...who.map((index) => cell(names[index] ?? '')),
    cell(column.sheet.info.name),
    cell(one ? String(first.row) : ''),
    cell(column.name),
    cell(text, 'wrong'),
    cell(asked),
    cell('', 'answer'),
    cell(referenceOf(code, number), 'faint'),
  ]
}

/** What stands for the account: its key, or how many cells the question is about. */
function whoOf({ cells }: Question): string {
  const [first] = cells
  return cells.length === 1 && first !== undefined
    ? first.key
    : `${cells.length.toLocaleString('en-GB')} cells`
}

async function storeQuestions(
  store: Store,
  pack: number,
  questions: readonly Question[],
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
          { number, who: whoOf(question), sheet, column: column.name, asked, text },
          cells,
        )
      }
    })
    await breathe()
  }
}
