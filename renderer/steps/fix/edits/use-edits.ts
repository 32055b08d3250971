// Hook that edits cells. The new text appears in the grid at once and is sent to the engine as one undoable edit; the
// engine's answer contains the updated rows of the affected accounts. If the engine refuses the edit, its message is
// shown and the old text returns. Edits are sent in order.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Fix, FixScope } from '../../../../shared/fixing/fix.ts'
import type { CellChange, EditView, GridRow } from '../../../../shared/contract/views.ts'
import { api, engine } from '../../../app/engine.ts'
import { failureOf } from '../../../components/notices/failure.ts'
import { toast } from '../../../components/notices/toast.tsx'
import { bulkTexts } from '../../../texts/fix/bulk.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'
import type { Rows } from '../grid/rows/use-rows.ts'
import { notWritten } from '../../../accounts/typed/refused-texts.ts'
import { type Said, sentenceOf } from '../../../../shared/texts/message.ts'

type FixOfCells = Omit<Parameters<typeof engine.fixes.apply>[0], 'batch' | 'fix' | 'scope'> & {
  readonly fix: Fix
  readonly scope: FixScope
}
export type FixedCells = Awaited<ReturnType<typeof engine.fixes.apply>>

export type Edits = {
  /** Resolves to true if the engine accepted it. */
  readonly apply: (words: Said, changes: readonly CellChange[]) => Promise<boolean>
  /** Changes many cells by a rule, as one edit. Errors are thrown. */
  readonly fix: (request: FixOfCells) => Promise<FixedCells>
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

type ShownRows = Pick<Rows, 'list' | 'inView' | 'reload'>
type Step = Touched & { readonly edits: readonly EditView[] }

/** What the actions on edits work with. */
type EditContext = {
  readonly batch: number
  readonly sheet: number
  /** Those that are shown when an action begins: a pane that is drawn late may still have the actions of before. */
  readonly shown: () => ShownRows
  readonly client: QueryClient
  /** One request after the other. */
  readonly inTurn: <T>(act: () => Promise<T>) => Promise<T>
  /** Newest first. */
  readonly known: () => readonly EditView[]
  /** Shows the latest undo or redo; null: no longer. */
  readonly report: (words: string | null) => void
}

export function useEdits(batch: number, sheet: number, rows: Rows): Edits {
  const client = useQueryClient()
  const history = useQuery(api.edits.history.queryOptions({ input: { batch } }))
  const [reported, report] = useState<string | null>(null)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const edits = history.data ?? none
  const known = useRef(edits)
  known.current = edits
  const latest = useRef(rows)
  latest.current = rows
  const actions = useMemo(() => {
    const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
      const next = turn.current.then(act, act)
      turn.current = next.catch(() => undefined)
      return next
    }
    const shown = (): ShownRows => latest.current
    return actionsOf({ batch, sheet, shown, client, inTurn, known: () => known.current, report })
  }, [batch, sheet, client])
  return useMemo(
    () => ({
      ...actions,
      toUndo: edits.find((edit) => !edit.undone) ?? null,
      toRedo: edits.findLast((edit) => edit.undone && !edit.replaced) ?? null,
      history: edits,
      reported,
    }),
    [actions, edits, reported],
  )
}

function actionsOf(context: EditContext) {
  return {
    apply: (words: Said, changes: readonly CellChange[]) => applyCells(context, words, changes),
    fix: (request: FixOfCells) => applyFix(context, request),
    undoIfNewest: (edit: number) => undoIfNewest(context, edit),
    undo: () => void go(context, 'undo'),
    redo: () => void go(context, 'redo'),
    undoTo: (edit: EditView) => void go(context, 'undo', edit),
    redoTo: (edit: EditView) => void go(context, 'redo', edit),
  }
}

/** The typed texts show at once, and are removed again if the engine refuses the edit. */
async function applyCells(
  context: EditContext,
  words: Said,
  changes: readonly CellChange[],
): Promise<boolean> {
  const { batch, sheet, inTurn } = context
  const rows = context.shown()
  const { list } = rows
  const here = changes.filter((change) => change.sheet === sheet)
  const takeOff = list.lay(here)
  context.report(null)
  try {
    const made = await inTurn(() =>
      onceBuilt(batch, () => engine.edits.apply({ batch, words, cells: [...changes], show: sheet })),
    )
    list.accept(here)
    takeOff(true)
    await repaint(rows, made, made.edit)
    renewQueries(context)
    return true
  } catch (error) {
    takeOff()
    toast.notDone(notWritten(changes.map(({ text }) => text)), error)
    return false
  }
}

