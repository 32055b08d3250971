// Layout and texts of a question pack: the headers that identify a returned file, the words for "this is to be
// empty" and for "no answer", its first sheet, and its file name. Pure.
import type { CellStyle } from '../../report/workbook/cell-styles.ts'

export const readMeSheet = 'Read me'
export const questionsSheet = 'Questions'
/** Hidden; holds the choices of the drop-downs, one list a column. */
export const listsSheet = 'Lists'
/** File name of the newest pack in the batch's own folder. */
export const questionsFile = 'questions.xlsx'

/** Headers that identify the columns, in any order; the reference is hidden. */
export const headers = {
  number: 'No.',
  key: 'Account',
  sheet: 'Sheet',
  row: 'Row in your file',
  column: 'Column',
  text: 'It says now',
  asked: 'Question',
  answer: 'Your answer',
  reference: 'Reference',
} as const
export type HeaderName = keyof typeof headers

/** Answer of a customer for a cell that should be empty. */
export const leaveEmpty = 'leave empty'
const emptyWishes: ReadonlySet<string> = new Set([leaveEmpty, '(leave empty)', 'empty', 'delete', 'remove'])
const noAnswers =
  /^(?:[-–—_./?\s]+|n\/?a|n\.a\.?|not applicable|unknown|not known|don[’']?t know|do not know|tbc|tbd|todo)$/i

export function wishesEmpty(answer: string): boolean {
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

export type ReadMeLine = { readonly text: string; readonly style: CellStyle }
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
  const line = (text: string): ReadMeLine => ({ text, style: 'wrapped' })
  const rows: ReadMeLine[] = [{ text: `Questions about ${name}`, style: 'title' }]
  if (words.greeting.trim() !== '') rows.push(line(words.greeting.trim()), line(''))
  rows.push(
    line(
      `We are moving your accounts. In ${some(accounts, 'account', 'accounts')} something is missing or cannot be used, so we ask you ${some(questions, 'question', 'questions')}.`,
    ),
    line(''),
    { text: 'What to do', style: 'wrappedHeader' },
    line(`1. Go to the sheet “${questionsSheet}”. Each row asks about one thing.`),
    line(
      `2. Write the right value into the yellow cell under “${headers.answer}”${hasLists ? ', or choose it from the list where there is one' : ''}.`,
    ),
    line(`3. Where the cell is to hold nothing, write: ${leaveEmpty}`),
    line('4. What you do not know, leave blank. You can send the file with some answers and the rest later.'),
    line('5. Save the file and send it back.'),
    line(''),
    line(
      'Only the yellow cells can be changed. Write numbers as they are, with their zeros: nothing is calculated.',
    ),
  )
  if (words.due.trim() !== '') rows.push(line(''), line(`Please send it back by ${words.due.trim()}.`))
  if (words.contact.trim() !== '') rows.push(line(`If something is unclear, ask ${words.contact.trim()}.`))
  return rows
}

/** A batch is named like its file until someone renames it. */
export function bareName(batch: string): string {
  return batch.replace(/\.(?:csv|xlsx|xlsm|ods|txt|tsv)$/i, '')
}

/** `Customers March questions 2026-03-04.xlsx`, valid on every system. */
export function packName(batch: string, at: Date, again = 1): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const stem = bareName(batch)
    .replace(/[/\\<>:"|?*\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 60)
    .trim()
  return `${stem === '' ? 'Batch' : stem} questions ${day}${again === 1 ? '' : ` (${again})`}.xlsx`
}

function some(n: number, one: string, many: string): string {
  return `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`
}
