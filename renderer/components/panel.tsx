// Panel with a heading, and the three placeholder states of a pane: empty, error and loading. The loading skeleton
// has the shape of the final content, so nothing jumps.
import type { LucideIcon } from 'lucide-react'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureOf } from './notices/failure.ts'
import { texts } from '../texts/common.ts'
import { Button } from './button.tsx'
import { cx } from './classes.ts'

export function Panel(props: {
  readonly title?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly className?: string
  readonly bodyClassName?: string
  readonly children?: ReactNode
}): ReactNode {
  return (
    <section className={cx('rounded-lg border border-line bg-pane', props.className)}>
      {props.title !== undefined && (
        <header className="flex min-h-11 items-center gap-3 px-4 pt-2">
          <div className="min-w-0 flex-1">
            <h2 className="text-md font-semibold">{props.title}</h2>
            {props.description !== undefined && <p className="text-xs text-soft">{props.description}</p>}
          </div>
          {props.actions}
        </header>
      )}
      <div className={cx('px-4 py-3', props.bodyClassName)}>{props.children}</div>
    </section>
  )
}

/** A small heading above a group of rows. */
export function GroupLabel(props: { readonly children: ReactNode; readonly className?: string }): ReactNode {
  return (
    <h2 className={cx('text-[11.5px] leading-4 font-medium text-faint', props.className)}>
      {props.children}
    </h2>
  )
}

export function EmptyState(props: {
  readonly icon: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly className?: string
}): ReactNode {
  const { icon: Icon } = props
  return (
    <div className={cx('grid h-full place-items-center p-8', props.className)}>
      <div className="grid max-w-100 justify-items-center gap-1 text-center">
        <div className="mb-2 grid size-10 place-items-center rounded-lg border border-line bg-head text-faint">
          <Icon size={20} strokeWidth={1.6} aria-hidden />
        </div>
        <h2 className="text-md font-semibold">{props.title}</h2>
        {props.children !== undefined && <div className="text-soft text-balance">{props.children}</div>}
        {props.actions !== undefined && (
          <div className="mt-3 flex flex-wrap justify-center gap-2">{props.actions}</div>
        )}
      </div>
    </div>
  )
}

export function ErrorState(props: {
  readonly error: unknown
  readonly onRetry?: () => void
  readonly title?: string
  readonly className?: string
}): ReactNode {
  const { code, message } = failureOf(props.error)
  return (
    <div role="alert" className={cx('grid h-full place-items-center p-8', props.className)}>
      <div className="grid max-w-110 justify-items-center gap-1 text-center">
        <div className="mb-2 grid size-10 place-items-center rounded-lg bg-bad-bg text-bad">
          <CircleAlert size={20} strokeWidth={1.6} aria-hidden />
        </div>
        {props.title !== undefined && <h2 className="text-md font-semibold">{props.title}</h2>}
        <p className="text-soft text-balance">{message}</p>
        <p className="text-xs text-faint">{code}</p>
        {props.onRetry !== undefined && (
          <Button className="mt-3" onClick={props.onRetry}>
            {texts.common.tryAgain}
          </Button>
        )}
      </div>
    </div>
  )
}

/** A message inside a pane: what a person should know before going on. */
export function Callout(props: {
  readonly tone: 'info' | 'warning' | 'error' | 'good'
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly icon?: LucideIcon
  readonly className?: string
}): ReactNode {
  const looks = {
    info: 'border-line bg-head',
    warning: 'border-warn/30 bg-warn-bg',
    error: 'border-bad/30 bg-bad-bg',
    good: 'border-ok/30 bg-ok-bg',
  }
  const words = { info: 'text-text', warning: 'text-warn', error: 'text-bad', good: 'text-ok' }
  const { icon: Icon, tone } = props
  return (
    <div
      role={tone === 'error' ? 'alert' : undefined}
      className={cx('flex gap-2.5 rounded-md border px-3 py-2 text-sm', looks[tone], props.className)}
    >
      {Icon !== undefined && <Icon size={16} aria-hidden className={cx('mt-0.5 shrink-0', words[tone])} />}
      <div className="min-w-0 flex-1">
        {props.title !== undefined && <p className={cx('font-medium', words[tone])}>{props.title}</p>}
        {props.children}
      </div>
      {props.actions !== undefined && <div className="flex shrink-0 items-start gap-2">{props.actions}</div>}
    </div>
  )
}

export function Skeleton(props: { readonly className?: string }): ReactNode {
  return <div aria-hidden className={cx('skeleton', props.className)} />
}

/** Rows that are still coming. */
export function SkeletonRows(props: { readonly rows?: number; readonly className?: string }): ReactNode {
  const widths = ['w-3/5', 'w-4/5', 'w-2/5', 'w-3/4', 'w-1/2']
  return (
    <div role="status" className={cx('grid gap-3', props.className)}>
      <span className="sr-only">{texts.common.loading}</span>
      {Array.from({ length: props.rows ?? 4 }, (_, index) => (
        <Skeleton key={index} className={cx('h-4', widths[index % widths.length])} />
      ))}
    </div>
  )
}
