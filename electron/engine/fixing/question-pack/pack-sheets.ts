// Writes the sheets of a question pack: instructions, questions with answer cells, and the hidden lists of the
// drop-downs. Rows are written in pieces, and the window's thread is free between pieces.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { QuestionOptions } from '../../../../shared/contract/questions.ts'
import type { AskCompiledMapping } from './ask-columns.ts'
import type { Collected, Question } from './collect-questions.ts'
import { type DropDown, listsSheet, type PackBook, type PackCell } from './pack-book.ts'
import {
  bareName,
  headers,
  leaveEmpty,
  type PackWords,
  questionsSheet,
  readMe,
  readMeSheet,
  referenceOf,
} from './pack-layout.ts'

const pieceOfQuestions = 500

export type SheetsRequest = { readonly options: QuestionOptions; readonly words: PackWords }

/** Writes all sheets of a pack; stops early if the signal is aborted. */
export async function writeSheets(
  book: PackBook,
  compiledMapping: AskCompiledMapping,
  collected: Collected,
  request: SheetsRequest,
  code: string,
  signal: AbortSignal,
): Promise<void> {
  const { questions, accounts } = collected
  const lists = listsOf(questions)
  const about = {
    name: bareName(compiledMapping.batch.name),
    questions: questions.length,
    accounts,
    hasLists: lists.size > 0,
  }
  await book.startSheet({ name: readMeSheet, columns: [{ width: 70 }] })
  for (const line of readMe(about, request.words)) await book.row([line])
  await book.endSheet([])
  await writeQuestions(book, compiledMapping, collected, { ...request, code, lists }, signal)
  if (lists.size === 0) return
  const all = [...lists.values()].toSorted((one, other) => one.at - other.at)
  await book.startSheet({ name: listsSheet, hidden: true, columns: all.map(() => ({ width: 24 })) })
  const longest = Math.max(...all.map(({ entries }) => entries.length))
  for (let row = 0; row < longest; row += 1)
    await book.row(all.map(({ entries }) => ({ text: entries[row] ?? '', style: 'text' as const })))
  await book.endSheet([])
}

type List = { readonly at: number; readonly entries: readonly string[] }

/** The lists of choices, each once, by their entries as text. */
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
  compiledMapping: AskCompiledMapping,
  { questions }: Collected,
  {
    options,
    code,
    lists,
  }: SheetsRequest & { readonly code: string; readonly lists: ReadonlyMap<string, List> },
  signal: AbortSignal,
): Promise<void> {
  const who = options.who
    .flatMap((name) => compiledMapping.columnNamed(compiledMapping.main.info.name, name) ?? [])
    .filter(({ sensitive }) => options.sensitive || !sensitive)
  const before = [headers.number, headers.key]
  const behind = [headers.sheet, headers.row, headers.column, headers.text, headers.asked]
  const own: ReadonlySet<string> = new Set(Object.values(headers))
  const whoHeaders = who.map(({ name }) => (own.has(name) ? `${name} (your file)` : name))
  const widths = [7, 18, ...who.map(() => 20), 14, 10, 18, 26, 60]
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
      await yieldToEventLoop()
    }
    await book.row(
      rowOf(
        compiledMapping,
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

/** Consecutive rows with the same list share one drop-down. */
function addDropDown(dropDowns: DropDown[], column: number, row: number, { at, entries }: List): void {
  const last = dropDowns.at(-1)
  if (last !== undefined && last.list === at && last.rows[1] === row - 1)
    dropDowns[dropDowns.length - 1] = { ...last, rows: [last.rows[0], row] }
  else dropDowns.push({ column, rows: [row, row], list: at, entries: entries.length })
}

function rowOf(
  compiledMapping: AskCompiledMapping,
  question: Question,
  number: number,
  code: string,
  who: readonly number[],
): PackCell[] {
  const { column, text, asked, cells } = question
  const [first] = cells
  const one = cells.length === 1 && first !== undefined
  const cell = (said: string, style: PackCell['style'] = 'text'): PackCell => ({ text: said, style })
  const names = one && who.length > 0 ? compiledMapping.cellsOfAccount(first.account) : []
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

/** Label of the account: its key, or the number of cells the question is about. */
export function whoOf({ cells }: Question): string {
  const [first] = cells
  return cells.length === 1 && first !== undefined
    ? first.key
    : `${cells.length.toLocaleString('en-GB')} cells`
}
