// Fix file: rows of failing accounts and stray rows, in the layout of the source file, plus one column with the
// problems and a hidden one by which the batch finds each row again. A row of an account that was created, already
// exists or is under way is never included, because loading it again could send it twice. Problems are matched to rows
// by sheet and row number.
import { fingerprint, fixMeColumn, ownColumns, referenceColumn, writeReference } from './fix-reference.ts'
import type { ReportProblem, ReportRow, ReportSheet } from '../report-source.ts'
import type { SheetColumn } from '../workbook/worksheet-parts.ts'
import { message, sentenceOf } from '../../../../shared/texts/message.ts'
import { type MessageFormat } from '../../../../shared/texts/message-format.ts'

export type FixMeLayout = {
  readonly columns: readonly SheetColumn[]
  cells(row: ReportRow, problems: readonly ReportProblem[]): string[]
}

/**
 * The sheet's columns without those of an older fix file, then ours. A sheet without columns stays empty. `code`: of the
 * fix file; null: without references.
 */
export function fixMeLayout(
  sheet: ReportSheet,
  format: MessageFormat,
  code: string | null,
  position: number,
): FixMeLayout {
  const kept = ownColumns(sheet.columns)
  const added: SheetColumn = { header: fixMeColumn, width: 60, headerStyle: 'added', style: 'problem' }
  const reference: SheetColumn = {
    header: referenceColumn,
    width: 20,
    headerStyle: 'added',
    style: 'text',
    hidden: true,
  }
  const columns = kept.map(
    ({ header }): SheetColumn => ({ header, width: 18, headerStyle: 'header', style: 'text' }),
  )
  return {
    columns: columns.length === 0 ? [] : [...columns, added, ...(code === null ? [] : [reference])],
    cells(row, problems) {
      const texts = kept.map(({ index }) => (row.current ?? row.cells)[index] ?? '')
      const words = problemText(row, problems, format)
      if (code === null) return [...texts, words]
      const prints = kept.map(({ index }, at) => row.withheldPrint?.(index) ?? fingerprint(texts[at] ?? ''))
      return [...texts, words, writeReference({ code, sheet: position, row: row.row }, prints)]
    },
  }
}

/** `column: message (code)`, one line per problem. */
function problemText(row: ReportRow, problems: readonly ReportProblem[], format: MessageFormat): string {
  const currentState = problems.filter(({ overruled }) => overruled === null)
  const lines = currentState.map(({ columns, message: words, code }) => {
    const text = `${sentenceOf(words, format)} (${code ?? sentenceOf(message('report.no_code'), format)})`
    return columns.length === 0 ? text : `${columns.join('; ')}: ${text}`
  })
  const stray = row.account === null ? row.stray : null
  if (stray !== null && !problems.some(({ code }) => code === stray.code)) {
    lines.unshift(`${sentenceOf(stray.message, format)} (${stray.code})`)
  }
  return lines.join('\n')
}

/**
 * Walks problems in parallel with rows, both in the order of sheets and row numbers. `at` returns the problems of one
 * row; problems of other places (a header, a whole sheet) are skipped. A decreasing order is a bug.
 */
export function createProblemWalk(sheets: readonly ReportSheet[], problems: Iterable<ReportProblem>) {
  const positions = new Map(sheets.map(({ name }, at) => [name, at]))
  const iterator = problems[Symbol.iterator]()
  let last = { sheet: -1, row: 0 }
  let next = pull()

  function pull(): { problem: ReportProblem; sheet: number; row: number } | null {
    for (let step = iterator.next(); step.done !== true; step = iterator.next()) {
      const problem = step.value
      const sheet = positions.get(problem.sheet)
      if (sheet === undefined) continue
      const { row } = problem
      if (sheet < last.sheet || (sheet === last.sheet && row < last.row)) {
        throw new Error(`Problems are not in the order of the rows: row ${row} came after row ${last.row}.`)
      }
      last = { sheet, row }
      return { problem, sheet, row }
    }
    return null
  }

  return {
    at(place: { readonly sheet: string; readonly row: number }): ReportProblem[] {
      const sheet = positions.get(place.sheet) ?? -1
      const found: ReportProblem[] = []
      while (next !== null && (next.sheet < sheet || (next.sheet === sheet && next.row <= place.row))) {
        if (next.sheet === sheet && next.row === place.row) found.push(next.problem)
        next = pull()
      }
      return found
    },
    close(): void {
      iterator.return?.()
    },
  }
}
