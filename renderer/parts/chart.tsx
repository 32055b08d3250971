// Charts: a line over time on uPlot (drawn again when the theme or its width changes) and a sparkline as plain SVG.
// A chart always has a sentence that says what it shows; it never holds the only copy of a number.
import { type ReactNode, useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { cx } from './classes.ts'
import { format } from './format.ts'

export type Series = {
  readonly label: string
  readonly tone: 'ok' | 'accent' | 'warn' | 'bad' | 'wait' | 'done' | 'still'
  /** One value a time; null where nothing is known. */
  readonly values: readonly (number | null)[]
}

function colour(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim()
}

function optionsFor(box: HTMLElement, series: readonly Series[], height: number): UPlot.Options {
  const soft = colour(box, '--faint')
  const line = colour(box, '--line')
  const axis: UPlot.Axis = {
    stroke: soft,
    font: '11px "Inter Variable", sans-serif',
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
  }
  return {
    width: Math.max(120, box.clientWidth),
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 } },
    padding: [8, 8, 0, 0],
    axes: [axis, { ...axis, size: 44, values: (_, values) => values.map((value) => format.number(value)) }],
    series: [
      {},
      ...series.map(
        (one): UPlot.Series => ({
          label: one.label,
          stroke: colour(box, `--fill-${one.tone}`),
          width: 2,
          points: { show: false },
        }),
      ),
    ],
  }
}

export function TimeChart(props: {
  /** What it shows, as a sentence with the newest figures. */
  readonly label: string
  /** Milliseconds since 1970, growing. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  readonly height?: number
  readonly className?: string
}): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const { times, series, height = 160 } = props
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    let plot: UPlot | null = null
    const data: UPlot.AlignedData = [
      times.map((time) => time / 1_000),
      ...series.map((one) => [...one.values]),
    ]
    function draw(): void {
      plot?.destroy()
      if (element !== null) plot = new UPlot(optionsFor(element, series, height), data, element)
    }
    draw()
    const resized = new ResizeObserver(() =>
      plot?.setSize({ width: Math.max(120, element.clientWidth), height }),
    )
    resized.observe(element)
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', draw)
    return () => {
      scheme.removeEventListener('change', draw)
      resized.disconnect()
      plot?.destroy()
    }
  }, [times, series, height])
  return (
    <figure className={props.className}>
      <div ref={box} role="img" aria-label={props.label} style={{ height }} />
      {series.length > 1 && (
        <figcaption className="mt-1 flex flex-wrap gap-x-4 text-xs text-soft">
          {series.map((one) => (
            <span key={one.label} className="inline-flex items-center gap-1.5">
              <span
                aria-hidden
                className="h-0.5 w-3 rounded-full"
                style={{ background: `var(--fill-${one.tone})` }}
              />
              {one.label}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}

export function Sparkline(props: {
  readonly label: string
  readonly values: readonly number[]
  readonly className?: string
}): ReactNode {
  const { values } = props
  const most = Math.max(1, ...values)
  const points = values.map(
    (value, index) => `${(index / Math.max(1, values.length - 1)) * 100},${20 - (value / most) * 18}`,
  )
  return (
    <svg
      role="img"
      aria-label={props.label}
      viewBox="0 0 100 20"
      preserveAspectRatio="none"
      className={cx('h-5 w-20', props.className)}
    >
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-fill-accent"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
