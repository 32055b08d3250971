// Window "Merge answers": the workbook is picked or dropped, read, reviewed by kind, and merged as one edit that can
// be undone from its note.
import { type ReactNode, useState } from 'react'
import type { AnswerReview } from '../../../../shared/contract/fixing/questions.ts'
import { type AnswerChoices, noChoices, takenOf } from '../../../accounts/answers/answer-choices.ts'
import { AnswerReviewPane } from '../../../accounts/answers/answer-review.tsx'
import { answerWords } from '../../../accounts/answers/answer-words.ts'
import { ReadingNow } from '../../../accounts/answers/reading-now.tsx'
import { useMerge } from '../../../accounts/answers/use-merge.ts'
import { type Reading, useReview } from '../../../accounts/answers/use-review.ts'
import { useOpenFile } from '../../../accounts/file/open-file.tsx'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { Callout } from '../../../components/panel.tsx'
import type { FixToolProps } from '../../../accounts/fix-tool.ts'
import { ChooseAnswers } from './choose-answers.tsx'
import { questionTexts } from '../../../texts/fix/question.ts'

const oneFile = { several: false }

export function MergeWindow({ batch, onClose }: FixToolProps): ReactNode {
  const { reading, read, reset } = useReview(batch.id)
  const [choices, setChoices] = useState<AnswerChoices>(noChoices)
  const file = useOpenFile(async ([given]) => {
    setChoices(noChoices)
    if (given !== undefined) void read(given.path)
  }, oneFile)
  const merge = useMerge(batch.id, onClose)
  const review = reading.stage === 'read' ? reading.review : null
  const taken = review === null ? 0 : takenOf(review, choices)

  return (
    <Dialog
      open
      width="wide"
      title={questionTexts.mergeTitle}
      description={review === null ? questionTexts.mergeBody : review.fileName}
      onClose={() => {
        if (merge.busy) return
        reset()
        onClose()
      }}
      actions={
        <Actions
          reading={reading}
          taken={taken}
          busy={merge.busy}
          onReset={reset}
          onMerge={(now) => void merge.start(now, choices)}
          onClose={onClose}
        />
      }
    >
      {file.input}
      <div
        className="flex h-[min(34rem,calc(100vh-15rem))] flex-col gap-3"
        data-stage={reading.stage}
        onKeyDown={(event) => {
          // Also from within the list: what is chosen is to be merged.
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && review !== null && taken > 0)
            void merge.start(review, choices)
        }}
      >
        {merge.refused !== null && <Callout tone="error">{merge.refused.message}</Callout>}
        {reading.stage === 'waiting' && (
          <ChooseAnswers
            batch={batch.id}
            file={file}
            refused={reading.refused}
            onRead={(path, as) => void read(path, as)}
          />
        )}
        {reading.stage === 'reading' && <ReadingNow reading={reading} />}
        {review !== null && (
          <AnswerReviewPane batch={batch.id} review={review} choices={choices} onChoices={setChoices} />
        )}
      </div>
    </Dialog>
  )
}

function Actions(props: {
  readonly reading: Reading
  readonly taken: number
  readonly busy: boolean
  readonly onReset: () => void
  readonly onMerge: (review: AnswerReview) => void
  readonly onClose: () => void
}): ReactNode {
  const { reading, taken, busy } = props
  if (reading.stage !== 'read')
    return (
      <Button onClick={reading.stage === 'reading' ? props.onReset : props.onClose}>
        {texts.common.cancel}
      </Button>
    )
  return (
    <>
      <Button className="mr-auto" onClick={props.onReset} disabled={busy}>
        {questionTexts.chooseAnother}
      </Button>
      <Button onClick={props.onClose} disabled={busy}>
        {texts.common.cancel}
      </Button>
      <Button tone="primary" busy={busy} disabled={taken === 0} onClick={() => props.onMerge(reading.review)}>
        {answerWords(reading.review.of).mergeAnswers({ n: taken })}
      </Button>
    </>
  )
}
