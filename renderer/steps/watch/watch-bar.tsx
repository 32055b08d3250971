// Bar of the Watch step: the activity headline, the four figures, the retry of failed accounts, a menu that rechecks
// accounts in process or done, the large view, and the button for the next step.
import { useMutation } from '@tanstack/react-query'
import { Menu } from '@base-ui/react/menu'
import { Maximize2, RefreshCw, Send, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { countOf, failedOutcomes } from '../../../shared/sending/states.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { api } from '../../app/engine.ts'
import { hrefOfStep } from '../../app/route.ts'
import { IconButton, LinkButton } from '../../components/button.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { MakeReport } from '../../accounts/make-report.tsx'
import { openLive } from '../../accounts/live/live-page.tsx'
import { LiveFigures, LiveLine } from '../../accounts/live/live-line.tsx'
import { liveTexts } from '../../texts/watch/live.ts'
import { watchTexts } from '../../texts/watch/watch.ts'
import { RetryFailed } from './retry-failed.tsx'

const words = watchTexts.status
const popup = 'min-w-56 rounded-lg bg-raised p-1 text-text shadow-lift outline-none'
const item =
  'cursor-default rounded px-2 py-1 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-accent-bg'

export function WatchBar({ batch }: { readonly batch: BatchView }): ReactNode {
  const { done } = batch.states
  const validated = batch.endings.ready
  const failed = countOf(batch.outcomes, failedOutcomes)
  const over = done > 0 && onTheWay(batch) === 0
  return (
    <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
      <LiveLine batch={batch} roomy className="min-w-72 flex-1" />
      {/* When everything is done, the button for the next step takes their place. */}
      <LiveFigures batch={batch} className={over ? 'max-[1500px]:hidden' : 'max-[1180px]:hidden'} />
      <span className="flex shrink-0 items-center gap-1">
        {over && <ShowFailed batch={batch} />}
        <RetryFailed batch={batch} />
        <LookMenu batch={batch} />
        <IconButton icon={Maximize2} label={liveTexts.open} keys="w" onClick={openLive} />
        {batch.sending.stop !== null && (
          <LinkButton tone="primary" href={hrefOfStep(batch.id, 'submit')} className="ml-2">
            {words.decide}
          </LinkButton>
        )}
        {over && batch.sending.stop === null && validated > 0 && (
          <LinkButton tone="primary" icon={Send} href={hrefOfStep(batch.id, 'submit')} className="ml-2">
            {words.releaseMore({ accounts: validated })}
          </LinkButton>
        )}
        {over && batch.sending.stop === null && validated === 0 && (
          <MakeReport batch={batch} tone={failed === 0 ? 'primary' : 'plain'} className="ml-2" />
        )}
      </span>
    </div>
  )
}

/** Failed accounts are corrected in Fix, which offers to validate them again; then they can be released again. */
function ShowFailed({ batch }: { readonly batch: BatchView }): ReactNode {
  const accounts = countOf(batch.outcomes, failedOutcomes)
  if (accounts === 0) return null
  return (
    <LinkButton tone="primary" icon={Wrench} href={hrefOfStep(batch.id, 'fix')}>
      {words.fixFailed({ accounts })}
    </LinkButton>
  )
}

function LookMenu({ batch }: { readonly batch: BatchView }): ReactNode {
  const { unconfirmed, processing, done } = batch.states
  const look = useMutation(
    api.batches.recheck.mutationOptions({
      onSuccess: ({ accounts }) => toast.done(words.looked({ accounts })),
      onError: toast.failed,
    }),
  )
  const waiting = unconfirmed + processing
  if (waiting + done === 0) return null
  return (
    <Menu.Root>
      <Menu.Trigger render={<IconButton icon={RefreshCw} label={words.look} disabled={look.isPending} />} />
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className="z-50 outline-none">
          <Menu.Popup aria-label={words.look} className={popup}>
            <Menu.Item
              className={item}
              disabled={waiting === 0}
              onClick={() => look.mutate({ batch: batch.id, what: 'watched' })}
            >
              {words.lookWatched({ accounts: waiting })}
            </Menu.Item>
            <Menu.Item
              className={item}
              disabled={done === 0}
              onClick={() => look.mutate({ batch: batch.id, what: 'done' })}
            >
              {words.lookDone({ accounts: done })}
              <span className="block text-xs text-faint">{words.lookDoneHint}</span>
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
