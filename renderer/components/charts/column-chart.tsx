// Columns over time, each with a part that went wrong at its foot. A sentence says what the columns show, for screen
// readers and beside the chart; times use the user's locale.
import type { ReactNode } from 'react'
import { format } from '../../texts/format.ts'
import { cx } from '../classes.ts'
import type { Column } from './chart-values.ts'

/** Of the drawing; it is stretched to the place that it has. */
const height = 100
const gap = 0.12
/** A few columns stay narrow, at the left. */
const fewest = 12

export function ColumnChart(props: {
  /** What it shows, as a sentence with its figures. */
  readonly label: string
  readonly columns: readonly Column[]
  /** The names of the whole and of the part that went wrong; null: no part can go wrong, and there is no legend. */
  readonly names: { readonly value: string; readonly wrong: string } | null
  /** Each column is a day, and the axis names days. @default false */
  readonly days?: boolean
  /** To be read from afar. @default false */
  readonly large?: boolean
  readonly className?: string
}): ReactNode {
  const { columns, names, days = false, large = false } = props
  const tall = large ? 'h-[34vh]' : 'h-24'
  const most = Math.max(...columns.map(({ value }) => value), 1)
  const first = columns[0]
  const last = columns.at(-1)
  const slots = Math.max(fewest, columns.length)
  return (
    <figure className={props.className}>
      <div className="flex gap-2">
        <div
          aria-hidden
          className={cx(
            'flex shrink-0 flex-col justify-between text-right text-faint tabular-nums',
            tall,
            large ? 'w-[6vw] text-[1.6vw] leading-none' : 'w-9 text-2xs',
          )}
        >
          <span>{format.number(Math.ceil(most))}</span>
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-label={props.label}
          viewBox={`0 0 ${slots} ${height}`}
          preserveAspectRatio="none"
          className={cx('min-w-0 flex-1 border-y border-line', tall)}
        >
          {columns.map((column, at) => (
            <Drawn key={column.from} column={column} at={at} most={most} />
          ))}
        </svg>
      </div>
      {first !== undefined && last !== undefined && (
        <Axis from={first} until={last} days={days} large={large} />
      )}
      {names !== null && (
        <figcaption className="mt-1 ml-2 flex gap-4 text-xs text-soft">
          <Name fill="bg-fill-done" words={names.value} />
          <Name fill="bg-fill-bad" words={names.wrong} />
        </figcaption>
      )}
    </figure>
  )
}

function Axis(props: {
  readonly from: Column
  readonly until: Column
  readonly days: boolean
  readonly large: boolean
}): ReactNode {
  const { from, until, days, large } = props
  const words = days ? format.shortDay : format.clock
  return (
    <p
      aria-hidden
      className={cx(
        'mt-0.5 flex text-faint',
        large ? 'pl-[calc(6vw+8px)] text-[1.6vw] leading-normal' : 'pl-11 text-2xs',
        days ? 'justify-between' : 'gap-1',
      )}
    >
      <span>{words(from.from)}</span>
      {!days && <span>–</span>}
      <span>{words(days ? until.from : until.to)}</span>
    </p>
  )
}

function Drawn(props: { readonly column: Column; readonly at: number; readonly most: number }): ReactNode {
  const { column, at, most } = props
  const tall = (value: number): number => (value === 0 ? 0 : Math.max(2, (height * value) / most))
  const wrong = tall(column.wrong)
  const whole = Math.max(wrong, tall(column.value))
  const place = { x: at + gap / 2, width: 1 - gap }
  return (
    <>
      <rect {...place} y={height - whole} height={whole - wrong} className="fill-fill-done" />
      <rect {...place} y={height - wrong} height={wrong} className="fill-fill-bad" />
    </>
  )
}

function Name({ fill, words }: { readonly fill: string; readonly words: string }): ReactNode {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 rounded-[3px] ${fill}`} />
      {words}
    </span>
  )
}
