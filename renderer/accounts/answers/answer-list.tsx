// Virtual list of the answers or repairs of one kind: the cell's text and the answer, each accepted or skipped. Arrow keys move,
// Space toggles the checkbox, and scrolling fetches more.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import type { AnswerItem, AnswerKind, AnswerReview } from '../../../shared/contract/fixing/questions.ts'
import { api } from '../../app/engine.ts'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { cx } from '../../components/classes.ts'
import { ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { Select } from '../../components/fields/select.tsx'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { type AnswerChoices, choiceOf, takeItem } from './answer-choices.ts'
import { questionTexts } from '../../texts/fix/question.ts'
import { answerWords } from './answer-words.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const pageSize = 200
const rowHeight = 68
const columns = 'grid grid-cols-[28px_132px_minmax(0,1fr)_minmax(0,1fr)] gap-3 px-2'

type Props = {
  readonly batch: number
  readonly review: AnswerReview
  readonly kind: AnswerKind
  readonly choices: AnswerChoices
  readonly onChoices: (choices: AnswerChoices) => void
}

export function AnswerList(props: Props): ReactNode {
  const { batch, review, kind } = props
  const { version: expected } = review
  const words = answerWords(review.of)
  const pages = useInfiniteQuery({
    ...api.questions.page.infiniteOptions({
      input: (offset: number) => ({ batch, expected, kind, offset, limit: pageSize }),
      initialPageParam: 0,
      getNextPageParam: (last, all) => {
        const got = all.reduce((sum, page) => sum + page.items.length, 0)
        return got < last.total ? got : undefined
      },
    }),
    placeholderData: keepPreviousData,
    // What was read does not change until the file is read again.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  if (pages.data === undefined) return <SkeletonRows rows={6} className="content-start" />
  return (
    <div
      className="grid min-h-0 grid-rows-[24px_minmax(0,1fr)] rounded-md border border-line"
      onKeyDown={stepThrough}
    >
      <div
        className={cx(
          columns,
          'items-center rounded-t-md border-b border-line bg-head text-xs font-medium text-soft',
        )}
      >
        <span className="sr-only">{questionTexts.headTake}</span>
        <span className="col-start-2">{questionTexts.headAccount}</span>
        <span>{questionTexts.headNow}</span>
        <span>{words.headAnswer}</span>
      </div>
      <VirtualList
        label={`${words.kinds[kind].label}. ${words.keysHint}`}
        items={items}
        rowHeight={rowHeight}
        keyOf={({ id }) => id}
        onEnd={() => {
          if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage()
        }}
      >
        {(item) => <Line {...props} item={item} />}
      </VirtualList>
    </div>
  )
}

/** From one answer's control to the next. */
function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const target = event.target
  // An open list of answers handles the arrow keys itself.
  if (step === 0 || !(target instanceof HTMLElement) || target.getAttribute('aria-expanded') === 'true')
    return
  const controls = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('[role="checkbox"], [data-choose] button'),
  ]
  const at = controls.indexOf(target)
  const next = at === -1 ? (step === 1 ? controls[0] : undefined) : controls[at + step]
  if (next === undefined) return
  event.preventDefault()
  event.stopPropagation()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}

function Line(props: Props & { readonly item: AnswerItem }): ReactNode {
  const { item, choices, onChoices } = props
  const { take } = choiceOf(item, choices)
  const key = item.key ?? ''
  const column = item.column ?? ''
  return (
    <div
      data-answer={key}
      className={cx(
        columns,
        'h-full content-start border-b border-line py-1.5 text-sm',
        !take && 'text-soft',
      )}
    >
      <div className="pt-px">
        {item.mayTake && item.kind !== 'twice' && (
          <Checkbox
            label={<span className="sr-only">{questionTexts.take({ key, column })}</span>}
            checked={take}
            onChange={(now) => onChoices(takeItem(choices, item, now))}
          />
        )}
      </div>
      <div className="min-w-0">
        <p className="truncate font-medium" title={key}>
          {key}
        </p>
        <p className="truncate text-xs text-faint">
          {item.row === null || item.cells > 1
            ? questionTexts.rowInFile({ row: item.fileRow })
            : `${item.column ?? item.sheet ?? ''} · ${item.row}`}
        </p>
      </div>
      <div className="min-w-0">
        <p className="truncate" title={item.now ?? item.before ?? ''}>
          {said(item.now ?? item.before)}
        </p>
        <p className="line-clamp-2 text-xs text-faint" title={item.asked ?? ''}>
          {item.now !== null && item.before !== null && item.now !== item.before
            ? `${questionTexts.headAsked}: ${item.before === '' ? questionTexts.empty : item.before}`
            : item.asked}
        </p>
      </div>
      <Answer {...props} take={take} />
    </div>
  )
}

type ItemProps = Props & { readonly item: AnswerItem }

/** The answer, and why it cannot be taken or must be chosen. */
function Answer(props: ItemProps & { readonly take: boolean }): ReactNode {
  const { item, take } = props
  return (
    <div className="min-w-0">
      {item.kind === 'twice' && item.mayTake ? (
        <ChooseOne {...props} item={item} />
      ) : (
        <p className={cx('truncate', take && 'font-medium')} title={item.answer}>
          {said(item.answer)}
        </p>
      )}
      {item.why !== null && (
        <p className="line-clamp-2 text-xs text-faint" title={sentenceOf(item.why)}>
          {sentenceOf(
            item.answers.length > 0 && item.mayTake
              ? questionTexts.severalAnswers({ n: item.answers.length })
              : item.why,
          )}
        </p>
      )}
    </div>
  )
}

/** Of several answers to one question. */
function ChooseOne({ item, choices, onChoices }: Props & { readonly item: AnswerItem }): ReactNode {
  const { answer } = choiceOf(item, choices)
  return (
    <div data-choose>
      <Select
        label={questionTexts.chooseAnswer({ key: item.key ?? '', column: item.column ?? '' })}
        value={answer === null ? 'skip' : String(answer)}
        choices={[
          { value: 'skip', label: questionTexts.skip },
          ...item.answers.map(({ text, fileRow }, at) => ({
            value: String(at),
            label: text === '' ? questionTexts.empty : text,
            hint: questionTexts.rowInFile({ row: fileRow }),
          })),
        ]}
        onChange={(value) =>
          onChoices(
            value === 'skip' ? takeItem(choices, item, false) : takeItem(choices, item, true, Number(value)),
          )
        }
      />
    </div>
  )
}

function said(text: string | null): ReactNode {
  return text === null || text === '' ? <span className="text-faint">{questionTexts.empty}</span> : text
}
