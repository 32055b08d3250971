// Tries a draft of a mapping on the first accounts of the main sheet and a spread of others, each with all its rows:
// builds and checks them, and counts the errors by column, also of accounts that occur twice among them. It works in short
// pieces; between them the event loop is free, and an aborted request stops.
import { cellsOfPath } from '../../../../shared/payload/lens.ts'
import { collectAccounts } from '../../../../shared/payload/collect-rows.ts'
import type { ReadinessView } from '../../../../shared/contract/import/mapping.ts'
import type { Plan } from '../../../../shared/mapping/plan.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'
import { yieldToEventLoop } from '../../system/yield.ts'
import { duplicateKinds } from '../../accounts/duplicates/find-duplicates.ts'
import type { createAccountBuilder } from '../../accounts/build/account-builder.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { Store } from '../../store/store.ts'
import { rowsOfAccounts } from './rows-of-accounts.ts'
import { firstAndSpread } from './sample-rows.ts'

const longestPieceMs = 8
const duplicatesNamed = 5

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
  const tried: Built[] = []
  let since = performance.now()
  for (const one of collectAccounts(plan, rows)) {
    if (signal?.aborted === true) break
    const built = build(one)
    tried.push(built)
    count(found, built)
    if (performance.now() - since < longestPieceMs) continue
    await yieldToEventLoop()
    since = performance.now()
  }
  const twice = occurringTwice(plan, tried)
  for (const [built, others] of twice) addTo(found, keyCell(plan, built), duplicateWords(plan, others))
  const ready = tried.filter((built) => built.problems.length === 0 && !twice.has(built)).length
  return { accounts: tried.length, ready, columns: listed(found.columns), elsewhere: most(found.elsewhere) }
}

/** Accounts of which another one tried is a duplicate, as they would be in the batch, with those others. */
function occurringTwice(plan: Plan, tried: readonly Built[]): ReadonlyMap<Built, readonly Built[]> {
  const twice = new Map<Built, readonly Built[]>()
  for (const kind of duplicateKinds(plan)) {
    const known = tried.filter((built) => (built[kind] ?? '') !== '' && !twice.has(built))
    for (const same of Map.groupBy(known, (built) => built[kind]).values())
      for (const built of same.length > 1 ? same : [])
        twice.set(
          built,
          same.filter((other) => other !== built),
        )
  }
  return twice
}

type CellName = { readonly sheet: string; readonly column: string }

function keyCell({ sheet, keyNames: [column] }: Plan, { rows: [first] }: Built): CellName[] {
  return column === undefined || first === undefined ? [] : [{ sheet, column }]
}

function duplicateWords({ sheet }: Plan, others: readonly Built[]): Said {
  const named = others.slice(0, duplicatesNamed).map(({ rows }) => rows[0]?.row ?? 0)
  const where = message('accounts.on_rows', {
    n: named.length,
    rows: named.join(', '),
    more: others.length - named.length,
    sheet,
  })
  return message('accounts.duplicate', { where })
}

function noErrors(): Counted {
  return { errors: 0, messages: new Map() }
}

/** An error of a value belongs to its cells, one of a row to the cell that it shows at; others to no column. */
function count(found: Found, built: Built): void {
  for (const { attr, place, message } of built.problems) {
    const shown = place.kind === 'cell' ? [place.cell] : []
    addTo(found, attr === null ? shown : cellsOfPath(attr, built), message)
  }
}

function addTo({ columns, elsewhere }: Found, cells: readonly CellName[], said: Said): void {
  if (cells.length === 0) add(elsewhere, said)
  for (const { sheet, column } of cells) {
    const key = JSON.stringify([sheet, column])
    const counted = columns.get(key) ?? noErrors()
    add(counted, said)
    columns.set(key, counted)
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
