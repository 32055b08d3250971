// Tooltip with the problems of a marked cell, shown beside it while the pointer rests on it (use-tip.ts). The live region
// announces the same text for the focused cell. It reads the row when it is drawn, so a repaired cell has none.
import type { CSSProperties, ReactNode } from 'react'
import { stands } from '../../../../../shared/payload/problems.ts'
import type { GridRow } from '../../../../../shared/contract/views.ts'
import { cx } from '../../../../components/classes.ts'
import { type CellMark, marksOf, wholeRow } from './cell-marks.ts'
import { fixTexts } from '../../../../texts/fix/fix.ts'
import { holdWords } from '../../account/hold-words.ts'
import { sentenceOf } from '../../../../../shared/texts/message.ts'
import { sentenceAtCell } from '../../problem-sentence.ts'
import type { RowList } from '../rows/row-list.ts'
import type { Tip } from './use-tip.ts'

/** Messages about a cell, one sentence per problem. */
export function cellSentences(row: GridRow, column: number): string[] {
  const mark = marksOf(row).get(column)
  const { shown, rest } = firstOf(mark)
  const problems = shown.map(sentence)
  return [
    ...(column === wholeRow ? rowSentences(row) : []),
    ...problems,
    ...(rest > 0 ? [fixTexts.moreOfCell({ n: rest })] : []),
    ...(column === wholeRow && row.moreProblems > 0 ? [fixTexts.moreOfAccount({ n: row.moreProblems })] : []),
  ]
}

/** More would fill the window; the account next to the grid lists them all. */
const mostSentences = 5

function firstOf(mark: CellMark | undefined): {
  readonly shown: CellMark['problems']
  readonly rest: number
} {
  const all = mark?.problems ?? []
  return { shown: all.slice(0, mostSentences), rest: Math.max(0, all.length - mostSentences) }
}

/** Facts about the whole row: why it has no account, why its account is held. */
function rowSentences({ account, stray }: GridRow): string[] {
  const held = account?.held ?? null
  return [
    ...(stray === null ? [] : [sentenceOf(stray)]),
    ...(held === null
      ? []
      : [
          fixTexts.heldBecause({
            held: holdWords(account?.heldUntil ?? null, Date.now()).words,
            reason: sentenceOf(held),
          }),
        ]),
  ]
}

function sentence(problem: CellMark['problems'][number]): string {
  if (stands(problem)) return sentenceAtCell(problem.message)
  return `${problem.stale ? fixTexts.stillBefore : fixTexts.leftBefore}${sentenceAtCell(problem.message)}`
}

/** Pixels: the widest it may be, and its distance from the cell. */
const widest = 320
const gap = 6

/** To the right of the cell, or to its left where there is more room; upwards from its lower edge near the window's end. */
function besideCell({ x, y, width, height }: Tip): CSSProperties {
  const right = x + width + gap
  const isRoomy = right + widest <= window.innerWidth || x < widest
  const side = isRoomy
    ? { left: Math.min(right, window.innerWidth - widest - gap) }
    : { right: window.innerWidth - x + gap }
  return y + 160 < window.innerHeight
    ? { ...side, top: y }
    : { ...side, bottom: window.innerHeight - y - height }
}

export function ProblemTip({ tip, list }: { readonly tip: Tip; readonly list: RowList }): ReactNode {
  const row = list.rowAt(tip.index)
  // The row has moved, or the cell was repaired.
  if (row?.row !== tip.row || !hasTip(list, row, tip.column)) return null
  const mark = marksOf(row).get(tip.column)
  const { shown, rest } = firstOf(mark)
  return (
    <div
      role="tooltip"
      className="pointer-events-none fixed z-40 grid max-w-80 gap-1.5 rounded-md bg-raised px-2.5 py-2 text-xs text-text shadow-lift"
      style={besideCell(tip)}
    >
      {tip.column === wholeRow && rowSentences(row).map((words) => <p key={words}>{words}</p>)}
      {shown.map((problem) => (
        <div key={problem.id}>
          <p className={cx('wrap-break-word', !stands(problem) && 'text-still')}>{sentence(problem)}</p>
          <p className="text-2xs text-faint">
            {problem.code ?? fixTexts.noCode}
            {problem.attr !== null && ` · ${problem.attr}`}
            {problem.source !== 'local' && problem.source !== 'file' && ` · ${fixTexts.byService}`}
          </p>
        </div>
      ))}
      {rest > 0 && <p className="text-2xs text-faint">{fixTexts.moreOfCell({ n: rest })}</p>}
      {tip.column === wholeRow && row.moreProblems > 0 && (
        <p className="text-2xs text-faint">{fixTexts.moreOfAccount({ n: row.moreProblems })}</p>
      )}
    </div>
  )
}

/** Whether there is anything to tell about a cell; a text that the engine has not checked yet has no problem. */
export function hasTip(list: RowList, row: GridRow, column: number): boolean {
  return !list.textAt(row, column).waiting && cellSentences(row, column).length > 0
}
