// One wave as a step: its number, name, number of accounts, and results. A future wave has an editable size; the next
// one has the release button.
import { Check, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { WaveView } from '../../../../shared/sending/wave-plan.ts'
import { IconButton } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { format } from '../../../texts/format.ts'
import { wholeIn } from './plan-changes.ts'
import { planTexts } from '../../../texts/submit/plan.ts'
import { submitTexts } from '../../../texts/submit/submit.ts'
import { TypedField } from './typed-field.tsx'
import { hasEnded, type WaveStep } from '../../../../shared/status/wave-steps.ts'

const words = submitTexts.waves

export type WaveRowProps = {
  readonly step: WaveStep
  readonly last: boolean
  /** This wave is where a brake has stopped the batch. */
  readonly stopped: boolean
  /** No account is validated or released. */
  readonly nothingYet: boolean
  /** No account is left for a wave: sizes of those that were not released cannot be changed. */
  readonly fixed: boolean
  readonly onSize: (size: number) => void
  /** Null where it is not in the plan by a size of its own. */
  readonly onRemove: (() => void) | null
  readonly button: ReactNode
}

export function WaveRow(props: WaveRowProps): ReactNode {
  const { step } = props
  const quiet = step.state === 'later' || step.state === 'empty'
  return (
    <li
      aria-current={step.state === 'next' ? 'step' : undefined}
      className="group relative flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 py-1"
    >
      {!props.last && (
        <span
          aria-hidden
          className="absolute top-[calc(50%+14px)] -bottom-1.5 left-3 w-px -translate-x-1/2 bg-line"
        />
      )}
      <Marker step={step} stopped={props.stopped} />
      <span className={cx('w-20 shrink-0', quiet ? 'text-soft' : 'font-medium')}>{nameOf(step)}</span>
      <span className="flex w-38 shrink-0 items-center gap-2">
        {step.wave !== null || step.size === null || props.fixed ? (
          <span className="w-18 shrink-0 px-2 text-right tabular-nums">{format.number(step.accounts)}</span>
        ) : (
          <TypedField
            label={words.size({ wave: step.number })}
            value={String(step.size)}
            only={/\D/g}
            read={(text) => wholeIn(text, 1, 1_000_000)}
            error={planTexts.errors.atLeast}
            onTake={props.onSize}
            className="w-18 shrink-0 [&_input]:text-right"
          />
        )}
        <span className="text-soft">
          {words.unit({
            accounts: step.wave === null && !props.fixed ? (step.size ?? step.accounts) : step.accounts,
          })}
        </span>
      </span>
      <span className={step.wave === null ? 'shrink-0 grow' : 'min-w-0 flex-1'}>
        {step.wave === null ? (
          <span className={step.state === 'empty' ? 'text-faint' : 'text-soft'}>
            {props.nothingYet ? words.notYet : words.states[step.state]}
          </span>
        ) : (
          <Became wave={step.wave} stopped={props.stopped} />
        )}
      </span>
      {props.onRemove !== null && (
        <IconButton
          size="small"
          icon={X}
          label={planTexts.removeWave({ wave: step.number })}
          onClick={props.onRemove}
          className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 disabled:invisible"
        />
      )}
      {props.button}
    </li>
  )
}

function nameOf(step: WaveStep): string {
  const names: Readonly<Record<number, string>> = words.names
  return step.isRest ? words.rest : (names[step.number] ?? words.more({ wave: step.number }))
}

function Marker({ step, stopped }: { readonly step: WaveStep; readonly stopped: boolean }): ReactNode {
  const ended = step.wave !== null && hasEnded(step.wave)
  const hasWrong = ended && (step.wave?.wrong ?? 0) > 0
  const looks = {
    released: hasWrong
      ? 'border-warn bg-warn-bg text-warn'
      : ended
        ? 'border-ok bg-ok-bg text-ok'
        : 'border-wait bg-wait-bg text-wait',
    next: 'border-accent bg-accent-bg text-accent',
    later: 'border-edge text-soft',
    empty: 'border-line text-faint',
  }
  return (
    <span
      aria-hidden
      className={cx(
        'relative grid size-6 shrink-0 place-items-center rounded-full border text-xs font-medium tabular-nums',
        stopped ? 'border-bad bg-bad-bg text-bad' : looks[step.state],
      )}
    >
      {!ended || stopped ? (
        step.number
      ) : hasWrong ? (
        <TriangleAlert size={13} strokeWidth={2.2} />
      ) : (
        <Check size={13} strokeWidth={2.6} />
      )}
    </span>
  )
}

const parts = [
  ['created', 'bg-fill-done'],
  ['other', 'bg-fill-still'],
  ['wrong', 'bg-fill-bad'],
  ['onTheWay', 'bg-fill-wait'],
  ['queued', 'bg-line'],
] as const

/** In words, and as a thin bar beneath them. */
function Became({ wave, stopped }: { readonly wave: WaveView; readonly stopped: boolean }): ReactNode {
  const reported = parts.filter(([name]) => wave[name] > 0)
  const sentence = reported.map(([name]) => words.became[name]({ accounts: wave[name] })).join(' · ')
  return (
    <span className="grid gap-1">
      <span className="truncate text-soft tabular-nums" title={sentence}>
        {stopped && <span className="font-medium text-bad">{words.stoppedHere} · </span>}
        {sentence}
        {hasEnded(wave) && ` · ${words.allSettled}`}
      </span>
      <span aria-hidden className="flex h-[3px] gap-px overflow-hidden rounded-full bg-line">
        {reported.map(([name, look]) => (
          <span
            key={name}
            className={cx('h-full min-w-[3px] basis-0', look)}
            style={{ flexGrow: wave[name] }}
          />
        ))}
      </span>
    </span>
  )
}
