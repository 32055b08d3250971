// What the service answered about an account, word for word, and what happened to it. Answers are text to read, never
// logic and never markup.
import { Inbox, ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CellRef } from '../../../../shared/sheet.ts'
import type { AccountView, EditView, SheetView } from '../../../../shared/views.ts'
import { cx } from '../../../parts/classes.ts'
import { CodeView } from '../../../parts/code-view.tsx'
import { useFirstOf } from '../../../parts/first-of.tsx'
import { EmptyState, GroupLabel } from '../../../parts/panel.tsx'
import { RelativeTime } from '../../../parts/relative-time.tsx'
import { Badge } from '../../../parts/state-badge.tsx'
import { tell } from '../../submit/timeline-words.ts'
import { lifeTexts } from '../../watch/life/life-texts.ts'
import { LifeView } from '../../watch/life/life-view.tsx'
import { fixTexts } from '../fix-texts.ts'
import { goToCell } from './lens-target.ts'
import { lensTexts } from './lens-texts.ts'
import { addressOf, addressText } from './lens-words.ts'

export function AnswerView(props: {
  readonly account: AccountView
  readonly sheets: readonly SheetView[]
}): ReactNode {
  const { account } = props
  const { judgement, attempts } = account
  if (judgement === null && attempts.length === 0) {
    return (
      <EmptyState icon={Inbox} title={fixTexts.answerNone}>
        {fixTexts.answerNoneBody}
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-5 px-3.5 py-3">
      {judgement !== null && (
        <section className="grid gap-2">
          <GroupLabel>{fixTexts.judgement}</GroupLabel>
          <p className="flex flex-wrap items-center gap-1.5 text-xs text-soft">
            <Badge tone={judgement.verdict === 'cleared' ? 'ok' : 'warn'}>
              {fixTexts.verdicts[judgement.verdict]}
            </Badge>
            <Badge tone="still">{fixTexts.http(judgement.httpStatus)}</Badge>
            <RelativeTime at={judgement.at} />
            <span>· {judgement.current ? fixTexts.about : fixTexts.aboutOther}</span>
          </p>
          <Errors {...props} />
          <Answer label={fixTexts.judgement} text={judgement.answer} />
        </section>
      )}
      <section className="grid gap-2">
        <GroupLabel>{lifeTexts.heading}</GroupLabel>
        <LifeView account={account} />
      </section>
    </div>
  )
}

/** What the service named, each with the way to its cell. */
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
                aria-label={lensTexts.toCell(words, addressText(at, sheets))}
                onClick={() => goToCell({ ...at, account: account.id })}
                className="flex min-w-0 items-baseline gap-2 rounded-sm px-1 text-left hover:bg-accent-bg"
              >
                <span className="min-w-0 flex-1 font-mono wrap-anywhere text-accent">{words}</span>
                <span className="shrink-0 text-faint">{addressText(at, sheets)}</span>
              </button>
            )}
            <span className={cx('px-1 wrap-anywhere', problem.stale ? 'text-still' : 'text-soft')}>
              {problem.message}
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

export function HistoryView(props: {
  readonly account: AccountView
  readonly edits: readonly EditView[]
}): ReactNode {
  const { events } = props.account
  const edits = props.edits.slice(0, 50)
  if (events.length === 0 && edits.length === 0)
    return <EmptyState icon={ScrollText} title={fixTexts.historyNone} />
  return (
    <div className="grid gap-5 px-3.5 py-3">
      {events.length > 0 && (
        <section className="grid gap-2">
          <GroupLabel>{fixTexts.historyEvents}</GroupLabel>
          <ol className="grid gap-2">
            {tell(events, 'account').map((told) => (
              <Entry key={told.id} at={told.at} words={told.sentence} more="" />
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
                words={edit.words}
                more={
                  edit.undone
                    ? `${fixTexts.cells(edit.cells)} · ${fixTexts.undoneMark}`
                    : fixTexts.cells(edit.cells)
                }
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
