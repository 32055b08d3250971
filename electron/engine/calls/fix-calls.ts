// Fixes over many cells: their preview as it is found out, and the change itself.
import { applyFix, findCells } from '../editing/fixing.ts'
import { effectOf } from '../editing/fix-effect.ts'
import { failed, success } from '../failure.ts'
import { targetOf } from '../workshop.ts'
import { batchOf, type CallContext, os, unwrap } from './call-context.ts'

const sampleCells = 50
const never = new AbortController().signal

export function fixCalls(context: CallContext) {
  const { store, editing } = context
  const calls = os.fixes
  return {
    preview: calls.preview.handler(async function* ({ input, errors, signal = never }) {
      const batch = batchOf(context, input.batch, errors)
      const found = unwrap(await findCells(store, batch, input, signal, () => undefined), errors)
      if (found === null) return
      const { cells, accounts, locked } = found
      yield {
        kind: 'cells' as const,
        cells: cells.length,
        accounts: accounts.length,
        locked,
        keys: editing.movesRows(batch, cells),
        sample: cells.slice(0, sampleCells).map(({ row, col, key, now, after }) => ({
          row,
          column: col,
          key,
          before: now,
          after,
        })),
      }
      if (cells.length === 0 || editing.movesRows(batch, cells)) return
      const connection = batch.connectionId === null ? null : store.connections.get(batch.connectionId)
      for await (const effect of effectOf(store, batch, found, targetOf(connection), signal))
        yield { kind: 'effect' as const, ...effect }
    }),
    apply: calls.apply.handler(async ({ input, errors, signal = never }) => {
      const batch = batchOf(context, input.batch, errors)
      const applied = unwrap(await applyFix(store, editing, batch, input, signal), errors)
      const nothing = failed(
        'input',
        'nothing_to_change',
        'This fix changes no cell of those that were chosen. Nothing was done.',
      )
      const { edit, found } = unwrap(applied === null ? nothing : success(applied), errors)
      return { edit, cells: found.cells.length, accounts: found.accounts.length, locked: found.locked }
    }),
  }
}
