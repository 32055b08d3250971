// Holding an account back, with a reason and a day on which it asks for a person again, excluding it for good, and letting
// it go. Its state stays what it is.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, CalendarClock, Pause, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AccountView } from '../../../../shared/views.ts'
import { api } from '../../../app/engine.ts'
import { texts } from '../../../app/texts.ts'
import { Button, IconButton } from '../../../parts/button.tsx'
import { Callout } from '../../../parts/panel.tsx'
import { useNow } from '../../../parts/relative-time.tsx'
import { toast } from '../../../parts/toast.tsx'
import { ReasonDialog } from '../decide/decide-dialog.tsx'
import { decideTexts } from '../decide/decide-texts.ts'
import { useDecide } from '../decide/decide-use.ts'
import { fixTexts } from '../fix-texts.ts'
import { holdWords } from './hold-words.ts'

type Holdable = Pick<
  AccountView,
  'id' | 'batch' | 'key' | 'state' | 'outcome' | 'held' | 'heldUntil' | 'excluded' | 'locked'
>

/** What holds the account, until when, and the ways to change or end it; nothing for an account that is not held. */
export function HeldNote({ account }: { readonly account: Holdable }): ReactNode {
  const now = useNow()
  const [changing, setChanging] = useState(false)
  if (account.held === null) return null
  if (account.excluded) return <ExcludedNote account={account} />
  const { words, due } = holdWords(account.heldUntil, now)
  return (
    <Callout
      tone={due ? 'warning' : 'info'}
      icon={due ? CalendarClock : Pause}
      title={words}
      className="mt-2 leading-[18px]"
    >
      <p className="wrap-break-word">{account.held}</p>
      {due && <p className="text-soft">{fixTexts.heldDueBody}</p>}
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {due && <HoldControl account={account} look="words" />}
        <Button size="small" onClick={() => setChanging(true)}>
          {due ? fixTexts.holdOn : fixTexts.holdChange}
        </Button>
      </div>
      {changing && <HoldDialog account={account} onClose={() => setChanging(false)} />}
    </Callout>
  )
}

function ExcludedNote({ account }: { readonly account: Holdable }): ReactNode {
  return (
    <Callout tone="info" icon={Ban} title={decideTexts.excluded} className="mt-2 leading-[18px]">
      <p className="wrap-break-word">{account.held}</p>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        <HoldControl account={account} look="words" />
        <ExcludeControl account={account} look="words" />
      </div>
    </Callout>
  )
}

/** An icon in the panel's head, or words where a problem offers it as a way out. */
export function HoldControl(props: {
  readonly account: Holdable
  readonly look?: 'icon' | 'words'
}): ReactNode {
  const { account, look = 'icon' } = props
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const unhold = useMutation(
    api.accounts.unhold.mutationOptions({
      onError: toast.failed,
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: api.accounts.get.key() })
        toast.done(account.excluded ? decideTexts.included(account.key) : fixTexts.released(account.key))
      },
    }),
  )
  const held = account.held !== null
  const release = held ? (account.excluded ? decideTexts.includeThis : fixTexts.release) : null
  const act = (): void => (held ? unhold.mutate({ accounts: [account.id] }) : setAsking(true))
  return (
    <>
      {look === 'icon' ? (
        <IconButton
          size="small"
          icon={held ? Play : Pause}
          label={release ?? fixTexts.holdThis}
          onClick={act}
        />
      ) : (
        <Button size="small" icon={held ? Play : Pause} onClick={act}>
          {release ?? decideTexts.wayOutHold}
        </Button>
      )}
      {asking && <HoldDialog account={account} onClose={() => setAsking(false)} />}
    </>
  )
}

function HoldDialog(props: { readonly account: Holdable; readonly onClose: () => void }): ReactNode {
  const { account, onClose } = props
  const client = useQueryClient()
  const hold = useMutation(
    api.accounts.hold.mutationOptions({
      onError: toast.failed,
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: api.accounts.get.key() })
        onClose()
        toast.done(fixTexts.held(account.key))
      },
    }),
  )
  const isNew = account.held === null
  return (
    <ReasonDialog
      kind="hold"
      title={isNew ? fixTexts.holdTitle(account.key) : fixTexts.holdChangeTitle(account.key)}
      description={fixTexts.holdBody}
      action={isNew ? fixTexts.hold : texts.common.save}
      before={account.held === null ? null : { reason: account.held, until: account.heldUntil }}
      busy={hold.isPending}
      onSend={({ reason, until }) => hold.mutate({ accounts: [account.id], reason, until })}
      onClose={onClose}
    />
  )
}

/** Decides that the account is not migrated from this batch; its message takes that back. */
export function ExcludeControl(props: {
  readonly account: Holdable
  readonly look?: 'icon' | 'words'
}): ReactNode {
  const { account, look = 'icon' } = props
  const [asking, setAsking] = useState(false)
  if (account.locked !== null && !isWaiting(account)) return null
  return (
    <>
      {look === 'icon' ? (
        <IconButton size="small" icon={Ban} label={decideTexts.excludeThis} onClick={() => setAsking(true)} />
      ) : (
        <Button size="small" {...(account.excluded ? {} : { icon: Ban })} onClick={() => setAsking(true)}>
          {account.excluded ? decideTexts.changeReason : decideTexts.wayOutExclude}
        </Button>
      )}
      {asking && <ExcludeDialog account={account} onClose={() => setAsking(false)} />}
    </>
  )
}

/** What waits to be sent is taken back; what the platform has already may be left out as well. */
function isWaiting({ state, outcome }: Holdable): boolean {
  return state === 'queued' || outcome === 'already_there'
}

function ExcludeDialog(props: { readonly account: Holdable; readonly onClose: () => void }): ReactNode {
  const { account, onClose } = props
  const { busy, decide } = useDecide(account.batch, onClose)
  return (
    <ReasonDialog
      kind="exclude"
      title={decideTexts.titles.exclude(account.key)}
      action={decideTexts.actions.exclude}
      before={account.held === null ? null : { reason: account.held, until: null }}
      busy={busy}
      onSend={({ reason }) => decide({ accounts: [account.id] }, { kind: 'exclude', reason })}
      onClose={onClose}
    />
  )
}
