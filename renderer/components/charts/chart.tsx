// Line chart over time, built on uPlot. New values update the existing plot, so it does not flicker; a change of
// theme, width or set of lines redraws it. A text summary always states what the chart shows and the latest values.
// Lines also differ by dash pattern. Times use the user's locale, and the time zone is shown.
import { type ReactNode, useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { format } from '../../texts/format.ts'
import { onThemeChange } from '../theme-change.ts'

export type Series = {
  readonly label: string
  /** A fill of the theme. */
  readonly tone: 'ok' | 'accent' | 'warn' | 'bad' | 'wait' | 'done' | 'still'
  /** One value a time; null where nothing is known. */
  readonly values: readonly (number | null)[]
}

/** By index: the first line is solid. */
const dashes: readonly (readonly number[])[] = [[], [6, 4], [2, 3], [10, 3, 2, 3]]

function dashOf(index: number): number[] {
  return [...(dashes[index % dashes.length] ?? [])]
}

const oneDay = 86_400
/** Seconds between two axis labels; never less than their format can distinguish. */
const timeSteps = [
  ...[1, 60].flatMap((unit) => [1, 2, 5, 10, 15, 30].map((amount) => amount * unit)),
  ...[1, 2, 3, 6, 12].map((hours) => hours * 3_600),
  ...[1, 2, 7, 14, 28, 91, 364].map((days) => days * oneDay),
]
const wholeSteps = [1, 2, 5].flatMap((step) => [0, 1, 2, 3, 4, 5, 6].map((power) => step * 10 ** power))
const increments = wholeSteps.toSorted((one, other) => one - other)

/** Seconds since 1970, as the axis has them: as exact as the gap between two of them asks for. */
function timeWords(seconds: readonly number[]): string[] {
  const gap = (seconds[1] ?? 60) - (seconds[0] ?? 0)
  const words = gap < 60 ? format.clock : gap < oneDay ? format.shortClock : format.shortDay
  return seconds.map((second) => words(second * 1_000))
}

/** Space next to the newest time, in pixels, and about half the width of a character. */
const roomAtEnd = 36
const halfLetter = 3.2

/** The axis times, except one that would overlap the time zone at the end. */
function timesBeside(zone: Element | null, plot: UPlot, seconds: readonly number[]): string[] {
  const end = plot.bbox.width / devicePixelRatio + roomAtEnd - (zone?.clientWidth ?? 0)
  return timeWords(seconds).map((words, at) =>
    plot.valToPos(seconds[at] ?? 0, 'x') + halfLetter * words.length > end ? '' : words,
  )
}

/** Of all lines; the plot's own finding may miss the last of several values at one time. */
function highestIn([, ...lines]: UPlot.AlignedData): number {
  let most = 0
  for (const line of lines) for (const value of line) most = Math.max(most, value ?? 0)
  return most
}

function optionsFor(box: HTMLElement, series: readonly Series[], height: number): UPlot.Options {
  const colour = (name: string): string => getComputedStyle(box).getPropertyValue(name).trim()
  const axis: UPlot.Axis = {
    stroke: colour('--faint'),
    font: '11px "Inter Variable", sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    gap: 6,
  }
  return {
    width: Math.max(120, box.clientWidth),
    height,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, roomAtEnd, 0, 0],
    scales: { y: { range: (plot) => [0, Math.max(4, Math.ceil(highestIn(plot.data) * 1.08))] } },
    axes: [
      {
        ...axis,
        size: 24,
        space: 76,
        incrs: timeSteps,
        values: (plot, seconds) => timesBeside(box.nextElementSibling, plot, seconds),
      },
      {
        ...axis,
        size: (_, values) =>
          Math.max(44, 12 + 2 * halfLetter * Math.max(0, ...(values ?? []).map((text) => text.length))),
        space: 32,
        incrs: increments,
        values: (_, values) => values.map((value) => format.number(value)),
      },
    ],
    series: [
      {},
      ...series.map(
        ({ label, tone }, index): UPlot.Series => ({
          label,
          stroke: colour(`--fill-${tone}`),
          width: 2,
          dash: dashOf(index),
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
  const { times, series, height = 160 } = props
  const box = usePlot(times, series, height)
  return (
    <figure className={props.className}>
      <div className="relative">
        <div ref={box} role="img" aria-label={props.label} style={{ height }} />
        <span className="pointer-events-none absolute right-0 bottom-1 block text-2xs text-faint">
          {format.zone(times.at(-1) ?? Date.now())}
        </span>
      </div>
      <figcaption className="mt-1.5 ml-2 flex flex-wrap gap-x-3 text-xs text-soft">
        {series.map((one, index) => (
          <Legend key={one.label} series={one} index={index} />
        ))}
      </figcaption>
    </figure>
  )
}

/** Draws into the element of the returned ref. */
function usePlot(times: readonly number[], series: readonly Series[], height: number) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  const current = useRef<{ readonly data: UPlot.AlignedData; readonly series: readonly Series[] }>({
    data: [[]],
    series: [],
  })
  useEffect(() => {
    const data: UPlot.AlignedData = [
      times.map((time) => time / 1_000),
      ...series.map((one) => [...one.values]),
    ]
    current.current = { data, series }
    // Another number of lines is drawn again below.
    if (plot.current?.series.length === data.length) plot.current.setData(data)
  }, [times, series])
  const lines = series.map(({ label, tone }) => `${label} ${tone}`).join('\n')
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const draw = (): void => {
      plot.current?.destroy()
      const now = current.current
      plot.current = new UPlot(optionsFor(element, now.series, height), now.data, element)
    }
    draw()
    const resized = new ResizeObserver(() =>
      plot.current?.setSize({ width: Math.max(120, element.clientWidth), height }),
    )
    resized.observe(element)
    const stop = onThemeChange(draw)
    return () => {
      stop()
      resized.disconnect()
      plot.current?.destroy()
      plot.current = null
    }
  }, [lines, height])
  return box
}

function Legend({ series, index }: { readonly series: Series; readonly index: number }): ReactNode {
  const newest = series.values.at(-1) ?? null
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg viewBox="0 0 16 2" width="16" height="2" aria-hidden className="shrink-0">
        <path
          d="M0 1h16"
          style={{ stroke: `var(--fill-${series.tone})` }}
          strokeWidth="2"
          strokeDasharray={dashOf(index).join(' ')}
        />
      </svg>
      {series.label}
      {newest !== null && <span className="font-medium text-text tabular-nums">{format.number(newest)}</span>}
    </span>
  )
}
