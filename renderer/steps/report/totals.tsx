// Final results of all accounts, as a bar and as a table whose lines add up to the last one.
import { type Word, WordHelp } from '../../components/word-help.tsx'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { countOf, outcomes, thereOutcomes } from '../../../shared/sending/states.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { cx } from '../../components/classes.ts'
import { CountBar } from '../../components/charts/count-bar.tsx'
import { piecesOf } from '../../components/charts/count-pieces.ts'
import { format } from '../../texts/format.ts'
import { StateMark, wordOf } from '../../components/state-badge.tsx'
import { reportTexts } from '../../texts/report.ts'

const words = reportTexts.totals

type Line = { readonly key: string; readonly mark: ReactNode; readonly label: string; readonly count: number }

/** Disjoint, and together all accounts: what is not done is on the way or not sent. */
function linesOf(batch: BatchView): readonly Line[] {
  const { invalid, rejected, unvalidated, validated } = batch.states
  const ended = outcomes.map((mark) => ({
    key: mark,
    mark: <StateMark mark={mark} />,
    label: wordOf(mark),
    count: batch.outcomes[mark],
  }))
  return [
    ...ended,
    { key: 'underWay', mark: <StateMark mark="processing" />, label: words.underWay, count: onTheWay(batch) },
    { key: 'toFix', mark: <StateMark mark="rejected" />, label: words.toFix, count: invalid + rejected },
    {
      key: 'notSent',
      mark: <StateMark mark="validated" />,
      label: words.notSent,
      count: unvalidated + validated,
    },
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
        <p className="text-soft">{words.onPlatform({ there: onPlatform, all: batch.accounts })}</p>
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
            <TotalRow key={line.key} line={line} all={all} />
          ))}
        </tbody>
        <tfoot>
          <tr className="h-(--row) border-t border-edge font-semibold">
            <th scope="row" className="text-left font-semibold">
              {words.all}
            </th>
            <td data-figure="total.all" className="text-right">
              {format.number(all)}
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
      <p className="mt-1 text-xs text-soft">{words.createdNote}</p>
    </section>
  )
}

const wordOfLine: Readonly<Record<string, Word>> = {
  already_there: 'alreadyThere',
  whose_account_unsure: 'unknownOrigin',
  dry_run: 'dryRun',
  excluded: 'exclude',
}

function TotalRow({ line, all }: { readonly line: Line; readonly all: number }): ReactNode {
  const word = wordOfLine[line.key]
  return (
    <tr className="h-(--row)">
      <th scope="row" className="text-left font-normal">
        <span className={cx('inline-flex items-center gap-2', line.count === 0 && 'text-soft')}>
          {line.mark}
          {line.label}
        </span>
        {word !== undefined && <WordHelp of={word} className="-my-1 ml-0.5" />}
      </th>
      <td
        data-figure={`total.${line.key}`}
        className={cx('text-right', line.count === 0 ? 'text-soft' : 'font-medium')}
      >
        {format.number(line.count)}
      </td>
      <td className="text-right text-soft">{line.count === 0 ? '–' : shareOf(line.count, all)}</td>
    </tr>
  )
}

/** A share above zero is never shown as zero. */
function shareOf(part: number, all: number): string {
  return part / all < 0.0005 ? reportTexts.underTenthPercent : format.percent(part, all)
}
