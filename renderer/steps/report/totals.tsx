// How every account ended, as a bar and as a table whose lines add up to its last one.
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import { countOf, outcomes, thereOutcomes } from '../../../shared/account-state.ts'
import { onTheWay } from '../../app/batch-parts.ts'
import { cx } from '../../parts/classes.ts'
import { CountBar } from '../../parts/count-bar.tsx'
import { piecesOf } from '../../parts/count-pieces.ts'
import { format } from '../../parts/format.ts'
import { StateMark, wordOf } from '../../parts/state-badge.tsx'
import { reportTexts } from './report-texts.ts'

const words = reportTexts.totals

type Line = { readonly key: string; readonly mark: ReactNode; readonly label: string; readonly count: number }

/** Disjoint, and together all accounts: what is not settled is on the way or not sent. */
function linesOf(batch: BatchView): readonly Line[] {
  const { blocked, refused, ready, cleared } = batch.states
  const ended = outcomes.map((mark) => ({
    key: mark,
    mark: <StateMark mark={mark} />,
    label: wordOf(mark),
    count: batch.outcomes[mark],
  }))
  return [
    ...ended,
    { key: 'underWay', mark: <StateMark mark="watching" />, label: words.underWay, count: onTheWay(batch) },
    { key: 'toFix', mark: <StateMark mark="refused" />, label: words.toFix, count: blocked + refused },
    { key: 'notSent', mark: <StateMark mark="cleared" />, label: words.notSent, count: ready + cleared },
    { key: 'excluded', mark: <StateMark mark="excluded" />, label: words.excluded, count: batch.excluded },
  ]
}

export function Totals({ batch }: { readonly batch: BatchView }): ReactNode {
  const lines = linesOf(batch)
  const all = lines.reduce((sum, line) => sum + line.count, 0)
  const onPlatform = countOf(batch.outcomes, thereOutcomes)
  return (
    <section aria-labelledby="totals-heading" className="px-5 pt-4 pb-4">
      <header className="flex items-baseline gap-3">
        <h2 id="totals-heading" className="text-md font-semibold">
          {words.heading}
        </h2>
        <p className="text-soft">{words.onPlatform(onPlatform, batch.accounts)}</p>
      </header>
      <div className="mt-3">
        <CountBar pieces={piecesOf(batch)} height={14} label={words.label} />
      </div>
      <table className="mt-3 w-full tabular-nums">
        <thead>
          <tr className="h-7 border-b border-line text-xs text-soft">
            <th scope="col" className="text-left font-normal">
              {words.outcome}
            </th>
            <th scope="col" className="w-28 text-right font-normal">
              {words.accounts}
            </th>
            <th scope="col" className="w-20 text-right font-normal">
              {words.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key} className="h-7">
              <th scope="row" className="text-left font-normal">
                <span className={cx('inline-flex items-center gap-2', line.count === 0 && 'text-soft')}>
                  {line.mark}
                  {line.label}
                </span>
              </th>
              <td className={cx('text-right', line.count === 0 ? 'text-soft' : 'font-medium')}>
                {format.number(line.count)}
              </td>
              <td className="text-right text-soft">
                {line.count === 0 ? '–' : reportTexts.share(line.count, all)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="h-8 border-t border-edge font-semibold">
            <th scope="row" className="text-left font-semibold">
              {words.all}
            </th>
            <td className="text-right">{format.number(all)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
      <p className="mt-1 text-xs text-soft">{words.createdNote}</p>
    </section>
  )
}
