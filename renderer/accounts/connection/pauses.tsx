// Messages that explain why nothing is being sent and how to continue: one per pause, the oldest first so that a new
// pause moves no button that is about to be pressed, and one for each block that is not a pause (no key, a service that
// does not answer).
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CirclePause, KeyRound, Plug, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Pause } from '../../../shared/sending/connection.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { api } from '../../app/engine.ts'
import { hrefOf } from '../../app/route.ts'
import { texts } from '../../texts/common.ts'
import { Button, LinkButton, StillAllowed } from '../../components/button.tsx'
import { Callout } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { useConnectionOf } from './connection-facts.ts'
import { KeyDialog } from './key-dialog.tsx'
import { submitTexts } from '../../texts/submit/submit.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export function Pauses({ batch }: { readonly batch: BatchView }): ReactNode {
  const connection = useConnectionOf(batch)
  const [asking, setAsking] = useState(false)
  if (batch.connection === null) return null
  const askKey = (): void => setAsking(true)
  const pauses = [...batch.pauses].sort((one, other) => one.since - other.since)
  const signIn = pauses.some((pause) => pause.reason === 'sign_in')
  return (
    <>
      {connection !== null && !connection.hasKey && !signIn && (
        <Callout
          tone="warning"
          icon={KeyRound}
          title={submitTexts.pause.noKey}
          actions={
            <Button size="small" onClick={askKey}>
              {submitTexts.pause.giveKey}
            </Button>
          }
        >
          {submitTexts.pause.noKeyWords}
        </Callout>
      )}
      {pauses.map((pause) => (
        <PauseCallout
          key={`${pause.supplier} ${pause.reason}`}
          batch={batch}
          pause={pause}
          onAskKey={askKey}
        />
      ))}
      {batch.notAnswering && (
        <Callout tone="warning" icon={Plug} title={submitTexts.pause.notAnswering}>
          {submitTexts.pause.notAnsweringWords}
        </Callout>
      )}
      <StillAllowed>
        <KeyDialog open={asking} onClose={() => setAsking(false)} connection={batch.connection} />
      </StillAllowed>
    </>
  )
}

function PauseCallout(props: {
  readonly batch: BatchView
  readonly pause: Pause
  readonly onAskKey: () => void
}): ReactNode {
  const { batch, pause } = props
  const client = useQueryClient()
  const resume = useMutation(
    api.connections.resume.mutationOptions({
      onError: toast.failed,
      onSettled: () => client.invalidateQueries({ queryKey: api.connections.key() }),
    }),
  )
  const byPerson = pause.reason === 'person'
  return (
    <Callout
      tone={byPerson ? 'info' : 'warning'}
      icon={byPerson ? CirclePause : TriangleAlert}
      title={titleOf(pause)}
      actions={
        <>
          {pause.reason === 'sign_in' && (
            <Button size="small" tone="primary" onClick={props.onAskKey}>
              {submitTexts.pause.giveKey}
            </Button>
          )}
          {pause.reason === 'not_this_service' && (
            <LinkButton size="small" href={hrefOf({ page: 'connect', connection: pause.connectionId })}>
              {submitTexts.pause.openConnection}
            </LinkButton>
          )}
          {pause.supplier !== '' && batch.supplier === null && batch.states.queued > 0 && (
            <CancelQueuedLane batch={batch} lane={pause} />
          )}
          <StillAllowed>
            <Button
              size="small"
              busy={resume.isPending}
              onClick={() => resume.mutate({ id: pause.connectionId, supplier: pause.supplier })}
            >
              {submitTexts.pause.resume}
            </Button>
          </StillAllowed>
        </>
      }
    >
      {!byPerson && <p className="break-words text-text">{sentenceOf(pause.message)}</p>}
      <p className="text-soft">
        {submitTexts.pause.waysOut[pause.reason]} · <RelativeTime at={pause.since} />
      </p>
    </Callout>
  )
}

function titleOf({ supplier, reason: why }: Pause): string {
  const reason = submitTexts.pause.reasons[why]
  return supplier === ''
    ? submitTexts.pause.title({ reason })
    : submitTexts.pause.titleSupplier({ supplier, reason })
}

/** Accounts queued for a blocked supplier need not wait: they can be corrected, held or excluded. */
function CancelQueuedLane({ batch, lane }: { readonly batch: BatchView; readonly lane: Pause }): ReactNode {
  const { supplier } = lane
  const cancelQueued = useMutation(
    api.batches.cancelQueued.mutationOptions({
      onError: toast.failed,
      onSuccess: ({ cancelled }) =>
        toast.done(submitTexts.pause.cancelled({ accounts: cancelled, supplier })),
    }),
  )
  return (
    <Button
      size="small"
      busy={cancelQueued.isPending}
      title={texts.queuedMeaning}
      onClick={() => cancelQueued.mutate({ batch: batch.id, supplier })}
    >
      {submitTexts.pause.cancelQueued({ supplier })}
    </Button>
  )
}
