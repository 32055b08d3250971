// API calls about sheet rows and their problems, for the grids of Load and Fix.
import { generalPath, readCatalogue } from '../../../../shared/catalogue/catalogue.ts'
import { overrulingFault } from '../../../../shared/fixing/overruling.ts'
import type { RowFilter, RowSort } from '../../../../shared/fixing/row-filter.ts'
import { failed } from '../../system/failure.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import { LookupLeft } from '../../store/lookup/lookup-thread.ts'
import type { StoredGroup } from '../../store/lookup/cause-groups.ts'
import type { FoundRows, How } from '../../store/lookup/lookups.ts'
import { versionOfAllRows } from '../../store/lookup/rows/row-versions.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import { batchOf, type CallContext, os, unwrap } from '../call-context.ts'
import { message, type Said } from '../../../../shared/texts/create-message.ts'

type PageAsked = {
  readonly offset: number
  readonly limit: number
  readonly filter?: RowFilter | undefined
  readonly sort?: RowSort | undefined
}

export function sheetCalls(context: CallContext) {
  const { store } = context

  /** Rows that a page shows. Without a filter their positions are known, from either end of the sheet. */
  async function find(batch: number, sheet: StoredSheet, asked: PageAsked, how: How): Promise<FoundRows> {
    const { offset, limit, filter, sort } = asked
    const { position } = sheet
    const narrows = filter !== undefined && Object.values(filter).some((one) => one !== undefined)
    if (narrows || (sort !== undefined && sort.by !== 'row')) {
      const found = await store.lookups.rows({ batch, sheet: position, filter, sort }, offset, limit, how)
      return narrows ? found : { ...found, version: versionOfAllRows(found.total) }
    }
    const total = sheet.rowCount ?? store.rows.countWhileReading(batch, position) ?? 0
    const known = { total, exact: true, version: versionOfAllRows(total) }
    if (sort?.descending !== true)
      return { ...known, rows: store.rows.numbersAt(batch, position, offset, limit) }
    const end = Math.max(0, total - offset)
    const start = Math.max(0, end - limit)
    const rows = end === start ? [] : store.rows.numbersAt(batch, position, start, end - start)
    return { ...known, rows: rows.reverse() }
  }

  return {
    list: os.sheets.list.handler(({ input, errors }) =>
      store.rows.sheets(batchOf(context, input.batch, errors).id),
    ),
    page: os.sheets.page.handler(async ({ input, errors, signal }) => {
      const batch = batchOf(context, input.batch, errors)
      const sheet = store.rows.sheet(batch.id, input.sheet)
      if (sheet === null) {
        const why = message('import.no_such_sheet', { batch: batch.id, sheet: input.sheet })
        return unwrap(failed('input', 'no_such_sheet', why), errors)
      }
      const how = { soon: input.soon ?? false, signal }
      const { rows, ...found } = await find(batch.id, sheet, input, how).catch(
        nobodyAsks(signal, { total: 0, exact: false, rows: [], version: null }),
      )
      return { ...found, rows: context.masking.rows(batch, sheet, store.grid.rows(batch.id, sheet, rows)) }
    }),
  }
}

export function problemCalls(context: CallContext) {
  const { lookups } = context.store
  return {
    groups: os.problems.groups.handler(async ({ input, errors, signal }) => {
      const batch = batchOf(context, input.batch, errors)
      const { value, fresh } = await lookups
        .groups(batch.id, { soon: input.soon ?? false, signal })
        .catch(nobodyAsks(signal, nothing))
      const title = titlesOf(batch)
      const connection =
        batch.connectionId === null ? null : context.store.connections.get(batch.connectionId)
      const statusPath = connection?.settings.statusPath ?? null
      const groups = value.groups.map(({ example, ...group }) => ({
        ...group,
        title: title(group.field) ?? group.code ?? message('import.no_code'),
        message: messageOfGroup(context, batch, { ...group, example }),
        stays: group.source === 'local' ? overrulingFault(group, statusPath) : null,
      }))
      return { ...value, groups, fresh }
    }),
    shapes: os.problems.shapes.handler(async ({ input, errors, signal }) => {
      const { batch: id, ...cause } = input
      const batch = batchOf(context, id, errors)
      const how = { soon: false, signal }
      const { value } = await lookups.shapes(batch.id, cause, how).catch(nobodyAsks(signal, { value: [] }))
      const { sheet, column } = cause
      const isMasked = sheet !== null && column !== null && context.masking.isMasked(batch, sheet, column)
      return isMasked ? value.map((shape) => ({ ...shape, samples: [] })) : value
    }),
  }
}

/** The service's sentence may be about a masked cell, or quote one. */
function messageOfGroup({ masking }: CallContext, batch: StoredBatch, group: StoredGroup): Said {
  const { source, sheet, column, field, example } = group
  if (source === 'local' || !masking.isAnyMasked(batch)) return group.message
  const isOfMasked =
    sheet !== null && column !== null
      ? masking.isMasked(batch, sheet, column)
      : field !== null && masking.isMaskedField(batch, generalPath(field))
  return isOfMasked ? message('accounts.problem_of_masked') : masking.hideOf(batch, example)(group.message)
}

const nothing = {
  value: { groups: [], causes: 0, sheets: [], problems: 0, accounts: 0, pass: null },
  fresh: false,
}

/** The caller has left: the answer is dropped, and that is no failure. */
export function nobodyAsks<Answer>(
  signal: AbortSignal | undefined,
  answer: Answer,
): (error: unknown) => Answer {
  return (error) => {
    if (error instanceof LookupLeft && signal?.aborted === true) return answer
    throw error
  }
}

/** Titles of fields by their general path. */
function titlesOf(batch: StoredBatch): (field: string | null) => Said | null {
  const read = batch.mapped === null ? null : readCatalogue(batch.mapped.catalogue)
  if (read === null || !read.ok) return () => null
  return (field) => (field === null ? null : (read.catalogue.fieldAt(field)?.label ?? null))
}
