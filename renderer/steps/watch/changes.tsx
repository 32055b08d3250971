// Messages about reading statuses: reading fails, done accounts are being read again, the service changed its answer
// for some, or the latest report is out of date.
import { useMutation } from '@tanstack/react-query'
import { Copy, FileClock, RefreshCw, Repeat2, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { api } from '../../app/engine.ts'
import { hrefOf, setParams } from '../../app/route.ts'
import { MakeReport } from '../../accounts/make-report.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Callout } from '../../components/panel.tsx'
import { Progress } from '../../components/charts/progress.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { watchTexts } from '../../texts/watch/watch.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const words = watchTexts.changes

export function Changes({ batch }: { readonly batch: BatchView }): ReactNode {
  const { mindChanged, mindChangedSinceReport, looking, cannotRead, sharedIdentifiers } = batch.processing
  const outdated = batch.report !== null && mindChangedSinceReport > 0
  return (
    <>
      {cannotRead !== null && <CannotRead batch={batch} cannotRead={cannotRead} />}
      {sharedIdentifiers > 0 && (
        <Callout
          tone="warning"
          icon={Copy}
          title={words.shared({ accounts: sharedIdentifiers })}
          actions={
            <Button size="small" onClick={() => setParams({ show: null })}>
              {words.show}
            </Button>
          }
        >
          <p className="text-soft">{words.sharedWords}</p>
        </Callout>
      )}
      {looking !== null && <Looking batch={batch} looking={looking} />}
      {outdated ? (
        <Callout
          tone="warning"
          icon={FileClock}
          title={words.outdated({ accounts: mindChangedSinceReport })}
          actions={
            <>
              <Show />
              <MakeReport batch={batch} again size="small" tone="primary" />
            </>
          }
        >
          <p className="text-soft">{words.outdatedWords}</p>
        </Callout>
      ) : (
        mindChanged > 0 && (
          <Callout
            tone="info"
            icon={Repeat2}
            title={words.changed({ accounts: mindChanged })}
            actions={<Show />}
          >
            <p className="text-soft">{words.changedWords}</p>
          </Callout>
        )
      )}
    </>
  )
}

function CannotRead(props: {
  readonly batch: BatchView
  readonly cannotRead: NonNullable<BatchView['processing']['cannotRead']>
}): ReactNode {
  const { connection } = props.batch
  const { message, since } = props.cannotRead
  return (
    <Callout
      tone="warning"
      icon={Unplug}
      title={words.cannotRead}
      actions={
        connection !== null && (
          <LinkButton size="small" href={hrefOf({ page: 'connect', connection: connection.id })}>
            {words.toConnection}
          </LinkButton>
        )
      }
    >
      <p className="wrap-break-word">{sentenceOf(message)}</p>
      <p className="text-soft">
        {words.cannotReadWords} · <RelativeTime at={since} />
      </p>
    </Callout>
  )
}

function Show(): ReactNode {
  return (
    <Button size="small" onClick={() => setParams({ show: 'mind-changed' })}>
      {words.show}
    </Button>
  )
}

type LookingNow = NonNullable<BatchView['processing']['looking']>

function Looking({ batch, looking }: { readonly batch: BatchView; readonly looking: LookingNow }): ReactNode {
  const stop = useMutation(api.batches.stopLooking.mutationOptions({ onError: toast.failed }))
  const { accounts, left } = looking
  return (
    <Callout
      tone="info"
      icon={RefreshCw}
      title={words.looking({ done: accounts - left, all: accounts })}
      actions={
        <Button size="small" busy={stop.isPending} onClick={() => stop.mutate({ batch: batch.id })}>
          {words.stopLooking}
        </Button>
      }
    >
      <Progress
        label={words.lookingLabel}
        done={accounts - left}
        total={accounts}
        className="mt-1.5 max-w-100"
      />
    </Callout>
  )
}
