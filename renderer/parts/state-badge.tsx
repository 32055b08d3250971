// An account's state or outcome: always a shape and a word beside the colour, so that nothing depends on colour alone.
import type { ReactNode } from 'react'
import type { AccountState, Outcome } from '../../shared/account-state.ts'
import { texts } from '../app/texts.ts'
import { cx } from './classes.ts'

export type Mark = AccountState | Outcome
type Tone = 'bad' | 'warn' | 'ok' | 'accent' | 'wait' | 'done' | 'still'

const tones: Readonly<
  Record<Tone, { readonly text: string; readonly badge: string; readonly fill: string }>
> = {
  bad: { text: 'text-bad', badge: 'bg-bad-bg text-bad', fill: 'fill-fill-bad' },
  warn: { text: 'text-warn', badge: 'bg-warn-bg text-warn', fill: 'fill-fill-warn' },
  ok: { text: 'text-ok', badge: 'bg-ok-bg text-ok', fill: 'fill-fill-ok' },
  accent: { text: 'text-accent', badge: 'bg-accent-bg text-accent', fill: 'fill-fill-accent' },
  wait: { text: 'text-wait', badge: 'bg-wait-bg text-wait', fill: 'fill-fill-wait' },
  done: { text: 'text-done', badge: 'bg-done-bg text-done', fill: 'fill-fill-done' },
  still: { text: 'text-still', badge: 'bg-still-bg text-still', fill: 'fill-fill-still' },
}

/** Paths in a box of 10 by 10. */
const looks: Readonly<Record<Mark, { readonly tone: Tone; readonly shape: string; readonly line?: true }>> = {
  blocked: { tone: 'bad', shape: 'M1.5 1.5h7v7h-7z' },
  refused: { tone: 'warn', shape: 'M5 1 9.4 9H.6z' },
  ready: { tone: 'accent', shape: 'M5 1.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2z' },
  cleared: { tone: 'ok', shape: 'M1.4 5.4 4 8l4.8-6', line: true },
  queued: { tone: 'wait', shape: 'M1 2h8M1 5h8M1 8h5', line: true },
  sending: { tone: 'wait', shape: 'M1 5h7M5 1.8 8.4 5 5 8.2', line: true },
  unconfirmed: {
    tone: 'warn',
    shape: 'M3 3.4C3 2 4 1.4 5 1.4s2 .7 2 1.8C7 4.6 5 4.5 5 6.2M5 8.2v.6',
    line: true,
  },
  watching: {
    tone: 'wait',
    shape: 'M5 1.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6M5 2.8V5l1.6 1.2',
    line: true,
  },
  settled: { tone: 'done', shape: 'M5 .8 9.2 5 5 9.2.8 5z' },
  created: { tone: 'done', shape: 'M.6 5.6 2.8 8 7 2.2M5.6 7.6l.4.4L9.8 2.2', line: true },
  already_there: { tone: 'still', shape: 'M1 3.4h8M1 6.6h8', line: true },
  failed: { tone: 'bad', shape: 'M1.8 1.8l6.4 6.4M8.2 1.8 1.8 8.2', line: true },
  cancelled: {
    tone: 'still',
    shape: 'M5 1.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6M2.4 7.6l5.2-5.2',
    line: true,
  },
  dry_run: { tone: 'still', shape: 'M5 1 9 5 5 9 1 5z', line: true },
}

export function StateMark({
  mark,
  className,
}: {
  readonly mark: Mark
  readonly className?: string
}): ReactNode {
  const { shape, line, tone } = looks[mark]
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
  return mark in texts.outcomes ? texts.outcomes[mark as Outcome] : texts.states[mark as AccountState]
}

/** The tone's class for an SVG shape, for bars and legends. */
export function fillOf(mark: Mark): string {
  return tones[looks[mark].tone].fill
}

/** A settled account shows its outcome. */
export function StateBadge(props: {
  readonly state: AccountState
  readonly outcome?: Outcome | null
  readonly held?: string | null
}): ReactNode {
  const mark: Mark = props.state === 'settled' && props.outcome ? props.outcome : props.state
  return (
    <span className="inline-flex items-center gap-1">
      <span
        className={cx(
          'inline-flex h-[18px] items-center gap-1.5 rounded px-1.5 text-[11.5px] leading-none font-medium whitespace-nowrap',
          tones[looks[mark].tone].badge,
        )}
      >
        <StateMark mark={mark} />
        {wordOf(mark)}
      </span>
      {props.held ? <Badge tone="still">Held</Badge> : null}
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
