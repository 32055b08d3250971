// Reads a returned workbook into rows of answers. Customers save in other formats, sort, and delete rows and
// columns, so the sheet and its columns are found by their headers in any order. Nothing here interprets an answer.
import type { SourceRow } from '../../../../shared/sheet/sheet.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import {
  type HeaderName,
  headerNames,
  headerOf,
  headersInEveryLanguage,
  readReference,
} from './pack-layout.ts'
import type { ReturnedSheet } from './read-sheets.ts'
import { message } from '../../../../shared/texts/create-message.ts'

/** One row of the file; null if the column does not exist. */
export type AnswerRow = {
  readonly fileRow: number
  readonly reference: { readonly code: string; readonly number: number } | null
  readonly number: number | null
  readonly said: Readonly<Record<Exclude<HeaderName, 'answer' | 'reference' | 'number'>, string | null>>
  readonly answer: string
  /** Real date of a cell, as ISO. */
  readonly iso: string | null
}
export type ReturnedFile = { readonly fileName: string; readonly rows: readonly AnswerRow[] }

/** Required headers: without answers there is nothing to read; the others are optional. */
const needed: readonly HeaderName[] = ['answer']
const namers: readonly HeaderName[] = ['reference', 'number', 'key']

type Columns = ReadonlyMap<HeaderName, number>

export function isQuestionHeader(texts: readonly string[]): boolean {
  return columnsOf(texts) !== null
}

/** The answers on all sheets that hold questions. */
export function answersIn(fileName: string, sheets: readonly ReturnedSheet[]): Result<ReturnedFile> {
  const found = sheets.flatMap(({ columns: all, rows }) => {
    const columns = columnsOf(all.map(({ header }) => header))
    return columns === null ? [] : [{ columns, rows }]
  })
  if (found.length === 0)
    return failed(
      'input',
      'not_a_question_pack',
      message('questions.no_pack', {
        file: fileName,
        number: headerOf('number'),
        account: headerOf('key'),
        answer: headerOf('answer'),
      }),
    )
  const rows = found.flatMap(({ columns, rows: all }) => all.flatMap((row) => answerRow(row, columns) ?? []))
  return success({ fileName, rows })
}

/** Indexes of the pack's columns among these headers, in whatever language it was made; null if they are not a pack's. */
function columnsOf(texts: readonly string[]): Columns | null {
  const folded = texts.map((text) => text.trim().toLowerCase())
  const columns = new Map<HeaderName, number>()
  for (const name of headerNames) {
    const headers = headersInEveryLanguage().get(name) ?? []
    const at = folded.findIndex((text) => headers.includes(text))
    if (at !== -1) columns.set(name, at)
  }
  const whole = needed.every((name) => columns.has(name)) && namers.some((name) => columns.has(name))
  return whole ? columns : null
}

/** Null for an empty row. */
function answerRow(row: SourceRow, columns: Columns): AnswerRow | null {
  if (row.cells.every((text) => text.trim() === '')) return null
  const said = (name: HeaderName): string | null => {
    const at = columns.get(name)
    return at === undefined ? null : (row.cells[at] ?? '')
  }
  const at = columns.get('answer') ?? -1
  const kept = row.kept?.[at]
  const number = said('number')?.trim() ?? ''
  return {
    fileRow: row.row,
    reference: readReference(said('reference') ?? ''),
    number: /^\d{1,9}$/.test(number) ? Number(number) : null,
    said: {
      key: said('key'),
      sheet: said('sheet'),
      row: said('row'),
      column: said('column'),
      text: said('text'),
      asked: said('asked'),
    },
    answer: row.cells[at] ?? '',
    iso: kept?.iso ?? null,
  }
}
