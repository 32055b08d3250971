// Lines over time on uPlot. New samples are put into the plot that is there, so nothing flickers; a new theme draws it
// anew. The figures are also in words beside it.
import { type ReactNode, useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { format } from '../../parts/format.ts'

export type Line = {
  readonly label: string
  /** A fill of the theme. */
  readonly tone: 'done' | 'wait' | 'bad'
  readonly values: readonly number[]
}

const clock = new Intl.DateTimeFormat(navigator.languages[0] ?? 'en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const shortClock = new Intl.DateTimeFormat(navigator.languages[0] ?? 'en', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function timeWords(seconds: readonly number[]): string[] {
  const gap = (seconds[1] ?? 60) - (seconds[0] ?? 0)
  return seconds.map((second) => (gap < 60 ? clock : shortClock).format(second * 1_000))
}

function optionsFor(box: HTMLElement, lines: readonly Omit<Line, 'values'>[], height: number): UPlot.Options {
  const colour = (name: string): string => getComputedStyle(box).getPropertyValue(name).trim()
  const axis: UPlot.Axis = {
    stroke: colour('--faint'),
    font: '11px "Inter Variable", sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width: Math.max(120, box.clientWidth),
    height,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 28, 0, 0],
    scales: { y: { range: (_, __, most) => [0, Math.max(4, Math.ceil(most * 1.08))] } },
    axes: [
      { ...axis, size: 24, gap: 6, space: 76, values: (_, seconds) => timeWords(seconds) },
      {
        ...axis,
        size: 40,
        gap: 6,
        space: 32,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6],
        values: (_, values) => values.map((value) => format.number(value)),
      },
    ],
    series: [
      {},
      ...lines.map(
        ({ label, tone }): UPlot.Series => ({
          label,
          stroke: colour(`--fill-${tone}`),
          width: 2,
          points: { show: false },
        }),
      ),
    ],
  }
}

export function ProgressPlot(props: {
  /** What it shows, as a sentence with the newest figures. */
  readonly label: string
  /** Milliseconds since 1970, growing. */
  readonly times: readonly number[]
  readonly lines: readonly Line[]
  readonly height: number
}): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  const { times, lines, height } = props
  const data: UPlot.AlignedData = [
    times.map((time) => time / 1_000),
    ...lines.map((line) => [...line.values]),
  ]
  const current = useRef({ data, lines })
  useEffect(() => {
    current.current = { data, lines }
    plot.current?.setData(data)
  })
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const draw = (): void => {
      plot.current?.destroy()
      const now = current.current
      plot.current = new UPlot(optionsFor(element, now.lines, height), now.data, element)
    }
    draw()
    const resized = new ResizeObserver(() =>
      plot.current?.setSize({ width: Math.max(120, element.clientWidth), height }),
    )
    resized.observe(element)
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', draw)
    return () => {
      scheme.removeEventListener('change', draw)
      resized.disconnect()
      plot.current?.destroy()
      plot.current = null
    }
  }, [height])
  return (
    <figure>
      <div ref={box} role="img" aria-label={props.label} style={{ height }} />
      <figcaption className="mt-1.5 ml-2 flex flex-wrap gap-x-3 text-xs text-soft">
        {lines.map((line) => (
          <span key={line.label} className="inline-flex items-center gap-1">
            <span
              aria-hidden
              className="h-0.5 w-2.5 rounded-full"
              style={{ background: `var(--fill-${line.tone})` }}
            />
            {line.label}
            <span className="font-medium text-text tabular-nums">
              {format.number(line.values.at(-1) ?? 0)}
            </span>
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
