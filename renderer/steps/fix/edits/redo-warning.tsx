// Confirmation before a change that makes undone edits impossible to redo. The engine refuses such a change, so every
// caller uses `mindingRedo`, and the Fix step shows the question. It appears once: after the change there is nothing
// to redo.
import { type ReactNode, useEffect, useState } from 'react'
import { engine } from '../../../app/engine.ts'
import { failureOf } from '../../../components/failure.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { gridTexts } from '../../../texts/fix/grid.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

type Question = {
  readonly undone: number
  /** Words of the edit that would be done again first; null where that is not known. */
  readonly first: string | null
  readonly answer: (forget: boolean) => void
}
let show: ((question: Question) => void) | null = null

async function ask(batch: number): Promise<boolean> {
  const undone = await engine.edits
    .history({ batch })
    .then((all) => all.filter((edit) => edit.undone))
    .catch(() => [])
  return new Promise((answer) => {
    if (show === null) answer(false)
    else show({ undone: undone.length, first: sentenceOf(undone.at(-1)?.words ?? null), answer })
  })
}

/**
 * Runs a change. If it would lose undone edits, asks first; then runs it anyway or returns null because they are
 * kept. Other errors are thrown.
 */
export async function mindingRedo<T>(
  batch: number,
  make: (forgetUndone: boolean) => Promise<T>,
): Promise<T | null> {
  try {
    return await make(false)
  } catch (error) {
    if (failureOf(error).code !== 'redo_would_be_lost') throw error
    return (await ask(batch)) ? make(true) : null
  }
}

/** Rendered once in the Fix step. `after`: returns the focus. */
export function RedoWarning({ after }: { readonly after: () => void }): ReactNode {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => {
    const mine = (next: Question): void => setQuestion(next)
    show = mine
    return () => {
      if (show === mine) show = null
    }
  }, [])
  if (question === null) return null
  const { undone, first } = question
  function answer(forget: boolean): void {
    question?.answer(forget)
    setQuestion(null)
    setTimeout(after)
  }
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      focusIsCallers
      width="small"
      title={gridTexts.redoTitle({ n: Math.max(1, undone) })}
      description={first === null ? gridTexts.redoUnknown : gridTexts.redoBody({ first, n: undone })}
      actions={
        <>
          <Button onClick={() => answer(false)}>{gridTexts.keepThem}</Button>
          <Button tone="primary" onClick={() => answer(true)}>
            {gridTexts.makeChange}
          </Button>
        </>
      }
    />
  )
}
