// Watch step: the current result of every account. It shows the activity headline, a funnel that always adds up, and
// a list with what a person has to do; the side pane shows progress, service statuses or one account's history. The
// live view fills the window.
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { type StepProps } from '../../accounts/batch-parts.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { useShortcuts } from '../../app/keys.ts'
import { hrefOfStep } from '../../app/route.ts'
import { LinkButton } from '../../components/button.tsx'
import { EmptyState } from '../../components/panel.tsx'
import { FindListPlace } from '../../accounts/find-list/find-list.tsx'
import { BuildingState } from '../../accounts/rebuild.tsx'
import { Pauses } from '../../accounts/connection/pauses.tsx'
import { AccountList } from './list/account-list.tsx'
import { AccountHistory } from './account-history.tsx'
import { Funnel } from './funnel.tsx'
import { readFilter } from '../../accounts/list-filter.ts'
import { liveTexts } from '../../texts/watch/live.ts'
import { LivePage, liveParam, openLive } from '../../accounts/live/live-page.tsx'
import { Changes } from './changes.tsx'
import { AnswersChart } from './progress/answers-chart.tsx'
import { ProgressChart } from './progress/progress-chart.tsx'
import { ServiceWords } from './service-words.tsx'
import { WatchBar } from './watch-bar.tsx'
import { WaveTimes } from './wave-times.tsx'
import { watchTexts } from '../../texts/watch/watch.ts'

export function WatchStep({ batch, params }: StepProps): ReactNode {
  const account = accountOf(params['account'])
  const released = onTheWay(batch) + batch.states.done
  const live = params[liveParam] === 'live'
  useShortcuts(batch.stage === 'open' ? [{ keys: 'w', label: liveTexts.open, run: openLive }] : [])
  if (batch.stage === 'building') return <BuildingState batch={batch} />
  if (batch.stage !== 'open')
    return (
      <Nothing
        words={watchTexts.empty.notBuilt}
        href={hrefOfStep(batch.id, 'map')}
        action={watchTexts.empty.toMap}
      />
    )
  if (released === 0 && account === null && params['show'] === undefined && !live) {
    return (
      <Nothing
        words={watchTexts.empty.words}
        href={hrefOfStep(batch.id, 'submit')}
        action={watchTexts.empty.toSubmit}
      />
    )
  }
  const shown = readFilter(params['show'])
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)_312px] min-[1500px]:grid-cols-[minmax(0,1fr)_400px]">
      <div className="flex min-h-0 min-w-0 flex-col">
        <WatchBar batch={batch} />
        <div className="grid max-h-[38%] shrink-0 gap-2 overflow-y-auto px-4 pt-3 empty:hidden">
          <Pauses batch={batch} />
          <Changes batch={batch} />
        </div>
        <Funnel batch={batch} shown={shown} />
        <AccountList batch={batch} shown={shown} account={account} />
      </div>
      <div className="min-h-0 border-l border-line">
        {account === null ? (
          <div className="h-full divide-y divide-line overflow-y-auto">
            <ProgressChart batch={batch} />
            <AnswersChart batch={batch} />
            <WaveTimes batch={batch} />
            <ServiceWords batch={batch} shown={shown} />
          </div>
        ) : (
          <AccountHistory batch={batch} account={account} />
        )}
      </div>
      <LivePage batch={batch} open={live} />
      <FindListPlace batch={batch.id} params={params} />
    </div>
  )
}

function accountOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

function Nothing(props: {
  readonly words: string
  readonly href: string
  readonly action: string
}): ReactNode {
  return (
    <EmptyState
      icon={Eye}
      title={watchTexts.empty.title}
      actions={
        <LinkButton tone="primary" href={props.href}>
          {props.action}
        </LinkButton>
      }
    >
      {props.words}
    </EmptyState>
  )
}
