// Before a change makes undone edits impossible to redo, a person is asked. The engine refuses such a change; whoever
// makes one goes through `mindingRedo`, and the Fix step shows the question. Asked once: after the change there are none.
import { type ReactNode, useEffect, useState } from 'react'
import { engine } from '../../app/engine.ts'
import { failureOf } from '../../components/failure.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { gridTexts } from '../../texts/grid.ts'

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
    else show({ undone: undone.length, first: undone.at(-1)?.words ?? null, answer })
  })
}

/**
 * Makes a change; where that would lose undone edits, asks and makes it all the same, or gives null because they are to
 * be kept. Anything else that refuses it is thrown.
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

/** Stands once in the Fix step. `after`: gives the focus back. */
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
      title={gridTexts.redoTitle(Math.max(1, undone))}
      description={first === null ? gridTexts.redoUnknown : gridTexts.redoBody(first, undone)}
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
