// Holding an account back, with a reason, and letting it go. A held account keeps its state.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AccountView } from '../../../shared/views.ts'
import { api } from '../../app/engine.ts'
import { texts } from '../../app/texts.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { toast } from '../../parts/toast.tsx'
import { fixTexts } from './fix-texts.ts'

type Holdable = Pick<AccountView, 'id' | 'key' | 'held'>

/** An icon in the panel's head, or words where a problem offers it as a way out. */
export function HoldControl(props: {
  readonly account: Holdable
  readonly look?: 'icon' | 'words'
}): ReactNode {
  const { account, look = 'icon' } = props
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const refresh = (): void => {
    void client.invalidateQueries({ queryKey: api.accounts.get.key() })
  }
  const unhold = useMutation(
    api.accounts.unhold.mutationOptions({
      onError: toast.failed,
      onSuccess: () => {
        refresh()
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
          {held ? fixTexts.release : fixTexts.holdThis}
        </Button>
      )}
      {asking && <HoldDialog account={account} onClose={() => setAsking(false)} onHeld={refresh} />}
    </>
  )
}

function HoldDialog(props: {
  readonly account: Holdable
  readonly onClose: () => void
  readonly onHeld: () => void
}): ReactNode {
  const { account, onClose, onHeld } = props
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const hold = useMutation(
    api.accounts.hold.mutationOptions({
      onError: toast.failed,
      onSuccess: () => {
        onHeld()
        onClose()
        toast.done(fixTexts.held(account.key))
      },
    }),
  )
  function send(): void {
    if (reason.trim() === '') setMissing(true)
    else hold.mutate({ accounts: [account.id], reason: reason.trim() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={fixTexts.holdTitle(account.key)}
      description={fixTexts.holdBody}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button tone="primary" busy={hold.isPending} onClick={send}>
            {fixTexts.hold}
          </Button>
        </>
      }
    >
      <TextField
        label={fixTexts.holdReason}
        hint={fixTexts.holdReasonHint}
        error={missing && reason.trim() === '' ? fixTexts.holdMissing : undefined}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send()
        }}
      />
    </Dialog>
  )
}
