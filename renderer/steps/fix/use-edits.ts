// Changing cells: the text stands in the grid at once, goes to the engine as one undoable edit, and gives way to what the
// engine answers. A refusal is told in its own words and the old text is back. Edits go out in the order they were made,
// and what is in view is shown anew before what is not.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Fix, FixScope } from '../../../shared/fix.ts'
import type { CellChange, EditView } from '../../../shared/views.ts'
import { api, engine } from '../../app/engine.ts'
import { toast } from '../../parts/toast.tsx'
import { bulkTexts } from './bulk/bulk-texts.ts'
import { fixTexts } from './fix-texts.ts'
import type { Rows } from './use-rows.ts'

type FixOfCells = { readonly fix: Fix; readonly scope: FixScope; readonly words: string }
type FixedCells = Awaited<ReturnType<typeof engine.fixes.apply>>

export type Edits = {
  /** Resolves to whether the engine took it. */
  readonly apply: (words: string, changes: readonly CellChange[]) => Promise<boolean>
  /** Changes many cells by a rule, as one edit. Throws what refuses it. */
  readonly fix: (request: FixOfCells) => Promise<FixedCells>
  /** Takes back this edit where nothing was edited since, else says that it does not. */
  readonly undoIfNewest: (edit: number) => Promise<void>
  /** Takes back the latest edit, or so many of them. */
  readonly undo: (steps?: number) => void
  readonly redo: (steps?: number) => void
  /** What undo and redo would do now, in words. */
  readonly toUndo: EditView | null
  readonly toRedo: EditView | null
  /** Newest first. */
  readonly history: readonly EditView[]
  /** What undo or redo did last, until something else is done. */
  readonly told: string | null
}

/** An edit of very many accounts reads back at most this many of them; the others come with their pages. */
const mostRefreshed = 300
const refreshedAtOnce = 40

export function useEdits(batch: number, sheet: number, { list, inView }: Rows): Edits {
  const client = useQueryClient()
  const history = useQuery(api.edits.history.queryOptions({ input: { batch } }))
  const [told, setTold] = useState<string | null>(null)
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const next = turn.current.then(act, act)
    turn.current = next.catch(() => undefined)
    return next
  }

  async function repaint(touched: readonly number[]): Promise<void> {
    const only = new Set(touched)
    const { first, last } = inView.current
    const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => list.rowAt(first + at))
    const shown = new Set([...rows, ...list.loaded()].flatMap((row) => row?.account?.id ?? []))
    const accounts = [...shown].filter((account) => only.has(account)).slice(0, mostRefreshed)
    do await list.refresh(accounts.splice(0, refreshedAtOnce))
    while (accounts.length > 0)
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
      const { accounts, edit } = await inTurn(() => engine.edits.apply({ batch, words, cells: [...changes] }))
      list.accept(here)
      await repaint(accounts)
      list.reached(edit)
      void asked()
      return true
    } catch (error) {
      toast.failed(error)
      return false
    } finally {
      takeOff()
    }
  }

  async function fix(request: FixOfCells): Promise<FixedCells> {
    setTold(null)
    const fixed = await inTurn(() => engine.fixes.apply({ batch, ...request }))
    // So many rows leave what the filter shows that keeping them in place would show nothing else.
    await list.reload(inView.current.first, inView.current.last)
    list.reached(fixed.edit)
    void asked()
    return fixed
  }

  async function undoIfNewest(edit: number): Promise<void> {
    try {
      const newest = (await engine.edits.history({ batch })).find((one) => !one.undone)
      if (newest?.id === edit) await go('undo', 1)
      else toast.notice('info', bulkTexts.undoneElse)
    } catch (error) {
      toast.failed(error)
    }
  }

  async function go(which: 'undo' | 'redo', steps: number): Promise<void> {
    const touched = new Set<number>()
    const done: EditView[] = []
    try {
      await inTurn(async () => {
        while (done.length < steps) {
          const step = await engine.edits[which]({ batch })
          if (step === null) break
          done.push(step.edit)
          for (const account of step.accounts) touched.add(account)
        }
      })
    } catch (error) {
      toast.failed(error)
    }
    const last = done.at(-1)
    if (last === undefined) return
    const words = done.length === 1 ? last.words : fixTexts.edits(done.length)
    setTold(which === 'undo' ? fixTexts.undone(words) : fixTexts.redone(words))
    await repaint([...touched]).catch(toast.failed)
    list.reached(last.id)
    void asked()
  }

  const edits = history.data ?? []
  return {
    apply,
    fix,
    undoIfNewest,
    undo: (steps = 1) => void go('undo', steps),
    redo: (steps = 1) => void go('redo', steps),
    toUndo: edits.find((edit) => !edit.undone) ?? null,
    toRedo: edits.findLast((edit) => edit.undone) ?? null,
    history: edits,
    told,
  }
}
