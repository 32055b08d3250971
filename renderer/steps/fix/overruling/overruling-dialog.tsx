// Dialog shown before a check is left to the service: for one problem, for a cause, or for every check of its kind.
// Each option explains its effect and shows the number of accounts.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { OverrulingReach } from '../../../../shared/contract/fixing/overrulings.ts'
import { type OverrulingScope, whyOurs } from '../../../../shared/fixing/overruling.ts'
import { checkWords } from '../../../accounts/cause-words.ts'
import { titleOf } from '../../../accounts/field-titles.ts'
import { useFieldTitles } from '../../../accounts/use-field-titles.ts'
import { api, engine } from '../../../app/engine.ts'
import { failureOf } from '../../../components/notices/failure.ts'
import { overrulingTexts } from '../../../texts/fix/decisions/left-to-service.ts'
import { useRevert } from '../../../accounts/overrulings.tsx'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { Callout, Skeleton } from '../../../components/panel.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { reachWords } from './overruling-words.ts'
import { overrulingFixTexts as words } from '../../../texts/fix/decisions/overruling.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

/** The check that the user wants to leave to the service; it stays the same while the problems change. */
export type Overrulable = {
  readonly code: string
  /** The catalogue's path, `*` for indexes; null: the whole account. */
  readonly field: string | null
  /** The problem in words. */
  readonly cause: string
  /** Set if it was opened from one account's problem. */
  readonly problem: { readonly account: number; readonly key: string; readonly attr: string | null } | null
}

const one: OverrulingReach = { accounts: 1, elsewhere: 0, stay: 0 }

type DialogProps = {
  readonly batch: BatchView
  readonly about: Overrulable
  readonly onClose: () => void
}

export function OverrulingDialog(props: DialogProps): ReactNode {
  const { batch, about, onClose } = props
  const { code, field, problem } = about
  const [scope, setScope] = useState<OverrulingScope>(problem === null ? 'cause' : 'problem')
  const reach = useQuery({
    ...api.overrulings.reach.queryOptions({ input: { batch: batch.id, code, field } }),
    gcTime: 0,
  })
  const { busy, decide } = useDecide(batch.id, about, onClose)
  const send = (): void => {
    if (!busy) decide(scope)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      description={words.body}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button tone="primary" busy={busy} onClick={send}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <ScopeChoices {...props} scope={scope} reach={reach.data} onScope={setScope} onEnter={send} />
      {reach.isError && (
        <Callout tone="error" className="mt-2">
          {failureOf(reach.error).message}
        </Callout>
      )}
      <p className="pt-2.5 text-xs text-soft">{words.kept}</p>
    </Dialog>
  )
}

/** For this problem, for its cause, or for all problems of its kind. */
function ScopeChoices(
  props: DialogProps & {
    readonly scope: OverrulingScope
    /** What each scope reaches; undefined until it is counted. */
    readonly reach: { readonly cause: OverrulingReach; readonly kind: OverrulingReach } | undefined
    readonly onScope: (scope: OverrulingScope) => void
    readonly onEnter: () => void
  },
): ReactNode {
  const { batch, about, reach } = props
  const { code, field, problem } = about
  const titles = useFieldTitles(batch.catalogue)
  const connection = batch.connection?.name ?? ''
  const choice = { chosen: props.scope, onChoose: props.onScope }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    props.onEnter()
  }
  return (
    <fieldset className="grid gap-1.5" onKeyDown={onKeyDown}>
      <legend className="pb-1.5">
        <span className="font-medium">{about.cause}</span>
        <span className="block text-xs text-soft">{sentenceOf(whyOurs(code))}</span>
      </legend>
      {problem !== null && (
        <Scope {...choice} scope="problem" reach={one} title={words.scopes.problem({ key: problem.key })}>
          {words.means.problem}
        </Scope>
      )}
      <Scope
        {...choice}
        scope="cause"
        reach={reach?.cause}
        title={
          field === null
            ? words.scopes.causeOfAccounts
            : words.scopes.cause({ field: titleOf(field, titles) })
        }
      >
        {words.means.many({ connection })}
      </Scope>
      <Scope
        {...choice}
        scope="kind"
        reach={reach?.kind}
        title={words.scopes.kind({ check: checkWords(code, null) })}
      >
        {words.means.many({ connection })}
      </Scope>
    </fieldset>
  )
}

function Scope(props: {
  readonly scope: OverrulingScope
  readonly chosen: OverrulingScope
  readonly onChoose: (scope: OverrulingScope) => void
  readonly title: string
  /** Undefined while it is being counted. */
  readonly reach: OverrulingReach | undefined
  readonly children: string
}): ReactNode {
  const { scope, chosen, reach } = props
  const on = scope === chosen
  const more = reach === undefined ? null : reachWords(reach)
  return (
    <label
      className={cx(
        'flex items-start gap-2.5 rounded-md border px-3 py-2 transition-colors duration-100',
        on ? 'border-accent bg-accent-bg' : 'border-line hover:border-control',
      )}
    >
      <input
        type="radio"
        name="overruling-scope"
        checked={on}
        onChange={() => props.onChoose(scope)}
        className="mt-1 accent-(--accent)"
      />
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere">{props.title}</span>
        <span className="block text-xs text-soft">
          {props.children} {more}
        </span>
      </span>
      {reach === undefined ? (
        <span role="status">
          <span className="sr-only">{words.counting}</span>
          <Skeleton className="mt-1 h-3 w-16" />
        </span>
      ) : (
        <span className="shrink-0 font-medium tabular-nums">{words.reach({ n: reach.accounts })}</span>
      )}
    </label>
  )
}

function useDecide(batch: number, about: Overrulable, onDone: () => void) {
  const client = useQueryClient()
  const revert = useRevert()
  const { code, field, problem } = about
  const add = useMutation({
    mutationFn: (scope: OverrulingScope) =>
      engine.overrulings.add({
        batch,
        what:
          scope === 'problem' && problem !== null
            ? { scope, account: problem.account, code, attr: problem.attr }
            : scope === 'kind'
              ? { scope, code }
              : { scope: 'cause', code, field },
      }),
    onError: toast.failed,
    onSuccess: ({ overruling, accounts }) => {
      // Rows and counts follow the engine's event; the account next to the grid updates at once.
      void client.invalidateQueries({ queryKey: api.overrulings.key() })
      void client.invalidateQueries({ queryKey: api.accounts.get.key() })
      onDone()
      toast.done(words.done({ n: overruling.scope === 'problem' ? 1 : accounts }), {
        label: overrulingTexts.revert,
        run: () => revert.mutate(overruling.id),
      })
    },
  })
  return { busy: add.isPending, decide: (scope: OverrulingScope): void => add.mutate(scope) }
}
