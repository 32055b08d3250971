// Hook with the grid's current columns: planned once from the first rows, so widths stay stable, then adjusted by the
// user (width, hidden, pinned). These choices are saved per batch and sheet.
import { useEffect, useMemo, useRef, useState } from 'react'
import { outcomes } from '../../../../../shared/sending/states.ts'
import type { BatchView } from '../../../../../shared/contract/contract.ts'
import type { GridRow, SheetView } from '../../../../../shared/contract/views.ts'
import { chooseDisplay, useDisplayChoices } from '../../../../app/display/display.ts'
import { type ColumnChoices, usualColumns, withColumns } from '../../../../app/display/display-choices.ts'
import { texts } from '../../../../texts/common.ts'
import { fixTexts } from '../../../../texts/fix/fix.ts'
import { badgeWidth } from '../drawing/grid-cells.ts'
import { type GridColumnPlan, mostPinned, planColumns } from './grid-columns.ts'
import type { Rows } from '../rows/use-rows.ts'

/** During a resize, widths change with every pixel; they are saved after this delay. */
const restMs = 400

export type Columns = {
  readonly plans: readonly GridColumnPlan[]
  /** All that can be shown or hidden, in the file's order, whether they are shown or not. */
  readonly all: readonly (GridColumnPlan & { readonly kind: 'cell' })[]
  readonly hidden: readonly number[]
  readonly pinned: readonly number[]
  readonly resize: (column: string, width: number) => void
  readonly hide: (columns: readonly number[]) => void
  readonly pin: (columns: readonly number[]) => void
}

export function useColumns(batch: BatchView, sheet: SheetView, rows: Rows): Columns {
  const { choices, change } = useChoices(`${batch.id}:${sheet.position}`)
  const { hidden, pinned, widths } = choices
  const base = usePlanBase(batch, sheet, rows)
  const plans = useMemo(
    () => planColumns({ ...base, hidden, pinned, resized: widths }),
    [base, hidden, pinned, widths],
  )
  const all = useMemo(
    () =>
      planColumns({ ...base, hidden: [], pinned: [], resized: {} })
        .flatMap((plan) => (plan.kind === 'cell' ? [plan] : []))
        .toSorted((one, other) => one.index - other.index),
    [base],
  )
  const actions = useMemo(
    () => ({
      resize: (column: string, width: number): void =>
        change((now) => ({ widths: { ...now.widths, [column]: Math.round(width) } })),
      hide: (columns: readonly number[]): void => change(() => ({ hidden: [...columns] })),
      pin: (columns: readonly number[]): void => change(() => ({ pinned: columns.slice(-mostPinned) })),
    }),
    [],
  )
  return useMemo(() => ({ plans, all, hidden, pinned, ...actions }), [plans, all, hidden, pinned, actions])
}

/** What the user chose for a sheet, as saved under its name; changes are saved after a rest and on leaving. */
function useChoices(name: string) {
  const kept = useDisplayChoices().fixColumns
  /** Null until the user changes something: saved settings may load after the first render. */
  const [own, setOwn] = useState<ColumnChoices | null>(null)
  const choices = own ?? kept[name] ?? usualColumns
  const latest = useRef({ kept, choices })
  useEffect(() => {
    latest.current = { kept, choices }
  })
  const unkept = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (own === null) return undefined
    const keep = (): void => {
      unkept.current = null
      chooseDisplay({ fixColumns: withColumns(latest.current.kept, name, own) })
    }
    unkept.current = keep
    const timer = setTimeout(keep, restMs)
    return () => clearTimeout(timer)
  }, [own, name])
  // Choices made just before leaving the step are saved too.
  useEffect(() => {
    const keepNow = (): void => unkept.current?.()
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [])
  const change = (next: (before: ColumnChoices) => Partial<ColumnChoices>): void =>
    setOwn((before) => {
      const now = before ?? latest.current.choices
      return { ...now, ...next(now) }
    })
  return { choices, change }
}

/** The rows that columns were planned from, by batch and sheet: the widths are the same whenever it is shown again. */
const samples = new Map<string, readonly GridRow[]>()
const mostSamples = 40

function keepSample(name: string, sample: readonly GridRow[]): void {
  const [oldest] = samples.keys()
  if (samples.size >= mostSamples && oldest !== undefined) samples.delete(oldest)
  samples.set(name, sample)
}

/** What columns are planned from: the sheet, its mapping and its first rows. */
function usePlanBase({ id, mapping, states, outcomes: ended }: BatchView, sheet: SheetView, rows: Rows) {
  const total = rows.state.total ?? 0
  const name = `${id}:${sheet.position}:${sheet.rowCount}`
  const [sample, setSample] = useState<readonly GridRow[]>(samples.get(name) ?? [])
  if (sample.length === 0 && total > 0) setSample(rows.list.loaded().slice(0, 60))
  useEffect(() => {
    if (sample.length > 0 && !samples.has(name)) keepSample(name, sample)
  }, [name, sample])
  const words = useMemo(() => widestWord({ states, outcomes: ended }), [JSON.stringify([states, ended])])
  return useMemo(
    () => ({
      sheet,
      mapping,
      rows: sample,
      rowTitle: fixTexts.row,
      stateTitle: fixTexts.state,
      stateWidth: words + 26,
    }),
    // The sheet and mapping objects are new after every event; only their content is compared.
    [JSON.stringify(sheet.info), sheet.role, sheet.rowCount, JSON.stringify(mapping), sample, words],
  )
}

/** Pixels of the widest state that an account of the batch is in. */
function widestWord(batch: Pick<BatchView, 'states' | 'outcomes'>): number {
  const words = Object.entries(texts.states).flatMap(([state, word]) =>
    state === 'invalid' || batch.states[state as keyof BatchView['states']] > 0 ? [word] : [],
  )
  const ended = outcomes.flatMap((one) => (batch.outcomes[one] > 0 ? [texts.outcomes[one]] : []))
  return Math.max(...[...words, ...ended].map(badgeWidth))
}
