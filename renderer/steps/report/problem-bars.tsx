// Bar chart of problems by code, most accounts first. Each bar links to its rows in Fix.
import { WordHelp } from '../../components/word-help.tsx'
import type { ReactNode } from 'react'
import type { ProblemGroup } from '../../../shared/contract/views.ts'
import { useProblemGroups } from '../../accounts/problem-groups.ts'
import { hrefOfStep } from '../../app/route.ts'
import { format } from '../../texts/format.ts'
import { ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { reportTexts } from '../../texts/report.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const words = reportTexts.problems
const most = 10

export type CodeBar = {
  readonly code: string | null
  readonly message: string
  readonly problems: number
  /** The most accounts that one field has with this code; an account may have it at several. */
  readonly accounts: number
}

/** Groups are by code, field and column; a bar is a code. Problems add up, accounts may not. */
export function barsOf(groups: readonly ProblemGroup[]): readonly CodeBar[] {
  const bars = new Map<string | null, CodeBar>()
  for (const { code, message, problems, accounts } of groups) {
    const before = bars.get(code)
    bars.set(code, {
      code,
      message: sentenceOf(before?.message ?? message),
      problems: (before?.problems ?? 0) + problems,
      accounts: Math.max(before?.accounts ?? 0, accounts),
    })
  }
  return [...bars.values()].sort((one, other) => other.problems - one.problems)
}

export function ProblemBars({ batch }: { readonly batch: number }): ReactNode {
  const groups = useProblemGroups(batch)
  const bars = barsOf(groups.groups)
  const widest = Math.max(1, ...bars.map((bar) => bar.problems))
  return (
    <section aria-labelledby="problems-heading" className="border-t border-line px-5 py-4">
      <header className="flex items-baseline gap-3">
        <h2 id="problems-heading" className="text-md font-semibold">
          {words.heading}
        </h2>
        <WordHelp of="cause" className="-mx-2 self-center" />
        {groups.data !== undefined && bars.length > 0 && (
          <p className="text-soft">{words.found({ problems: groups.data.problems })}</p>
        )}
      </header>
      {groups.isError ? (
        <ErrorState error={groups.error} onRetry={() => void groups.refetch()} />
      ) : groups.data === undefined ? (
        <SkeletonRows className="mt-2" rows={3} />
      ) : bars.length === 0 ? (
        <p className="mt-1 text-soft">{words.none}</p>
      ) : (
        <ul className="mt-2 grid gap-0.5">
          {bars.slice(0, most).map((bar) => (
            <Bar key={bar.code} bar={bar} widest={widest} batch={batch} />
          ))}
        </ul>
      )}
      {bars.length > most && (
        <p className="mt-1 text-xs text-soft">{words.more({ codes: bars.length - most })}</p>
      )}
    </section>
  )
}

function Bar(props: { readonly bar: CodeBar; readonly widest: number; readonly batch: number }): ReactNode {
  const { bar } = props
  const name = bar.code ?? words.noCode
  return (
    <li>
      <a
        href={hrefOfStep(props.batch, 'fix', bar.code === null ? {} : { code: bar.code })}
        title={bar.message}
        className="-mx-1.5 grid h-(--row) grid-cols-[minmax(0,220px)_1fr_56px] items-center gap-3 rounded px-1.5 hover:bg-hover"
      >
        <span className="truncate font-mono text-xs">{name}</span>
        <svg aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full">
          <rect
            width={Math.max(0.8, (100 * bar.problems) / props.widest)}
            height="8"
            className="fill-fill-bad"
          />
        </svg>
        <span className="text-right font-medium tabular-nums">{format.number(bar.problems)}</span>
      </a>
    </li>
  )
}
