// Writes the sheets of a question pack: instructions, questions with answer cells, and the hidden lists of the
// drop-downs. Rows are written in pieces, and the window's thread is free between pieces.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { QuestionOptions } from '../../../../shared/contract/fixing/questions.ts'
import type { Workbook } from '../../report/workbook/workbook.ts'
import type { DropDown, SheetColumn } from '../../report/workbook/worksheet-parts.ts'
import type { AskCompiledMapping } from './ask-columns.ts'
import type { Collected, Question } from './collect-questions.ts'
import {
  bareName,
  headerNames,
  headerOf,
  isPackHeader,
  type PackWords,
  readMe,
  referenceOf,
  type HeaderName,
} from './pack-layout.ts'
import { message, sentenceOf } from '../../../../shared/texts/message.ts'
import type { MessageFormat } from '../../../../shared/texts/message-format.ts'

const pieceOfQuestions = 500

export type SheetsRequest = {
  readonly options: QuestionOptions
  readonly words: PackWords
  /** Of the customer who answers. */
  readonly format: MessageFormat
}

/** Writes all sheets of a pack; stops early if the signal is aborted. */
export async function writeSheets(
  book: Workbook,
  compiledMapping: AskCompiledMapping,
  collected: Collected,
  request: SheetsRequest,
  code: string,
  signal: AbortSignal,
): Promise<void> {
  const { questions, accounts } = collected
  const { format } = request
  const lists = listsOf(questions, format)
  const about = {
    name: bareName(compiledMapping.batch.name),
    questions: questions.length,
    accounts,
    hasLists: lists.size > 0,
  }
  book.startSheet({
    name: sheetName('read_me', format),
    form: true,
    columns: [{ width: 70, style: 'wrapped' }],
  })
  for (const { text, style } of readMe(about, request.words)) book.row([sentenceOf(text, format)], [style])
  await writeQuestions(book, compiledMapping, collected, { ...request, code, lists }, signal)
  if (lists.size > 0) writeLists(book, lists, format)
}

function sheetName(sheet: 'read_me' | 'questions' | 'lists', format: MessageFormat): string {
  return sentenceOf(message(`questions.sheet_${sheet}`), format)
}

function writeLists(book: Workbook, lists: ReadonlyMap<string, List>, format: MessageFormat): void {
  const all = [...lists.values()].toSorted((one, other) => one.at - other.at)
  const columns = all.map(() => ({ width: 24, style: 'wrapped' as const }))
  book.startSheet({ name: sheetName('lists', format), form: true, hidden: true, columns })
  const longest = Math.max(...all.map(({ entries }) => entries.length))
  for (let row = 0; row < longest; row += 1) book.row(all.map(({ entries }) => entries[row] ?? ''))
}

type List = { readonly at: number; readonly entries: readonly string[] }

/** The lists of choices, each once, by their entries as text. */
function listsOf(questions: readonly Question[], format: MessageFormat): ReadonlyMap<string, List> {
  const lists = new Map<string, List>()
  for (const { column } of questions) {
    const entries = entriesOf(column, format)
    const name = entries.join('\n')
    if (entries.length > 0 && !lists.has(name)) lists.set(name, { at: lists.size, entries })
  }
  return lists
}

function entriesOf({ choices, field }: Question['column'], format: MessageFormat): readonly string[] {
  if (choices.length === 0 || field?.required === true) return choices
  return [...choices, sentenceOf(message('questions.leave_empty'), format)]
}

async function writeQuestions(
  book: Workbook,
  compiledMapping: AskCompiledMapping,
  { questions }: Collected,
  {
    options,
    format,
    code,
    lists,
  }: SheetsRequest & { readonly code: string; readonly lists: ReadonlyMap<string, List> },
  signal: AbortSignal,
): Promise<void> {
  const who = options.who
    .flatMap((name) => compiledMapping.columnNamed(compiledMapping.main.info.name, name) ?? [])
    .filter(({ sensitive }) => options.sensitive || !sensitive)
  book.startSheet({
    name: sheetName('questions', format),
    form: true,
    columns: questionColumns(
      who.map(({ name }) => name),
      format,
    ),
  })
  const dropDowns: DropDown[] = []
  for (const [at, question] of questions.entries()) {
    if (at % pieceOfQuestions === 0) {
      if (signal.aborted) return
      await book.flush()
      await yieldToEventLoop()
    }
    book.row(
      rowOf(
        compiledMapping,
        question,
        at + 1,
        code,
        who.map(({ index }) => index),
        format,
      ),
    )
    const entries = entriesOf(question.column, format)
    const list = lists.get(entries.join('\n'))
    if (list !== undefined)
      addDropDown(dropDowns, answerColumn(who.length), at + 2, list, sheetName('lists', format))
  }
  book.addDropDowns(dropDowns)
}

/** `who`: the names of the file's columns that say which account a question is about. */
function questionColumns(who: readonly string[], format: MessageFormat): readonly SheetColumn[] {
  const headers = Object.fromEntries(
    headerNames.map((name) => [name, sentenceOf(headerOf(name), format)]),
  ) as Record<HeaderName, string>
  const ofFile = (name: string): string =>
    sentenceOf(message('questions.header_of_file', { column: name }), format)
  const column = (header: string, width: number, style: SheetColumn['style'] = 'wrapped'): SheetColumn => ({
    header,
    headerStyle: 'wrappedHeader',
    width,
    style,
  })
  return [
    column(headers.number, 7),
    column(headers.key, 18),
    ...who.map((name) => column(isPackHeader(name) ? ofFile(name) : name, 20)),
    column(headers.sheet, 14),
    column(headers.row, 10),
    column(headers.column, 18),
    column(headers.text, 26, 'problem'),
    column(headers.asked, 60),
    { header: headers.answer, headerStyle: 'answerHeader', width: 34, style: 'answer' },
    { ...column(headers.reference, 20, 'faint'), hidden: true },
  ]
}

/** Zero-based; seven columns of our own come before it, and the file's. */
const answerColumn = (who: number): number => 7 + who

/** Consecutive rows with the same list share one drop-down. */
function addDropDown(
  dropDowns: DropDown[],
  column: number,
  row: number,
  { at, entries }: List,
  sheet: string,
): void {
  const last = dropDowns.at(-1)
  if (last !== undefined && last.list === at && last.rows[1] === row - 1)
    dropDowns[dropDowns.length - 1] = { ...last, rows: [last.rows[0], row] }
  else dropDowns.push({ column, rows: [row, row], sheet, list: at, entries: entries.length })
}

function rowOf(
  compiledMapping: AskCompiledMapping,
  question: Question,
  number: number,
  code: string,
  who: readonly number[],
  format: MessageFormat,
): string[] {
  const { column, text, asked, cells } = question
  const [first] = cells
  const one = cells.length === 1 && first !== undefined
  const names = one && who.length > 0 ? compiledMapping.cellsOfAccount(first.account) : []
  return [
    String(number),
    whoOf(question, format),
    ...who.map((index) => names[index] ?? ''),
    column.sheet.info.name,
    one ? String(first.row) : '',
    column.name,
    text,
    sentenceOf(asked, format),
    '',
    referenceOf(code, number),
  ]
}

/** Label of the account: its key, or the number of cells the question is about. */
export function whoOf({ cells }: Question, format: MessageFormat): string {
  const [first] = cells
  return cells.length === 1 && first !== undefined
    ? first.key
    : sentenceOf(message('questions.cells', { n: cells.length }), format)
}
