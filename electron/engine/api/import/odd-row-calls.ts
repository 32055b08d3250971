// API calls about rows that do not look like a customer: list them and decide about them.
import { failed } from '../../system/failure.ts'
import { mayForget } from '../../accounts/forgettable.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import { batchOf, type CallContext, os, type Refuse, unwrap } from '../call-context.ts'
import { message } from '../../../../shared/texts/create-message.ts'

const cellsShown = 12
const charactersShown = 120

function shownCells(
  { store, masking }: CallContext,
  batch: StoredBatch,
  row: { readonly sheet: number; readonly cells: readonly string[] },
): string[] {
  const sheet = store.rows.sheet(batch.id, row.sheet)
  return sheet === null ? [...row.cells] : masking.cells(batch, sheet, row.cells)
}

export function oddRowCalls(context: CallContext) {
  const { store, batchWork, eventBus } = context
  const calls = os.oddRows

  async function freeOf(id: number, errors: Refuse): Promise<boolean> {
    // While it is loading, the call is refused at once instead of waiting.
    const { stage } = batchOf(context, id, errors)
    return stage === 'reading' || stage === 'building' ? false : batchWork.untilFree(id)
  }
  return {
    list: calls.list.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const rows = store.oddRows.page(batch.id, input.kind ?? null, input.offset, input.limit)
      return {
        counts: store.oddRows.counts(batch.id),
        rows: rows.map((row) => ({
          ...row,
          cells: shownCells(context, batch, row)
            .slice(0, cellsShown)
            .map((text) => text.slice(0, charactersShown)),
        })),
      }
    }),
    decide: calls.decide.handler(async ({ input, errors }) => {
      const isFree = await freeOf(input.batch, errors)
      const batch = batchOf(context, input.batch, errors)
      if (!isFree || batch.stage === 'reading' || batch.stage === 'building')
        unwrap(failed('input', 'batch_busy', message('system.batch_busy', { batch: batch.id })), errors)
      const why = message('import.rows_stay_as_they_are', { batch: batch.id })
      unwrap(mayForget(store, batch.id, { code: 'batch_was_sent', message: why }), errors)
      const isBuilt = batch.stage === 'open'
      let rows = 0
      store.sending.together(() => {
        rows = store.oddRows.decide(batch.id, input.meant, input.choice)
        if (isBuilt && rows > 0) store.batches.setStage(batch.id, 'building', null)
      })
      if (isBuilt && rows > 0) batchWork.build(batch.id)
      eventBus.batchChanged(batch.id)
      return { rows }
    }),
  }
}
