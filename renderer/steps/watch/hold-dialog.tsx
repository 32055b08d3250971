// Dialog that holds an account with a reason and an optional reminder date, or changes or ends an existing hold. The
// reason appears in the list and the report.
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AccountLine } from '../../../shared/contract/views.ts'
import { api } from '../../app/engine.ts'
import { failureOf } from '../../components/failure.ts'
import { texts } from '../../texts/common.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields/field.tsx'
import { toast } from '../../components/toast.tsx'
import { dayOf, startOfDay } from './day.ts'
import { watchTexts } from '../../texts/watch.ts'

const words = watchTexts.hold
type Holdable = Pick<AccountLine, 'id' | 'key' | 'held' | 'heldUntil' | 'excluded'>

export function HoldDialog(props: {
  /** Null: closed. */
  readonly account: Holdable | null
  readonly onClose: () => void
}): ReactNode {
  const { account } = props
  const key = account?.key ?? ''
  return (
    <Dialog
      open={account !== null}
      onClose={props.onClose}
      width="small"
      title={
        account?.excluded === true
          ? words.excludedTitle(key)
          : typeof account?.held === 'string'
            ? words.changeTitle(key)
            : words.title(key)
      }
      description={words.words}
    >
      {account !== null && <HoldForm account={account} onClose={props.onClose} />}
    </Dialog>
  )
}

function HoldForm(props: { readonly account: Holdable; readonly onClose: () => void }): ReactNode {
  const { account, onClose } = props
  const [reason, setReason] = useState(account.held ?? '')
  const [day, setDay] = useState(account.heldUntil === null ? '' : dayOf(account.heldUntil))
  const until = startOfDay(day)
  const past = until !== null && until <= Date.now()
  const hold = useMutation(
    api.accounts.hold.mutationOptions({
      onSuccess: () => {
        toast.done(watchTexts.list.held(account.key))
        onClose()
      },
    }),
  )
  const unhold = useMutation(
    api.accounts.unhold.mutationOptions({
      onSuccess: () => {
        toast.done(watchTexts.list.unheld(account.key))
        onClose()
      },
      onError: toast.failed,
    }),
  )
  return (
    <form
      className="grid gap-3 pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        // What was excluded stays so, with another reason.
        const { excluded: exclude } = account
        hold.mutate({ accounts: [account.id], reason: reason.trim(), until: exclude ? null : until, exclude })
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
      {!account.excluded && (
        <TextField
          label={words.day}
          hint={words.dayHint}
          optional
          type="date"
          min={dayOf(Date.now() + 86_400_000)}
          value={day}
          error={past ? words.past : undefined}
          onChange={(event) => setDay(event.target.value)}
        />
      )}
      <div className="flex justify-end gap-2 pt-1">
        {account.held !== null && (
          <Button
            className="mr-auto"
            busy={unhold.isPending}
            onClick={() => unhold.mutate({ accounts: [account.id] })}
          >
            {account.excluded ? words.include : words.end}
          </Button>
        )}
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button submit tone="primary" busy={hold.isPending} disabled={reason.trim() === '' || past}>
          {account.held === null ? words.action : account.excluded ? words.keepReason : words.change}
        </Button>
      </div>
    </form>
  )
}
