// List of events as sentences, newest first. It updates with the engine's events and has its own scroll, so text
// being read does not move.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../app/engine.ts'
import { hrefOfStep } from '../../app/route.ts'
import { Button, StillAllowed } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { submitTexts } from '../../texts/submit/submit.ts'
import { type EventTone, tell, type Reported } from '../../accounts/timeline/timeline-words.ts'

const words = submitTexts.history
const pageSize = 100
const dots: Readonly<Record<EventTone, string>> = {
  plain: 'bg-fill-still',
  good: 'bg-fill-ok',
  warn: 'bg-fill-warn',
  bad: 'bg-fill-bad',
}

export function History(props: { readonly batch: number; readonly className?: string }): ReactNode {
  const timeline = useInfiniteQuery({
    ...api.batches.timeline.infiniteOptions({
      input: (before: number | undefined) => ({ batch: props.batch, before, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.id),
    }),
    placeholderData: (before) => before,
  })
  return (
    <section
      aria-labelledby="history-heading"
      className={cx('flex min-h-0 flex-col border-t border-line', props.className)}
    >
      <h2 id="history-heading" className="px-5 pt-3 pb-1 text-md font-semibold">
        {words.heading}
      </h2>
      {timeline.isError ? (
        <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />
      ) : timeline.data === undefined ? (
        <SkeletonRows className="px-5 py-2" rows={3} />
      ) : (
        <Lines
          reported={tell(timeline.data.pages.flat())}
          batch={props.batch}
          older={timeline.hasNextPage ? () => void timeline.fetchNextPage() : null}
          busy={timeline.isFetchingNextPage}
        />
      )}
    </section>
  )
}

function Lines(props: {
  readonly reported: readonly Reported[]
  readonly batch: number
  /** Null: there is nothing older. */
  readonly older: (() => void) | null
  readonly busy: boolean
}): ReactNode {
  const { reported, batch, older } = props
  if (reported.length === 0) return <p className="px-5 pb-4 text-soft">{words.empty}</p>
  return (
    <div
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-labelledby="history-heading"
      className="min-h-0 flex-1 overflow-y-auto px-5 pb-3"
    >
      <ol className="grid">
        {reported.map((line) => (
          <li key={line.id} className="flex gap-2.5 py-1">
            <span aria-hidden className={cx('mt-[7px] size-1.5 shrink-0 rounded-full', dots[line.tone])} />
            <p className="min-w-0 flex-1 text-sm">
              {line.sentence}{' '}
              {line.account !== null && (
                <a
                  href={hrefOfStep(batch, 'fix', { account: String(line.account) })}
                  className="font-medium text-accent hover:underline"
                >
                  {words.openAccount}
                </a>
              )}
            </p>
            <RelativeTime at={line.at} className="shrink-0 text-xs leading-5 text-faint" />
          </li>
        ))}
      </ol>
      {older !== null && (
        <StillAllowed>
          <Button size="small" tone="quiet" busy={props.busy} onClick={older} className="mt-1 -ml-2">
            {words.older}
          </Button>
        </StillAllowed>
      )}
    </div>
  )
}
