// The one dialog that holds or excludes accounts: it asks for the reason, which appears in lists and the report, and
// for a hold also for a reminder date. `HoldDialog` is for one account and can change or end its hold.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { AccountView } from '../../shared/contract/views.ts'
import { sentenceOf } from '../../shared/texts/message.ts'
import { api } from '../app/engine.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/overlays/dialog.tsx'
import type { Day } from '../components/fields/calendar-days.ts'
import { DayField } from '../components/fields/day-field.tsx'
import { TextField } from '../components/fields/field.tsx'
import { localDay, startOfDay } from '../components/fields/local-day.ts'
import { toast } from '../components/notices/toast.tsx'
import { WordHelp } from '../components/overlays/word-help.tsx'
import { texts } from '../texts/common.ts'
import { decideTexts } from '../texts/fix/decisions/decide.ts'
import { fixTexts } from '../texts/fix/fix.ts'
import { watchTexts } from '../texts/watch/watch.ts'

export type Reason = {
  readonly reason: string
  /** Milliseconds since 1970; null: until a person ends it. */
  readonly until: number | null
}

type ReasonDialogProps = {
  readonly kind: 'hold' | 'exclude'
  readonly title: string
  readonly description?: string
  readonly action: string
  readonly before?: Reason | null
  /** A further button, which ends the hold. */
  readonly end?: ReactNode
  readonly busy: boolean
  readonly onSend: (reason: Reason) => void
  readonly onClose: () => void
}

/** Asks why accounts are held or excluded; the caller decides for which, and sends it. */
export function ReasonDialog(props: ReasonDialogProps): ReactNode {
  const { kind, onClose } = props
  const id = useId()
  const form = useReasonForm(props)
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      help={<WordHelp of={kind} />}
      title={props.title}
      description={props.description ?? decideTexts.bodies[kind]}
      actions={
        <>
          {props.end}
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button submit form={id} tone="primary" busy={props.busy} whyOff={form.missing}>
            {props.action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        // Our own sentence says that a day has passed, not the browser.
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          form.send()
        }}
      >
        <TextField
          label={fixTexts.holdReason}
          hint={decideTexts.reasonHints[kind]}
          error={form.errors.reason}
          value={form.reason}
          maxLength={500}
          onChange={(event) => form.setReason(event.target.value)}
        />
        {kind === 'hold' && (
          <DayField
            label={fixTexts.holdUntil}
            hint={fixTexts.holdUntilHint}
            error={form.errors.day}
            day={form.day}
            onDay={form.setDay}
          />
        )}
      </form>
    </Dialog>
  )
}

function useReasonForm({ kind, before = null, busy, onSend }: ReasonDialogProps) {
  const [reason, setReason] = useState(before?.reason ?? '')
  const [day, setDay] = useState<Day | null>(before?.until ? localDay(before.until) : null)
  const [tried, setTried] = useState(false)
  const until = kind === 'hold' && day !== null ? startOfDay(day) : null
  const past = until !== null && until <= Date.now()
  const missing = reason.trim() === ''
  return {
    reason,
    setReason,
    day,
    setDay,
    /** What must be entered first; null: nothing. */
    missing: missing ? fixTexts.holdMissing : null,
    errors: {
      reason: tried && missing ? fixTexts.holdMissing : undefined,
      day: tried && past ? fixTexts.holdPast : undefined,
    },
    send(): void {
      setTried(true)
      if (!missing && !past && !busy) onSend({ reason: reason.trim(), until })
    },
  }
}

export type Holdable = Pick<AccountView, 'id' | 'key' | 'held' | 'heldUntil' | 'excluded'>

/** Holds an account, changes its hold or the reason of its exclusion, or ends either. */
export function HoldDialog(props: { readonly account: Holdable; readonly onClose: () => void }): ReactNode {
  const { account, onClose } = props
  const { id, key, held, heldUntil, excluded } = account
  const client = useQueryClient()
  const done = (words: string): void => {
    void client.invalidateQueries({ queryKey: api.accounts.get.key() })
    onClose()
    toast.done(words)
  }
  const hold = useMutation(
    api.accounts.hold.mutationOptions({
      onError: toast.failed,
      onSuccess: () => done(fixTexts.held({ key })),
    }),
  )
  const isNew = held === null
  return (
    <ReasonDialog
      kind={excluded ? 'exclude' : 'hold'}
      title={titleOf(account)}
      description={excluded ? decideTexts.bodies.exclude : fixTexts.holdBody}
      action={isNew ? fixTexts.hold : texts.common.save}
      before={isNew ? null : { reason: sentenceOf(held), until: heldUntil }}
      end={isNew ? undefined : <EndHold account={account} onDone={done} />}
      busy={hold.isPending}
      // An excluded account stays excluded, with another reason.
      onSend={({ reason, until }) => hold.mutate({ accounts: [id], reason, until, exclude: excluded })}
      onClose={onClose}
    />
  )
}

function titleOf({ key, held, excluded }: Holdable): string {
  if (excluded) return watchTexts.hold.excludedTitle({ account: key })
  return held === null ? fixTexts.holdTitle({ key }) : fixTexts.holdChangeTitle({ key })
}

function EndHold(props: { readonly account: Holdable; readonly onDone: (words: string) => void }): ReactNode {
  const { id, key, excluded } = props.account
  const end = useMutation(
    api.accounts.unhold.mutationOptions({
      onError: toast.failed,
      onSuccess: () => props.onDone(excluded ? decideTexts.included({ key }) : fixTexts.holdEnded({ key })),
    }),
  )
  return (
    <Button className="mr-auto" busy={end.isPending} onClick={() => end.mutate({ accounts: [id] })}>
      {excluded ? watchTexts.hold.include : watchTexts.hold.end}
    </Button>
  )
}
