// Problems of a comparison, each with how many accounts have it on the first side and on the second.
import type { ReactNode } from 'react'
import type { ComparisonView } from '../../../shared/contract/comparison.ts'
import { cx } from '../../components/classes.ts'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { compareTexts as words } from '../../texts/compare.ts'
import { format } from '../../texts/format.ts'

const columns = 'grid grid-cols-[minmax(0,1fr)_3rem_3.5rem_3.75rem] gap-2 px-4'

export function ComparedCauses({ view }: { readonly view: ComparisonView }): ReactNode {
  const { causes, causeCount } = view
  return (
    <section aria-labelledby="compared-causes" className="flex min-h-0 flex-col border-l border-line">
      <h2 id="compared-causes" className="px-4 pt-3 pb-2 font-semibold">
        {words.causes}
      </h2>
      {causes.length === 0 ? (
        <p className="px-4 text-soft">{words.causesNone}</p>
      ) : (
        <>
          <div
            className={cx(
              columns,
              'h-7 shrink-0 items-center border-y border-line bg-head text-xs text-soft',
            )}
          >
            <span>{words.cause}</span>
            <span className="text-right">{words.first}</span>
            <span className="text-right">{words.second}</span>
            <span className="text-right">{words.change}</span>
          </div>
          <VirtualList
            label={words.causes}
            items={causes}
            rowHeight={40}
            keyOf={({ code, field }) => `${code} ${field}`}
            className="flex-1"
          >
            {(cause) => <Cause of={cause} />}
          </VirtualList>
        </>
      )}
      {causeCount > causes.length && (
        <p className="border-t border-line px-4 py-2 text-xs text-soft">
          {words.causesMore({ n: causes.length, all: causeCount })}
        </p>
      )}
    </section>
  )
}

function Cause({
  of: { code, field, first, second },
}: {
  readonly of: ComparisonView['causes'][number]
}): ReactNode {
  const change = second - first
  return (
    <div className={cx(columns, 'h-full items-center border-b border-line')}>
      <span className="min-w-0">
        <span className="block truncate font-mono text-xs" title={code}>
          {code === '' ? words.noCode : code}
        </span>
        <span className="block truncate font-mono text-[11px] text-faint" title={field}>
          {field}
        </span>
      </span>
      <span className="text-right tabular-nums">{format.number(first)}</span>
      <span className="text-right tabular-nums">{format.number(second)}</span>
      <span
        className={cx(
          'text-right font-medium tabular-nums',
          change < 0 ? 'text-ok' : change > 0 ? 'text-bad' : 'text-faint',
        )}
      >
        {change > 0 ? `+${format.number(change)}` : format.number(change)}
      </span>
    </div>
  )
}
