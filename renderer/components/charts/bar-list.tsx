// Horizontal bars with their words and values, one a line: a chart that is also its own list for screen readers. A
// bar may link to the place that it is about.
import type { ReactNode } from 'react'
import { cx } from '../classes.ts'
import type { Bar, BarTone } from './chart-values.ts'

const fills: Readonly<Record<BarTone, string>> = {
  bad: 'fill-fill-bad',
  ok: 'fill-fill-ok',
  wait: 'fill-fill-wait',
  done: 'fill-fill-done',
  still: 'fill-fill-still',
}

export function BarList(props: {
  readonly label: string
  readonly bars: readonly Bar[]
  /** Of the grid: words, bar, value. */
  readonly columns?: string
  readonly className?: string
}): ReactNode {
  const widest = Math.max(...props.bars.map(({ value }) => value), Number.MIN_VALUE)
  const columns = props.columns ?? 'grid-cols-[minmax(0,220px)_1fr_56px]'
  return (
    <ul aria-label={props.label} className={cx('grid gap-0.5', props.className)}>
      {props.bars.map((bar) => (
        <li key={bar.key}>
          <Line bar={bar} widest={widest} columns={columns} />
        </li>
      ))}
    </ul>
  )
}

function Line(props: { readonly bar: Bar; readonly widest: number; readonly columns: string }): ReactNode {
  const { bar } = props
  const look = cx('-mx-1.5 grid h-(--row) items-center gap-3 rounded px-1.5', props.columns)
  const content = (
    <>
      <span className={cx('truncate', bar.isCode === true ? 'font-mono text-xs' : 'text-sm')}>
        {bar.label}
      </span>
      <svg aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full">
        <rect
          width={bar.value === 0 ? 0 : Math.max(0.8, (100 * bar.value) / props.widest)}
          height="8"
          className={fills[bar.tone]}
        />
      </svg>
      <span className="text-right font-medium whitespace-nowrap tabular-nums">{bar.words}</span>
    </>
  )
  return bar.href === undefined ? (
    <div title={bar.hint} className={look}>
      {content}
    </div>
  ) : (
    <a href={bar.href} title={bar.hint} className={cx(look, 'hover:bg-hover')}>
      {content}
    </a>
  )
}
