// The grid's columns as they stand: planned once from the first rows, so that none changes its width by itself, and as
// wide as a person made them.
import { useMemo, useState } from 'react'
import { outcomes } from '../../../shared/account-state.ts'
import type { BatchView } from '../../../shared/contract.ts'
import type { GridRow, SheetView } from '../../../shared/views.ts'
import { texts } from '../../app/texts.ts'
import { fixTexts } from './fix-texts.ts'
import { badgeWidth } from './grid-cells.ts'
import { type GridColumnPlan, planColumns } from './grid-columns.ts'
import type { Rows } from './use-rows.ts'

export function useColumns(
  batch: BatchView,
  sheet: SheetView,
  rows: Rows,
): { readonly plans: readonly GridColumnPlan[]; readonly resize: (column: string, width: number) => void } {
  const [resized, setResized] = useState<ReadonlyMap<string, number>>(new Map())
  const ready = rows.state.total !== null
  const [sample, setSample] = useState<readonly GridRow[]>([])
  if (ready && sample.length === 0 && (rows.state.total ?? 0) > 0) setSample(rows.list.loaded().slice(0, 60))
  const { mapping } = batch
  const words = useMemo(() => widestWord(batch), [JSON.stringify([batch.states, batch.outcomes])])
  const plans = useMemo(
    () =>
      planColumns({
        sheet,
        mapping,
        rows: sample,
        rowTitle: fixTexts.row,
        stateTitle: fixTexts.state,
        stateWidth: words + 26,
        resized,
      }),
    [sheet, JSON.stringify(mapping), sample, words, resized],
  )
  const resize = (column: string, width: number): void =>
    setResized((before) => new Map([...before, [column, width]]))
  return { plans, resize }
}

/** Pixels of the widest state that an account of the batch is in. */
function widestWord(batch: BatchView): number {
  const words = Object.entries(texts.states).flatMap(([state, word]) =>
    state === 'blocked' || batch.states[state as keyof BatchView['states']] > 0 ? [word] : [],
  )
  const ended = outcomes.flatMap((one) => (batch.outcomes[one] > 0 ? [texts.outcomes[one]] : []))
  return Math.max(...[...words, ...ended].map(badgeWidth))
}
