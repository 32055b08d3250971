// Service answers of an account, verbatim, and the account's history. Answers are rendered as text: they drive no
// logic and are never markup.
import { Inbox, ScrollText } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CellRef } from '../../../../shared/sheet/sheet.ts'
import type { AccountView, SheetView } from '../../../../shared/contract/views.ts'
import { api } from '../../../app/engine.ts'
import { cx } from '../../../components/classes.ts'
import { CodeView } from '../../../components/payload/code-view.tsx'
import { useFirstOf } from '../../../components/lists/first-of.tsx'
import { EmptyState, ErrorState, GroupLabel, SkeletonRows } from '../../../components/panel.tsx'
import { RelativeTime } from '../../../components/text/relative-time.tsx'
import { Badge } from '../../../components/state-badge.tsx'
import { tell } from '../../../accounts/timeline/timeline-words.ts'
import { timelineTexts } from '../../../texts/watch/timeline.ts'
import { TimelineView } from '../../../accounts/timeline/timeline-view.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { goToCell } from './lens/lens-target.ts'
import { lensTexts } from '../../../texts/fix/lens.ts'
import { addressOf, addressText } from './lens/lens-words.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

export function AnswerView(props: {
  readonly account: AccountView
  readonly sheets: readonly SheetView[]
}): ReactNode {
  const { account } = props
  const { validation, attempts } = account
  if (validation === null && attempts.length === 0) {
    return (
      <EmptyState icon={Inbox} title={fixTexts.answerNone}>
        {fixTexts.answerNoneBody}
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-5 px-3.5 py-3">
      {validation !== null && (
        <section className="grid gap-2">
          <GroupLabel>{fixTexts.validation}</GroupLabel>
          <p className="flex flex-wrap items-center gap-1.5 text-xs text-soft">
            <Badge tone={validation.verdict === 'validated' ? 'ok' : 'warn'}>
              {fixTexts.verdicts[validation.verdict]}
            </Badge>
            <Badge tone="still">{fixTexts.http({ status: validation.httpStatus })}</Badge>
            <RelativeTime at={validation.at} />
            <span>· {validation.current ? fixTexts.about : fixTexts.aboutOther}</span>
          </p>
          <Errors {...props} />
          <Answer label={fixTexts.validation} text={validation.answer} />
        </section>
      )}
      <section className="grid gap-2">
        <GroupLabel>{timelineTexts.heading}</GroupLabel>
        <TimelineView account={account} />
      </section>
    </div>
  )
}

/** Problems that the service named, each with a link to its cell. */
function Errors(props: { readonly account: AccountView; readonly sheets: readonly SheetView[] }): ReactNode {
  const { account, sheets } = props
  const named = account.problems.filter((one) => one.source !== 'local' && one.source !== 'file')
  const { shown, more } = useFirstOf(named, account.id)
  if (named.length === 0) return null
  return (
    <ul aria-label={lensTexts.answerErrors} className="grid gap-1">
      {shown.map((problem, index) => {
        const [cell] = cellsOf(problem.place)
        const at = cell === undefined ? null : addressOf(cell, sheets)
        const words = `${problem.attr ?? lensTexts.noCell} · ${problem.code ?? fixTexts.noCode}`
        return (
          <li key={index} className="grid min-w-0 text-xs leading-[17px]">
            {at === null ? (
              <span className="font-mono text-soft wrap-anywhere">{words}</span>
            ) : (
              <button
                type="button"
                aria-label={lensTexts.toCell({ attr: words, address: addressText(at, sheets) })}
                onClick={() => goToCell({ ...at, account: account.id })}
                className="flex min-w-0 items-baseline gap-2 rounded-sm px-1 text-left hover:bg-accent-bg"
              >
                <span className="min-w-0 flex-1 font-mono wrap-anywhere text-accent">{words}</span>
                <span className="shrink-0 text-faint">{addressText(at, sheets)}</span>
              </button>
            )}
            <span className={cx('px-1 wrap-anywhere', problem.stale ? 'text-still' : 'text-soft')}>
              {sentenceOf(problem.message)}
            </span>
          </li>
        )
      })}
      {more && <li>{more}</li>}
    </ul>
  )
}

function cellsOf(place: AccountView['problems'][number]['place']): readonly CellRef[] {
  return place.kind === 'cell' ? [place.cell] : place.kind === 'section' ? place.cells : []
}

function Answer({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  if (text.trim() === '') return <p className="text-xs text-faint">{fixTexts.noBody}</p>
  return <CodeView label={label} text={text} className="whitespace-pre-wrap wrap-anywhere" />
}

export function HistoryView({ account }: { readonly account: AccountView }): ReactNode {
  const { events, id, batch } = account
  const found = useQuery(api.edits.ofAccount.queryOptions({ input: { batch, account: id } }))
  if (found.data === undefined)
    return found.isError ? (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <SkeletonRows className="p-3.5" rows={4} />
    )
  const edits = found.data
  if (events.length === 0 && edits.length === 0)
    return <EmptyState icon={ScrollText} title={fixTexts.historyNone} />
  return (
    <div className="grid gap-5 px-3.5 py-3">
      {events.length > 0 && (
        <section className="grid gap-2">
          <GroupLabel>{fixTexts.historyEvents}</GroupLabel>
          <ol className="grid gap-2">
            {tell(events, 'account').map((reported) => (
              <Entry key={reported.id} at={reported.at} words={reported.sentence} more="" />
            ))}
          </ol>
        </section>
      )}
      {edits.length > 0 && (
        <section className="grid gap-2">
          <GroupLabel>{fixTexts.historyEdits}</GroupLabel>
          <ol className="grid gap-2">
            {edits.map((edit) => (
              <Entry
                key={edit.id}
                at={edit.at}
                words={sentenceOf(edit.words)}
                more={[
                  ...(edit.operator === '' ? [] : [edit.operator]),
                  fixTexts.cells({ n: edit.cells }),
                  ...(edit.undone ? [fixTexts.undoneMark] : []),
                ].join(' · ')}
                off={edit.undone}
              />
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

function Entry(props: {
  readonly at: number
  readonly words: string
  readonly more: string
  readonly off?: boolean
}): ReactNode {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 text-sm leading-[18px]">
      <span className={cx('wrap-break-word', props.off === true && 'text-faint line-through')}>
        {props.words}
      </span>
      <RelativeTime at={props.at} className="text-xs text-faint" />
      {props.more !== '' && (
        <span className="col-span-2 text-xs text-soft wrap-break-word">{props.more}</span>
      )}
    </li>
  )
}
