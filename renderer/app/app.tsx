// Root component. Shows the frame with the page from the URL, or an explanation while there is no link to the engine.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderX, KeyRound } from 'lucide-react'
import { Component, type ReactNode, useEffect } from 'react'
import { LinkButton } from '../components/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../components/panel.tsx'
import { api, useLinkState } from './engine.ts'
import { loadAllTexts } from './display/language.ts'
import { Frame } from './frame/frame.tsx'
import { createPageCode, type PageCode, usePageCode } from '../components/page-code.ts'
import { batchOptions } from './queries.ts'
import { hrefOf, type Route, type Step, steps, useRoute } from './route.ts'
import type { StepProps } from '../accounts/batch-parts.ts'
import { texts } from '../texts/common.ts'
import { HomePage } from '../steps/home/home-page.tsx'
import { setTitle } from './title.ts'

// Home comes with the frame, and shows no messages of the engine; the other pages wait for them.
const connectPage = createPageWithTexts(
  async () => (await import('../steps/connect/connect-page.tsx')).ConnectPage,
)
const auditPage = createPageWithTexts(async () => (await import('../steps/audit/audit-page.tsx')).AuditPage)
const comparePage = createPageWithTexts(
  async () => (await import('../steps/compare/compare-page.tsx')).ComparePage,
)
const teamPage = createPageWithTexts(async () => (await import('../steps/team/team-page.tsx')).TeamPage)
const wallPage = createPageWithTexts(async () => (await import('../steps/team/wall-page.tsx')).WallPage)
const recoveryPage = createPageWithTexts(async () => (await import('./recovery-page.tsx')).RecoveryPage)
const pages = { connect: connectPage, audit: auditPage, compare: comparePage, team: teamPage }
const stepPages: Readonly<Record<Step, PageCode<StepProps>>> = {
  load: createPageWithTexts(async () => (await import('../steps/load/load-step.tsx')).LoadStep),
  map: createPageWithTexts(async () => (await import('../steps/map/map-step.tsx')).MapStep),
  fix: createPageWithTexts(async () => (await import('../steps/fix/fix-step.tsx')).FixStep),
  submit: createPageWithTexts(async () => (await import('../steps/submit/submit-step.tsx')).SubmitStep),
  watch: createPageWithTexts(async () => (await import('../steps/watch/watch-step.tsx')).WatchStep),
  report: createPageWithTexts(async () => (await import('../steps/report/report-step.tsx')).ReportStep),
}

function createPageWithTexts<P>(read: () => Promise<(props: P) => ReactNode>): PageCode<P> {
  return createPageCode(async () => (await Promise.all([loadAllTexts(), read()]))[1])
}

/** Loads the code of a page before it is drawn. What fails to load now is loaded again when the page opens. */
export function preloadPage(route: Route): void {
  if (route.page === 'home') return
  const code = route.page === 'batch' ? stepPages[route.step] : pages[route.page]
  code.load().catch(() => undefined)
}

/** Milliseconds after which the steps are loaded although the browser is busy or answers are still awaited. */
const longestWait = 5000

async function browserIdle(): Promise<void> {
  await new Promise((end) => requestIdleCallback(end, { timeout: longestWait }))
}

/** Ends when the browser is idle and no answer of the engine is awaited. */
async function idle(client: QueryClient): Promise<void> {
  const latest = performance.now() + longestWait
  do await browserIdle()
  while (client.isFetching() > 0 && performance.now() < latest)
}

/**
 * Preloads the code of all steps, one after the other, so that a step opened meanwhile does not wait for the code of
 * the others. Load comes first and Fix, which has the most code, while Home waits for its answers; the others when
 * nothing is awaited.
 */
async function loadSteps(client: QueryClient): Promise<void> {
  await browserIdle()
  await preloadStep('load')
  await preloadStep('fix')
  for (const step of steps) {
    await idle(client)
    await preloadStep(step)
  }
}

/** What fails to load now is loaded again when its page opens. */
async function preloadStep(step: Step): Promise<void> {
  await stepPages[step].load().catch(() => undefined)
}

export function App(): ReactNode {
  const link = useLinkState()
  const route = useRoute()
  const client = useQueryClient()
  useEffect(() => void loadSteps(client), [client])
  const recovery = useQuery({ ...api.recovery.state.queryOptions(), enabled: link === 'open' })
  if (link === 'locked') return <LockedPage />
  if (recovery.data) return <Coded code={recoveryPage} props={{ state: recovery.data }} />
  // Without the frame: nothing on it is for those who read it from afar.
  if (route.page === 'team' && route.wall === true) return <Coded code={wallPage} props={{}} />
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
      {route.page === 'home' && <HomePage />}
      {route.page === 'audit' && <Coded code={auditPage} props={{}} />}
      {route.page === 'team' && <Coded code={teamPage} props={{}} />}
      {route.page === 'compare' && <Coded code={comparePage} props={{ params: route.params }} />}
      {route.page === 'connect' && <Coded code={connectPage} props={{ shown: route.connection }} />}
      {route.page === 'batch' && <BatchPage route={route} />}
    </Catch>
  )
}

/** A page, or its skeleton until its code is here. */
function Coded<P extends object>({
  code,
  props,
}: {
  readonly code: PageCode<P>
  readonly props: P
}): ReactNode {
  const Shown = usePageCode(code)
  return Shown === null ? <SkeletonRows className="p-6" rows={6} /> : <Shown {...props} />
}

function BatchPage({ route }: { readonly route: Extract<Route, { page: 'batch' }> }): ReactNode {
  const batch = useQuery(batchOptions(useQueryClient(), route.batch))
  const name = batch.data?.name
  const isGone = batch.isError
  const StepPage = usePageCode(stepPages[route.step])
  useEffect(() => {
    const here = name === undefined ? null : `${texts.steps[route.step]} · ${name}`
    const place = here ?? (isGone ? texts.frame.noBatch : null)
    setTitle(place === null ? texts.product : `${place} · ${texts.product}`)
    return () => setTitle(texts.product)
  }, [name, isGone, route.step])
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
