// Changing cells: the text stands in the grid at once, goes to the engine as one undoable edit, and gives way to what the
// engine answers. A refusal is told in its own words and the old text is back. Edits go out in the order they were made.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CellChange, EditView } from '../../../shared/views.ts'
import { api, engine } from '../../app/engine.ts'
import { toast } from '../../parts/toast.tsx'
import { fixTexts } from './fix-texts.ts'
import type { RowList } from './row-list.ts'

export type Edits = {
  /** Resolves to whether the engine took it. */
  readonly apply: (words: string, changes: readonly CellChange[]) => Promise<boolean>
  readonly undo: () => void
  readonly redo: () => void
  /** What undo and redo would do now, in words. */
  readonly toUndo: EditView | null
  readonly toRedo: EditView | null
  readonly history: readonly EditView[]
  /** What undo or redo did last, until something else is done. */
  readonly told: string | null
}

/** An edit of very many accounts reads back at most this many of them; the others come with their pages. */
const mostRefreshed = 300

export function useEdits(batch: number, sheet: number, list: RowList): Edits {
  const client = useQueryClient()
  const history = useQuery(api.edits.history.queryOptions({ input: { batch } }))
  const [told, setTold] = useState<string | null>(null)
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const next = turn.current.then(act, act)
    turn.current = next.catch(() => undefined)
    return next
  }

  function shownAccounts(only: ReadonlySet<number> | null): number[] {
    const shown = new Set(list.loaded().flatMap((row) => row.account?.id ?? []))
    return [...shown].filter((account) => only === null || only.has(account)).slice(0, mostRefreshed)
  }

  async function asked(): Promise<void> {
    await Promise.all([
      client.invalidateQueries({ queryKey: api.accounts.get.key() }),
      client.invalidateQueries({ queryKey: api.edits.history.key({ input: { batch } }) }),
    ])
  }

  async function apply(words: string, changes: readonly CellChange[]): Promise<boolean> {
    const here = changes.filter((change) => change.sheet === sheet)
    const takeOff = list.lay(here)
    setTold(null)
    try {
      const { accounts } = await inTurn(() => engine.edits.apply({ batch, words, cells: [...changes] }))
      list.accept(here)
      await list.refresh(shownAccounts(new Set(accounts)))
      void asked()
      return true
    } catch (error) {
      toast.failed(error)
      return false
    } finally {
      takeOff()
    }
  }

  async function step(which: 'undo' | 'redo'): Promise<void> {
    try {
      const done = await inTurn(() => engine.edits[which]({ batch }))
      if (done === null) return
      setTold(which === 'undo' ? fixTexts.undone(done.words) : fixTexts.redone(done.words))
      await list.refresh(shownAccounts(null))
      void asked()
    } catch (error) {
      toast.failed(error)
    }
  }

  const edits = history.data ?? []
  return {
    apply,
    undo: () => void step('undo'),
    redo: () => void step('redo'),
    toUndo: edits.find((edit) => !edit.undone) ?? null,
    toRedo: edits.findLast((edit) => edit.undone) ?? null,
    history: edits,
    told,
  }
}
