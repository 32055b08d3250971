// Top bar: the batch name (editable in place), its file, its connection with status, the button that opens search, and
// the menus for density, theme, language and shortcuts.
import { useMutation } from '@tanstack/react-query'
import { CircleHelp, OctagonPause, Pause, Play, RefreshCw, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { Button, IconButton, LinkButton } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { Kbd } from '../../components/text/kbd.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { Tooltip } from '../../components/overlays/tooltip.tsx'
import { type Word, WordHelp } from '../../components/overlays/word-help.tsx'
import { versionWords } from '../../accounts/batch-parts.ts'
import { api } from '../engine.ts'
import { DensityMenu, LanguageMenu, ThemeMenu } from '../display/display-menus.tsx'
import { useRailNarrow } from './rail.tsx'
import { EnvironmentMark } from '../../accounts/connection/environment-mark.tsx'
import { hrefOf, hrefOfStep, type Route } from '../route.ts'
import { texts } from '../../texts/common.ts'
import { format } from '../../texts/format.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const pill =
  'inline-flex h-[22px] shrink-0 items-center gap-1.5 rounded-full border px-2 text-[11.5px] leading-none font-medium'

export function TopBar(props: {
  readonly route: Route
  readonly batch: BatchView | null
  /** The rail below has the pages, not the steps of a batch. */
  readonly overPages: boolean
  readonly onSearch: () => void
  readonly onShortcuts: () => void
}): ReactNode {
  const { batch, route } = props
  const isNarrow = useRailNarrow()
  return (
    <header className="col-span-full flex min-w-0 items-center gap-3 border-b border-line bg-pane px-3">
      <a
        href={hrefOf({ page: 'home' })}
        className={cx(
          'flex shrink-0 items-center gap-2 font-[650] tracking-[-0.01em]',
          // In the middle above the rail, which is wider where it has the pages.
          isNarrow ? `${props.overPages ? 'w-15' : 'w-12'} justify-center` : 'w-36 pl-1.5',
        )}
      >
        <Logo />
        <span className={isNarrow ? 'sr-only' : undefined}>{texts.product}</span>
      </a>
      {batch !== null && (
        <>
          <BatchName key={`${batch.id} ${batch.name}`} batch={batch} />
          <span className="min-w-0 truncate text-xs text-faint max-[1100px]:hidden">
            {[versionWords(batch), batch.fileName === batch.name ? null : batch.fileName]
              .filter((part) => part !== null)
              .map((part, at, all) => (at < all.length - 1 || batch.accounts > 0 ? `${part} · ` : part))}
            {batch.accounts > 0 && (
              <span data-figure="top.accounts">{texts.accounts({ n: batch.accounts })}</span>
            )}
          </span>
          <ConnectionPills batch={batch} />
        </>
      )}
      {batch === null && route.page !== 'batch' && <PageName route={route} />}
      {/* Of a batch that is gone. */}
      {route.page === 'batch' && props.overPages && <PageName route={{ page: 'home' }} />}
      <button
        type="button"
        onClick={props.onSearch}
        className="ml-auto flex h-7 w-[min(288px,22.5vw)] min-w-36 shrink-[4] items-center gap-2 rounded-md border border-control bg-bg px-2 text-left text-faint hover:border-soft"
      >
        <Search size={14} aria-hidden className="shrink-0" />
        <span className="truncate">{texts.frame.search}</span>
        <Kbd keys="mod+k" className="ml-auto" />
      </button>
      <Menus onShortcuts={props.onShortcuts} />
    </header>
  )
}

function nameOf(route: Exclude<Route, { readonly page: 'batch' }>): string {
  if (route.page === 'home') return texts.frame.home
  if (route.page === 'audit' || route.page === 'compare' || route.page === 'team')
    return texts.rail[route.page]
  return route.connection === 'catalogues' ? texts.rail.catalogues : texts.frame.connect
}

/** The page's name, with the meaning of its word. */
function PageName({ route }: { readonly route: Exclude<Route, { page: 'batch' }> }): ReactNode {
  const word = wordOf(route)
  return (
    <div className="flex items-center gap-0.5">
      <h1 className="font-[560]">{nameOf(route)}</h1>
      {word !== null && <WordHelp of={word} />}
    </div>
  )
}

function wordOf(route: Exclude<Route, { page: 'batch' }>): Word | null {
  if (route.page === 'home') return 'batch'
  if (route.page === 'audit' || route.page === 'compare') return null
  if (route.page === 'team') return 'team'
  return route.connection === 'catalogues' ? 'catalogue' : 'connection'
}

function Menus({ onShortcuts }: { readonly onShortcuts: () => void }): ReactNode {
  return (
    <span className="-ml-1 flex shrink-0 items-center gap-0.5">
      <DensityMenu />
      <ThemeMenu />
      <LanguageMenu />
      <IconButton icon={CircleHelp} label={texts.frame.help} keys="?" onClick={onShortcuts} />
    </span>
  )
}

function Logo(): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden className="shrink-0">
      <defs>
        <linearGradient id="logo" x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="#3457d5" />
          <stop offset="1" stopColor="#7c5cd6" />
        </linearGradient>
      </defs>
      <rect width="16" height="16" rx="5" fill="url(#logo)" />
      <path
        d="M4 8h6M7.5 5.2 10.3 8l-2.8 2.8M12.4 4.6v6.8"
        fill="none"
        stroke="#fff"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function BatchName({ batch }: { readonly batch: BatchView }): ReactNode {
  const [name, setName] = useState<string | null>(null)
  const rename = useMutation(api.batches.rename.mutationOptions({ onError: toast.failed }))
  function keep(): void {
    const next = name?.trim() ?? ''
    if (next !== '' && next !== batch.name) rename.mutate({ batch: batch.id, name: next })
    setName(null)
  }
  if (name === null)
    return (
      <h1 className="min-w-16 shrink">
        <Tooltip text={texts.frame.rename}>
          <button
            type="button"
            onClick={() => setName(batch.name)}
            className="-mx-1.5 block max-w-[calc(100%+12px)] truncate rounded px-1.5 py-0.5 font-[560] hover:bg-hover"
          >
            {rename.isPending ? rename.variables.name : batch.name}
          </button>
        </Tooltip>
      </h1>
    )
  return (
    <input
      autoFocus
      aria-label={texts.frame.rename}
      value={name}
      onChange={(event) => setName(event.target.value)}
      onBlur={keep}
      onFocus={(event) => event.target.select()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
        if (event.key === 'Escape') setName(null)
      }}
      className="-mx-1.5 h-6 w-56 rounded border border-accent bg-bg px-1.5 font-[560]"
    />
  )
}

