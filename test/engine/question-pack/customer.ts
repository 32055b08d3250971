// Simulates a customer's work on a question pack: opens it with another program, writes answers, and saves it.
import { readFileSync, writeFileSync } from 'node:fs'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import type { AnswerItem, AnswerKind, AnswerReview } from '../../../shared/contract/fixing/questions.ts'
import type { Client } from '../api/waiting.ts'

/** In English and in German. */
const questionSheets: readonly string[] = ['Questions', 'Fragen']

/** The sheet of questions as rows of text; the first one is the header. */
export type Rows = string[][]

/** Opens the pack, lets `change` work on its questions, and saves it as `to`. */
export async function asCustomer(path: string, to: string, change: (rows: Rows) => Rows): Promise<string> {
  const book = await openXlsx(new Uint8Array(readFileSync(path)))
  const sheet = book.sheets.find(({ name }) => questionSheets.includes(name))
  if (sheet === undefined) throw new Error('The pack has no sheet of questions.')
  const before: Rows = sheet.rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
  sheet.rows = change(before.map((row) => [...row]))
  // From now on the row's values count, not its cells.
  delete sheet.cells
  writeFileSync(to, await saveXlsx(book))
  return to
}

export async function questionsIn(path: string): Promise<Rows> {
  const book = await openXlsx(new Uint8Array(readFileSync(path)))
  const sheet = book.sheets.find(({ name }) => questionSheets.includes(name))
  return (sheet?.rows ?? []).map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
}

/** Puts answers into rows by their account (and column, where an account has several questions). */
export function answer(
  rows: Rows,
  answers: Readonly<Record<string, string>>,
  headers = { account: 'Account', column: 'Column', answer: 'Your answer' },
): Rows {
  const [header = []] = rows
  const at = (name: string): number => header.indexOf(name)
  return rows.map((row, index) => {
    if (index === 0) return row
    const key = row[at(headers.account)] ?? ''
    const text = answers[`${key} ${row[at(headers.column)] ?? ''}`] ?? answers[key]
    return text === undefined ? row : row.with(at(headers.answer), text)
  })
}

export async function readAnswers(client: Client, batch: number, path: string): Promise<AnswerReview> {
  for await (const step of await client.questions.read({ batch, path })) {
    if (step.kind === 'review') return step.review
  }
  throw new Error('Reading ended without a review.')
}

export async function itemsOf(
  client: Client,
  batch: number,
  review: AnswerReview,
  kind: AnswerKind,
): Promise<AnswerItem[]> {
  const { version: expected } = review
  return (await client.questions.page({ batch, expected, kind, offset: 0, limit: 500 })).items
}