const againMs = 250

/** An edit made while the accounts are being built again waits for the end of that, and keeps its place. */
async function onceBuilt<T>(batch: number, act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (failureOf(error).code !== 'batch_busy') throw error
    }
    while ((await engine.batches.get({ batch })).stage === 'building')
      await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}

async function applyFix(context: EditContext, request: FixOfCells): Promise<FixedCells> {
  const { batch, inTurn } = context
  context.report(null)
  const fixed = await inTurn(() => engine.fixes.apply({ batch, ...request }))
  // So many rows stop matching the filter that keeping them in place would leave no others visible.
  await reloadAfter(context.shown(), fixed.edit)
  renewQueries(context)
  return fixed
}

async function undoIfNewest(context: EditContext, edit: number): Promise<void> {
  try {
    const newest = (await engine.edits.history({ batch: context.batch })).find((one) => !one.undone)
    if (newest?.id === edit) await go(context, 'undo')
    else toast.notice('info', bulkTexts.undoneElse)
  } catch (error) {
    toast.failed(error)
  }
}

async function go(context: EditContext, which: 'undo' | 'redo', to?: EditView): Promise<void> {
  try {
    const done = await context.inTurn(() =>
      to === undefined ? oneStep(context, which) : severalSteps(context, which, to),
    )
    const last = done?.edits.at(-1)
    if (done === null || last === undefined) return
    const words = done.edits.length === 1 ? last.words : fixTexts.edits({ n: done.edits.length })
    context.report(
      which === 'undo'
        ? fixTexts.undone({ words: sentenceOf(words) })
        : fixTexts.redone({ words: sentenceOf(words) }),
    )
    await repaint(context.shown(), done, last.id)
    renewQueries(context)
  } catch (error) {
    toast.failed(error)
  }
}

async function oneStep({ batch, sheet }: EditContext, which: 'undo' | 'redo'): Promise<Step | null> {
  const step = await engine.edits[which]({ batch, show: sheet })
  return step === null ? null : { ...step, edits: [step.edit] }
}

/** In the engine all of it is one step: whole or not at all. */
async function severalSteps(
  { batch, known }: EditContext,
  which: 'undo' | 'redo',
  to: EditView,
): Promise<Step | null> {
  const before = known().find((one) => !one.undone && one.id < to.id)?.id ?? null
  const walked =
    which === 'undo'
      ? await engine.edits.undoTo({ batch, edit: before })
      : await engine.edits.redoTo({ batch, edit: to.id })
  return walked === null ? null : { ...walked, rows: [] }
}

/** The rows of these accounts as they are after `edit`; rows in the answer itself are not refetched. */
async function repaint(shown: ShownRows, { accounts, more, rows }: Touched, edit: number): Promise<void> {
  const { list, inView } = shown
  if (more) return reloadAfter(shown, edit)
  const there = new Set(rows.flatMap((row) => row.account?.id ?? []))
  const only = new Set(accounts.filter((account) => !there.has(account)))
  list.finish(rows, only.size === 0 ? edit : null)
  if (only.size === 0) return
  const { first, last } = inView.current
  const near = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => list.rowAt(first + at))
  const known = new Set([...near, ...list.loaded()].flatMap((row) => row?.account?.id ?? []))
  const left = [...known].filter((account) => only.has(account)).slice(0, mostRefreshed)
  while (left.length > 0) await list.refresh(left.splice(0, refreshedAtOnce))
  list.reached(edit)
}

async function reloadAfter({ reload, list }: ShownRows, edit: number): Promise<void> {
  await reload()
  list.reached(edit)
}

function renewQueries({ client, batch }: EditContext): void {
  void client.invalidateQueries({ queryKey: api.accounts.get.key() })
  void client.invalidateQueries({ queryKey: api.edits.history.key({ input: { batch } }) })
}
