// API calls about what goes into the reports of a batch.
import { decimalReader } from '../../../shared/mapping/conversions/numbers.ts'
import type { OfferedColumn } from '../../../shared/contract/report.ts'
import { chooseReport, reportChoiceOf, reportColumns } from '../report/report-choice.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'
import { batchOf, type CallContext, os, unwrap } from './call-context.ts'

type Style = NonNullable<OfferedColumn['numbers']>

export function reportCalls(context: CallContext) {
  const { store, batchWork } = context
  const calls = os.report
  return {
    choice: calls.choice.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      return { choice: reportChoiceOf(store, batch), columns: offerColumns(store, batch) }
    }),
    choose: calls.choose.handler(({ input, errors }) => {
      unwrap(chooseReport(store, batchOf(context, input.batch, errors), input.choice), errors)
    }),
    cancel: calls.cancel.handler(async ({ input, errors }) => ({
      cancelled: await batchWork.cancelReport(batchOf(context, input.batch, errors).id),
    })),
  }
}

const sampleRows = 200

function offerColumns(store: Store, batch: StoredBatch): OfferedColumn[] {
  const numbers = store.rows.sheets(batch.id).flatMap(({ position, info }) => {
    const rows = store.rows.page(batch.id, position, 0, sampleRows)
    return info.columns.map(({ index }) => {
      const texts = rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((text) => text !== '')
      return numbersOf(texts)
    })
  })
  return reportColumns(store, batch).map((column, at) => ({ ...column, numbers: numbers[at] ?? null }))
}

/** From the plainest: of several that read the same cells the first one is offered. */
const styles = (
  [
    ['.', null],
    ['.', ','],
    [',', null],
    [',', '.'],
    [',', ' '],
    ['.', "'"],
    ['.', ' '],
  ] as const
).map(([decimal, thousands]): Style => ({ decimal, thousands, brackets: true }))
const readers = styles.map((style) => ({ style, read: decimalReader(style) }))

function numbersOf(texts: readonly string[]): Style | null {
  let best: { readonly style: Style; readonly read: number } | null = null
  for (const { style, read } of readers) {
    const count = texts.filter(
      (text) => read(text.replace(/^[\p{Sc}\s]+|[\p{Sc}\s]+$/gu, '')) !== null,
    ).length
    if (count > texts.length / 2 && count > (best?.read ?? 0)) best = { style, read: count }
  }
  return best?.style ?? null
}
