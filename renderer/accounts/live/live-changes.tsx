// List of the newest events as sentences, as many as fit.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../app/engine.ts'
import { cx } from '../../components/classes.ts'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { tell } from '../timeline/timeline-words.ts'
import { liveTexts as words } from '../../texts/watch/live.ts'

const shown = 4
const dots = {
  plain: 'bg-fill-still',
  good: 'bg-fill-ok',
  warn: 'bg-fill-warn',
  bad: 'bg-fill-bad',
} as const

export function LiveChanges({ batch }: { readonly batch: number }): ReactNode {
  const timeline = useQuery({
    ...api.batches.timeline.queryOptions({ input: { batch, limit: 100 } }),
    placeholderData: (before) => before,
  })
  const reported = tell(timeline.data ?? []).slice(0, shown)
  return (
    <section aria-label={words.reported} className="min-h-0">
      {/* A line that does not fit wraps into a hidden column, so no line is cut in half. */}
      <ol className="flex h-full flex-col flex-wrap gap-x-10 overflow-hidden text-[clamp(16px,1.35vw,22px)] leading-[1.6]">
        {reported.map((line) => (
          <li key={line.id} className="flex w-full min-w-0 items-baseline gap-3">
            <span
              aria-hidden
              className={cx('size-2.5 shrink-0 -translate-y-px rounded-full', dots[line.tone])}
            />
            <span className="min-w-0 truncate">{line.sentence}</span>
            <RelativeTime at={line.at} className="ml-auto shrink-0 text-faint" />
          </li>
        ))}
      </ol>
    </section>
  )
}
