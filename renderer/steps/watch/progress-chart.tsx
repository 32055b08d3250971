// Progress over time as this window saw it, with the rate it implies. What it saw starts when it was opened.
import { type ReactNode, useMemo } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import { onTheWay } from '../../app/batch-parts.ts'
import { type Line, ProgressPlot } from './progress-plot.tsx'
import { settleRate, type Sample, useSamples } from './recorder.ts'
import { watchTexts } from './watch-texts.ts'

const words = watchTexts.progress

function linesOf(samples: readonly Sample[]): readonly Line[] {
  return [
    { label: words.settled, tone: 'done', values: samples.map((sample) => sample.settled) },
    { label: words.underWay, tone: 'wait', values: samples.map((sample) => sample.underWay) },
    { label: words.failed, tone: 'bad', values: samples.map((sample) => sample.failed) },
  ]
}

export function ProgressChart({ batch }: { readonly batch: BatchView }): ReactNode {
  const samples = useSamples(batch)
  const times = useMemo(() => samples.map((sample) => sample.at), [samples])
  const lines = useMemo(() => linesOf(samples), [samples])
  const first = samples[0]
  const underWay = onTheWay(batch)
  const rate = underWay === 0 || batch.pauses.length > 0 ? null : settleRate(samples)
  const moved = samples.some((sample) => first !== undefined && sample.settled !== first.settled)
  return (
    <section aria-labelledby="progress-heading" className="px-4 py-3">
      <h2 id="progress-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      <p className="text-xs text-soft">{first === undefined ? ' ' : words.since(first.at)}</p>
      {moved || samples.length > 2 ? (
        <div className="mt-1 -ml-2">
          <ProgressPlot
            label={words.sentence(batch.states.settled, underWay)}
            times={times}
            lines={lines}
            height={152}
          />
        </div>
      ) : (
        <p className="mt-1 grid h-[174px] place-items-center rounded-md bg-head px-6 text-center text-xs text-soft">
          {words.waiting}
        </p>
      )}
      <p className="mt-1 h-4 text-xs text-soft tabular-nums">
        {rate !== null && words.rate(rate * 60_000)}
        {rate !== null && underWay / rate > 5_000 && ` · ${words.left(underWay / rate)}`}
      </p>
    </section>
  )
}
