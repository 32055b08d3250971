// Root component. Shows the frame with the page from the URL, or an explanation while there is no link to the engine.
import { useQuery } from '@tanstack/react-query'
import { FolderX, KeyRound } from 'lucide-react'
import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { LinkButton } from '../components/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../components/panel.tsx'
import { api, useLinkState } from './engine.ts'
import { Frame } from './frame/frame.tsx'
import { RecoveryPage } from './recovery-page.tsx'
import { hrefOf, type Route, type Step, steps, useRoute } from './route.ts'
import type { StepProps } from '../accounts/batch-parts.ts'
import { texts } from '../texts/common.ts'
import { setTitle } from './title.ts'

const HomePage = lazy(async () => ({ default: (await import('../steps/home/home-page.tsx')).HomePage }))
const ConnectPage = lazy(async () => ({
  default: (await import('../steps/connect/connect-page.tsx')).ConnectPage,
}))
type StepPage = (props: StepProps) => ReactNode

const loaders: Readonly<Record<Step, () => Promise<StepPage>>> = {
  load: async () => (await import('../steps/load/load-step.tsx')).LoadStep,
  map: async () => (await import('../steps/map/map-step.tsx')).MapStep,
  fix: async () => (await import('../steps/fix/fix-step.tsx')).FixStep,
  submit: async () => (await import('../steps/submit/submit-step.tsx')).SubmitStep,
  watch: async () => (await import('../steps/watch/watch-step.tsx')).WatchStep,
  report: async () => (await import('../steps/report/report-step.tsx')).ReportStep,
}
const stepsHere = new Map<Step, StepPage>()

async function loadStep(step: Step): Promise<void> {
  stepsHere.set(step, await loaders[step]())
}

/** Preloads the code of all steps when the first page is shown and the browser is idle. */
function loadSteps(): () => void {
  const whenIdle = requestIdleCallback(
    () => {
      // A chunk that fails to load now is loaded again when its page opens.
      for (const step of steps) loadStep(step).catch(() => undefined)
    },
    { timeout: 5000 },
  )
  return () => cancelIdleCallback(whenIdle)
}

/** Null until its code is loaded. Not `lazy`: React delays the content after a fallback by 300 ms. */
function useStepPage(step: Step): StepPage | null {
  const [failed, setFailed] = useState<{ readonly error: unknown } | null>(null)
  const [, setLoaded] = useState<Step | null>(null)
  useEffect(() => {
    if (stepsHere.has(step)) return undefined
    let gone = false
    async function load(): Promise<void> {
      try {
        await loadStep(step)
        if (!gone) setLoaded(step)
      } catch (error) {
        if (!gone) setFailed({ error })
      }
    }
    void load()
    return () => {
      gone = true
    }
  }, [step])
  if (failed !== null) throw failed.error
  return stepsHere.get(step) ?? null
}

export function App(): ReactNode {
  const link = useLinkState()
  const route = useRoute()
  useEffect(loadSteps, [])
  const recovery = useQuery({ ...api.recovery.state.queryOptions(), enabled: link === 'open' })
  if (link === 'locked') return <LockedPage />
  if (recovery.data) return <RecoveryPage state={recovery.data} />
  return (
    <Frame route={route}>
      <Page route={route} />
    </Frame>
  )
}

function Page({ route }: { readonly route: Route }): ReactNode {
  const place = route.page === 'batch' ? `${route.batch}/${route.step}` : route.page
  return (
    <Catch key={place}>
      <Suspense fallback={<SkeletonRows className="p-6" rows={6} />}>
        {route.page === 'home' && <HomePage />}
        {route.page === 'connect' && <ConnectPage shown={route.connection} />}
        {route.page === 'batch' && <BatchPage route={route} />}
      </Suspense>
    </Catch>
  )
}

function BatchPage({ route }: { readonly route: Extract<Route, { page: 'batch' }> }): ReactNode {
  const batch = useQuery(api.batches.get.queryOptions({ input: { batch: route.batch } }))
  const name = batch.data?.name
  const StepPage = useStepPage(route.step)
  useEffect(() => {
    setTitle(name === undefined ? texts.product : `${texts.steps[route.step]} · ${name} · ${texts.product}`)
    return () => setTitle(texts.product)
  }, [name, route.step])
  if (batch.data !== undefined && StepPage !== null)
    return <StepPage batch={batch.data} params={route.params} />
  if (batch.data !== undefined || batch.isPending) return <SkeletonRows className="p-6" rows={6} />
  return (
    <EmptyState
      icon={FolderX}
      title={texts.frame.noBatch}
      actions={<LinkButton href={hrefOf({ page: 'home' })}>{texts.frame.backHome}</LinkButton>}
    >
      {texts.frame.noBatchBody}
    </EmptyState>
  )
}

/** Error boundary: an error in one page leaves the frame and the other steps usable. */
class Catch extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }
  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return (
      <ErrorState
        title={texts.frame.crashed}
        error={this.state.error}
        onRetry={() => this.setState({ error: null })}
      />
    )
  }
}

function LockedPage(): ReactNode {
  return (
    <main className="grid h-full place-items-center">
      <EmptyState icon={KeyRound} title={texts.link.lockedTitle}>
        <p>{texts.link.lockedBody}</p>
        <p className="mt-2 text-text">{texts.link.lockedHow}</p>
      </EmptyState>
    </main>
  )
}
