// Hook that edits cells. The new text appears in the grid at once and is sent to the engine as one undoable edit; the
// engine's answer contains the updated rows of the affected accounts. If the engine refuses the edit, its message is
// shown and the old text returns. Edits are sent in order.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Fix, FixScope } from '../../../shared/fixing/fix.ts'
import type { CellChange, EditView, GridRow } from '../../../shared/contract/views.ts'
import { api, engine } from '../../app/engine.ts'
import { toast } from '../../components/toast.tsx'
import { bulkTexts } from '../../texts/bulk.ts'
import { fixTexts } from '../../texts/fix.ts'
import { mindingRedo } from './redo-warning.tsx'
import type { Rows } from './grid/use-rows.ts'

type FixOfCells = Omit<
  Parameters<typeof engine.fixes.apply>[0],
  'batch' | 'forgetUndone' | 'fix' | 'scope'
> & {
  readonly fix: Fix
  readonly scope: FixScope
}
type FixedCells = Awaited<ReturnType<typeof engine.fixes.apply>>

export type Edits = {
  /** Resolves to true if the engine accepted it. */
  readonly apply: (words: string, changes: readonly CellChange[]) => Promise<boolean>
  /** Changes many cells by a rule, as one edit; null: the user keeps the undone edits. Errors are thrown. */
  readonly fix: (request: FixOfCells) => Promise<FixedCells | null>
  /** Undoes this edit if nothing was edited since; otherwise shows that it cannot. */
  readonly undoIfNewest: (edit: number) => Promise<void>
  readonly undo: () => void
  readonly redo: () => void
  /** Undoes edits back to and including this one. */
  readonly undoTo: (edit: EditView) => void
  /** Redoes edits up to and including this one. */
  readonly redoTo: (edit: EditView) => void
  /** What undo and redo would do now, in words. */
  readonly toUndo: EditView | null
  readonly toRedo: EditView | null
  /** Newest first. */
  readonly history: readonly EditView[]
  /** The latest undo or redo, until another action. */
  readonly reported: string | null
}

/** After an edit of very many accounts at most this many are refetched at once; the others come with their pages. */
const mostRefreshed = 300
const refreshedAtOnce = 40
const none: readonly EditView[] = []

type Touched = {
  readonly accounts: readonly number[]
  readonly more: boolean
  readonly rows: readonly GridRow[]
}

export function useEdits(batch: number, sheet: number, { list, inView, reload: readAgain }: Rows): Edits {
  const client = useQueryClient()
  const history = useQuery(api.edits.history.queryOptions({ input: { batch } }))
  const [reported, setReported] = useState<string | null>(null)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const known = useRef<readonly EditView[]>(none)
  known.current = history.data ?? none

  const actions = useMemo(() => {
    function inTurn<T>(act: () => Promise<T>): Promise<T> {
      const next = turn.current.then(act, act)
      turn.current = next.catch(() => undefined)
      return next
    }

    /** The rows of these accounts as they are after `edit`; rows in the answer itself are not refetched. */
    async function repaint({ accounts, more, rows }: Touched, edit: number): Promise<void> {
      if (more) return reload(edit)
      const there = new Set(rows.flatMap((row) => row.account?.id ?? []))
      const only = new Set(accounts.filter((account) => !there.has(account)))
      list.finish(rows, only.size === 0 ? edit : null)
      if (only.size === 0) return
      const { first, last } = inView.current
      const near = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => list.rowAt(first + at))
      const shown = new Set([...near, ...list.loaded()].flatMap((row) => row?.account?.id ?? []))
      const left = [...shown].filter((account) => only.has(account)).slice(0, mostRefreshed)
      while (left.length > 0) await list.refresh(left.splice(0, refreshedAtOnce))
      list.reached(edit)
    }

    async function reload(edit: number): Promise<void> {
      await readAgain()
      list.reached(edit)
    }

    function asked(): void {
      void client.invalidateQueries({ queryKey: api.accounts.get.key() })
      void client.invalidateQueries({ queryKey: api.edits.history.key({ input: { batch } }) })
    }

    async function apply(words: string, changes: readonly CellChange[]): Promise<boolean> {
      const here = changes.filter((change) => change.sheet === sheet)
      const takeOff = list.lay(here)
      setReported(null)
      try {
        const made = await inTurn(() =>
          mindingRedo(batch, (forgetUndone) =>
            engine.edits.apply({ batch, words, cells: [...changes], forgetUndone, show: sheet }),
          ),
        )
        if (made === null) {
          takeOff()
          return false
        }
        list.accept(here)
        takeOff(true)
        await repaint(made, made.edit)
        asked()
        return true
      } catch (error) {
        takeOff()
        toast.failed(error)
        return false
      }
    }

    async function fix(request: FixOfCells): Promise<FixedCells | null> {
      setReported(null)
      const fixed = await inTurn(() =>
        mindingRedo(batch, (forgetUndone) => engine.fixes.apply({ batch, ...request, forgetUndone })),
      )
      if (fixed === null) return null
      // So many rows stop matching the filter that keeping them in place would leave no others visible.
      await reload(fixed.edit)
      asked()
      return fixed
    }

    async function undoIfNewest(edit: number): Promise<void> {
      try {
        const newest = (await engine.edits.history({ batch })).find((one) => !one.undone)
        if (newest?.id === edit) await go('undo')
        else toast.notice('info', bulkTexts.undoneElse)
      } catch (error) {
        toast.failed(error)
      }
    }

    async function go(which: 'undo' | 'redo', to?: EditView): Promise<void> {
      try {
        const done = await inTurn(() => (to === undefined ? oneStep(which) : walk(which, to)))
        const last = done?.edits.at(-1)
        if (done === null || last === undefined) return
        const words = done.edits.length === 1 ? last.words : fixTexts.edits(done.edits.length)
        setReported(which === 'undo' ? fixTexts.undone(words) : fixTexts.redone(words))
        await repaint(done, last.id)
        asked()
      } catch (error) {
        toast.failed(error)
      }
    }

    async function oneStep(
      which: 'undo' | 'redo',
    ): Promise<(Touched & { readonly edits: readonly EditView[] }) | null> {
      const step = await engine.edits[which]({ batch, show: sheet })
      return step === null ? null : { ...step, edits: [step.edit] }
    }

    /** In the engine all of it is one step: whole or not at all. */
    async function walk(
      which: 'undo' | 'redo',
      to: EditView,
    ): Promise<(Touched & { readonly edits: readonly EditView[] }) | null> {
      const before = known.current.find((one) => !one.undone && one.id < to.id)?.id ?? null
      const walked =
        which === 'undo'
          ? await engine.edits.undoTo({ batch, edit: before })
          : await engine.edits.redoTo({ batch, edit: to.id })
      return walked === null ? null : { ...walked, rows: [] }
    }

    return {
      apply,
      fix,
      undoIfNewest,
      undo: () => void go('undo'),
      redo: () => void go('redo'),
      undoTo: (edit: EditView) => void go('undo', edit),
      redoTo: (edit: EditView) => void go('redo', edit),
    }
  }, [batch, sheet, list, inView, readAgain, client])

  const edits = history.data ?? none
  return useMemo(
    () => ({
      ...actions,
      toUndo: edits.find((edit) => !edit.undone) ?? null,
      toRedo: edits.findLast((edit) => edit.undone) ?? null,
      history: edits,
      reported,
    }),
    [actions, edits, reported],
  )
}
