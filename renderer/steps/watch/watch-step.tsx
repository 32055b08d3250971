// The Watch step: what became of every account. What is going on is said in one line, the funnel always adds up, the list
// says what a person has to do, and the side tells progress, the service's own words, or one account's story. The large
// view of it fills the window.
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { onTheWay, type StepProps } from '../../app/batch-parts.ts'
import { useShortcuts } from '../../app/keys.ts'
import { hrefOfStep } from '../../app/route.ts'
import { LinkButton } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/panel.tsx'
import { Pauses } from '../submit/pauses.tsx'
import { AccountList } from './account-list.tsx'
import { AccountStory } from './account-story.tsx'
import { Funnel } from './funnel.tsx'
import { readFilter } from './list-filter.ts'
import { liveTexts } from './live/live-texts.ts'
import { LivePage, liveParam, openLive } from './live/live-page.tsx'
import { News } from './news.tsx'
import { ProgressChart } from './progress-chart.tsx'
import { ServiceWords } from './service-words.tsx'
import { WatchBar } from './watch-bar.tsx'
import { watchTexts } from './watch-texts.ts'

export function WatchStep({ batch, params }: StepProps): ReactNode {
  const account = accountOf(params['account'])
  const released = onTheWay(batch) + batch.states.settled
  const live = params[liveParam] === 'live'
  useShortcuts(batch.stage === 'open' ? [{ keys: 'w', label: liveTexts.open, run: openLive }] : [])
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
          <News batch={batch} />
        </div>
        <Funnel batch={batch} shown={shown} />
        <AccountList batch={batch} shown={shown} account={account} />
      </div>
      <div className="min-h-0 border-l border-line">
        {account === null ? (
          <div className="h-full divide-y divide-line overflow-y-auto">
            <ProgressChart batch={batch} />
            <ServiceWords batch={batch} shown={shown} />
          </div>
        ) : (
          <AccountStory batch={batch.id} account={account} />
        )}
      </div>
      <LivePage batch={batch} open={live} />
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
      actions={<LinkButton href={props.href}>{props.action}</LinkButton>}
    >
      {props.words}
    </EmptyState>
  )
}
