// Checklist for signing off the batch, each line with its result.
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import type { CurrentState } from './made-report.ts'
import { OperatorName } from './operator-name.tsx'
import { reportTexts } from '../../texts/report.ts'

const words = reportTexts.sign

export function SignOff(props: {
  readonly batch: BatchView
  /** Null: no report was made. */
  readonly currentState: CurrentState | null
  readonly unexplained: number | null
}): ReactNode {
  const { batch, currentState } = props
  const { done } = batch.states
  const unsent = batch.accounts - batch.excluded - done - onTheWay(batch)
  const steps: readonly { label: string; done: boolean; open?: string }[] = [
    { label: words.steps.done, done: done > 0 && onTheWay(batch) === 0 },
    { label: words.steps.left, done: unsent === 0, open: words.unsent({ accounts: unsent }) },
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
          <li key={step.label} className="flex h-6 items-center gap-2">
            {step.done ? (
              <CircleCheck size={14} aria-hidden className="text-ok" />
            ) : (
              <Circle size={14} aria-hidden className="text-faint" />
            )}
            <span className={step.done ? '' : 'text-soft'}>{step.label}</span>
            <span className="ml-auto text-xs text-soft">
              {step.done ? words.yes : (step.open ?? words.notYet)}
            </span>
          </li>
        ))}
      </ul>
      <OperatorName batch={batch} />
      <p className="mt-2 text-sm text-soft">{ready ? words.ready : words.how}</p>
    </section>
  )
}
