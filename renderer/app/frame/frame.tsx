// Frame around every page: rail, top bar, status line, banner for a lost link, and global keyboard shortcuts. It
// shows the engine's data of the batch named in the URL and keeps no copy.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { useMasksFollowed } from '../../accounts/privacy/use-privacy.ts'
import { isElsewhere, isRebuilding } from '../../accounts/running.ts'
import { BatchLocked, EngineReached } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { Attention } from './attention.tsx'
import { nameFailures } from '../../components/notices/toast.tsx'
import { useLinkState } from '../engine.ts'
import { useShortcuts } from '../keys.ts'
import { ElsewhereBanner } from './elsewhere-banner.tsx'
import { LinkBanner } from './link-banner.tsx'
import { Guide } from './guide.tsx'
import { Palette } from './palette.tsx'
import { actShortcuts } from './palette-acts.ts'
import { BatchRail, HomeRail } from './rail.tsx'
import { batchOptions } from '../queries.ts'
import { go, hrefOf, hrefOfStep, type Route, steps } from '../route.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { StatusLine } from './status-line.tsx'
import { texts } from '../../texts/common.ts'
import { handoverTexts } from '../../texts/handover.ts'
import { TopBar } from './top-bar.tsx'
import { useUpdateNote } from './update-note.ts'

const silenceMs = 2_000

/** `changes`: the help with what changed. */
type Overlay = 'palette' | 'shortcuts' | 'changes'

export function Frame(props: { readonly route: Route; readonly children: ReactNode }): ReactNode {
  const { route } = props
  const { overlay, from, open, close } = useOverlay()
  const link = useLinkState()
  const { id, batch } = useBatch(route.page === 'batch' ? route.batch : null)
  useFrameKeys(id, batch, open)
  useUpdateNote(() => open('changes'))
  useMasksFollowed(batch?.id ?? null)
  return (
    <EngineReached value={link !== 'lost'}>
      <div
        data-rebuilding={batch !== null && isRebuilding(batch) ? '' : undefined}
        className={cx(
          'grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_44px_minmax(0,1fr)_auto]',
          edgeOf(batch),
        )}
      >
        <a
          href="#content"
          onClick={(event) => {
            event.preventDefault()
            document.getElementById('content')?.focus()
          }}
          className="fixed top-1 left-1 z-50 -translate-y-12 rounded-md bg-accent px-3 py-1 font-medium text-on-accent focus:translate-y-0"
        >
          {texts.frame.skip}
        </a>
        <LinkBanner link={link} />
        <Attention />
        <TopBar
          route={route}
          batch={batch}
          overPages={id === null}
          onSearch={() => open('palette')}
          onShortcuts={() => open('shortcuts')}
        />
        {id === null ? <HomeRail route={route} /> : <BatchRail route={route} id={id} batch={batch} />}
        <div className="flex min-h-0 min-w-0 flex-col">
          <Guide route={route} batch={batch} />
          <ElsewhereBanner batch={batch} />
          <Content batch={batch}>{props.children}</Content>
        </div>
        <StatusLine batch={batch} isBare={route.page === 'home' || route.page === 'batch'} />
        <Palette open={overlay === 'palette'} from={from} onClose={close} batch={batch} />
        <ShortcutsDialog
          open={overlay === 'shortcuts' || overlay === 'changes'}
          first={overlay === 'changes' ? 'changes' : 'keys'}
          onClose={close}
        />
      </div>
    </EngineReached>
  )
}

/** The page itself. Nothing acts on a batch that was handed over. */
function Content(props: { readonly batch: BatchView | null; readonly children: ReactNode }): ReactNode {
  const { batch } = props
  return (
    <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-hidden bg-pane outline-none">
      <BatchLocked value={batch !== null && isElsewhere(batch) ? handoverTexts.off : null}>
        {props.children}
      </BatchLocked>
    </main>
  )
}

/** What lies over the page, and what had the focus before. */
function useOverlay() {
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const from = useRef<Element | null>(null)
  const open = useCallback((next: Overlay) => {
    from.current = document.activeElement
    setOverlay(next)
  }, [])
  const close = useCallback(() => setOverlay(null), [])
  return { overlay, from, open, close }
}

/** The shortcuts of every page, and of a batch's steps. */
function useFrameKeys(id: number | null, batch: BatchView | null, open: (overlay: Overlay) => void): void {
  useShortcuts([
    { of: 'everywhere', keys: 'mod+k', label: texts.palette.label, run: () => open('palette') },
    { of: 'everywhere', keys: '/', label: texts.palette.label, run: () => open('palette') },
    { of: 'everywhere', keys: '?', label: texts.frame.help, run: () => open('shortcuts') },
    { of: 'everywhere', keys: 'alt+0', label: texts.frame.home, run: () => go(hrefOf({ page: 'home' })) },
    ...(id === null
      ? []
      : steps.map((step, index) => ({
          of: 'everywhere' as const,
          keys: `alt+${index + 1}`,
          label: texts.steps[step],
          run: () => go(hrefOfStep(id, step)),
        }))),
    ...actShortcuts(batch),
  ])
}

/** The batch of the page, whose name its failures have. The id is null too where there is no such batch. */
function useBatch(id: number | null): { readonly id: number | null; readonly batch: BatchView | null } {
  const found = useQuery({
    ...batchOptions(useQueryClient(), id ?? 1),
    enabled: id !== null,
    // A service that hangs sends no event: how long it has been silent is asked for.
    refetchInterval: ({ state }) => ((state.data?.inFlight ?? 0) > 0 ? silenceMs : false),
  })
  const batch = id === null ? null : (found.data ?? null)
  const name = batch?.name ?? null
  useEffect(() => nameFailures(() => name), [name])
  return { id: found.isError && batch === null ? null : id, batch }
}

function edgeOf(batch: BatchView | null): string | undefined {
  const environment = batch?.connection?.environment
  if (environment === 'production') return 'border-3 border-production'
  return environment === 'test' ? 'border-3 border-dashed border-wait' : undefined
}
