// Asks why an account is held; the reason goes with it into the list and the report.
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AccountLine } from '../../../shared/views.ts'
import { api, failureOf } from '../../app/engine.ts'
import { texts } from '../../app/texts.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { toast } from '../../parts/toast.tsx'
import { watchTexts } from './watch-texts.ts'

const words = watchTexts.hold

export function HoldDialog(props: {
  /** Null: closed. */
  readonly account: Pick<AccountLine, 'id' | 'key'> | null
  readonly onClose: () => void
}): ReactNode {
  const { account } = props
  return (
    <Dialog
      open={account !== null}
      onClose={props.onClose}
      width="small"
      title={words.title(account?.key ?? '')}
      description={words.words}
    >
      {account !== null && <HoldForm account={account} onClose={props.onClose} />}
    </Dialog>
  )
}

function HoldForm(props: {
  readonly account: Pick<AccountLine, 'id' | 'key'>
  readonly onClose: () => void
}): ReactNode {
  const [reason, setReason] = useState('')
  const hold = useMutation(
    api.accounts.hold.mutationOptions({
      onSuccess: () => {
        toast.done(watchTexts.list.held(props.account.key))
        props.onClose()
      },
    }),
  )
  return (
    <form
      className="grid gap-3 pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        hold.mutate({ accounts: [props.account.id], reason: reason.trim() })
      }}
    >
      <TextField
        label={words.label}
        hint={words.hint}
        autoFocus
        value={reason}
        error={hold.error === null ? undefined : failureOf(hold.error).message}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={props.onClose}>{texts.common.cancel}</Button>
        <Button submit tone="primary" busy={hold.isPending} disabled={reason.trim() === ''}>
          {words.action}
        </Button>
      </div>
    </form>
  )
}
