// Collects the cells to ask about, as questions in workbook order (sheet, column, row), and counts those that
// cannot be asked about. The preview and the workbook both use it, so they agree. Problems are walked in pieces,
// between which the window's thread is free; a question takes some 300 bytes of memory.
import { yieldToEventLoop } from '../../system/yield.ts'
import { lockOf } from '../../accounts/editing.ts'
import type {
  QuestionOptions,
  QuestionPreview,
  QuestionScope,
} from '../../../../shared/contract/fixing/questions.ts'
import { type AskedProblem, questionAbout } from '../../../../shared/fixing/question-words.ts'
import type { StoredQuestionCell, WrongCell } from '../../store/fixing/questions.ts'
import type { Store } from '../../store/store.ts'
import type { AskCompiledMapping, AskColumn } from './ask-columns.ts'
import { message, type Said } from '../../../../shared/texts/create-message.ts'
import { sentences } from '../../../../shared/texts/join.ts'

const pieceOfProblems = 1_000

export type Question = {
  readonly column: AskColumn
  /** Current text of the cells. */
  readonly text: string
  readonly asked: Said
  readonly cells: readonly AskedCell[]
}
export type AskedCell = StoredQuestionCell & { readonly account: number }

export type Collected = {
  readonly questions: readonly Question[]
  readonly cells: number
  readonly accounts: number
  readonly leftOut: QuestionPreview['leftOut']
}

type Open = {
  readonly column: AskColumn
  readonly text: string
  readonly problems: AskedProblem[]
  readonly cells: AskedCell[]
}

/** Null if the signal was aborted. */
export async function collectQuestions(
  store: Store,
  compiledMapping: AskCompiledMapping,
  scope: QuestionScope,
  options: QuestionOptions,
  signal: AbortSignal,
): Promise<Collected | null> {
  const batch = compiledMapping.batch.id
  const open = new Map<string, Open>()
  const left = leavingOut()
  left.noCell(store.questions.countWithoutRow(batch, scope))
  const accounts = new Set<number>()
  const add = (cell: WrongCell, problems: readonly WrongCell[]): void => {
    const column = cell.col === null ? null : compiledMapping.columnAt(cell.sheet, cell.col, cell.field)
    if (column === null) return left.noCell(problems.length)
    if (!left.mayAsk(cell, column, options)) return
    accounts.add(cell.account)
    const one = { key: cell.key, row: cell.row, ordinal: cell.ordinal, account: cell.account }
    const shared = options.once && column.choices.length > 0
    const name = JSON.stringify([cell.sheet, cell.col, shared ? cell.text : '', shared ? 0 : cell.row])
    const known = open.get(name)
    if (known !== undefined) known.cells.push(one)
    else open.set(name, { column, text: cell.text, problems: problems.map(problemOf), cells: [one] })
  }
  for (let after = { sheet: -1, row: 0 }; ; ) {
    if (signal.aborted) return null
    const piece = store.questions.wrongCells(batch, scope, after, pieceOfProblems)
    const last = piece.at(-1)
    if (last === undefined) break
    for (const problems of Map.groupBy(piece, placeOf).values()) {
      const [cell] = problems
      if (cell !== undefined) add(cell, problems)
    }
    after = { sheet: last.sheet, row: last.row }
    await yieldToEventLoop()
  }
  const ordered = [...open.values()].sort(inOrder)
  return {
    questions: ordered.map((one) => ({ ...one, asked: wordsOf(one) })),
    cells: ordered.reduce((sum, one) => sum + one.cells.length, 0),
    accounts: accounts.size,
    leftOut: left.counts(),
  }
}

/** Number of problems by column, for review by a person. */
export function countByColumn(collected: Collected): QuestionPreview['columns'] {
  const byColumn = Map.groupBy(
    collected.questions,
    ({ column }) => `${column.sheet.position} ${column.index}`,
  )
  return [...byColumn.values()].flatMap((questions) => {
    const [first] = questions
    if (first === undefined) return []
    const cells = questions.reduce((sum, question) => sum + question.cells.length, 0)
    const { sheet, name, label } = first.column
    return [{ sheet: sheet.info.name, column: name, label, questions: questions.length, cells }]
  })
}

function leavingOut() {
  let noCell = 0
  let sensitive = 0
  let key = 0
  const locked = new Set<number>()
  const excluded = new Set<number>()
  return {
    noCell(problems: number): void {
      noCell += problems
    },
    mayAsk(cell: WrongCell, column: AskColumn, options: QuestionOptions): boolean {
      if (lockOf(cell) !== null) locked.add(cell.account)
      else if (cell.excluded === 1) excluded.add(cell.account)
      else if (column.ties) key += 1
      else if (column.sensitive && !options.sensitive) sensitive += 1
      else return true
      return false
    },
    counts: (): QuestionPreview['leftOut'] => ({
      noCell,
      sensitive,
      key,
      locked: locked.size,
      excluded: excluded.size,
    }),
  }
}

function placeOf({ sheet, row, col }: WrongCell): string {
  return `${sheet} ${row} ${col ?? ''}`
}

function problemOf({ source, code, message }: WrongCell): AskedProblem {
  return { source, code, message }
}

function inOrder(one: Open, other: Open): number {
  return (
    one.column.sheet.position - other.column.sheet.position ||
    one.column.index - other.column.index ||
    other.cells.length - one.cells.length ||
    (one.cells[0]?.row ?? 0) - (other.cells[0]?.row ?? 0)
  )
}

function wordsOf({ column, text, problems, cells }: Open): Said {
  const question = questionAbout({ column: column.name, text, field: column.field, problems })
  return cells.length > 1
    ? sentences(message('questions.many_say_this', { n: cells.length }), question)
    : question
}
