// Tries a draft of a mapping on the first accounts of the main sheet and a spread of others, each with all its rows:
// builds and checks them, and counts the errors by column. It works in short pieces; between them the event loop is free,
// and an aborted request stops.
import { cellsOfPath } from '../../../../shared/payload/lens.ts'
import { collectAccounts } from '../../../../shared/payload/collect-rows.ts'
import type { ReadinessView } from '../../../../shared/contract/import/mapping.ts'
import type { Plan } from '../../../../shared/mapping/plan.ts'
import type { Said } from '../../../../shared/texts/message.ts'
import { yieldToEventLoop } from '../../system/yield.ts'
import type { createAccountBuilder } from '../../accounts/build/account-builder.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { Store } from '../../store/store.ts'
import { rowsOfAccounts } from './rows-of-accounts.ts'
import { firstAndSpread } from './sample-rows.ts'

const longestPieceMs = 8

type Build = ReturnType<typeof createAccountBuilder>
type Built = ReturnType<Build>
type Found = { readonly columns: Map<string, Counted>; readonly elsewhere: Counted }
type Counted = { errors: number; readonly messages: Map<string, { readonly message: Said; count: number }> }

export async function readinessOf(
  store: Store,
  batch: number,
  { plan, build, main }: { readonly plan: Plan; readonly build: Build; readonly main: StoredSheet },
  signal: AbortSignal | undefined,
): Promise<ReadinessView> {
  const rows = await rowsOfAccounts({ store, batch, plan, signal }, main, firstAndSpread(store, batch, main))
  const found: Found = { columns: new Map(), elsewhere: noErrors() }
  let accounts = 0
  let ready = 0
  let since = performance.now()
  for (const one of collectAccounts(plan, rows)) {
    if (signal?.aborted === true) break
    const built = build(one)
    accounts += 1
    if (built.problems.length === 0) ready += 1
    else count(found, built)
    if (performance.now() - since < longestPieceMs) continue
    await yieldToEventLoop()
    since = performance.now()
  }
  return { accounts, ready, columns: listed(found.columns), elsewhere: most(found.elsewhere) }
}

function noErrors(): Counted {
  return { errors: 0, messages: new Map() }
}

/** An error of a value belongs to its cells, one of a row to the cell that it shows at; others to no column. */
function count({ columns, elsewhere }: Found, built: Built): void {
  for (const { attr, place, message } of built.problems) {
    const shown = place.kind === 'cell' ? [place.cell] : []
    const cells = attr === null ? shown : cellsOfPath(attr, built)
    if (cells.length === 0) add(elsewhere, message)
    for (const { sheet, column } of cells) {
      const key = JSON.stringify([sheet, column])
      const counted = columns.get(key) ?? noErrors()
      add(counted, message)
      columns.set(key, counted)
    }
  }
}

function add(counted: Counted, message: Said): void {
  counted.errors += 1
  const text = typeof message === 'string' ? message : message.key
  const same = counted.messages.get(text) ?? { message, count: 0 }
  same.count += 1
  counted.messages.set(text, same)
}

/** Their number, with the most frequent message. */
function most({ errors, messages }: Counted): { errors: number; message: Said } {
  const [first] = [...messages.values()].sort((one, two) => two.count - one.count)
  return { errors, message: first?.message ?? '' }
}

function listed(columns: ReadonlyMap<string, Counted>): ReadinessView['columns'] {
  return [...columns]
    .map(([key, counted]) => {
      const [sheet = '', column = ''] = JSON.parse(key) as string[]
      return { sheet, column, ...most(counted) }
    })
    .sort((one, two) => two.errors - one.errors)
}
