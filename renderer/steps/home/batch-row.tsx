// One batch in the list on Home: its name and facts, its status with a bar, when it was worked on, and its next act
// as one button.
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { isRebuilding } from '../../accounts/running.ts'
import { hrefOfStep } from '../../app/route.ts'
import { LinkButton } from '../../components/button.tsx'
import { CountBar } from '../../components/charts/count-bar.tsx'
import { piecesOf } from '../../components/charts/count-pieces.ts'
import { Progress } from '../../components/charts/progress.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { texts } from '../../texts/common.ts'
import { actWords, currentState, factsOf } from './batch-state.ts'
import { BatchIcons } from './batch-icons.tsx'
import { nextActOf } from './next-act.ts'

export function BatchRow({ batch }: { readonly batch: BatchView }): ReactNode {
  const next = nextActOf(batch)
  return (
    <li
      data-rebuilding={isRebuilding(batch) ? '' : undefined}
      className="group relative grid min-h-(--row-tall) grid-cols-[minmax(0,1fr)_232px_112px_148px] items-center gap-5 max-xl:grid-cols-[minmax(0,1fr)_184px_92px_112px] max-xl:gap-4 border-b border-line px-4 py-1.5 last:border-0 hover:bg-head"
    >
      <div className="flex min-w-0 items-center gap-2">
        <div className="min-w-0 flex-1">
          <a href={hrefOfStep(batch.id, next.step)} className="block truncate rounded font-semibold">
            {batch.name}
          </a>
          <p className="truncate text-xs text-faint">{factsOf(batch).join(' · ')}</p>
        </div>
        <span className="flex shrink-0 opacity-0 group-hover:opacity-100 focus-within:opacity-100">
          <BatchIcons batch={batch} />
        </span>
      </div>
      <BatchBar batch={batch} />
      <RelativeTime at={batch.workedAt} className="text-xs text-faint" />
      <LinkButton
        size="small"
        tone="quiet"
        href={hrefOfStep(batch.id, next.step)}
        aria-label={`${actWords(next)}: ${batch.name}`}
        className="justify-self-end text-accent!"
      >
        {actWords(next)}
      </LinkButton>
    </li>
  )
}

/** Its running work or its accounts by state, with what that is in words. */
function BatchBar({ batch }: { readonly batch: BatchView }): ReactNode {
  return (
    <div className="min-w-0">
      {batch.work !== null ? (
        <Progress
          label={currentState(batch)}
          done={batch.work.done}
          total={batch.work.total}
          className="mb-1.5"
        />
      ) : (
        batch.accounts > 0 && (
          <div className="mb-1.5">
            <CountBar pieces={piecesOf(batch)} height={6} />
          </div>
        )
      )}
      <p className="flex justify-between gap-3 text-xs whitespace-nowrap text-soft">
        <span className="truncate">{currentState(batch)}</span>
        {batch.accounts > 0 && (
          <span data-figure="home.accounts" className="text-faint">
            {texts.accounts({ n: batch.accounts })}
          </span>
        )}
      </p>
    </div>
  )
}
