// Dialog for a file that is the repaired fix file of a batch: shows what its repairs would change there, and applies
// them, or loads the file as a batch of its own.
import { type ReactNode, useEffect, useState } from 'react'
import { go, hrefOfStep } from '../../app/route.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Callout } from '../../components/panel.tsx'
import { texts } from '../../texts/common.ts'
import { format } from '../../texts/format.ts'
import { repairTexts as words } from '../../texts/fix/repair.ts'
import { type AnswerChoices, noChoices, takenOf } from '../answers/answer-choices.ts'
import { AnswerReviewPane } from '../answers/answer-review.tsx'
import { ReadingNow } from '../answers/reading-now.tsx'
import { useMerge } from '../answers/use-merge.ts'
import { useReview } from '../answers/use-review.ts'
import type { Repairs } from './repairs.ts'

export function RepairsOffer(props: {
  readonly repairs: Repairs
  readonly onOwnBatch: () => void
  readonly onClose: () => void
}): ReactNode {
  const { repairs, onOwnBatch, onClose } = props
  const { path, name, of } = repairs
  const { reading, read } = useReview(of.batch)
  const [choices, setChoices] = useState<AnswerChoices>(noChoices)
  const merge = useMerge(of.batch, () => {
    onClose()
    go(hrefOfStep(of.batch, 'fix'))
  })
  useEffect(() => void read(path), [read, path])
  const review = reading.stage === 'read' ? reading.review : null
  const taken = review === null ? 0 : takenOf(review, choices)
  const refused = merge.refused ?? (reading.stage === 'waiting' ? reading.refused : null)
  const isEmpty = review !== null && Object.values(review.counts).every((n) => n === 0)
  return (
    <Dialog
      open
      width="wide"
      title={words.title({ name, batch: of.name })}
      description={words.body({ day: format.day(of.madeAt) })}
      onClose={() => merge.busy || onClose()}
      actions={
        <>
          <Button className="mr-auto" disabled={merge.busy} onClick={onOwnBatch}>
            {words.ownBatch}
          </Button>
          <Button disabled={merge.busy} onClick={onClose}>
            {texts.common.cancel}
          </Button>
          <Button
            tone="primary"
            busy={merge.busy}
            disabled={review === null || taken === 0}
            onClick={() => review !== null && void merge.start(review, choices)}
          >
            {words.review.mergeAnswers({ n: taken })}
          </Button>
        </>
      }
    >
      <div className="flex h-[min(30rem,calc(100vh-17rem))] flex-col gap-3" data-stage={reading.stage}>
        {refused !== null && <Callout tone="error">{refused.message}</Callout>}
        {reading.stage === 'reading' && <ReadingNow reading={reading} />}
        {isEmpty && <p className="text-soft">{words.nothing}</p>}
        {review !== null && (
          <AnswerReviewPane batch={of.batch} review={review} choices={choices} onChoices={setChoices} />
        )}
      </div>
    </Dialog>
  )
}
