// Large funnel of the live view: one bar in processing order, and three groups whose sums add up to the accounts that
// were read. Each group lists only its non-empty parts.
import { CircleCheck, OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { CountBar, CountSwatch } from '../../components/charts/count-bar.tsx'
import { piecesOf } from '../../components/charts/count-pieces.ts'
import { format } from '../../texts/format.ts'
import { wordOf } from '../../components/state-badge.tsx'
import { type FunnelGroup, funnelOf, sumOf } from '../funnel-parts.ts'
import { watchTexts } from '../../texts/watch/watch.ts'

const words = watchTexts.funnel

export function LiveFunnel({ batch }: { readonly batch: BatchView }): ReactNode {
  const groups = funnelOf(batch)
  const sum = groups.reduce((all, group) => all + group.sum, 0)
  const adds = sum === batch.accounts
  return (
    <section aria-label={words.heading} className="grid content-start gap-3 self-end">
      <CountBar pieces={piecesOf(batch)} height={28} label={words.label} />
      <div className="grid grid-cols-3 gap-x-[clamp(20px,2.5vw,48px)]">
        {groups.map((group) => (
          <Group key={group.name} group={group} />
        ))}
      </div>
      <p className="flex items-center gap-2 text-[clamp(15px,1.25vw,20px)] leading-[1.4] text-soft tabular-nums">
        {adds ? (
          <CircleCheck size={20} aria-hidden className="shrink-0 text-ok" />
        ) : (
          <OctagonAlert size={20} aria-hidden className="shrink-0 text-bad" />
        )}
        {adds
          ? words.sumOf({ parts: sumOf(groups), total: batch.accounts })
          : words.no({ sum, total: batch.accounts })}
      </p>
    </section>
  )
}

function Group({ group }: { readonly group: FunnelGroup }): ReactNode {
  const parts = group.parts.filter(({ count }) => count > 0)
  return (
    <div className="min-w-0">
      <p className="flex items-baseline gap-3 text-[clamp(18px,1.6vw,26px)] leading-[1.4]">
        <span className="min-w-0 truncate font-medium">{words[group.name]}</span>
        <span className="ml-auto font-semibold tabular-nums">{format.number(group.sum)}</span>
      </p>
      {/* Space is always reserved for four parts, so nothing moves when a part comes or goes. */}
      <dl className="min-h-[6em] text-[clamp(15px,1.25vw,20px)] leading-[1.5]">
        {parts.map(({ mark, count }) => (
          <div key={mark} className="flex items-center gap-2.5">
            <CountSwatch mark={mark} className="size-3.5!" />
            <dt className="min-w-0 truncate text-soft">{mark === 'done' ? words.untold : wordOf(mark)}</dt>
            <dd className="ml-auto tabular-nums">{format.number(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
