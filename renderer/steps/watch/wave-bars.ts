// The bars of the chart of waves: the time from a wave's release to the end of its last account, or so far. Pure
// functions.
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { Bar } from '../../components/charts/chart-values.ts'
import { format, tookWords } from '../../texts/format.ts'
import { watchTexts } from '../../texts/watch/watch.ts'

const words = watchTexts.waves

export function barsOfWaves({ sending }: Pick<BatchView, 'sending'>, now: number): readonly Bar[] {
  return sending.waves
    .filter(({ accounts }) => accounts > 0)
    .map(({ number, accounts, releasedAt, endedAt }) => {
      const value = Math.max(0, (endedAt ?? Math.max(now, releasedAt)) - releasedAt)
      const took = tookWords(value)
      return {
        key: String(number),
        label: words.wave({ wave: number, accounts }),
        value,
        words: endedAt === null ? words.soFar({ took }) : took,
        tone: endedAt === null ? ('wait' as const) : ('done' as const),
        hint: words.released({ time: format.dateTime(releasedAt) }),
      }
    })
}
