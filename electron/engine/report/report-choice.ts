// What goes into the reports of a batch: its own choice, or else the files and separators of the last choice that a person
// made for any batch. Which columns are withheld follows from the choice and from the mapping of the moment.
import {
  isWithheld,
  type OfferedColumn,
  type ReportChoice,
  reportChoice,
  type SourceColumn,
  usualReportChoice,
} from '../../../shared/contract/report.ts'
import { message } from '../../../shared/texts/message.ts'
import { type SensitiveColumn, sensitiveColumns } from '../accounts/masking/sensitive-columns.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'
import { failed, type Result, success } from '../system/failure.ts'

const setting = 'report_choice'
const kept = reportChoice.pick({ files: true, csv: true })

export function reportChoiceOf({ settings }: Pick<Store, 'settings'>, batch: StoredBatch): ReportChoice {
  const last = settings.get(setting)
  return (
    batch.reportChoice ?? {
      ...usualReportChoice,
      ...(last === null ? {} : kept.catch(usualReportChoice).parse(JSON.parse(last))),
    }
  )
}

/** Refused, with nothing stored, where the batch has no such column, and for the column of the keys. */
export function chooseReport(store: Store, batch: StoredBatch, choice: ReportChoice): Result<void> {
  const sheets = store.rows.sheets(batch.id)
  const shown = choice.shown === 'all' ? [] : choice.shown
  const unknown = [...choice.withheld, ...shown, ...choice.totals].find(
    ({ sheet, column }) =>
      sheets.find(({ info }) => info.name === sheet)?.info.columns.some(({ name }) => name === column) !==
      true,
  )
  if (unknown !== undefined)
    return failed('input', 'no_such_column', message('report.no_such_column', unknown))
  const isKey = keyColumn(store, batch)
  const key = choice.withheld.find(isKey)
  if (key !== undefined) return failed('input', 'key_withheld', message('report.key_withheld', key))
  store.batches.setReportChoice(batch.id, choice)
  store.settings.set(setting, JSON.stringify(kept.parse(choice)))
  return success(undefined)
}

type ColumnFacts = Pick<OfferedColumn, 'sheet' | 'column' | 'isKey' | 'isSensitive'>

/** Every column of the batch, in the order of the sheets and columns. */
export function reportColumns(store: Pick<Store, 'rows'>, batch: StoredBatch): ColumnFacts[] {
  const isKey = keyColumn(store, batch)
  const sensitive = sensitiveOf(store, batch)
  return store.rows.sheets(batch.id).flatMap(({ info }) =>
    info.columns.map(({ name }) => {
      const place = { sheet: info.name, column: name }
      return {
        ...place,
        isKey: isKey(place),
        isSensitive: sensitive.some((one) => isSame(one, place)),
      }
    }),
  )
}

/** A column whose texts are in none of the files. */
export type WithheldColumn = SourceColumn & Pick<OfferedColumn, 'isSensitive'>

export function withheldColumns(
  store: Pick<Store, 'rows'>,
  batch: StoredBatch,
  choice: ReportChoice,
): WithheldColumn[] {
  return reportColumns(store, batch)
    .filter((column) => isWithheld(choice, column))
    .map(({ sheet, column, isSensitive }) => ({ sheet, column, isSensitive }))
}

/** General paths of the sensitive fields whose columns a person shows in the files, each once. */
export function shownFields(store: Pick<Store, 'rows'>, batch: StoredBatch, choice: ReportChoice): string[] {
  const shown = reportColumns(store, batch)
    .filter(({ isKey }) => !isKey)
    .filter((one) => !isWithheld(choice, one))
  const fields = sensitiveOf(store, batch).filter((one) => shown.some((other) => isSame(one, other)))
  return [...new Set(fields.map(({ field }) => field))]
}

function sensitiveOf(store: Pick<Store, 'rows'>, { id, mapped }: StoredBatch): SensitiveColumn[] {
  return mapped === null ? [] : sensitiveColumns(store, id, mapped)
}

/** Accounts are known by their key in every file. */
function keyColumn(store: Pick<Store, 'rows'>, batch: StoredBatch): (column: SourceColumn) => boolean {
  const main = store.rows.sheets(batch.id).find(({ role }) => role === 'main')?.info.name
  return ({ sheet, column }) => sheet === main && batch.mapped?.mapping.key === column
}

function isSame(one: SourceColumn, other: SourceColumn): boolean {
  return one.sheet === other.sheet && one.column === other.column
}
