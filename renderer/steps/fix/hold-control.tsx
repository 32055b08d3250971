// Holding an account back, with a reason and a day on which it asks for a person again, and letting it go. A held account
// keeps its state.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, Pause, Play } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { AccountView } from '../../../shared/views.ts'
import { api } from '../../app/engine.ts'
import { texts } from '../../app/texts.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Callout } from '../../parts/panel.tsx'
import { useNow } from '../../parts/relative-time.tsx'
import { toast } from '../../parts/toast.tsx'
import { fixTexts } from './fix-texts.ts'
import { dayAt, dayOf, holdWords } from './hold-words.ts'

type Holdable = Pick<AccountView, 'id' | 'key' | 'held' | 'heldUntil'>

/** What holds the account, until when, and the ways to change or end it; nothing for an account that is not held. */
export function HeldNote({ account }: { readonly account: Holdable }): ReactNode {
  const now = useNow()
  const [changing, setChanging] = useState(false)
  if (account.held === null) return null
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
        toast.done(fixTexts.released(account.key))
      },
    }),
  )
  const held = account.held !== null
  const act = (): void => (held ? unhold.mutate({ accounts: [account.id] }) : setAsking(true))
  return (
    <>
      {look === 'icon' ? (
        <IconButton
          size="small"
          icon={held ? Play : Pause}
          label={held ? fixTexts.release : fixTexts.holdThis}
          onClick={act}
        />
      ) : (
        <Button size="small" icon={held ? Play : Pause} onClick={act}>
          {held ? fixTexts.release : fixTexts.hold}
        </Button>
      )}
      {asking && <HoldDialog account={account} onClose={() => setAsking(false)} />}
    </>
  )
}

function HoldDialog(props: { readonly account: Holdable; readonly onClose: () => void }): ReactNode {
  const { account, onClose } = props
  const client = useQueryClient()
  const [reason, setReason] = useState(account.held ?? '')
  const [day, setDay] = useState(account.heldUntil === null ? '' : dayOf(account.heldUntil))
  const [tried, setTried] = useState(false)
  const until = dayAt(day)
  const past = until !== null && until <= Date.now()
  const missing = reason.trim() === ''
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
  function send(): void {
    setTried(true)
    if (!missing && !past) hold.mutate({ accounts: [account.id], reason: reason.trim(), until })
  }
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') send()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={account.held === null ? fixTexts.holdTitle(account.key) : fixTexts.holdChangeTitle(account.key)}
      description={fixTexts.holdBody}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button tone="primary" busy={hold.isPending} onClick={send}>
            {account.held === null ? fixTexts.hold : texts.common.save}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <TextField
          label={fixTexts.holdReason}
          hint={fixTexts.holdReasonHint}
          error={tried && missing ? fixTexts.holdMissing : undefined}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={onEnter}
        />
        <TextField
          type="date"
          optional
          className="w-44"
          label={fixTexts.holdUntil}
          min={dayOf(Date.now() + 86_400_000)}
          error={tried && past ? fixTexts.holdPast : undefined}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          onKeyDown={onEnter}
        />
        <p className="-mt-1.5 text-xs text-faint">{fixTexts.holdUntilHint}</p>
      </div>
    </Dialog>
  )
}
