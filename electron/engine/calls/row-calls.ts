// Rows of sheets and the problems on them: what the grids of Load and Fix look at.
import { readCatalogue } from '../../../shared/catalogue.ts'
import { failed } from '../failure.ts'
import type { StoredBatch } from '../store/batches.ts'
import { batchOf, type CallContext, os, unwrap } from './call-context.ts'

export function sheetCalls(context: CallContext) {
  const { store } = context
  return {
    list: os.sheets.list.handler(({ input, errors }) =>
      store.rows.sheets(batchOf(context, input.batch, errors).id),
    ),
    page: os.sheets.page.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const sheet = store.rows.sheets(batch.id).find((one) => one.position === input.sheet)
      if (sheet === undefined) {
        return unwrap(
          failed('input', 'no_such_sheet', `Batch ${batch.id} has no sheet ${input.sheet}.`),
          errors,
        )
      }
      const indexes = new Map(sheet.info.columns.map((column) => [column.name, column.index]))
      return {
        total:
          input.filter === undefined
            ? (sheet.rowCount ??
              store.rows.countWhileReading(batch.id, input.sheet) ??
              store.grid.count(batch.id, input.sheet, undefined))
            : store.grid.count(batch.id, input.sheet, input.filter),
        rows: store.grid.page(batch.id, input.sheet, indexes, input.offset, input.limit, input.filter),
      }
    }),
  }
}

export function problemCalls(context: CallContext) {
  return {
    groups: os.problems.groups.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const title = titlesOf(batch)
      return context.store.grid
        .groups(batch.id)
        .map((group) => ({ ...group, title: title(group.field) ?? group.code ?? 'No code given' }))
    }),
  }
}

/** Titles of fields by their general path. */
function titlesOf(batch: StoredBatch): (field: string | null) => string | null {
  const read = batch.mapped === null ? null : readCatalogue(batch.mapped.catalogue)
  if (read === null || !read.ok) return () => null
  return (field) => (field === null ? null : (read.catalogue.fieldAt(field)?.label ?? null))
}
