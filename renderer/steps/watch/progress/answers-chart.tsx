// Chart of the answers a minute with their failures, from the same samples as the progress chart.
import { type ReactNode, useMemo } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { onTheWay } from '../../../../shared/status/counts.ts'
import { ColumnChart } from '../../../components/charts/column-chart.tsx'
import { useNow } from '../../../components/text/relative-time.tsx'
import { format } from '../../../texts/format.ts'
import { watchTexts } from '../../../texts/watch/watch.ts'
import { answersAMinute } from './answers.ts'
import { useHistory } from './history.ts'
import { shownSamples } from './progress-chart.tsx'
import { useSamples } from './recorder.ts'

const words = watchTexts.answers

export function AnswersChart({ batch }: { readonly batch: BatchView }): ReactNode {
  const seen = useSamples(batch)
  const history = useHistory(batch, seen[0])
  const now = useNow()
  const underWay = onTheWay(batch)
  const columns = useMemo(
    () => answersAMinute(shownSamples(history, seen, underWay, now)),
    [history, seen, underWay, now],
  )
  if (columns.length === 0) return null
  const most = Math.max(...columns.map(({ value }) => value))
  const failing = Math.max(...columns.map(({ wrong }) => wrong))
  const sentence = words.sentence({ most: perMinute(most), failing: perMinute(failing) })
  return (
    <section aria-labelledby="answers-heading" className="px-4 py-3">
      <h2 id="answers-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      <p className="text-xs text-soft tabular-nums">{sentence}</p>
      <ColumnChart
        label={`${words.heading}. ${sentence}`}
        columns={columns}
        names={{ value: words.answered, wrong: words.failed }}
        className="mt-2 -ml-2"
      />
    </section>
  )
}

/** Tenths only for small numbers. */
function perMinute(value: number): string {
  return value < 10 ? format.rate(value) : format.number(Math.round(value))
}
