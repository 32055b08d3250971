// Reconciliation of the rows that were read with their results. Zero unexplained rows is shown quietly; any other
// number is highlighted.
import { WordHelp } from '../../components/overlays/word-help.tsx'
import { CircleCheck, OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { cx } from '../../components/classes.ts'
import { format } from '../../texts/format.ts'
import { ErrorState, Skeleton } from '../../components/panel.tsx'
import { reportTexts } from '../../texts/report.ts'

const words = reportTexts.reconciliation

export type Reconciled = { readonly rows: number; readonly unexplained: number }

export function Reconciliation(props: {
  readonly batch: BatchView
  readonly reconciled: Reconciled | undefined
  readonly error: unknown
  readonly onRetry: () => void
}): ReactNode {
  const { reconciled } = props
  const loud = reconciled !== undefined && reconciled.unexplained !== 0
  return (
    <section
      aria-labelledby="reconciliation-heading"
      role={loud ? 'alert' : undefined}
      className={cx('border-t border-line px-5 py-4', loud && 'bg-bad-bg')}
    >
      <div className="flex items-center gap-1">
        <h2 id="reconciliation-heading" className="text-md font-semibold">
          {words.heading}
        </h2>
        <WordHelp of="reconciliation" />
      </div>
      {props.error !== null ? (
        <ErrorState error={props.error} onRetry={props.onRetry} />
      ) : reconciled === undefined ? (
        <Skeleton className="mt-2 h-24" />
      ) : (
        <Verdict batch={props.batch} reconciled={reconciled} />
      )}
    </section>
  )
}

function Verdict(props: { readonly batch: BatchView; readonly reconciled: Reconciled }): ReactNode {
  const { rows, unexplained } = props.reconciled
  const { leftOutRows, strayRows, blankRows } = props.batch
  const fine = unexplained === 0
  const Icon = fine ? CircleCheck : OctagonAlert
  return (
    <>
      <p className={cx('mt-1 flex items-center gap-2 font-medium', fine ? 'text-ok' : 'text-lg text-bad')}>
        <Icon size={fine ? 16 : 20} aria-hidden />
        {fine ? words.fine : words.bad({ rows: unexplained })}
      </p>
      {!fine && <p className="mt-1">{words.badWords}</p>}
      <dl className="mt-2 flex flex-wrap justify-between gap-4 pr-8 tabular-nums">
        <Figure label={words.read} value={rows} />
        <Figure label={words.inAccounts} value={rows - leftOutRows - strayRows - unexplained} />
        {leftOutRows > 0 && <Figure label={words.leftOut} value={leftOutRows} />}
        <Figure label={words.stray} value={strayRows} />
        <Figure label={words.unexplained} value={unexplained} tone={fine ? 'ok' : 'bad'} />
      </dl>
      {blankRows > 0 && <p className="mt-2 text-xs text-soft">{words.blank({ rows: blankRows })}</p>}
    </>
  )
}

function Figure(props: {
  readonly label: string
  readonly value: number
  readonly tone?: 'ok' | 'bad'
}): ReactNode {
  const colour = props.tone === undefined ? '' : props.tone === 'ok' ? 'text-ok' : 'text-bad'
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-xs text-soft">{props.label}</dt>
      <dd className={cx('text-lg font-semibold', colour)}>{format.number(props.value)}</dd>
    </div>
  )
}
