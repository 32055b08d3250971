// What a fix would do to the accounts of its cells, before it is made: each of them is built and checked with the cells
// as they would be, and its problems are compared with those that it has. Nothing is stored.
import { setImmediate as breathe } from 'node:timers/promises'
import type { AccountRows, RowWithLinked } from '../../../shared/payload.ts'
import type { GatherContext } from '../building/build-batch.ts'
import { startBuilderThread } from '../building/builder-thread.ts'
import type { FoundCells } from './fixing.ts'
import { type BuildTarget, planFor } from '../loading.ts'
import { rowsOf } from './rejudging.ts'
import type { StoredBatch } from '../store/batches.ts'
import { withEdits } from '../store/rows.ts'
import type { Store } from '../store/store.ts'

const pieceOfAccounts = 200

export type FixEffect = {
  /** Accounts looked at so far, of how many. */
  readonly checked: number
  readonly accounts: number
  /** Local problems that would be gone, and new ones. */
  readonly vanish: number
  readonly appear: number
  /** Accounts that have local problems now and would have none, and the other way round. */
  readonly freed: number
  readonly blocked: number
  /** Accounts that the service has judged, and would have to judge again. */
  readonly judgedAgain: number
}

/** Tells as it goes; the last one is the whole of it. Ends early when the signal is aborted. */
export async function* effectOf(
  store: Store,
  batch: StoredBatch,
  found: FoundCells,
  target: BuildTarget,
  signal: AbortSignal,
): AsyncGenerator<FixEffect> {
  if (batch.mapped === null || batch.stage !== 'open') return
  const stored = store.rows.sheets(batch.id)
  const infos = stored.map((sheet) => sheet.info)
  const planned = planFor(batch.mapped.mapping, infos, batch.mapped.catalogue, batch.supplier)
  const sheets = new Map(stored.map((sheet) => [sheet.info.name, sheet]))
  const main = planned.ok ? sheets.get(planned.value.plan.sheet) : undefined
  if (!planned.ok || main === undefined) return
  const gathering: GatherContext = { store, batch, plan: planned.value.plan }
  const changes = Map.groupBy(found.cells, (cell) => cell.row)
  const changedSheet = stored.find((sheet) => sheet.position === found.cells[0]?.sheet)?.info.name
  const { mapping, catalogue } = batch.mapped
  const thread = startBuilderThread({
    mapping,
    sheets: infos,
    catalogue,
    supplier: batch.supplier,
    ...target,
  })
  let effect: FixEffect = {
    checked: 0,
    accounts: found.accounts.length,
    vanish: 0,
    appear: 0,
    freed: 0,
    blocked: 0,
    judgedAgain: 0,
  }
  try {
    for (let from = 0; from < found.accounts.length && !signal.aborted; from += pieceOfAccounts) {
      const ids = found.accounts.slice(from, from + pieceOfAccounts)
      const gathered = ids.flatMap((id) => {
        const rows = rowsOf(gathering, main, sheets, id)
        return rows === null ? [] : [{ id, rows: laidOver(rows, changedSheet ?? '', changes) }]
      })
      const built = await thread.build(gathered.map(({ rows }) => rows))
      for (const [at, { id }] of gathered.entries()) {
        const problems = built[at]?.problems ?? []
        effect = counted(effect, store.problemsNow.of(id), problems.map(nameOf))
      }
      effect = { ...effect, checked: from + ids.length }
      yield effect
      await breathe()
    }
  } finally {
    await thread.close()
  }
}

type Cells = ReadonlyMap<number, readonly { readonly col: number; readonly after: string }[]>

/** The same rows with the changed cells of one sheet in them. */
function laidOver(account: AccountRows, sheet: string, changes: Cells): AccountRows {
  const over = (one: RowWithLinked): RowWithLinked => {
    const here = one.sheet === sheet ? changes.get(one.row.row) : undefined
    const edits = here?.map(({ col, after }) => ({ col, text: after })) ?? []
    return { ...one, row: withEdits(one.row, edits), linked: one.linked.map((below) => below.map(over)) }
  }
  return { main: account.main.map(over) }
}

const nameOf = (problem: { readonly code: string | null; readonly attr: string | null }): string =>
  `${problem.code ?? ''} ${problem.attr ?? ''}`

/** `before.names` are the local problems that it has now. */
function counted(
  effect: FixEffect,
  before: { readonly names: readonly string[]; readonly judged: boolean },
  after: readonly string[],
): FixEffect {
  const left = [...after]
  let vanish = 0
  for (const name of before.names) {
    const at = left.indexOf(name)
    if (at === -1) vanish += 1
    else left.splice(at, 1)
  }
  const isFreed = before.names.length > 0 && after.length === 0
  const isBlocked = before.names.length === 0 && after.length > 0
  return {
    ...effect,
    vanish: effect.vanish + vanish,
    appear: effect.appear + left.length,
    freed: effect.freed + (isFreed ? 1 : 0),
    blocked: effect.blocked + (isBlocked ? 1 : 0),
    judgedAgain: effect.judgedAgain + (before.judged ? 1 : 0),
  }
}
