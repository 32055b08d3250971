// Bar chart of problems by code, most accounts first. Each bar links to its rows in Fix.
import { WordHelp } from '../../components/overlays/word-help.tsx'
import type { ReactNode } from 'react'
import type { ProblemGroup } from '../../../shared/contract/views.ts'
import { useProblemGroups } from '../../accounts/problem-groups.ts'
import { hrefOfStep } from '../../app/route.ts'
import { BarList } from '../../components/charts/bar-list.tsx'
import type { Bar } from '../../components/charts/chart-values.ts'
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
        <BarList
          label={words.heading}
          bars={bars.slice(0, most).map((bar) => drawn(bar, batch))}
          className="mt-2"
        />
      )}
      {bars.length > most && (
        <p className="mt-1 text-xs text-soft">{words.more({ codes: bars.length - most })}</p>
      )}
    </section>
  )
}

function drawn({ code, message, problems }: CodeBar, batch: number): Bar {
  return {
    key: code ?? '',
    label: code ?? words.noCode,
    value: problems,
    words: format.number(problems),
    tone: 'bad',
    hint: message,
    href: hrefOfStep(batch, 'fix', code === null ? {} : { code }),
    isCode: true,
  }
}
