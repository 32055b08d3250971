// Dialog that asks why accounts are held or excluded. The reason appears in the report; a hold can have a reminder
// date.
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { TextField } from '../../../components/fields/field.tsx'
import { decideTexts } from '../../../texts/decide.ts'
import { fixTexts } from '../../../texts/fix.ts'
import { dayAt, dayOf } from '../account/hold-words.ts'

export type Reason = {
  readonly reason: string
  /** Milliseconds since 1970; null: until released. */
  readonly until: number | null
}

const aDay = 86_400_000

export function ReasonDialog(props: {
  readonly kind: 'hold' | 'exclude'
  readonly title: string
  readonly description?: string
  readonly action: string
  readonly before?: Reason | null
  readonly busy: boolean
  readonly onSend: (reason: Reason) => void
  readonly onClose: () => void
}): ReactNode {
  const { kind, before = null, onClose } = props
  const [reason, setReason] = useState(before?.reason ?? '')
  const [day, setDay] = useState(before?.until ? dayOf(before.until) : '')
  const [tried, setTried] = useState(false)
  const until = kind === 'hold' ? dayAt(day) : null
  const past = until !== null && until <= Date.now()
  const missing = reason.trim() === ''
  function send(): void {
    setTried(true)
    if (!missing && !past && !props.busy) props.onSend({ reason: reason.trim(), until })
  }
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') send()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={props.title}
      description={props.description ?? decideTexts.bodies[kind]}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button tone="primary" busy={props.busy} onClick={send}>
            {props.action}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <TextField
          label={fixTexts.holdReason}
          hint={decideTexts.reasonHints[kind]}
          error={tried && missing ? fixTexts.holdMissing : undefined}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={onEnter}
        />
        {kind === 'hold' && (
          <>
            <TextField
              type="date"
              optional
              className="w-44"
              label={fixTexts.holdUntil}
              min={dayOf(Date.now() + aDay)}
              error={tried && past ? fixTexts.holdPast : undefined}
              value={day}
              onChange={(event) => setDay(event.target.value)}
              onKeyDown={onEnter}
            />
            <p className="-mt-1.5 text-xs text-faint">{fixTexts.holdUntilHint}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
