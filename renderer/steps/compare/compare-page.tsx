// Compare page: two batches, or two validations of one batch, side by side. One line an account, what changed about it, and
// the problems with how many accounts have them on each side.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, Equal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { ComparisonView } from '../../../shared/contract/comparison.ts'
import type { ComparisonKind } from '../../../shared/sending/comparison.ts'
import { SaveTable } from '../../accounts/file/save-table.tsx'
import { api, engine } from '../../app/engine.ts'
import { EmptyState, ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { compareTexts as words } from '../../texts/compare.ts'
import { ComparedCauses } from './compared-causes.tsx'
import { ComparedLines } from './compared-lines.tsx'
import { type ComparedSide, isSameSide, sidesOf } from './compared-sides.ts'
import { KindTabs } from './kind-tabs.tsx'
import { nameOfSide, SidePickers } from './side-pickers.tsx'

export function ComparePage(props: { readonly params: Readonly<Record<string, string>> }): ReactNode {
  const sides = sidesOf(props.params)
  const batches = useQuery(api.batches.list.queryOptions())
  if (batches.isError) return <ErrorState error={batches.error} onRetry={() => void batches.refetch()} />
  if (batches.data === undefined) return <SkeletonRows className="p-6" rows={6} />
  if (batches.data.length === 0)
    return (
      <EmptyState icon={ArrowLeftRight} title={words.noBatches}>
        {words.noBatchesBody}
      </EmptyState>
    )
  const known = (side: ComparedSide | null): ComparedSide | null =>
    batches.data.some(({ id }) => id === side?.batch) ? side : null
  const [first, second] = [known(sides.first), known(sides.second)]
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SidePickers batches={batches.data} sides={{ first, second }} />
      {first === null || second === null ? (
        <EmptyState icon={ArrowLeftRight} title={words.chooseTitle}>
          {words.chooseBody}
        </EmptyState>
      ) : isSameSide(first, second) ? (
        <EmptyState icon={Equal} title={words.same}>
          {words.sameBody}
        </EmptyState>
      ) : (
        <Compared
          key={JSON.stringify([first, second])}
          first={first}
          second={second}
          batches={batches.data}
        />
      )}
    </div>
  )
}

type ComparedProps = {
  readonly first: ComparedSide
  readonly second: ComparedSide
  readonly batches: readonly BatchView[]
}

function Compared({ first, second, batches }: ComparedProps): ReactNode {
  const [kind, setKind] = useState<ComparisonKind | null>(null)
  const comparison = useQuery(api.comparison.get.queryOptions({ input: { first, second } }))
  const names = { first: nameOfSide(first, batches), second: nameOfSide(second, batches) }
  if (comparison.isError)
    return <ErrorState error={comparison.error} onRetry={() => void comparison.refetch()} />
  const view = comparison.data
  if (view === undefined)
    return (
      <div className="p-6">
        <p role="status" className="mb-4 text-soft">
          {words.comparing(names)}
        </p>
        <SkeletonRows rows={6} />
      </div>
    )
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2">
        <KindTabs view={view} shown={kind} onShown={setKind} />
        <OldNote view={view} />
        <SaveTable
          batch={second.batch}
          write={(as, how) => engine.comparison.write({ first, second, kind, ...as }, how)}
          words={{ csv: words.save({ format: 'CSV' }), xlsx: words.save({ format: 'XLSX' }) }}
          saved={({ lines, file }) => words.saved({ n: lines, file })}
          disabled={linesOf(view, kind) === 0}
          size="small"
          className="ml-auto flex gap-2"
        />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(320px,30%)]">
        <ComparedLines first={first} second={second} names={names} kind={kind} />
        <ComparedCauses view={view} />
      </div>
    </>
  )
}

function OldNote({ view }: { readonly view: ComparisonView }): ReactNode {
  return (
    <span role="status" className="text-xs text-faint">
      {view.fresh ? '' : words.old}
    </span>
  )
}

function linesOf({ counts }: ComparisonView, kind: ComparisonKind | null): number {
  return kind === null ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[kind]
}
