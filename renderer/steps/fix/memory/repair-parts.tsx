// Display of one repair: the old and new text, and below it the source of the repair.
import { ArrowRight, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RepairOffer } from '../../../../shared/contract/memory.ts'
import { cx } from '../../../components/classes.ts'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { ChangedText } from '../bulk/changed-text.tsx'
import { memoryTexts } from '../../../texts/memory.ts'

export function RepairChange(props: {
  readonly before: string
  readonly after: string
  readonly quiet?: boolean
}): ReactNode {
  const { before, after, quiet = false } = props
  return (
    <p className={cx('flex min-w-0 items-center gap-1.5 text-sm', quiet && 'opacity-70')}>
      <span className="max-w-[50%] min-w-0 truncate">
        <ChangedText before={before} after={after} side="before" whole={false} />
      </span>
      <ArrowRight size={12} aria-hidden className="shrink-0 text-faint" />
      <span className="min-w-0 truncate">
        <ChangedText before={before} after={after} side="after" whole={false} />
      </span>
    </p>
  )
}

/** Source and date of the repair; counter-evidence comes first. */
export function Evidence({ repair }: { readonly repair: RepairOffer }): ReactNode {
  const { basis, kind, seen, origins, at, typed, stayed, otherwise } = repair
  const why = memoryTexts.basis[basis]
  const against = [
    ...(otherwise.length > 0 ? [memoryTexts.conflict(otherwise)] : []),
    ...(stayed > 0 ? [memoryTexts.stayed(stayed)] : []),
  ]
  return (
    <p className="flex min-w-0 items-center gap-1 truncate text-xs text-faint">
      {against.length > 0 && (
        <span className="flex max-w-full shrink-0 items-center gap-1 truncate text-warn">
          <TriangleAlert size={11} aria-hidden className="shrink-0" />
          <span className="truncate" title={against.join('; ')}>
            {against.join('; ')}
          </span>
          ·
        </span>
      )}
      <span className="min-w-0 truncate">
        {why !== '' && `${why} · `}
        {kind === 'cell' ? memoryTexts.seenCell(repair.cells) : memoryTexts.seenValue(seen)}
        {typed && `, ${memoryTexts.typed}`} · {memoryTexts.inBatches(origins)}
        {origins[0]?.batch === null && ` (${memoryTexts.removed})`} · <RelativeTime at={at} />
      </span>
    </p>
  )
}
