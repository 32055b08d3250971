// Problems as lines below what they are about: the sentence, then code, path and cell. The service's word on bytes that
// were changed since stands back and says so.
import { CircleAlert, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../parts/classes.ts'
import { type AccountProblem, named } from './account-fields.ts'
import { fixTexts } from '../fix-texts.ts'

export function ProblemLines(props: {
  readonly id?: string
  readonly problems: readonly AccountProblem[]
  /** The cell, in words. */
  readonly where?: string | null
  /** What follows a problem's sentence. */
  readonly after?: (problem: AccountProblem) => ReactNode
  readonly className?: string
}): ReactNode {
  return (
    <ul id={props.id} className={cx('grid min-w-0 gap-1', props.className)}>
      {named(props.problems).map(({ name, problem }) => {
        const Icon = problem.stale ? History : CircleAlert
        const details = [
          problem.stale ? fixTexts.serviceSaid : null,
          problem.code ?? fixTexts.noCode,
          problem.attr,
          props.where ?? null,
        ]
        return (
          <li key={name} className="flex gap-1.5 text-xs leading-[16px]">
            <Icon
              size={12}
              aria-hidden
              className={cx('mt-0.5 shrink-0', problem.stale ? 'text-still' : toneOf(problem))}
            />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className={problem.stale ? 'text-still' : toneOf(problem)}>{problem.message}</span>{' '}
              <span className="text-soft">
                {details.filter((part) => part !== null && part !== '').join(' · ')}
              </span>
              {props.after?.(problem)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function toneOf(problem: AccountProblem): string {
  return problem.source === 'local' || problem.source === 'file' ? 'text-bad' : 'text-warn'
}
