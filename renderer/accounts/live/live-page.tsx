// Live view: a full-window page readable from two metres, with the headline, four figures, the waves, and a funnel
// that adds up to the accounts that were read. It is read-only with links to the steps, except for one button that
// pauses or resumes sending. Escape closes it.
import { Dialog } from '@base-ui/react/dialog'
import { ArrowRight, Minimize2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { countOf, failedOutcomes } from '../../../shared/sending/states.ts'
import { useLinkState } from '../../app/engine.ts'
import { hrefOfStep, setParams } from '../../app/route.ts'
import { texts } from '../../texts/common.ts'
import { EnvironmentMark } from '../connection/environment-mark.tsx'
import { MakeReport } from '../make-report.tsx'
import { LinkButton } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { format } from '../../texts/format.ts'
import { Kbd } from '../../components/text/kbd.tsx'
import { useNow } from '../../components/text/relative-time.tsx'
import { type Figure, requestsFigure, leftFigure, needFigure, rateFigure } from './figures.ts'
import { type Headline, headlineOf } from './headline.ts'
import { LiveFunnel } from './live-funnel.tsx'
import { LiveChanges } from './live-changes.tsx'
import { LiveMark, titleTones } from './live-look.tsx'
import { liveTexts as words } from '../../texts/watch/live.ts'
import { LiveWaves } from './live-waves.tsx'
import { useNeed } from './use-need.ts'

export const liveParam = 'view'

/** Element that had the focus on opening; it is focused again on close. */
let cameFrom: Element | null = null

export function openLive(): void {
  cameFrom = document.activeElement
  setParams({ [liveParam]: 'live' })
}

function closeLive(): void {
  setParams({ [liveParam]: null })
}

function wasFocused(): HTMLElement | null {
  const before = cameFrom
  cameFrom = null
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
  return isThere ? before : document.getElementById('content')
}

export function LivePage(props: { readonly batch: BatchView; readonly open: boolean }): ReactNode {
  const { batch } = props
  const page = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={props.open} onOpenChange={(open) => open || closeLive()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={page}
          initialFocus={page}
          finalFocus={wasFocused}
          aria-label={words.of({ name: batch.name })}
          className={cx(
            'fixed inset-0 z-30 grid grid-rows-[auto_minmax(0,1fr)] bg-pane text-text outline-none',
            batch.connection?.environment === 'production' && 'border-3 border-production',
            batch.connection?.environment === 'test' && 'border-3 border-dashed border-wait',
          )}
        >
          <Top batch={batch} />
          <Live batch={batch} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Top({ batch }: { readonly batch: BatchView }): ReactNode {
  const { connection } = batch
  const now = useNow()
  return (
    <header className="flex h-14 min-w-0 items-center gap-3 border-b border-line px-8">
      <h1 className="min-w-0 truncate text-lg font-semibold">{batch.name}</h1>
      {connection !== null && <EnvironmentMark environment={connection.environment} size="large" />}
      <span className="min-w-0 truncate text-md text-soft">
        {[connection?.name, batch.supplier].filter((part) => part !== undefined && part !== null).join(' · ')}
      </span>
      <time className="ml-auto shrink-0 text-md text-soft tabular-nums">{format.shortClock(now)}</time>
      <Dialog.Close className="inline-flex h-8 shrink-0 items-center gap-2 rounded-md px-2.5 text-soft hover:bg-hover hover:text-text">
        <Minimize2 size={16} aria-hidden />
        {words.close}
        <Kbd keys="esc" />
      </Dialog.Close>
    </header>
  )
}

function linkLost(): Headline {
  return {
    kind: 'not_answering',
    tone: 'warn',
    title: words.linkLost,
    detail: texts.link.lostMessage,
  }
}

function Live({ batch }: { readonly batch: BatchView }): ReactNode {
  // The frame's lost-link banner is hidden behind this page, so the headline itself says that the link is lost.
  const headline = useLinkState() === 'lost' ? linkLost() : headlineOf(batch)
  const need = useNeed(batch.id)
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={words.label}
      className="grid min-h-0 grid-rows-[auto_auto_auto_minmax(36px,1fr)_auto] gap-y-[clamp(16px,3vh,36px)] overflow-y-auto px-[clamp(32px,4vw,72px)] py-[clamp(20px,4vh,48px)]"
    >
      <Line batch={batch} headline={headline} />
      <dl className="grid grid-cols-4 gap-x-[clamp(20px,2.5vw,48px)]">
        <Big figure={rateFigure(batch)} />
        <Big figure={leftFigure(batch)} />
        <Big figure={requestsFigure(batch)} />
        <Big
          figure={needFigure(need)}
          href={need === null || need === 0 ? null : hrefOfStep(batch.id, 'watch')}
        />
      </dl>
      <LiveWaves batch={batch} />
      <LiveChanges batch={batch.id} />
      <LiveFunnel batch={batch} />
    </div>
  )
}

function Line({ batch, headline }: { readonly batch: BatchView; readonly headline: Headline }): ReactNode {
  return (
    <div className="flex items-start gap-[clamp(16px,2vw,32px)]">
      <LiveMark headline={headline} size={36} className="mt-1 max-[1100px]:hidden" />
      <div className="min-w-0 flex-1">
        <p
          role="status"
          className={cx(
            'text-[clamp(36px,4.4vw,72px)] leading-[1.12] font-semibold tracking-[-0.02em] text-balance',
            titleTones[headline.tone],
          )}
        >
          {headline.title}
        </p>
        <p className="mt-2 line-clamp-2 min-h-[2.7em] text-[clamp(18px,1.75vw,28px)] leading-[1.35] text-soft tabular-nums">
          {headline.detail}
        </p>
      </div>
      <Way batch={batch} headline={headline} />
    </div>
  )
}

/** Link to the next step; shown only if a person is needed or everything is finished. */
function Way({ batch, headline }: { readonly batch: BatchView; readonly headline: Headline }): ReactNode {
  const { kind } = headline
  const failed = countOf(batch.outcomes, failedOutcomes)
  if (kind === 'done')
    return (
      <div className="mt-3 flex flex-wrap justify-end gap-3">
        {failed > 0 && (
          <LinkButton tone="primary" className="h-10! px-5! text-lg!" href={hrefOfStep(batch.id, 'fix')}>
            {words.fixFailed({ accounts: failed })}
          </LinkButton>
        )}
        <MakeReport batch={batch} className="h-10! px-5! text-lg!" />
      </div>
    )
  if (kind !== 'stopped' && kind !== 'paused' && kind !== 'asks' && kind !== 'nothing') return null
  return (
    <LinkButton
      tone={kind === 'stopped' || kind === 'paused' ? 'primary' : 'plain'}
      className="mt-3 h-10! px-5! text-lg!"
      href={hrefOfStep(batch.id, 'submit')}
    >
      {words.toSubmit}
      <ArrowRight size={18} aria-hidden />
    </LinkButton>
  )
}

function Big(props: { readonly figure: Figure; readonly href?: string | null }): ReactNode {
  const { figure, href = null } = props
  return (
    <div className="min-w-0 border-t-2 border-line pt-3">
      <dt className="text-[clamp(16px,1.4vw,22px)] leading-[1.3] text-soft">{figure.label}</dt>
      <dd className="text-[clamp(32px,3.5vw,58px)] leading-[1.15] font-semibold tracking-[-0.01em] whitespace-nowrap tabular-nums">
        {href === null ? (
          figure.value
        ) : (
          <a href={href} className="rounded text-warn underline decoration-2 underline-offset-8">
            {figure.value}
          </a>
        )}
      </dd>
      <dd className="truncate text-[clamp(14px,1.2vw,19px)] leading-[1.4] text-faint" title={figure.hint}>
        {figure.note}
      </dd>
    </div>
  )
}
