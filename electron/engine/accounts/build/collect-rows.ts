// Collects the rows of one account: its own on the account sheet, and the linked ones on other sheets.
import { keyOf, type Plan, type PlannedLink } from '../../../../shared/mapping/plan.ts'
import type { AccountRows, RowWithLinked } from '../../../../shared/payload/build.ts'
import type { SourceRow } from '../../../../shared/sheet/sheet.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { Store } from '../../store/store.ts'

/** Everything needed to find the rows of one account. */
export type CollectRows = {
  readonly store: {
    readonly rows: Pick<Store['rows'], 'firstRowWithKey' | 'rowsWithKey'>
    readonly oddRows: Pick<Store['oddRows'], 'undecidedAt'>
  }
  readonly batch: Pick<StoredBatch, 'id'>
  readonly plan: Plan
}
export type CollectContext = { readonly store: Store; readonly batch: StoredBatch; readonly plan: Plan }

/** The rows of the account that begins at this row; null if an earlier row began it. */
export function collectAccount(
  context: CollectRows,
  main: StoredSheet,
  row: SourceRow,
  sheets: ReadonlyMap<string, StoredSheet>,
): AccountRows | null {
  const { store, batch, plan } = context
  const key = keyOf(row, plan.key)
  const grouped = plan.groupsRows && key !== ''
  if (grouped && store.rows.firstRowWithKey(batch.id, main.position, key) !== row.row) return null
  const rows = grouped ? store.rows.rowsWithKey(batch.id, main.position, key) : [row]
  // A linked row of several main rows is one row of the account: it is counted once.
  return {
    main: rows.map((one) => {
      const odd = store.oddRows.undecidedAt(batch.id, main.position, one.row)
      const linked = plan.linked.map((link) => linkedTo(context, one, link, sheets))
      return { sheet: main.info.name, row: one, linked, ...(odd === null ? {} : { odd }) }
    }),
  }
}

function linkedTo(
  context: CollectRows,
  parent: SourceRow,
  link: PlannedLink,
  sheets: ReadonlyMap<string, StoredSheet>,
): RowWithLinked[] {
  const { store, batch } = context
  const key = keyOf(parent, link.parentKey)
  if (key === '') return []
  const sheet = sheetNamed(sheets, link.sheet)
  return store.rows.rowsWithKey(batch.id, sheet.position, key).map((row) => ({
    sheet: link.sheet,
    row,
    linked: link.linked.map((below) => linkedTo(context, row, below, sheets)),
  }))
}

export function sheetNamed(sheets: ReadonlyMap<string, StoredSheet>, name: string): StoredSheet {
  const sheet = sheets.get(name)
  if (sheet === undefined) throw new Error(`The plan names a sheet that was not read: ${name}`)
  return sheet
}
