// Progress chart: accounts done before this window was opened, read from the accounts, then the counts that the
// window recorded, and the resulting rate.
import { type ReactNode, useMemo } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { onTheWay } from '../../../../shared/status/counts.ts'
import { type Series, TimeChart } from '../../../components/charts/chart.tsx'
import { format } from '../../../texts/format.ts'
import { useNow } from '../../../components/text/relative-time.tsx'
import { useHistory } from './history.ts'
import { useSamples } from './recorder.ts'
import { spanWords } from './span-words.ts'
import { type Sample, finishRate } from './samples.ts'
import { watchTexts } from '../../../texts/watch/watch.ts'

const words = watchTexts.progress

/**
 * Samples to draw. If everything is done and nothing changed since the window opened, the flat part since then is
 * omitted; a single sample is drawn up to now.
 */
export function shownSamples(
  history: readonly Sample[],
  seen: readonly Sample[],
  underWay: number,
  now: number,
): readonly Sample[] {
  const [first] = seen
  const last = seen.at(-1)
  if (first === undefined || last === undefined) return history
  const begun = sinceSending(history.length === 0 ? seen : [])
  if (begun !== null) return now > last.at ? [...begun, { ...last, at: now }] : begun
  const still = underWay === 0 && seen.every((one) => one.done === first.done)
  // An account whose time is later than the window's first look is not in the history.
  if (still && history.length > 1 && history.at(-1)?.done === first.done) return history
  const drawn = [...history, ...seen]
  return now > last.at ? [...drawn, { ...last, at: now }] : drawn
}

/** From when the first account was sent; null where that was before the samples. */
function sinceSending(seen: readonly Sample[]): readonly Sample[] | null {
  const [first] = seen
  if (first === undefined || first.done + (first.underWay ?? 0) > 0) return null
  const from = seen.findIndex(({ done, underWay }) => done + (underWay ?? 0) > 0)
  const begin = seen[from]
  return begin === undefined ? null : [{ ...first, at: begin.at }, ...seen.slice(from)]
}

function linesOf(samples: readonly Sample[]): readonly Series[] {
  const done = { label: words.done, tone: 'done', values: samples.map((one) => one.done) } as const
  const underWay = {
    label: words.underWay,
    tone: 'wait',
    values: samples.map((one) => one.underWay),
  } as const
  const failed = { label: words.failed, tone: 'bad', values: samples.map((one) => one.failed) } as const
  return samples.some((one) => one.underWay !== null) ? [done, underWay, failed] : [done, failed]
}

export function ProgressChart({ batch }: { readonly batch: BatchView }): ReactNode {
  const seen = useSamples(batch)
  const history = useHistory(batch, seen[0])
  const now = useNow()
  const underWay = onTheWay(batch)
  const samples = useMemo(() => shownSamples(history, seen, underWay, now), [history, seen, underWay, now])
  const times = useMemo(() => samples.map((sample) => sample.at), [samples])
  const lines = useMemo(() => linesOf(samples), [samples])
  const rate = underWay === 0 || batch.pauses.length > 0 ? null : finishRate(seen)
  const [first] = samples
  const last = samples.at(-1)
  return (
    <section aria-labelledby="progress-heading" className="px-4 py-3">
      <h2 id="progress-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      <p className="h-4 text-xs text-soft tabular-nums">
        {rate !== null
          ? finishWords(rate * 60_000)
          : first !== undefined && last !== undefined && spanWords(first.at, last.at)}
      </p>
      <div className="mt-1 -ml-2">
        <TimeChart
          label={words.sentence({ done: batch.states.done, underWay })}
          times={times}
          series={lines}
          height={152}
        />
      </div>
    </section>
  )
}

/** Shows tenths only for small numbers. */
function finishWords(perMinute: number): string {
  return words.rate({ accounts: perMinute < 10 ? format.rate(perMinute) : format.number(perMinute) })
}
