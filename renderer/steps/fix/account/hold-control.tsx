// Controls that hold an account with a reason and a reminder date, exclude it permanently, or release it. Holding
// does not change the account's state.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, CalendarClock, Pause, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AccountView } from '../../../../shared/contract/views.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { api, engine } from '../../../app/engine.ts'
import { Button } from '../../../components/button.tsx'
import { Callout } from '../../../components/panel.tsx'
import { useNow } from '../../../components/text/relative-time.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { HoldDialog, ReasonDialog } from '../../../accounts/hold-dialog.tsx'
import { decideTexts } from '../../../texts/fix/decisions/decide.ts'
import { useDecide } from '../decide/decide-use.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { holdWords } from './hold-words.ts'

type Holdable = Pick<
  AccountView,
  'id' | 'batch' | 'key' | 'state' | 'outcome' | 'held' | 'heldUntil' | 'excluded' | 'locked'
>

type ControlProps = {
  readonly account: Holdable
  /** The requested account is still loading; no action is possible on this one. */
  readonly old?: boolean
}

/** The account of an open dialog; it stays the same when the user moves to another account. */
function useAsking() {
  const [asking, ask] = useState<Holdable | null>(null)
  // An answer about one account does not close a dialog about another.
  const close = (): void => ask((now) => (now === asking ? null : now))
  return { asking, ask, close }
}

/** Reason and end of a hold, with buttons to change or end it; renders nothing if the account is not held. */
export function HeldNote({ account, old = false }: ControlProps): ReactNode {
  const { asking, ask, close } = useAsking()
  const onReason = (): void => ask(account)
  return (
    <>
      {account.held !== null &&
        (account.excluded ? (
          <ExcludedNote account={account} old={old} onReason={onReason} />
        ) : (
          <HoldNote account={account} old={old} onReason={onReason} />
        ))}
      {asking !== null &&
        (asking.excluded ? (
          <ExcludeDialog account={asking} onClose={close} />
        ) : (
          <HoldDialog account={asking} onClose={close} />
        ))}
    </>
  )
}

type NoteProps = Required<ControlProps> & { readonly onReason: () => void }

function HoldNote({ account, old, onReason }: NoteProps): ReactNode {
  const now = useNow()
  const { words, due } = holdWords(account.heldUntil, now)
  return (
    <Callout
      tone={due ? 'warning' : 'info'}
      icon={due ? CalendarClock : Pause}
      title={words}
      className="mt-2 leading-[18px]"
    >
      <p className="wrap-break-word">{sentenceOf(account.held)}</p>
      {due && <p className="text-soft">{fixTexts.heldDueBody}</p>}
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {due && <HoldControl account={account} old={old} />}
        <Button size="small" busy={false} disabled={old} onClick={onReason}>
          {due ? fixTexts.holdOn : fixTexts.holdChange}
        </Button>
      </div>
    </Callout>
  )
}

function ExcludedNote({ account, old, onReason }: NoteProps): ReactNode {
  return (
    <Callout tone="info" icon={Ban} title={decideTexts.excluded} className="mt-2 leading-[18px]">
      <p className="wrap-break-word">{sentenceOf(account.held)}</p>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        <HoldControl account={account} old={old} />
        {isExcludable(account) && (
          <Button size="small" busy={false} disabled={old} onClick={onReason}>
            {decideTexts.changeReason}
          </Button>
        )}
      </div>
    </Callout>
  )
}

export function HoldControl({ account, old = false }: ControlProps): ReactNode {
  const { asking, ask, close } = useAsking()
  const client = useQueryClient()
  const unhold = useMutation({
    mutationFn: ({ id }: Holdable) => engine.accounts.unhold({ accounts: [id] }),
    onError: toast.failed,
    onSuccess: (_, { key, excluded }) => {
      void client.invalidateQueries({ queryKey: api.accounts.get.key() })
      toast.done(excluded ? decideTexts.included({ key }) : fixTexts.holdEnded({ key }))
    },
  })
  const held = account.held !== null
  const end = held ? (account.excluded ? decideTexts.includeThis : fixTexts.endHold) : null
  const act = (): void => (held ? unhold.mutate(account) : ask(account))
  return (
    <>
      <Button
        icon={held ? Play : Pause}
        busy={unhold.isPending}
        disabled={old}
        aria-label={end ?? fixTexts.holdThis}
        onClick={act}
      >
        {end ?? decideTexts.wayOutHold}
      </Button>
      {asking !== null && <HoldDialog account={asking} onClose={close} />}
    </>
  )
}

/** Excludes the account from migration; its message offers undo. Renders nothing if it is excluded already. */
export function ExcludeControl({ account, old = false }: ControlProps): ReactNode {
  const { asking, ask, close } = useAsking()
  return (
    <>
      {isExcludable(account) && !account.excluded && (
        <Button
          icon={Ban}
          busy={false}
          disabled={old}
          aria-label={decideTexts.excludeThis}
          onClick={() => ask(account)}
        >
          {decideTexts.wayOutExclude}
        </Button>
      )}
      {asking !== null && <ExcludeDialog account={asking} onClose={close} />}
    </>
  )
}

/** Queued sending is cancelled; accounts that the platform already has can be excluded too. */
function isExcludable({ locked, state, outcome }: Holdable): boolean {
  return (
    locked === null || state === 'queued' || outcome === 'already_there' || outcome === 'whose_account_unsure'
  )
}

function ExcludeDialog(props: { readonly account: Holdable; readonly onClose: () => void }): ReactNode {
  const { account, onClose } = props
  const { busy, decide } = useDecide(account.batch)
  return (
    <ReasonDialog
      kind="exclude"
      title={decideTexts.titles.exclude({ who: account.key })}
      action={decideTexts.actions.exclude}
      before={account.held === null ? null : { reason: sentenceOf(account.held), until: null }}
      busy={busy}
      onSend={({ reason }) => decide({ accounts: [account.id] }, { kind: 'exclude', reason }, onClose)}
      onClose={onClose}
    />
  )
}
