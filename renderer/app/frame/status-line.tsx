// Footer of the window: the running work with its rate and remaining time, the latest completed action, two constant
// assurances (all changes saved, nothing created yet), and the next acts of the open step.
import { CircleCheck, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { IconButton } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { Progress } from '../../components/charts/progress.tsx'
import { StatusNote } from '../../components/notices/status-note.tsx'
import { headlineOf } from '../../accounts/live/headline.ts'
import { useStopWork } from '../../accounts/live/stop-work.ts'
import { type Estimate, likelyWords, rangeWords } from '../../accounts/live/time-range.ts'
import { statusOf } from '../../../shared/status/batch-status.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { useAllSaved, useLinkState } from '../engine.ts'
import { FooterPlace } from '../../components/footer-acts.tsx'
import { isRebuilding, type Running, runningOf, sentence } from '../../accounts/running.ts'
import { texts } from '../../texts/common.ts'
import { format } from '../../texts/format.ts'

/** Units a second over the last ten seconds; null until there is something to go by. */
function useRate(running: Running | null): number | null {
  const samples = useRef<{
    readonly key: string
    readonly list: { readonly at: number; readonly done: number }[]
  }>({ key: '', list: [] })
  const [rate, setRate] = useState<number | null>(null)
  const key = running?.key ?? ''
  const done = running?.done ?? 0
  useEffect(() => {
    if (samples.current.key !== key) {
      samples.current = { key, list: [] }
      setRate(null)
    }
    const { list } = samples.current
    const now = performance.now()
    list.push({ at: now, done })
    while (list.length > 2 && now - (list[0]?.at ?? now) > 10_000) list.shift()
    const first = list[0]
    if (first !== undefined && now - first.at >= 600)
      setRate(((done - first.done) / (now - first.at)) * 1_000)
  }, [key, done])
  return rate
}

/** The engine's measurements if there are any, else the rate from the counts that this window saw. */
function measured(batch: BatchView): readonly string[] {
  const { sentPerMinute } = batch.sending.pace
  const sends = batch.states.queued + batch.states.sending > 0
  const left = likelyWords(leftOf(batch))
  return [
    ...(sends && sentPerMinute !== null ? [texts.work.sentAMinute({ rate: perMinute(sentPerMinute) })] : []),
    ...(left === null ? [] : [texts.work.leftRange({ range: left })]),
  ]
}

/** Remaining time of the work that the line shows. */
function leftOf(batch: BatchView): Estimate | null {
  if (batch.work !== null) return batch.work.left
  const { left } = statusOf(batch)
  return batch.states.queued + batch.states.sending > 0 ? left.sent : left.done
}

/** With tenths where few are accepted. */
function perMinute(accounts: number): string {
  return accounts < 10 ? format.rate(accounts) : format.number(accounts)
}

/** Progress with its rate, or the reason for the delay. */
function sendingSentence(batch: BatchView, running: Running, stands: boolean, rate: number | null): string {
  const bare = sentence(running, null)
  if (stands) return `${bare} · ${headlineOf(batch).title}`
  if (batch.work !== null) return sentence(running, rate)
  const reported = measured(batch)
  return reported.length === 0 ? sentence(running, rate) : [bare, ...reported].join(' · ')
}

/** Whether the work makes no progress; an earlier rate is meaningless then. */
function standsStill(batch: BatchView | null, running: Running | null): boolean {
  if (batch === null) return false
  const { state, blocks } = statusOf(batch)
  // Of the other work only validating can be blocked, and only by a check of the data folder.
  if (batch.work !== null) return batch.work.kind === 'validating' && state.kind === 'data_check'
  // Statuses are still read during most pauses, so processing continues.
  return running?.processing === true ? blocks === 'everything' : blocks !== null
}

export function StatusLine({
  batch,
  isBare,
}: {
  readonly batch: BatchView | null
  /**
   * The page has nothing at its foot that a message could move: without one the line takes no room. On other pages without
   * a batch a message lies over the end of the foot.
   */
  readonly isBare: boolean
}): ReactNode {
  const running = runningOf(batch)
  const rate = useRate(running)
  const stands = standsStill(batch, running)
  const stoppable = running?.stoppable ?? null
  const { stop } = useStopWork()
  return (
    <footer
      className={cx(
        'flex min-w-0 items-center gap-3 border-t border-line bg-pane px-3 text-xs text-soft',
        batch !== null
          ? 'col-span-full h-12'
          : isBare
            ? 'col-span-full h-0 overflow-hidden border-t-0! has-[[data-note]]:h-8 has-[[data-note]]:border-t!'
            : 'fixed right-0 bottom-0 z-20 h-8 max-w-full rounded-tl-md border-l not-has-[[data-note]]:pointer-events-none not-has-[[data-note]]:border-transparent not-has-[[data-note]]:bg-transparent',
      )}
    >
      {batch !== null && batch.stage === 'open' && running === null && <Assurances batch={batch} />}
      {running !== null && batch !== null && (
        <>
          <Progress
            label={running.label}
            done={running.done}
            total={running.total}
            className="w-32 shrink-0"
          />
          <span
            title={stands ? undefined : (rangeWords(leftOf(batch)) ?? undefined)}
            className="min-w-0 truncate tabular-nums"
          >
            {sendingSentence(batch, running, stands, rate)}
          </span>
          {stoppable !== null && (
            <IconButton
              icon={X}
              size="small"
              label={texts.work.stop}
              onClick={() => stop(batch, stoppable)}
              className="-ml-2 size-5"
            />
          )}
        </>
      )}
      {batch?.work?.kind === 'validating' && leavesForProduction(batch) && <Assurance batch={batch} />}
      <StatusNote className="flex-1" />
      <FooterPlace still={batch !== null && isRebuilding(batch)} />
    </footer>
  )
}

/** All changes are saved, and nothing was created yet. */
function Assurances({ batch }: { readonly batch: BatchView }): ReactNode {
  // Pending edits are not saved yet. The delay keeps the text from blinking during normal changes.
  const isSaved = useAllSaved()
  const isLost = useLinkState() === 'lost'
  const whenSaved = `transition-[visibility] delay-300 duration-0 ${isSaved ? '' : 'invisible'}`
  return (
    <p className="flex min-w-0 items-center gap-2">
      {/* The banner above says that edits are not saved now: no gap is left for the assurance. */}
      {!isLost && (
        <span className={cx('flex shrink-0 items-center gap-2', whenSaved)}>
          <CircleCheck size={14} aria-hidden className="text-ok" />
          {texts.frame.saved}
        </span>
      )}
      {assuranceOf(batch) !== '' && (
        <>
          {!isLost && (
            <span aria-hidden className={cx('size-[3px] shrink-0 rounded-full bg-control', whenSaved)} />
          )}
          <Assurance batch={batch} />
        </>
      )}
    </p>
  )
}

/** Whether accounts are validated by the production service, now or as they are edited. */
function leavesForProduction({ validating, validateEdited, connection }: BatchView): boolean {
  return connection?.environment === 'production' && (validating || validateEdited.on)
}

/** Empty once accounts were sent and nothing leaves otherwise. */
function assuranceOf(batch: BatchView): string {
  const isNothingSent = onTheWay(batch) + batch.states.done === 0
  return [
    ...(leavesForProduction(batch) ? [texts.frame.dataGoesOut] : []),
    ...(isNothingSent ? [texts.frame.nothingCreated] : []),
  ].join(' · ')
}

function Assurance({ batch }: { readonly batch: BatchView }): ReactNode {
  const words = assuranceOf(batch)
  return (
    <span title={words} className="min-w-0 truncate">
      {words}
    </span>
  )
}
