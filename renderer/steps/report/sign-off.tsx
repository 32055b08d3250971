// Checklist for signing off the batch, each line with its result and where an open one is done; and the button that prints
// the summary to sign.
import { Circle, CircleCheck, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { hrefOfStep } from '../../app/route.ts'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import type { CurrentState } from './made-report.ts'
import { OperatorName } from './operator-name.tsx'
import { isServed } from './report-files.ts'
import { reportTexts } from '../../texts/report.ts'
import { SummaryPreview } from './summary-preview.tsx'

const words = reportTexts.sign

type Way = { readonly href: string; readonly label: string }

type Step = {
  readonly label: string
  readonly done: boolean
  /** Instead of "not yet". */
  readonly open?: string
  /** Where a person does it. */
  readonly way?: Way
}

/** Ready accounts are released in Submit, others are fixed or validated in Fix. */
function wayOf(batch: BatchView): Way {
  return batch.endings.ready > 0
    ? { href: hrefOfStep(batch.id, 'submit'), label: words.toSubmit }
    : { href: hrefOfStep(batch.id, 'fix'), label: words.toFix }
}

export function SignOff(props: {
  readonly batch: BatchView
  /** Null: no report was made. */
  readonly currentState: CurrentState | null
  readonly unexplained: number | null
}): ReactNode {
  const { batch, currentState } = props
  const { done } = batch.states
  const unsent = batch.accounts - batch.excluded - done - onTheWay(batch)
  const steps: readonly Step[] = [
    { label: words.steps.done, done: done > 0 && onTheWay(batch) === 0 },
    {
      label: words.steps.left,
      done: unsent === 0,
      open: words.unsent({ accounts: unsent }),
      way: wayOf(batch),
    },
    { label: words.steps.explained, done: props.unexplained === 0 },
    {
      label: words.steps.fresh,
      done: currentState?.kind === 'known' && currentState.moved === 0,
      ...(currentState === null ? { open: words.notMade } : {}),
      ...(currentState?.kind === 'unknown' ? { open: words.notKnown } : {}),
    },
  ]
  const ready = steps.every((step) => step.done)
  return (
    <section aria-labelledby="sign-heading" className="border-t border-line px-5 py-4">
      <h2 id="sign-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      <ul className="mt-1">
        {steps.map((step) => (
          <li key={step.label} className="flex min-h-6 flex-wrap items-center gap-x-2">
            {step.done ? (
              <CircleCheck size={14} aria-hidden className="shrink-0 text-ok" />
            ) : (
              <Circle size={14} aria-hidden className="shrink-0 text-faint" />
            )}
            <span className={cx('min-w-0 flex-1 basis-52', !step.done && 'text-soft')}>{step.label}</span>
            <span className="ml-auto flex shrink-0 items-center gap-2 text-xs whitespace-nowrap text-soft">
              {step.done ? words.yes : (step.open ?? words.notYet)}
              {!step.done && step.way !== undefined && (
                <a href={step.way.href} className="font-medium text-accent hover:underline">
                  {step.way.label}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
      <OperatorName batch={batch} />
      <p className="mt-2 text-sm text-soft">{ready ? words.ready : words.how}</p>
      {batch.report !== null && isServed(batch) && (
        <ToSign batch={batch.id} madeAt={batch.report.at} ready={ready} />
      )}
    </section>
  )
}

/** Opens the page that is printed and signed. */
function ToSign(props: {
  readonly batch: number
  readonly madeAt: number
  /** Nothing keeps a person from signing. */
  readonly ready: boolean
}): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        tone={props.ready ? 'primary' : 'plain'}
        icon={Printer}
        className="mt-2"
        onClick={() => setOpen(true)}
      >
        {words.print}
      </Button>
      <SummaryPreview {...props} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
