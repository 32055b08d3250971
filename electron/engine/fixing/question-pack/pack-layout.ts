// Layout and texts of a question pack: the headers that identify a returned file, the words for "this is to be
// empty" and for "no answer", its first sheet, and its file name. Pure.
import type { CellStyle } from '../../report/workbook/cell-styles.ts'
import { message, type Message, type Said } from '../../../../shared/texts/create-message.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { languages } from '../../../../shared/texts/language.ts'
import { createMessageFormat, type MessageFormat } from '../../../../shared/texts/message-format.ts'

/** File name of the newest pack in the batch's own folder. */
export const questionsFile = 'questions.xlsx'

/** The columns, in any order; the reference is hidden. Their headers identify a returned file. */
export const headerNames = [
  'number',
  'key',
  'sheet',
  'row',
  'column',
  'text',
  'asked',
  'answer',
  'reference',
] as const
export type HeaderName = (typeof headerNames)[number]

export function headerOf(name: HeaderName): Message {
  return message(`questions.header_${name}`)
}

/** The sentence in every language, in lower case. */
function inEveryLanguage(words: Message): string[] {
  return languages.map((language) => sentenceOf(words, createMessageFormat(language, language)).toLowerCase())
}

let headers: ReadonlyMap<HeaderName, readonly string[]> | null = null

/** The texts of each header in every language, in lower case. */
export function headersInEveryLanguage(): ReadonlyMap<HeaderName, readonly string[]> {
  headers ??= new Map(headerNames.map((name) => [name, inEveryLanguage(headerOf(name))]))
  return headers
}

/** True for a column of the customer's file that would be taken for one of the pack's own, in any language. */
export function isPackHeader(column: string): boolean {
  const text = column.trim().toLowerCase()
  return [...headersInEveryLanguage().values()].some((texts) => texts.includes(text))
}

const emptyWords = [
  '(leave empty)',
  'empty',
  'delete',
  'remove',
  'leer',
  '(leer lassen)',
  'löschen',
  'entfernen',
]
const noAnswers =
  /^(?:[-–—_./?\s]+|n\/?a|n\.a\.?|not applicable|unknown|not known|don[’']?t know|do not know|tbc|tbd|todo|k\. ?a\.|keine angabe|unbekannt|nicht bekannt|weiß (?:ich )?nicht|entfällt|nicht zutreffend)$/i

let emptyWishes: ReadonlySet<string> | null = null

/** True for an answer of a customer that wants the cell to be empty. */
export function wishesEmpty(answer: string): boolean {
  emptyWishes ??= new Set([...inEveryLanguage(message('questions.leave_empty')), ...emptyWords])
  return emptyWishes.has(answer.trim().toLowerCase())
}

/** A dash, a question mark, “n/a”: it may mean "empty" or "I do not know". */
export function isNoAnswer(answer: string): boolean {
  return noAnswers.test(answer.trim())
}

/** Reference for the hidden column; works even if number and key were changed. */
export function referenceOf(code: string, number: number): string {
  return `${code}-${number}`
}

export function readReference(text: string): { readonly code: string; readonly number: number } | null {
  const found = /^([0-9a-f]{12})-(\d{1,9})$/.exec(text.trim())
  const [, code, number] = found ?? []
  return code === undefined || number === undefined ? null : { code, number: Number(number) }
}

export type ReadMeLine = { readonly text: Said; readonly style: CellStyle }
export type PackWords = { readonly greeting: string; readonly contact: string; readonly due: string }

/** The lines of the first sheet. */
export function readMe(
  about: {
    readonly name: string
    readonly questions: number
    readonly accounts: number
    readonly hasLists: boolean
  },
  words: PackWords,
): ReadMeLine[] {
  const { name, questions, accounts, hasLists } = about
  const line = (text: Said): ReadMeLine => ({ text, style: 'wrapped' })
  const rows: ReadMeLine[] = [{ text: message('questions.title', { name }), style: 'title' }]
  if (words.greeting.trim() !== '') rows.push(line(words.greeting.trim()), line(''))
  const header = headerOf('answer')
  rows.push(
    line(message('questions.introduction', { accounts, questions })),
    line(''),
    { text: message('questions.what_to_do'), style: 'wrappedHeader' },
    line(message('questions.step_sheet', { sheet: message('questions.sheet_questions') })),
    line(
      hasLists
        ? message('questions.step_answer_or_list', { header })
        : message('questions.step_answer', { header }),
    ),
    line(message('questions.step_empty', { word: message('questions.leave_empty') })),
    line(message('questions.step_unknown')),
    line(message('questions.step_send')),
    line(''),
    line(message('questions.only_yellow')),
  )
  const [due, contact] = [words.due.trim(), words.contact.trim()]
  if (due !== '') rows.push(line(''), line(message('questions.send_back_by', { due })))
  if (contact !== '') rows.push(line(message('questions.ask_contact', { contact })))
  return rows
}

/** A batch is named like its file until someone renames it. */
export function bareName(batch: string): string {
  return batch.replace(/\.(?:csv|xlsx|xlsm|ods|txt|tsv)$/i, '')
}

/** `Customers March questions 2026-03-04.xlsx` in the pack's language, valid on every system. */
export function packName(batch: string, at: Date, format: MessageFormat, again = 1): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const stem = bareName(batch)
    .replace(/[/\\<>:"|?*\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 60)
    .trim()
  const name = stem === '' ? message('questions.unnamed_batch') : stem
  const file = sentenceOf(message('questions.file_name', { batch: name, day }), format)
  return `${file}${again === 1 ? '' : ` (${again})`}.xlsx`
}