function ConnectionPills({ batch }: { readonly batch: BatchView }): ReactNode {
  const { connection } = batch
  if (connection === null)
    return batch.stage === 'open' ? (
      <a
        href={hrefOfStep(batch.id, 'map')}
        title={texts.frame.chooseConnection}
        className={cx(pill, 'border-dashed border-edge text-soft hover:border-control hover:text-text')}
      >
        {texts.frame.noConnection}
      </a>
    ) : null
  return (
    <>
      <EnvironmentMark environment={connection.environment} size="medium" explained />
      <EngineState batch={batch} connection={connection} />
    </>
  )
}

function EngineState(props: {
  readonly batch: BatchView
  readonly connection: NonNullable<BatchView['connection']>
}): ReactNode {
  const { batch, connection } = props
  const pause = batch.pauses.find((one) => one.supplier === '' || one.supplier === batch.supplier)
  const { stop } = batch.sending
  const name = batch.supplier === null ? connection.name : `${connection.name} · ${batch.supplier}`
  if (pause !== undefined) return <PausedPill name={name} connection={connection.id} pause={pause} />
  if (stop !== null) return <StoppedPill name={name} batch={batch.id} message={sentenceOf(stop.message)} />
  const words = trafficWords(batch)
  return (
    <>
      <Tooltip text={batch.notAnswering ? texts.frame.notAnswering : connection.baseUrl}>
        <span
          tabIndex={0}
          className={cx(
            pill,
            'min-w-0 shrink',
            batch.notAnswering ? 'border-bad/40 text-bad' : 'border-line text-soft',
          )}
        >
          <span
            aria-hidden
            className={cx(
              'size-[7px] shrink-0 rounded-full',
              batch.notAnswering
                ? 'bg-fill-bad'
                : connection.environment === 'production'
                  ? 'bg-production'
                  : 'bg-fill-ok',
            )}
          />
          <span className="truncate">{name}</span>
          {words !== null && <span className="shrink-0 text-faint">{words}</span>}
        </span>
      </Tooltip>
      {batch.notAnswering && <TryNow connection={connection.id} />}
    </>
  )
}

/** Milliseconds without any answer after which that is said. */
const silentAfterMs = 4_000

function trafficWords({ notAnswering, inFlight, sending }: BatchView): string | null {
  const { silentMs } = sending.pace
  if (notAnswering) return texts.frame.notAnsweringShort
  if (silentMs !== null && silentMs >= silentAfterMs)
    return texts.frame.noAnswerFor({ time: format.duration(silentMs) })
  return inFlight > 0 ? texts.frame.inFlight({ n: inFlight }) : null
}

function TryNow({ connection }: { readonly connection: number }): ReactNode {
  const tryNow = useMutation(api.connections.tryNow.mutationOptions({ onError: toast.failed }))
  return (
    <Button
      size="small"
      className="shrink-0"
      icon={RefreshCw}
      busy={tryNow.isPending}
      onClick={() => tryNow.mutate({ id: connection })}
    >
      {texts.frame.tryNow}
    </Button>
  )
}

function PausedPill(props: {
  readonly name: string
  readonly connection: number
  readonly pause: BatchView['pauses'][number]
}): ReactNode {
  const { name, connection, pause } = props
  const resume = useMutation(api.connections.resume.mutationOptions({ onError: toast.failed }))
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Tooltip text={sentenceOf(pause.message)}>
        <span
          tabIndex={0}
          className={cx(pill, 'max-w-72 min-w-0 shrink border-warn/40 bg-warn-bg text-warn')}
        >
          <Pause size={10} aria-hidden className="shrink-0 fill-current" />
          <span className="truncate">
            {name} · {texts.frame.pausedWhy[pause.reason]}
          </span>
        </span>
      </Tooltip>
      <Button
        size="small"
        className="shrink-0"
        icon={Play}
        busy={resume.isPending}
        onClick={() => resume.mutate({ id: connection, supplier: pause.supplier })}
      >
        {texts.frame.resume}
      </Button>
    </span>
  )
}

function StoppedPill(props: {
  readonly name: string
  readonly batch: number
  readonly message: string
}): ReactNode {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Tooltip text={props.message}>
        <span tabIndex={0} className={cx(pill, 'max-w-72 min-w-0 shrink border-bad/40 bg-bad-bg text-bad')}>
          <OctagonPause size={11} aria-hidden className="shrink-0" />
          <span className="truncate">
            {props.name} · {texts.frame.stopped}
          </span>
        </span>
      </Tooltip>
      <LinkButton size="small" className="shrink-0" href={hrefOfStep(props.batch, 'submit')}>
        {texts.frame.stoppedShow}
      </LinkButton>
    </span>
  )
}
