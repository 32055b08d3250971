// What goes into the reports of a batch: its own choice, or else the files and separators of the last choice that a person
// made for any batch.
import { type ReportChoice, reportChoice, usualReportChoice } from '../../../shared/contract/report.ts'
import { message } from '../../../shared/texts/message.ts'
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
  const unknown = [...choice.withheld, ...choice.totals].find(
    ({ sheet, column }) =>
      sheets.find(({ info }) => info.name === sheet)?.info.columns.some(({ name }) => name === column) !==
      true,
  )
  if (unknown !== undefined)
    return failed('input', 'no_such_column', message('report.no_such_column', unknown))
  const key = choice.withheld.find((one) => isKeyColumn(store, batch, one))
  if (key !== undefined) return failed('input', 'key_withheld', message('report.key_withheld', key))
  store.batches.setReportChoice(batch.id, choice)
  store.settings.set(setting, JSON.stringify(kept.parse(choice)))
  return success(undefined)
}

/** Accounts are known by their key in every file. */
export function isKeyColumn(
  store: Pick<Store, 'rows'>,
  batch: StoredBatch,
  { sheet, column }: { readonly sheet: string; readonly column: string },
): boolean {
  const main = store.rows.sheets(batch.id).find(({ role }) => role === 'main')
  return main?.info.name === sheet && batch.mapped?.mapping.key === column
}
