// Progress: thin bar whose value screen readers announce; without a known total it animates. Spinner: for places too
// small for a bar.
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../classes.ts'

export function Progress(props: {
  readonly label: string
  readonly done: number
  /** Null while the end is not known. */
  readonly total: number | null
  readonly className?: string
}): ReactNode {
  const { done, total } = props
  const share = total === null || total === 0 ? null : Math.min(1, done / total)
  return (
    <div
      role="progressbar"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
      className={cx('h-1 overflow-hidden rounded-full bg-line', props.className)}
    >
      {share === null ? (
        <div className="passing h-full w-1/3 rounded-full bg-accent" />
      ) : (
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform duration-150 ease-linear"
          style={{ transform: `scaleX(${share})` }}
        />
      )}
    </div>
  )
}

export function Spinner({ className }: { readonly className?: string }): ReactNode {
  return <LoaderCircle size={14} aria-hidden className={cx('animate-spin text-faint', className)} />
}
