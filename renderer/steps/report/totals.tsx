// Final results of all accounts, as a bar and as a table whose lines add up to the last one. Outcomes of no account are
// behind one line.
import { type Word, WordHelp } from '../../components/overlays/word-help.tsx'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { type Ending, endings } from '../../../shared/sending/endings.ts'
import { countOf, type Outcome, thereOutcomes } from '../../../shared/sending/states.ts'
import { cx } from '../../components/classes.ts'
import { CountBar } from '../../components/charts/count-bar.tsx'
import { piecesOf } from '../../components/charts/count-pieces.ts'
import { format } from '../../texts/format.ts'
import type { Mark } from '../../components/charts/mark-looks.ts'
import { StateMark } from '../../components/state-badge.tsx'
import { reportTexts } from '../../texts/report.ts'

const words = reportTexts.totals

type Line = { readonly ending: Ending; readonly label: string; readonly count: number }

/** The mark of each ending that is not an outcome. */
const marks: Readonly<Record<Exclude<Ending, Outcome>, Mark>> = {
  in_progress: 'processing',
  unconfirmed: 'unconfirmed',
  queued: 'queued',
  ready: 'validated',
  not_validated: 'unvalidated',
  to_fix: 'rejected',
  held: 'held',
  excluded: 'excluded',
}

const markOf = (ending: Ending): Mark =>
  ending in marks ? marks[ending as keyof typeof marks] : (ending as Outcome)

function linesOf(batch: BatchView): readonly Line[] {
  return endings.map((ending) => ({ ending, label: words.ending({ ending }), count: batch.endings[ending] }))
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
          {lines
            .filter(({ count }) => count > 0)
            .map((line) => (
              <TotalRow key={line.ending} line={line} all={all} />
            ))}
        </tbody>
        <EmptyRows lines={lines.filter(({ count }) => count === 0)} />
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

/** The outcomes of no account, behind one line that counts them. */
function EmptyRows({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  if (lines.length === 0) return null
  return (
    <tbody>
      <tr className="h-(--row)">
        <th scope="row" colSpan={3} className="text-left font-normal">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex items-center gap-2 rounded text-soft hover:text-text"
          >
            <ChevronRight
              size={12}
              aria-hidden
              className={cx('text-faint transition-transform duration-100', isOpen && 'rotate-90')}
            />
            {words.empty({ n: lines.length })}
          </button>
        </th>
      </tr>
      {lines.map((line) => (
        <TotalRow key={line.ending} line={line} all={0} isHidden={!isOpen} />
      ))}
    </tbody>
  )
}

const wordOfLine: Readonly<Partial<Record<Ending, Word>>> = {
  already_there: 'alreadyThere',
  whose_account_unsure: 'unknownOrigin',
  dry_run: 'dryRun',
  excluded: 'exclude',
}

function TotalRow(props: {
  readonly line: Line
  readonly all: number
  readonly isHidden?: boolean
}): ReactNode {
  const { line, all, isHidden = false } = props
  const word = wordOfLine[line.ending]
  return (
    <tr hidden={isHidden} className="h-(--row)">
      <th scope="row" className="text-left font-normal">
        <span className={cx('inline-flex items-center gap-2', line.count === 0 && 'text-soft')}>
          <StateMark mark={markOf(line.ending)} />
          {line.label}
        </span>
        {word !== undefined && <WordHelp of={word} className="-my-1 ml-0.5" />}
      </th>
      <td
        data-figure={`total.${line.ending}`}
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
