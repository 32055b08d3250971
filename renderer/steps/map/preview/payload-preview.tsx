// Payload of one account according to the draft. Any account can be selected; values show their source cells, and
// omitted parts appear faded with the reason. Columns without a decision count as ignored.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Braces, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { ExplanationView } from '../../../../shared/contract/import/mapping.ts'
import type { Problem } from '../../../../shared/payload/problems.ts'
import { api } from '../../../app/engine.ts'
import { IconButton } from '../../../components/button.tsx'
import { useFirstOf } from '../../../components/lists/first-of.tsx'
import { format } from '../../../texts/format.ts'
import { EmptyState, ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { PayloadView } from '../../../components/payload/payload-view.tsx'
import { StateMark } from '../../../components/state-badge.tsx'
import { withUndecidedIgnored } from '../draft/draft.ts'
import { Explained, LeftOut } from './left-out.tsx'
import type { AsideProps } from '../map-props.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

type Previewed = Pick<AsideProps, 'batch' | 'draft' | 'sheets'>

export function PayloadPreview({ batch, draft, sheets }: Previewed): ReactNode {
  const [index, setIndex] = useState(0)
  const preview = usePreview({ batch, draft, sheets }, index)
  if (preview.isError) return <ErrorState error={preview.error} />
  if (preview.data === undefined) return <SkeletonRows className="p-4" rows={8} />
  const { accounts, account, explanations } = preview.data
  if (account === null)
    return (
      <EmptyState icon={Braces} title={words.previewNone}>
        {words.previewNoneBody}
      </EmptyState>
    )
  const why = new Map(explanations.map((one) => [one.path, one]))
  return (
    <>
      <div className="flex items-center gap-1 border-b border-line py-2 pr-2 pl-3">
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold">
            {account.key === '' ? words.previewOf({ key: '–' }) : account.key}
          </h2>
          <p className="text-xs text-pretty text-faint">{words.hoverHint}</p>
        </div>
        <AccountStepper accountKey={account.key} index={index} accounts={accounts} onIndex={setIndex} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        {account.problems.length > 0 && (
          <Problems key={index} problems={account.problems} explanations={explanations} />
        )}
        <PayloadView
          label={words.previewOf({ key: account.key })}
          payload={account.payload}
          origins={account.origins}
          omitted={account.omitted.map((one) => ({
            ...one,
            message: why.get(one.path)?.sentence ?? one.message,
          }))}
          problems={account.problems}
        />
        <LeftOut omitted={account.omitted} explanations={explanations} />
      </div>
    </>
  )
}

/** The engine builds the account of this index by the draft. */
function usePreview({ batch, draft, sheets }: Previewed, index: number) {
  const supplier = draft.supplier.trim() === '' ? null : draft.supplier.trim()
  const input = useDeferredValue(
    useMemo(
      () => ({
        batch: batch.id,
        mapping: withUndecidedIgnored(draft.mapping, sheets),
        catalogue: draft.catalogue,
        supplier,
        index,
      }),
      [batch.id, draft.mapping, draft.catalogue, supplier, sheets, index],
    ),
  )
  return useQuery({
    ...api.mapping.preview.queryOptions({ input }),
    placeholderData: keepPreviousData,
  })
}

function AccountStepper(props: {
  readonly accountKey: string
  readonly index: number
  readonly accounts: number
  readonly onIndex: (index: number) => void
}): ReactNode {
  const { index, accounts, onIndex } = props
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        label={words.earlier}
        disabled={index === 0}
        onClick={() => onIndex(index - 1)}
      />
      <label className="flex items-center gap-1 text-xs text-faint">
        <input
          aria-label={words.previewOf({ key: props.accountKey })}
          inputMode="numeric"
          value={index + 1}
          onChange={(event) => {
            const wanted = Number(event.target.value)
            if (Number.isInteger(wanted) && wanted >= 1 && wanted <= accounts) onIndex(wanted - 1)
          }}
          className="h-6 w-12 rounded border border-control bg-raised px-1 text-right text-text"
        />
        / {format.number(accounts)}
      </label>
      <IconButton
        icon={ChevronRight}
        label={words.later}
        disabled={index + 1 >= accounts}
        onClick={() => onIndex(index + 1)}
      />
    </>
  )
}

const mostAtFirst = 3

/** A few at first, so that the payload itself stays in sight. */
function Problems(props: {
  readonly problems: readonly Problem[]
  readonly explanations: readonly ExplanationView[]
}): ReactNode {
  const { problems, explanations } = props
  const { shown, more } = useFirstOf(problems, '', mostAtFirst)
  return (
    <section
      aria-label={words.problemsHere({ n: problems.length })}
      className="mb-3 rounded-md border border-line bg-head px-3 py-2 text-xs"
    >
      <p className="font-medium text-bad">{words.problemsHere({ n: problems.length })}</p>
      <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {shown.map((problem, at) => (
          <li key={at} className="flex gap-1.5">
            <StateMark mark="invalid" className="mt-[3px]" />
            <ProblemWords problem={problem} explanations={explanations} />
          </li>
        ))}
      </ul>
      {more && <div className="mt-1 -ml-1">{more}</div>}
    </section>
  )
}

/** For a missing field the reason why it is required, if the engine gave one. */
function ProblemWords(props: {
  readonly problem: Problem
  readonly explanations: readonly ExplanationView[]
}): ReactNode {
  const { attr, code, message } = props.problem
  // What is left out is explained first, under the path as mapped; what is required last.
  const why = code === 'required' ? props.explanations.findLast((one) => one.path === attr) : undefined
  if (why !== undefined) return <Explained explanation={why} />
  return <span className="min-w-0 wrap-break-word">{sentenceOf(message)}</span>
}
