// Hook that reads a returned workbook and reports its progress and finally its content. One read at a time: a new one
// aborts the previous.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnswerReview } from '../../../shared/contract/fixing/questions.ts'
import { engine } from '../../app/engine.ts'
import { type FailureMessage, failureOf } from '../../components/notices/failure.ts'
import type { ReadAs } from '../file/read-as.ts'

/** A file that could not be read, and how it was tried. */
export type RefusedAnswers = FailureMessage & { readonly path: string; readonly as: ReadAs }

export type Reading =
  | { readonly stage: 'waiting'; readonly refused: RefusedAnswers | null }
  | { readonly stage: 'reading'; readonly done: number; readonly of: number | null }
  | { readonly stage: 'read'; readonly review: AnswerReview; readonly path: string }

export function useReview(batch: number): {
  readonly reading: Reading
  readonly read: (path: string, as?: ReadAs) => Promise<void>
  /** Back to choosing a file. */
  readonly reset: () => void
} {
  const [reading, setReading] = useState<Reading>({ stage: 'waiting', refused: null })
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const read = useCallback(
    async (path: string, as: ReadAs = {}): Promise<void> => {
      stop.current?.abort()
      const controller = new AbortController()
      const { signal } = controller
      stop.current = controller
      setReading({ stage: 'reading', done: 0, of: null })
      try {
        for await (const step of await engine.questions.read({ batch, path, ...as }, { signal })) {
          if (signal.aborted) return
          if (step.kind === 'review') setReading({ stage: 'read', review: step.review, path })
          else setReading({ stage: 'reading', done: step.done, of: step.of })
        }
      } catch (error) {
        if (!signal.aborted) setReading({ stage: 'waiting', refused: { ...failureOf(error), path, as } })
      }
    },
    [batch],
  )
  const reset = useCallback(() => {
    stop.current?.abort()
    setReading({ stage: 'waiting', refused: null })
  }, [])
  return { reading, read, reset }
}
