// Tooltip with the problems of a marked cell, shown while the pointer rests on it. The live region announces the same
// text for the focused cell.
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { stands } from '../../../../../shared/payload/problems.ts'
import type { GridRow } from '../../../../../shared/contract/views.ts'
import { cx } from '../../../../components/classes.ts'
import { type CellMark, marksOf, wholeRow } from './cell-marks.ts'
import { fixTexts } from '../../../../texts/fix/fix.ts'
import { holdWords } from '../../account/hold-words.ts'
import { sentenceOf } from '../../../../../shared/texts/message.ts'

export type Tip = {
  readonly x: number
  readonly y: number
  /** Position of the cell, to show the tooltip above it if there is no room below. */
  readonly height: number
  readonly row: GridRow
  readonly column: number
}

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
  if (stands(problem)) return sentenceOf(problem.message)
  return `${problem.stale ? fixTexts.stillBefore : fixTexts.leftBefore}${sentenceOf(problem.message)}`
}

export function ProblemTip({ tip }: { readonly tip: Tip }): ReactNode {
  const mark = marksOf(tip.row).get(tip.column)
  const { shown, rest } = firstOf(mark)
  const below = tip.y + tip.height + 140 < window.innerHeight
  const place = below ? { top: tip.y + tip.height + 4 } : { bottom: window.innerHeight - tip.y + 4 }
  return (
    <div
      role="tooltip"
      className="pointer-events-none fixed z-40 grid max-w-80 gap-1.5 rounded-md bg-raised px-2.5 py-2 text-xs text-text shadow-lift"
      style={{ left: Math.min(tip.x, window.innerWidth - 330), ...place }}
    >
      {tip.column === wholeRow && rowSentences(tip.row).map((words) => <p key={words}>{words}</p>)}
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
      {tip.column === wholeRow && tip.row.moreProblems > 0 && (
        <p className="text-2xs text-faint">{fixTexts.moreOfAccount({ n: tip.row.moreProblems })}</p>
      )}
    </div>
  )
}

const tipDelayMs = 220

/** The tooltip to show; it appears after the pointer rests and disappears at once. */
export function useTip(): readonly [Tip | null, (tip: Tip | null) => void] {
  const [tip, setTip] = useState<Tip | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const show = useCallback((next: Tip | null) => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
    setTip((shown) =>
      shown !== null && next?.row === shown.row && next.column === shown.column ? shown : null,
    )
    if (next !== null) timer.current = setTimeout(() => setTip(next), tipDelayMs)
  }, [])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
    },
    [],
  )
  return [tip, show]
}
