// Checks answers before they are merged: builds each account with all its answers in the cells and reports the
// remaining problems of these cells. Nothing is stored.
import { yieldToEventLoop } from '../../../system/yield.ts'
import type { AccountRows, RowWithLinked } from '../../../../../shared/payload/build.ts'
import { collectAccount, type CollectContext } from '../../../accounts/build/collect-rows.ts'
import { startRowBuilder } from '../../../accounts/build/builder-thread.ts'
import { withEdits } from '../../../store/import/rows.ts'
import type { Store } from '../../../store/store.ts'
import type { AskCompiledMapping } from '../ask-columns.ts'
import type { Said } from '../../../../../shared/texts/message.ts'

const pieceOfAccounts = 200

export type AnswerCell = {
  readonly account: number
  readonly sheet: string
  readonly row: number
  readonly col: number
  readonly text: string
}

export function cellName(sheet: string, row: number, column: string | number): string {
  return JSON.stringify([sheet, row, column])
}

/** Sentences by `cellName(sheet, row, column's name)`; null if the signal was aborted. */
export async function checkAnswers(
  store: Store,
  compiledMapping: AskCompiledMapping,
  cells: readonly AnswerCell[],
  signal: AbortSignal,
  looked: (accounts: number, of: number) => void,
): Promise<ReadonlyMap<string, readonly Said[]> | null> {
  const found = new Map<string, Said[]>()
  if (cells.length === 0) return found
  const { batch, mapped, main, plan, target } = compiledMapping
  const collecting: CollectContext = { store, batch, plan }
  const sheets = new Map(compiledMapping.sheets.map((sheet) => [sheet.info.name, sheet]))
  const ofAccount = [...Map.groupBy(cells, (cell) => cell.account)]
  const infos = compiledMapping.sheets.map((sheet) => sheet.info)
  const { mapping, catalogue } = mapped
  const builder = startRowBuilder(
    { mapping, sheets: infos, catalogue, supplier: batch.supplier, ...target },
    ofAccount.length,
  )
  try {
    for (let from = 0; from < ofAccount.length; from += pieceOfAccounts) {
      if (signal.aborted) return null
      const piece = ofAccount.slice(from, from + pieceOfAccounts)
      const rows = piece.flatMap(([account, answers]) => {
        const first = store.accounts.rowsOf(account).find((row) => row.sheet === main.info.name)
        const row = first === undefined ? null : store.rows.row(batch.id, main.position, first.row)
        const collected = row === null ? null : collectAccount(collecting, main, row, sheets)
        return collected === null ? [] : [overlaid(collected, answers)]
      })
      for (const { problems } of await builder.build(rows)) {
        for (const { place, message } of problems) {
          if (place.kind !== 'cell') continue
          const name = cellName(place.cell.sheet, place.cell.row, place.cell.column)
          found.set(name, [...(found.get(name) ?? []), message])
        }
      }
      looked(Math.min(from + pieceOfAccounts, ofAccount.length), ofAccount.length)
      await yieldToEventLoop()
    }
  } finally {
    await builder.close()
  }
  return found
}

/** The account's rows with the answers in their cells. */
function overlaid(account: AccountRows, answers: readonly AnswerCell[]): AccountRows {
  const byRow = Map.groupBy(answers, ({ sheet, row }) => cellName(sheet, row, ''))
  const over = (one: RowWithLinked): RowWithLinked => ({
    ...one,
    row: withEdits(one.row, byRow.get(cellName(one.sheet, one.row.row, '')) ?? []),
    linked: one.linked.map((below) => below.map(over)),
  })
  return { main: account.main.map(over) }
}
