// Charts of the board over days: what the team created on each, and in all against the target.
import { type ReactNode, useMemo } from 'react'
import type { TeamBoard } from '../../../shared/contract/team/board.ts'
import { type Series, TimeChart } from '../../components/charts/chart.tsx'
import { ColumnChart } from '../../components/charts/column-chart.tsx'
import { teamTexts } from '../../texts/team.ts'
import { partsOfTarget } from './board-pieces.ts'

const words = teamTexts.board

/** Null before anything was created. `large`: to be read from afar. */
export function CreatedByDay(props: { readonly board: TeamBoard; readonly large?: boolean }): ReactNode {
  const { days } = props.board
  const columns = useMemo(
    () => days.map(({ from, to, created }) => ({ from, to, value: created, wrong: 0 })),
    [days],
  )
  const all = days.reduce((sum, { created }) => sum + created, 0)
  if (all === 0) return null
  const today = days.at(-1)?.created ?? 0
  const sentence = words.daysSentence({ today, all, days: days.length })
  const large = props.large === true
  return (
    <section aria-labelledby="days-heading" className="min-w-0">
      <h2
        id="days-heading"
        className={large ? 'text-[2vw] leading-tight text-soft' : 'text-md font-semibold'}
      >
        {words.days}
        {large && <span className="tabular-nums"> · {words.today({ today })}</span>}
      </h2>
      {!large && <p className="text-xs text-soft tabular-nums">{sentence}</p>}
      <ColumnChart
        label={`${words.days}. ${sentence}`}
        columns={columns}
        names={null}
        days
        large={large}
        className={large ? 'mt-[1vh]' : 'mt-2 -ml-2'}
      />
    </section>
  )
}

export function CreatedInAll({ board }: { readonly board: TeamBoard }): ReactNode {
  const { days, before, targets } = board
  const { keys } = partsOfTarget(targets)
  const totals = useMemo(() => runningTotals(before.created, days), [before.created, days])
  const times = useMemo(() => days.map(({ from }) => from), [days])
  const series = useMemo((): readonly Series[] => {
    const created: Series = { label: words.totalName, tone: 'done', values: totals }
    if (keys === 0) return [created]
    return [created, { label: words.targetName, tone: 'still', values: totals.map(() => keys) }]
  }, [totals, keys])
  const created = totals.at(-1) ?? 0
  if (created === 0) return null
  const sentence = keys === 0 ? words.totalSentence({ created }) : words.totalOf({ created, keys })
  return (
    <section aria-labelledby="total-heading" className="min-w-0">
      <h2 id="total-heading" className="text-md font-semibold">
        {words.total}
      </h2>
      <p className="text-xs text-soft tabular-nums">{sentence}</p>
      <TimeChart
        label={`${words.total}. ${sentence}`}
        times={times}
        series={series}
        height={116}
        className="mt-1 -ml-2"
      />
    </section>
  )
}

function runningTotals(before: number, days: TeamBoard['days']): number[] {
  let total = before
  return days.map(({ created }) => (total += created))
}
