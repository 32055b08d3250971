// Review of a returned workbook or a repaired fix file: kinds of answers as tabs with counts on the left, the answers of one kind on the
// right. Kinds that need no decision come last.
import { Folded } from '../../components/folded.tsx'
import { Tabs } from '@base-ui/react/tabs'
import { type ReactNode, useState } from 'react'
import { type AnswerKind, answerKinds, type AnswerReview } from '../../../shared/contract/fixing/questions.ts'
import { Button } from '../../components/button.tsx'
import { format } from '../../texts/format.ts'
import { Callout } from '../../components/panel.tsx'
import { type AnswerChoices, isOfWhole, takeKind, takenOf } from './answer-choices.ts'
import { AnswerList } from './answer-list.tsx'
import { questionTexts } from '../../texts/fix/question.ts'
import { repairTexts } from '../../texts/fix/repair.ts'
import { answerWords } from './answer-words.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

type Props = {
  readonly batch: number
  readonly review: AnswerReview
  readonly choices: AnswerChoices
  readonly onChoices: (choices: AnswerChoices) => void
}

export function AnswerReviewPane(props: Props): ReactNode {
  const { review } = props
  const kinds = answerKinds.filter((kind) => review.counts[kind] > 0)
  const [kind, setKind] = useState<AnswerKind | null>(kinds[0] ?? null)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <Notes review={review} />
      <Tabs.Root
        value={kind}
        orientation="vertical"
        onValueChange={(value: AnswerKind) => setKind(value)}
        className="grid min-h-0 flex-1 grid-cols-[184px_minmax(0,1fr)] gap-4"
      >
        <Tabs.List
          aria-label={answerWords(review.of).kindsLabel}
          activateOnFocus
          className="-m-1 grid content-start gap-px overflow-y-auto p-1"
        >
          {kinds.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              className="flex h-7 items-center gap-2 rounded px-2 text-left text-sm text-soft transition-colors duration-100 hover:bg-hover data-active:bg-accent-bg data-active:font-medium data-active:text-accent"
            >
              <span className="min-w-0 flex-1 truncate">{answerWords(review.of).kinds[one].label}</span>
              <span className="font-normal text-faint">{format.number(review.counts[one])}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {kinds.map((one) => (
          <Tabs.Panel
            key={one}
            value={one}
            className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)] gap-2 outline-none"
          >
            <KindHead {...props} kind={one} />
            <AnswerList {...props} kind={one} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </div>
  )
}

function KindHead({ review, choices, onChoices, kind }: Props & { readonly kind: AnswerKind }): ReactNode {
  const n = review.counts[kind]
  const taken = takenOf(review, choices, kind)
  return (
    <div className="grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
      <p className="text-sm text-soft">{answerWords(review.of).kinds[kind].meaning}</p>
      {isOfWhole(kind) && (
        <div className="flex gap-2">
          <Button
            size="small"
            disabled={taken === n}
            onClick={() => onChoices(takeKind(choices, kind, true))}
          >
            {questionTexts.takeAll({ n })}
          </Button>
          <Button
            size="small"
            disabled={taken === 0}
            onClick={() => onChoices(takeKind(choices, kind, false))}
          >
            {questionTexts.skipAll({ n })}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What is to be known of the file as a whole. */
function Notes({ review }: { readonly review: AnswerReview }): ReactNode {
  const { of, ignored, missing, unchanged, pack } = review
  const words = answerWords(of)
  const notes = [
    ...(pack.ofEarlierVersion ? [questionTexts.ofEarlier] : []),
    ...(pack.readAt === null ? [] : [words.readBefore]),
    ...(of === 'repairs' ? [repairTexts.unchanged({ n: unchanged })] : []),
    ...(missing === 0 || of === 'repairs' ? [] : [questionTexts.missing({ n: missing })]),
  ]
  if (notes.length === 0 && ignored.count === 0) return null
  return (
    <Callout tone={ignored.count > 0 ? 'warning' : 'info'} className="max-h-32 shrink-0 overflow-y-auto">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {ignored.count > 0 && (
        <Folded title={words.ignored({ n: ignored.count })}>
          <ul className="mt-1 text-xs text-soft">
            {ignored.first.map(({ fileRow, header, was, is }) => (
              <li key={`${fileRow} ${sentenceOf(header)}`} className="wrap-break-word">
                {of === 'repairs'
                  ? sentenceOf(header)
                  : questionTexts.ignoredRow({ row: fileRow, header: sentenceOf(header), was, is })}
              </li>
            ))}
            {ignored.count > ignored.first.length && (
              <li>{questionTexts.more({ n: ignored.count - ignored.first.length })}</li>
            )}
          </ul>
        </Folded>
      )}
    </Callout>
  )
}
