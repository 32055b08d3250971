// Problems listed below their subject; code, path and cell stand in the tooltip. A service problem about bytes that have
// since changed is dimmed and labelled; so is a check that was left to the service.
import { CircleAlert, CircleDashed, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { stands } from '../../../../shared/payload/problems.ts'
import { cx } from '../../../components/classes.ts'
import { firstOf, useFirstOf } from '../../../components/lists/first-of.tsx'
import { type AccountProblem, named } from './account-fields.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { sentenceAtCell } from '../problem-sentence.ts'

export function ProblemLines(props: {
  /** Ids of the messages, for `aria-describedby` (`idsOfLines`). */
  readonly id?: string
  readonly problems: readonly AccountProblem[]
  /** Of which account, and which of its fields or sections. */
  readonly about: string
  /** The cell, in words. */
  readonly where?: string | null
  /** What follows a problem's sentence. */
  readonly after?: (problem: AccountProblem) => ReactNode
  readonly className?: string
}): ReactNode {
  const { shown, more } = useFirstOf(props.problems, props.about)
  return (
    <ul className={cx('grid min-w-0 gap-1', props.className)}>
      {named(shown).map(({ name, problem }, at) => {
        const Icon = stands(problem) ? CircleAlert : problem.stale ? History : CircleDashed
        const notes = [
          problem.stale ? fixTexts.serviceSaid : null,
          problem.overruling === null ? null : fixTexts.leftToService,
        ]
        const details = [problem.code ?? fixTexts.noCode, problem.attr, props.where ?? null]
        return (
          <li
            key={name}
            className="flex min-w-0 gap-1.5 text-xs leading-[16px]"
            title={details.filter((part) => part !== null && part !== '').join(' · ')}
          >
            <Icon size={12} aria-hidden className={cx('mt-0.5 shrink-0', toneOf(problem))} />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span id={props.id === undefined ? undefined : `${props.id}-${at}`}>
                <span className={toneOf(problem)}>{sentenceAtCell(problem.message)}</span>{' '}
                <span className="text-soft">{notes.filter((part) => part !== null).join(' · ')}</span>
              </span>
              {props.after?.(problem)}
            </span>
          </li>
        )
      })}
      {more && <li>{more}</li>}
    </ul>
  )
}

/** Ids of the first messages of this many problems, without their remedies. */
export function idsOfLines(id: string, problems: number): string | undefined {
  return problems === 0
    ? undefined
    : Array.from({ length: Math.min(problems, firstOf) }, (_, at) => `${id}-${at}`).join(' ')
}

function toneOf(problem: AccountProblem): string {
  if (!stands(problem)) return 'text-still'
  return problem.source === 'local' || problem.source === 'file' ? 'text-bad' : 'text-warn'
}
