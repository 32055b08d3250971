// Matches the rows of a returned file with questions and reads their answers. A row matches only if nothing in it
// points to another question: if one column was sorted alone, no account must get the answer of another.
import { yieldToEventLoop } from '../../../system/yield.ts'
import type { StoredQuestion } from '../../../store/fixing/questions.ts'
import type { FoundPack } from '../find-pack.ts'
import { type HeaderName, headerOf } from '../pack-layout.ts'
import type { AnswerRow, ReturnedFile } from '../read-pack.ts'
import { message, type Message } from '../../../../../shared/texts/create-message.ts'

const pieceOfRows = 500

export type Placed = {
  /** Rows by the number of their question. */
  readonly byNumber: ReadonlyMap<number, readonly AnswerRow[]>
  readonly strange: readonly {
    readonly kind: 'mixed_up' | 'foreign'
    readonly row: AnswerRow
    readonly number: number | null
    readonly why: Message
  }[]
  /** Locked cells that were changed anyway. */
  readonly ignored: readonly {
    readonly fileRow: number
    readonly header: Message
    readonly was: string
    readonly is: string
  }[]
}

/** Rows are processed in pieces; between pieces the window's thread is free. */
export async function placeRows(file: ReturnedFile, { pack, questions }: FoundPack): Promise<Placed> {
  const byNumber = new Map<number, AnswerRow[]>()
  const strange: Placed['strange'][number][] = []
  const ignored: Placed['ignored'][number][] = []
  const asked = await indexed(questions)
  for (const [at, row] of file.rows.entries()) {
    if (at % pieceOfRows === 0) await yieldToEventLoop()
    const { reference, said } = row
    if (reference !== null && reference.code !== pack.code) {
      strange.push({ kind: 'foreign', row, number: null, why: message('questions.row_of_other_pack') })
      continue
    }
    const number = reference?.number ?? row.number ?? asked.only(said)
    const question = number === null ? undefined : questions.get(number)
    if (number === null || question === undefined) {
      if (row.answer.trim() !== '')
        strange.push({
          kind: 'foreign',
          row,
          number,
          why: message('questions.no_such_question'),
        })
      continue
    }
    const torn = tornApart(row, number, question, asked)
    if (torn !== null) {
      strange.push({ kind: 'mixed_up', row, number, why: torn })
      continue
    }
    const known = byNumber.get(number)
    if (known === undefined) byNumber.set(number, [row])
    else known.push(row)
    ignored.push(...changesOf(row, number, question))
  }
  return { byNumber, strange, ignored }
}

type Known = {
  readonly isWho: (text: string) => boolean
  readonly isCell: (who: string, column: string) => boolean
  readonly only: (said: AnswerRow['said']) => number | null
}

async function indexed(questions: ReadonlyMap<number, StoredQuestion>): Promise<Known> {
  const whos = new Set<string>()
  const cells = new Map<string, number[]>()
  const name = (who: string, column: string): string => JSON.stringify([plain(who), plain(column)])
  for (const { number, who, column } of questions.values()) {
    whos.add(plain(who))
    const numbers = cells.get(name(who, column))
    if (numbers === undefined) cells.set(name(who, column), [number])
    else numbers.push(number)
    if (number % pieceOfRows === 0) await yieldToEventLoop()
  }
  return {
    isWho: (text) => whos.has(plain(text)),
    isCell: (who, column) => cells.has(name(who, column)),
    only({ key, column }) {
      const found = key === null || column === null ? [] : (cells.get(name(key, column)) ?? [])
      return found.length === 1 ? (found[0] ?? null) : null
    },
  }
}

/** Reason why the row matches no single question; null if it does. */
function tornApart(row: AnswerRow, number: number, question: StoredQuestion, known: Known): Message | null {
  const { key, column } = row.said
  if (row.reference !== null && row.number !== null && row.number !== number)
    return message('questions.numbers_differ', { said: row.number, number })
  if (key !== null && plain(key) !== plain(question.who) && known.isWho(key))
    return message('questions.accounts_differ', { number, who: question.who, said: key.trim() })
  if (
    column !== null &&
    plain(column) !== plain(question.column) &&
    known.isCell(key ?? question.who, column)
  )
    return message('questions.columns_differ', { number, column: question.column, said: column.trim() })
  return null
}

function changesOf(row: AnswerRow, number: number, question: StoredQuestion): Placed['ignored'][number][] {
  const expected: readonly (readonly [HeaderName, string, string | null])[] = [
    ['number', String(number), row.number === null ? null : String(row.number)],
    ['key', question.who, row.said.key],
    ['sheet', question.sheet, row.said.sheet],
    ['column', question.column, row.said.column],
    ['text', question.text, row.said.text],
    ['asked', question.asked, row.said.asked],
  ]
  return expected.flatMap(([name, was, is]) =>
    is === null || plain(is) === plain(was)
      ? []
      : [{ fileRow: row.fileRow, header: headerOf(name), was, is }],
  )
}

/** Line breaks and runs of blanks change in other programs. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
