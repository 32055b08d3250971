// Tray for problems without a cell, each with its possible remedies: a column, a fixed value, or removing the object
// that requires it. For the whole account it offers its rows. An account that the service could not create is shown
// here with what to do. Code and path stand in the tooltip.
import type { ReactNode } from 'react'
import { failedOutcomes, isOneOf } from '../../../../shared/sending/states.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { AccountView } from '../../../../shared/contract/views.ts'
import { setParams } from '../../../app/route.ts'
import { Button } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { useFirstOf } from '../../../components/lists/first-of.tsx'
import { type AccountProblem, named } from './account-fields.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { overrulingFixTexts } from '../../../texts/fix/decisions/overruling.ts'
import { type WayOut, WaysOut } from './ways-out/ways-out.tsx'
import { sentenceOf } from '../../../../shared/texts/message.ts'

const boxes = {
  bad: 'border-bad/35 bg-bad-bg',
  warn: 'border-warn/35 bg-warn-bg',
  left: 'border-line bg-head',
}
const titles = { bad: 'text-bad', warn: 'text-warn', left: 'text-soft' }

export function ProblemTray(props: {
  readonly batch: BatchView
  readonly account: AccountView
  readonly problems: readonly AccountProblem[]
  readonly onWayOut: (way: WayOut) => void
  /** The grid already shows another account; no action is possible on this one. */
  readonly old: boolean
}): ReactNode {
  const { account, problems } = props
  const failed = isOneOf(failedOutcomes, account.outcome)
  const { shown, more } = useFirstOf(problems, account.id)
  if (problems.length === 0 && !failed) return null
  const currentState = problems.filter((one) => one.stale || one.overruling === null).length
  const title = failed
    ? account.outcome === 'failed'
      ? fixTexts.failedTitle
      : fixTexts.dryRunFailedTitle
    : currentState > 0
      ? fixTexts.tray({ n: currentState })
      : overrulingFixTexts.trayTitle({ n: problems.length })
  const tone = failed ? 'bad' : currentState > 0 ? 'warn' : 'left'
  return (
    <section
      aria-label={title}
      className={cx('grid gap-2 rounded-lg border px-2.5 py-2 text-sm leading-[18px]', boxes[tone])}
    >
      <h3 className={cx('font-medium', titles[tone])}>{title}</h3>
      {problems.length === 0 && <p>{fixTexts.failedNoReason}</p>}
      <ul className="grid gap-2">
        {named(shown).map(({ name, problem }) => (
          <li
            key={name}
            className="min-w-0 wrap-anywhere"
            title={[problem.code ?? fixTexts.noCode, problem.attr]
              .filter((part) => part !== null && part !== '')
              .join(' · ')}
          >
            {problem.stale && <span className="text-still">{fixTexts.stillBefore}</span>}
            {problem.overruling !== null && <span className="text-still">{fixTexts.leftBefore}</span>}
            {sentenceOf(problem.message)}
            <WaysOut {...props} problem={problem} />
          </li>
        ))}
      </ul>
      {more}
      {failed && <p className="text-soft">{fixTexts.failedBody}</p>}
      <div className="flex flex-wrap gap-1.5">
        <Button
          size="small"
          onClick={() => setParams({ account: String(account.id), sheet: null, text: null })}
        >
          {fixTexts.openRows({ n: account.rows.length })}
        </Button>
      </div>
    </section>
  )
}
