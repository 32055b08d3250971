// Chart of the causes by the accounts that each alone keeps from being sent: what a fix would unblock. Each bar leads
// to the cause's rows in Fix.
import type { ReactNode } from 'react'
import type { ProblemGroup } from '../../../shared/contract/views.ts'
import { causeWords } from '../../accounts/cause-words.ts'
import { useProblemGroups } from '../../accounts/problem-groups.ts'
import { hrefOfStep } from '../../app/route.ts'
import { BarList } from '../../components/charts/bar-list.tsx'
import type { Bar } from '../../components/charts/chart-values.ts'
import { WordHelp } from '../../components/overlays/word-help.tsx'
import { format } from '../../texts/format.ts'
import { reportTexts } from '../../texts/report.ts'

const words = reportTexts.unblock
const most = 8

export function barsOfCauses(batch: number, groups: readonly ProblemGroup[]): readonly Bar[] {
  return groups
    .filter(({ alone }) => alone > 0)
    .toSorted((one, other) => other.alone - one.alone)
    .map((group) => ({
      key: JSON.stringify([group.code, group.source, group.field, group.sheet, group.column]),
      label: causeWords(group),
      value: group.alone,
      words: format.number(group.alone),
      tone: 'ok' as const,
      hint: words.hint({ alone: group.alone, accounts: group.accounts }),
      href: hrefOfStep(batch, 'fix', {
        code: group.code ?? '',
        field: group.field ?? '',
        ...(group.column === null ? {} : { column: String(group.column) }),
        ...(group.sheet === null ? {} : { sheet: String(group.sheet) }),
      }),
    }))
}

export function UnblockBars({ batch }: { readonly batch: number }): ReactNode {
  const { groups } = useProblemGroups(batch)
  const bars = barsOfCauses(batch, groups)
  if (bars.length === 0) return null
  return (
    <section aria-labelledby="unblock-heading" className="border-t border-line px-5 py-4">
      <div className="flex items-center gap-1">
        <h2 id="unblock-heading" className="text-md font-semibold">
          {words.heading}
        </h2>
        <WordHelp of="cause" />
      </div>
      <p className="text-xs text-soft">{words.body}</p>
      <BarList
        label={words.heading}
        bars={bars.slice(0, most)}
        columns="grid-cols-[minmax(0,280px)_1fr_56px]"
        className="mt-2"
      />
      {bars.length > most && (
        <p className="mt-1 text-xs text-soft">{words.more({ causes: bars.length - most })}</p>
      )}
    </section>
  )
}
