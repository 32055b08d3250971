// Finds the current cells of a question: on the original row if it still belongs to the account, else by the
// account's key and the column name, as after a new version of the file.
import type { CellOfAccount, StoredQuestion, StoredQuestionCell } from '../../store/fixing/questions.ts'
import type { Store } from '../../store/store.ts'
import type { AskCompiledMapping, AskColumn } from './ask-columns.ts'
import { message, type Message } from '../../../../shared/texts/create-message.ts'

/** A cell of an item, with its text now; a row may belong to no account. */
export type Target = Pick<CellOfAccount, 'row' | 'text' | 'edited' | 'read'> & {
  readonly account: number | null
  readonly key: string
  readonly column: AskColumn
}
export type FoundTarget = CellOfAccount & Target
export type Lost = { readonly key: string; readonly why: Message }
export type FoundCells = {
  readonly column: AskColumn | null
  readonly targets: readonly FoundTarget[]
  readonly lost: readonly Lost[]
}

export function findCells(
  store: Store,
  compiledMapping: AskCompiledMapping,
  question: StoredQuestion,
  asked: readonly StoredQuestionCell[],
  sameVersion: boolean,
): FoundCells {
  const column =
    compiledMapping.columnNamed(question.sheet, question.column) ??
    // A text file's sheet is named like the file, and a newer version has another name.
    (sameVersion ? null : compiledMapping.columnNamed(compiledMapping.main.info.name, question.column))
  if (column === null) {
    const why = message('questions.column_gone', { column: question.column, sheet: question.sheet })
    return { column, targets: [], lost: asked.map(({ key }) => ({ key, why })) }
  }
  const targets: FoundTarget[] = []
  const lost: Lost[] = []
  for (const cell of asked) {
    const rows = store.questions.cellsOfKey(
      compiledMapping.batch.id,
      column.sheet.position,
      column.index,
      cell.key,
    )
    const row = rowOf(rows, cell, question.text, sameVersion)
    if (row !== null) targets.push({ ...row, key: cell.key, column })
    else
      lost.push({
        key: cell.key,
        why:
          rows.length === 0
            ? message('questions.account_gone', { key: cell.key, sheet: column.sheet.info.name })
            : message('questions.row_gone', { key: cell.key, sheet: column.sheet.info.name }),
      })
  }
  return { column, targets, lost }
}

function rowOf(
  rows: readonly CellOfAccount[],
  asked: StoredQuestionCell,
  text: string,
  sameVersion: boolean,
): CellOfAccount | null {
  const there = sameVersion ? rows.find(({ row }) => row === asked.row) : undefined
  if (there !== undefined) return there
  const same = rows.filter((row) => row.text === text)
  return (same.length === 1 ? same[0] : rows[asked.ordinal]) ?? null
}
