// The Watch step: what became of every account. The funnel always adds up, the list says what a person has to do, and the
// side tells progress, the service's own words, or one account's story.
import { useMutation } from '@tanstack/react-query'
import { Eye, FileCheck, RefreshCw, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import { onTheWay, type StepProps } from '../../app/batch-parts.ts'
import { engine } from '../../app/engine.ts'
import { hrefOfStep } from '../../app/route.ts'
import { Button, LinkButton } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/panel.tsx'
import { toast } from '../../parts/toast.tsx'
import { Pauses } from '../submit/pauses.tsx'
import { AccountList } from './account-list.tsx'
import { AccountStory } from './account-story.tsx'
import { Funnel } from './funnel.tsx'
import { readFilter } from './list-filter.ts'
import { ProgressChart } from './progress-chart.tsx'
import { ServiceWords } from './service-words.tsx'
import { watchTexts } from './watch-texts.ts'

export function WatchStep({ batch, params }: StepProps): ReactNode {
  const account = accountOf(params['account'])
  const released = onTheWay(batch) + batch.states.settled
  if (batch.stage !== 'open')
    return (
      <Nothing
        words={watchTexts.empty.notBuilt}
        href={hrefOfStep(batch.id, 'map')}
        action={watchTexts.empty.toMap}
      />
    )
  if (released === 0 && account === null && params['show'] === undefined) {
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
        <Toolbar batch={batch} />
        <div className="grid gap-2 px-4 pt-3 empty:hidden">
          <Pauses batch={batch} />
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

/** As many as one press asks about; the others are read by themselves. */
const mostLooks = 500

function Toolbar({ batch }: { readonly batch: BatchView }): ReactNode {
  const { unconfirmed, watching, settled } = batch.states
  const waiting = unconfirmed + watching
  const released = onTheWay(batch) + settled
  const look = useMutation({
    mutationFn: async () => {
      const { accounts } = await engine.accounts.list({
        batch: batch.id,
        states: ['unconfirmed', 'watching'],
        offset: 0,
        limit: mostLooks,
      })
      if (accounts.length > 0) await engine.accounts.lookAgain({ accounts: accounts.map(({ id }) => id) })
      return accounts.length
    },
    onSuccess: (looked) =>
      toast.done(looked < waiting ? watchTexts.status.lookedFirst(looked) : watchTexts.status.looked(looked)),
    onError: toast.failed,
  })
  const over = released > 0 && released === settled
  return (
    <div className="flex h-11 shrink-0 items-center gap-3 border-b border-line px-4">
      <p role="status" className="min-w-0 flex-1 truncate font-medium tabular-nums">
        {over ? watchTexts.status.everything : watchTexts.status.settled(settled, released)}
      </p>
      {waiting > 0 && (
        <Button icon={RefreshCw} busy={look.isPending} onClick={() => look.mutate()}>
          {watchTexts.status.lookAll(waiting)}
        </Button>
      )}
      {over && batch.states.cleared > 0 && (
        <LinkButton tone="primary" icon={Send} href={hrefOfStep(batch.id, 'submit')}>
          {watchTexts.status.releaseMore(batch.states.cleared)}
        </LinkButton>
      )}
      {over && (
        <LinkButton
          tone={batch.states.cleared > 0 ? 'plain' : 'primary'}
          icon={FileCheck}
          href={hrefOfStep(batch.id, 'report')}
        >
          {watchTexts.status.toReport}
        </LinkButton>
      )}
    </div>
  )
}
