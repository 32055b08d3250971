// Modal dialogs. Focus moves in and returns on close. Escape and the backdrop close a dialog unless it is busy.
// ConfirmDialog asks before an irreversible action; with `word` set, the user must type that word.
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { texts } from '../../texts/common.ts'
import { Button } from '../button.tsx'
import { cx } from '../classes.ts'
import { TextField } from '../fields/field.tsx'

export function Dialog(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  /** The meaning of the word that it is about (word-help.tsx), beside the close button. */
  readonly help?: ReactNode
  readonly width?: 'small' | 'normal' | 'wide'
  readonly children?: ReactNode
  /** The row of buttons. */
  readonly actions?: ReactNode
  /** The caller may choose where the focus returns; by default it returns to the previous element. */
  readonly focusIsCallers?: boolean
}): ReactNode {
  const widths = { small: 'w-100', normal: 'w-140', wide: 'w-220' }
  return (
    <Base.Root open={props.open} onOpenChange={(open) => open || props.onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          finalFocus={props.focusIsCallers !== true}
          className={cx(
            'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100vh-4rem)] max-w-[calc(100vw-3rem)] -translate-1/2 flex-col rounded-xl bg-raised text-text shadow-lift outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0',
            widths[props.width ?? 'normal'],
          )}
        >
          <header className="px-5 pt-4 pb-2">
            <div>
              {/* The close button is next to it, and the help. */}
              <Base.Title className="pr-14 text-lg font-semibold">{props.title}</Base.Title>
              {props.description !== undefined && (
                <Base.Description className="mt-1 text-soft">{props.description}</Base.Description>
              )}
            </div>
          </header>
          {props.children !== undefined && (
            <div className="min-h-0 flex-1 overflow-y-auto px-5 py-2">{props.children}</div>
          )}
          {props.actions !== undefined && (
            <footer className="flex justify-end gap-2 px-5 pt-3 pb-4">{props.actions}</footer>
          )}
          {/* Last, so that the first field has the focus. */}
          {props.help !== undefined && <div className="absolute top-4.5 right-11 grid">{props.help}</div>}
          <Base.Close
            aria-label={texts.common.close}
            className="absolute top-3.5 right-3.5 grid size-7 place-items-center rounded text-faint hover:bg-hover hover:text-text"
          >
            <X size={16} aria-hidden />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export function ConfirmDialog(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The verb on the button. */
  readonly action: string
  readonly danger?: boolean
  readonly busy?: boolean
  /** The subject has changed meanwhile; the dialog can only be closed. */
  readonly invalid?: boolean
  /** Must be typed before the button can be pressed. */
  readonly word?: string
}): ReactNode {
  const { open, word, busy = false } = props
  const [typed, setTyped] = useTypedWord(open)
  const allowed = props.invalid !== true && (word === undefined || typed.trim() === word)
  function close(): void {
    if (!busy) props.onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={props.title}
      description={props.description}
      width="small"
      actions={
        <>
          <Button onClick={close} disabled={busy}>
            {texts.common.cancel}
          </Button>
          <Button
            tone={props.danger === true ? 'danger' : 'primary'}
            busy={busy}
            disabled={!allowed}
            onClick={props.onConfirm}
          >
            {props.action}
          </Button>
        </>
      }
    >
      {props.children}
      {word !== undefined && (
        <TextField
          className="mt-3"
          label={texts.confirm.typeToConfirm({ word })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && allowed && !busy) props.onConfirm()
          }}
        />
      )}
    </Dialog>
  )
}

/** Cleared on every close, so text typed for one question is never reused for the next. */
function useTypedWord(open: boolean) {
  const [typed, setTyped] = useState('')
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    setTyped('')
  }
  return [typed, setTyped] as const
}
