// API calls about the values of a column. They are counted in pieces, and the window's thread is free between
// pieces.
import { yieldToEventLoop } from '../../system/yield.ts'
import { type ColumnValues, mostValues } from '../../../../shared/contract/fixing/values.ts'
import type { FixScope } from '../../../../shared/fixing/fix.ts'
import type { ColumnAsked, ColumnValueStore } from '../../store/import/column-values.ts'
import { batchOf, type CallContext, os } from '../call-context.ts'

/** A window of rows takes a few milliseconds. */
const pieceOfRows = 1000
/** Nobody maps more different texts one by one; they would only fill the memory. */
const mostCounted = 200_000
const never = new AbortController().signal

export function valueCalls(context: CallContext) {
  return {
    ofColumn: os.values.ofColumn.handler(async ({ input, errors, signal = never }) => {
      const { sheet, column, rows, wrong, exact = false } = input
      const stored = batchOf(context, input.batch, errors)
      const batch = stored.id
      const filter = 'filter' in rows ? rows.filter : undefined
      const asked = { batch, sheet, column, filter, wrong }
      const counted = await countValues(context.store.columnValues, asked, { rows, exact }, signal)
      // Masked texts cannot be distinguished, so none is listed.
      return context.masking.isMasked(stored, sheet, column) ? { ...counted, values: [] } : counted
    }),
  }
}

/** Partial counts if the signal is aborted: nobody waits for them any more. */
export async function countValues(
  store: ColumnValueStore,
  asked: ColumnAsked,
  { rows, exact }: { readonly rows: FixScope['rows']; readonly exact: boolean },
  signal: AbortSignal,
): Promise<ColumnValues> {
  const texts = new Map<string, number>()
  const last = store.lastRow(asked.batch, asked.sheet)
  const ranges = 'ranges' in rows ? rows.ranges : [[1, last] as const]
  let cells = 0
  let cutAt: number | null = null
  counting: for (const [from, to] of ranges) {
    const end = Math.min(to, last)
    for (let after = from - 1; after < end; after += pieceOfRows) {
      if (signal.aborted) break counting
      for (const one of store.piece(asked, after, Math.min(end, after + pieceOfRows))) {
        texts.set(one.text, (texts.get(one.text) ?? 0) + one.cells)
        cells += one.cells
      }
      if (texts.size > mostCounted) {
        cutAt = Math.min(end, after + pieceOfRows)
        break counting
      }
      await yieldToEventLoop()
    }
  }
  const values = byCells(exact ? [...texts].map(([text, cells]) => ({ text, cells })) : mostWritten(texts))
  return { values: values.slice(0, mostValues), distinct: values.length, cells, cutAt }
}

function mostWritten(texts: ReadonlyMap<string, number>): { text: string; cells: number }[] {
  const values = new Map<string, { text: string; cells: number; most: number }>()
  for (const [text, cells] of texts) {
    const name = text.trim().toLowerCase()
    const known = values.get(name)
    if (known === undefined) values.set(name, { text, cells, most: cells })
    else {
      known.cells += cells
      if (cells > known.most) Object.assign(known, { text, most: cells })
    }
  }
  return [...values.values()].map(({ text, cells }) => ({ text, cells }))
}

/** Most frequent first. */
function byCells(values: readonly { text: string; cells: number }[]): { text: string; cells: number }[] {
  return values.toSorted((one, other) => other.cells - one.cells || (one.text < other.text ? -1 : 1))
}
