// Hook that merges the answers or repairs that were chosen, as one edit that can be undone from its note.
import { useState } from 'react'
import type { AnswerReview } from '../../../shared/contract/fixing/questions.ts'
import { engine } from '../../app/engine.ts'
import { type FailureMessage, failureOf } from '../../components/notices/failure.ts'
import { toast } from '../../components/notices/toast.tsx'
import { questionTexts } from '../../texts/fix/question.ts'
import { type AnswerChoices, toSend } from './answer-choices.ts'
import { answerWords } from './answer-words.ts'

export function useMerge(batch: number, onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<FailureMessage | null>(null)
  return {
    busy,
    refused,
    async start({ of, version: expected, fileName }: AnswerReview, choices: AnswerChoices): Promise<void> {
      const words = answerWords(of)
      setRefused(null)
      setBusy(true)
      try {
        const { edit, cells } = await engine.questions.apply({ batch, expected, choices: toSend(choices) })
        // First: a note belongs to the page where it is said, and the end may lead to another.
        onDone()
        if (edit === null) toast.notice('info', words.mergedNothing)
        else
          toast.done(words.merged({ file: fileName, n: cells }), {
            label: questionTexts.undo,
            run: () => void undoIfNewest(batch, edit),
          })
      } catch (error) {
        setRefused(failureOf(error))
      } finally {
        setBusy(false)
      }
    },
  }
}

/** The note's undo applies only to this edit. */
async function undoIfNewest(batch: number, edit: number): Promise<void> {
  try {
    const newest = (await engine.edits.history({ batch })).find((one) => !one.undone)
    if (newest?.id === edit) await engine.edits.undo({ batch })
    else toast.notice('info', questionTexts.undoneElse)
  } catch (error) {
    toast.failed(error)
  }
}
