// Badge of an account's state or outcome. It always shows a shape and a label as well as the colour.
import type { ReactNode } from 'react'
import type { AccountState, Outcome } from '../../shared/sending/states.ts'
import type { Said } from '../../shared/texts/message.ts'
import { texts } from '../texts/common.ts'
import { cx } from './classes.ts'
import { type Mark, markLooks, type Tone } from './charts/mark-looks.ts'

export type { Mark }

const tones: Readonly<Record<Tone, { readonly text: string; readonly badge: string }>> = {
  bad: { text: 'text-bad', badge: 'bg-bad-bg text-bad' },
  warn: { text: 'text-warn', badge: 'bg-warn-bg text-warn' },
  ok: { text: 'text-ok', badge: 'bg-ok-bg text-ok' },
  accent: { text: 'text-accent', badge: 'bg-accent-bg text-accent' },
  wait: { text: 'text-wait', badge: 'bg-wait-bg text-wait' },
  done: { text: 'text-done', badge: 'bg-done-bg text-done' },
  still: { text: 'text-still', badge: 'bg-still-bg text-still' },
}

export function StateMark({
  mark,
  className,
}: {
  readonly mark: Mark
  readonly className?: string
}): ReactNode {
  const { shape, line, tone } = markLooks[mark]
  return (
    <svg
      viewBox="0 0 10 10"
      width="10"
      height="10"
      aria-hidden
      className={cx('shrink-0', tones[tone].text, className)}
    >
      <path
        d={shape}
        fill={line === true ? 'none' : 'currentColor'}
        stroke={line === true ? 'currentColor' : 'none'}
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function wordOf(mark: Mark): string {
  if (mark === 'excluded' || mark === 'held') return texts[mark]
  return mark in texts.outcomes ? texts.outcomes[mark as Outcome] : texts.states[mark as AccountState]
}

/** A done account shows its outcome. */
export function StateBadge(props: {
  readonly state: AccountState
  readonly outcome?: Outcome | null
  /** The reason of its hold. */
  readonly held?: Said | null
  /** Excluded from migration, which takes precedence over the state. */
  readonly excluded?: boolean
}): ReactNode {
  const mark: Mark = props.excluded
    ? 'excluded'
    : props.state === 'done' && props.outcome
      ? props.outcome
      : props.state
  return (
    <span className="inline-flex items-center gap-1">
      <span
        className={cx(
          'inline-flex h-[18px] items-center gap-1.5 rounded px-1.5 text-[11.5px] leading-none font-medium whitespace-nowrap',
          tones[markLooks[mark].tone].badge,
        )}
      >
        <StateMark mark={mark} />
        {wordOf(mark)}
      </span>
      {props.held && !props.excluded ? <Badge tone="still">{texts.held}</Badge> : null}
    </span>
  )
}

export function Badge(props: {
  readonly tone?: Tone
  readonly children: ReactNode
  readonly className?: string
}): ReactNode {
  return (
    <span
      className={cx(
        'inline-flex h-[18px] items-center gap-1 rounded px-1.5 text-[11.5px] leading-none font-medium whitespace-nowrap',
        tones[props.tone ?? 'still'].badge,
        props.className,
      )}
    >
      {props.children}
    </span>
  )
}
