// Tries a draft of a mapping on the first accounts of the main sheet and a spread of others: builds and checks them,
// and counts the errors by column. It works in short pieces; between them the event loop is free, and an aborted
// request stops.
import { cellsOfPath } from '../../../../shared/payload/lens.ts'
import { collectAccounts } from '../../../../shared/payload/collect-rows.ts'
import type { ReadinessView } from '../../../../shared/contract/import/mapping.ts'
import type { Plan } from '../../../../shared/mapping/plan.ts'
import type { SourceRow } from '../../../../shared/sheet/sheet.ts'
import type { Said } from '../../../../shared/texts/message.ts'
import { yieldToEventLoop } from '../../system/yield.ts'
import type { createAccountBuilder } from '../../accounts/build/account-builder.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { Store } from '../../store/store.ts'
import { firstAndSpread } from './sample-rows.ts'

const longestPieceMs = 8
const linkedRowsTried = 5_000
const rowsAtOnce = 250

type Build = ReturnType<typeof createAccountBuilder>
type Built = ReturnType<Build>
type Counted = { errors: number; readonly messages: Map<string, { readonly message: Said; count: number }> }

export async function readinessOf(
  store: Store,
  batch: number,
  { plan, build, main }: { readonly plan: Plan; readonly build: Build; readonly main: StoredSheet },
  signal: AbortSignal | undefined,
): Promise<ReadinessView> {
  const rows = new Map<string, readonly SourceRow[]>()
  // A spread account's linked rows may be anywhere, so only the first accounts are tried then.
  rows.set(main.info.name, firstAndSpread(store, batch, main, plan.linked.length === 0))
  for (const sheet of store.rows.sheets(batch)) {
    if (sheet.position === main.position || plan.unusedSheets.includes(sheet.info.name)) continue
    rows.set(sheet.info.name, await firstRows(store, batch, sheet, signal))
  }
  const columns = new Map<string, Counted>()
  let accounts = 0
  let ready = 0
  let since = performance.now()
  for (const one of collectAccounts(plan, rows)) {
    if (signal?.aborted === true) break
    const built = build(one)
    accounts += 1
    if (built.problems.length === 0) ready += 1
    else count(columns, built)
    if (performance.now() - since < longestPieceMs) continue
    await yieldToEventLoop()
    since = performance.now()
  }
  return { accounts, ready, columns: listed(columns) }
}

async function firstRows(
  store: Store,
  batch: number,
  sheet: StoredSheet,
  signal: AbortSignal | undefined,
): Promise<SourceRow[]> {
  const found: SourceRow[] = []
  for (let after = 0; found.length < linkedRowsTried && signal?.aborted !== true; ) {
    const page = store.rows.page(batch, sheet.position, after, rowsAtOnce)
    const last = page.at(-1)
    if (last === undefined) break
    found.push(...page)
    after = last.row
    await yieldToEventLoop()
  }
  return found
}

function count(columns: Map<string, Counted>, built: Built): void {
  for (const { attr, message } of built.problems) {
    if (attr === null) continue
    for (const { sheet, column } of cellsOfPath(attr, built)) {
      const key = JSON.stringify([sheet, column])
      const counted = columns.get(key) ?? { errors: 0, messages: new Map() }
      counted.errors += 1
      const text = typeof message === 'string' ? message : message.key
      const same = counted.messages.get(text) ?? { message, count: 0 }
      same.count += 1
      counted.messages.set(text, same)
      columns.set(key, counted)
    }
  }
}

function listed(columns: ReadonlyMap<string, Counted>): ReadinessView['columns'] {
  return [...columns]
    .map(([key, { errors, messages }]) => {
      const [sheet = '', column = ''] = JSON.parse(key) as string[]
      const [most] = [...messages.values()].sort((one, two) => two.count - one.count)
      return { sheet, column, errors, message: most?.message ?? '' }
    })
    .sort((one, two) => two.errors - one.errors)
}
