// What the window shows: the frame around the page that the address names, or, without a link to the engine, why.
import { useQuery } from '@tanstack/react-query'
import { FolderX, KeyRound } from 'lucide-react'
import {
  Component,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
} from 'react'
import { LinkButton } from '../parts/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../parts/panel.tsx'
import { recallDisplay } from './display.ts'
import { api, useLinkState } from './engine.ts'
import { Frame } from './frame.tsx'
import { hrefOf, type Route, type Step, steps, useRoute } from './route.ts'
import type { StepProps } from './batch-parts.ts'
import { texts } from './texts.ts'

const HomePage = lazy(async () => ({ default: (await import('../steps/home/home-page.tsx')).HomePage }))
const ConnectPage = lazy(async () => ({
  default: (await import('../steps/connect/connect-page.tsx')).ConnectPage,
}))
const loaders: Readonly<Record<Step, () => Promise<{ default: (props: StepProps) => ReactNode }>>> = {
  load: async () => ({ default: (await import('../steps/load/load-step.tsx')).LoadStep }),
  map: async () => ({ default: (await import('../steps/map/map-step.tsx')).MapStep }),
  fix: async () => ({ default: (await import('../steps/fix/fix-step.tsx')).FixStep }),
  submit: async () => ({ default: (await import('../steps/submit/submit-step.tsx')).SubmitStep }),
  watch: async () => ({ default: (await import('../steps/watch/watch-step.tsx')).WatchStep }),
  report: async () => ({ default: (await import('../steps/report/report-step.tsx')).ReportStep }),
}
const stepPages: Readonly<Record<Step, LazyExoticComponent<(props: StepProps) => ReactNode>>> = {
  load: lazy(loaders.load),
  map: lazy(loaders.map),
  fix: lazy(loaders.fix),
  submit: lazy(loaders.submit),
  watch: lazy(loaders.watch),
  report: lazy(loaders.report),
}

/** Steps whose code is here. As lazy pages they would be shown 300 ms later: React holds back what follows a fallback. */
const stepsHere = new Map<Step, (props: StepProps) => ReactNode>()

/** Once a first page is there and nothing else is to be done: whichever step is opened next need not wait for its code. */
function loadSteps(): () => void {
  const load = async (step: Step): Promise<void> => {
    stepsHere.set(step, (await loaders[step]()).default)
  }
  const whenIdle = requestIdleCallback(
    () => {
      // One that does not come now is asked for when it is opened.
      for (const step of steps) load(step).catch(() => undefined)
    },
    { timeout: 5000 },
  )
  return () => cancelIdleCallback(whenIdle)
}

export function App(): ReactNode {
  const link = useLinkState()
  const route = useRoute()
  useEffect(() => {
    if (link === 'open') recallDisplay().catch(() => undefined)
  }, [link])
  useEffect(loadSteps, [])
  if (link === 'locked') return <LockedPage />
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
  // The same one as long as the step is open.
  const StepPage = useMemo(() => stepsHere.get(route.step) ?? stepPages[route.step], [route.step])
  useEffect(() => {
    document.title =
      name === undefined ? texts.product : `${texts.steps[route.step]} · ${name} · ${texts.product}`
    return () => {
      document.title = texts.product
    }
  }, [name, route.step])
  if (batch.data !== undefined) {
    return <StepPage batch={batch.data} params={route.params} />
  }
  if (batch.isPending) return <SkeletonRows className="p-6" rows={6} />
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

/** A failure of one page leaves the frame and the other steps usable. */
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
