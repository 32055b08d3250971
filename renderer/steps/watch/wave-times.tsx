// Chart of the time that each wave took, from its release to the end of its last account; a wave that is not ended
// shows the time so far.
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { BarList } from '../../components/charts/bar-list.tsx'
import { useNow } from '../../components/text/relative-time.tsx'
import { watchTexts } from '../../texts/watch/watch.ts'
import { barsOfWaves } from './wave-bars.ts'

const words = watchTexts.waves
const most = 12

export function WaveTimes({ batch }: { readonly batch: BatchView }): ReactNode {
  const bars = barsOfWaves(batch, useNow())
  if (bars.length === 0) return null
  return (
    <section aria-labelledby="wave-times-heading" className="px-4 py-3">
      <h2 id="wave-times-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      <BarList
        label={words.heading}
        bars={bars.slice(-most)}
        columns="grid-cols-[minmax(0,132px)_1fr_auto]"
        className="mt-1"
      />
    </section>
  )
}
