// Button that leaves one of our own checks to the service. It also shows why that is impossible, or that it was done,
// with a button to revert it.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { AccountView, ProblemGroup } from '../../../../shared/contract/views.ts'
import { api } from '../../../app/engine.ts'
import { Revert } from '../../../accounts/overrulings.tsx'
import { cx } from '../../../components/classes.ts'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import type { AccountProblem } from '../account/account-fields.ts'
import { causeWords } from '../../../accounts/cause-words.ts'
import type { Overrulable } from './overruling-dialog.tsx'
import { offerOf } from './overruling-offer.ts'
import { overrulingFixTexts as words } from '../../../texts/fix/decisions/overruling.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

/** For a problem of an account; renders nothing unless it is one of our own checks. */
export function ServiceDecides(props: {
  readonly batch: BatchView
  readonly account: AccountView
  readonly problem: AccountProblem
  /** The grid already shows another account; no action is possible on this one. */
  readonly old: boolean
  readonly onDecide: (about: Overrulable) => void
}): ReactNode {
  const { batch, account, problem, old } = props
  const offer = offerOf({ ...problem, stays: sentenceOf(problem.stays) }, batch.connection !== null)
  const { code, attr } = problem
  if (offer === null) return null
  if (offer.kind === 'left')
    return account.locked === null ? <Back batch={batch} id={offer.overruling} old={old} /> : null
  const onPress = (): void =>
    props.onDecide({
      code: code ?? '',
      field: attr === null ? null : generalPath(attr),
      cause: sentenceOf(problem.message),
      problem: { account: account.id, key: account.key, attr },
    })
  return <LetDecide why={offer.why} disabled={old} onPress={onPress} />
}

/** For a cause; renders nothing if the service reported it. */
export function ServiceDecidesCause(props: {
  readonly batch: BatchView
  readonly group: ProblemGroup
  readonly onDecide: (about: Overrulable) => void
}): ReactNode {
  const { batch, group } = props
  const offer = offerOf(
    { ...group, stays: sentenceOf(group.stays), overruling: null },
    batch.connection !== null,
  )
  if (offer === null || offer.kind === 'left') return null
  const about = { code: group.code ?? '', field: group.field, cause: causeWords(group), problem: null }
  return <LetDecide why={offer.why} onPress={() => props.onDecide(about)} />
}

function LetDecide(props: {
  /** Why it cannot be, in a sentence; null where it can. */
  readonly why: string | null
  readonly disabled?: boolean
  readonly onPress: () => void
}): ReactNode {
  const { why } = props
  const id = useId()
  const reason = why === null ? null : words.unavailable({ why })
  return (
    <span className="mt-0.5 block">
      <Tooltip text={reason ?? words.hint}>
        <button
          type="button"
          disabled={props.disabled}
          aria-disabled={reason !== null || undefined}
          aria-describedby={reason === null ? undefined : id}
          onClick={() => {
            if (reason === null) props.onPress()
          }}
          className={cx(
            '-ml-1 min-h-6 rounded px-1 text-left text-xs font-medium disabled:opacity-50',
            reason === null ? 'text-accent hover:not-disabled:underline' : 'cursor-default text-faint',
          )}
        >
          {words.action}
        </button>
      </Tooltip>
      {reason !== null && (
        <span id={id} className="sr-only">
          {reason}
        </span>
      )}
    </span>
  )
}

function Back(props: { readonly batch: BatchView; readonly id: number; readonly old: boolean }): ReactNode {
  const found = useQuery(api.overrulings.currentState.queryOptions({ input: { batch: props.batch.id } }))
  const overruling = found.data?.find((one) => one.id === props.id)
  if (overruling === undefined) return null
  return (
    <span className="mt-1 block">
      <Revert overruling={overruling} catalogue={props.batch.catalogue} disabled={props.old} />
    </span>
  )
}
