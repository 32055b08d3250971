// Warnings about linked sheets at the end of a build. Rows without an account are marked, each with its reason, and
// each link gets a sentence about what is missing on either side. Only rows without an account are read again, page
// by page; rows without children are counted while accounts are collected. Nothing here blocks an account.
import { yieldToEventLoop } from '../../system/yield.ts'
import { counter, joinFindings } from '../../../../shared/mapping/join-report.ts'
import { keyOf, type Plan, type PlannedLink } from '../../../../shared/mapping/plan.ts'
import type { AccountRows, RowWithLinked } from '../../../../shared/payload/build.ts'
import type { FileWarning, SourceRow } from '../../../../shared/sheet/sheet.ts'
import type { Store } from '../../store/store.ts'
import { message } from '../../../../shared/texts/create-message.ts'

/** Named in a sentence. */
const named = 5
/** Rows that are processed between two yields. */
const span = 2000

type Childless = { readonly counter: ReturnType<typeof counter>; readonly seen: Set<number> | null }

/** Counts the rows to which a link brought no row, over all accounts as they are collected. */
export function createChildlessCount(plan: Plan) {
  const counts = new Map<PlannedLink, Childless>()

  function countFor(link: PlannedLink, depth: number): Childless {
    const known = counts.get(link)
    if (known !== undefined) return known
    // A linked row may belong to several rows and be seen with each; a row of the main sheet is seen once.
    const fresh = { counter: counter(named), seen: depth === 0 ? null : new Set<number>() }
    counts.set(link, fresh)
    return fresh
  }
  function see(rows: readonly RowWithLinked[], links: readonly PlannedLink[], depth: number): void {
    for (const { row, linked } of rows) {
      links.forEach((link, at) => {
        const below = linked[at] ?? []
        if (below.length > 0) see(below, link.linked, depth + 1)
        else miss(link, row, depth)
      })
    }
  }
  function miss(link: PlannedLink, row: SourceRow, depth: number): void {
    const key = keyOf(row, link.parentKey)
    const { counter: count, seen } = countFor(link, depth)
    if (key === '' || seen?.has(row.row) === true) return
    seen?.add(row.row)
    count.add({ row: row.row, key })
  }
  return {
    see: (accounts: readonly AccountRows[]): void => {
      for (const { main } of accounts) see(main, plan.linked, 0)
    },
    of: (link: PlannedLink) => counts.get(link)?.counter.reported() ?? counter(named).reported(),
  }
}

export type JoinTellsContext = {
  readonly store: Store
  readonly batch: { readonly id: number }
  readonly plan: Plan
  readonly signal: AbortSignal
}

/** Marks rows of linked sheets without an account; returns the warnings of all links, or null when cancelled. */
export async function tellJoins(
  { store, batch, plan, signal }: JoinTellsContext,
  positionOf: (sheet: string) => number,
  childless: ReturnType<typeof createChildlessCount>,
): Promise<FileWarning[] | null> {
  const warnings: FileWarning[] = []

  /** `cutOff`: keys of the parent's rows that belong to no account. */
  async function tell(parent: string, link: PlannedLink, cutOff: ReadonlySet<string>): Promise<boolean> {
    const sheet = positionOf(link.sheet)
    const counts = { orphans: counter(named), cutOff: counter(named), withoutKey: counter(named) }
    const keysBelow = link.linked.map(() => new Set<string>())
    const lookAt = (row: SourceRow) => {
      const key = keyOf(row, link.key)
      const kind = key === '' ? 'withoutKey' : cutOff.has(key) ? 'cutOff' : 'orphans'
      counts[kind].add({ row: row.row, key })
      link.linked.forEach((below, at) => keysBelow[at]?.add(keyOf(row, below.parentKey)))
      return { row: row.row, message: message(reasons[kind], { parent }) }
    }
    const last = store.rows.lastRow(batch.id, sheet)
    for (let after = 0; after < last; after += span) {
      if (signal.aborted) return false
      const rows = store.rows.withoutAccount(batch.id, sheet, after, after + span)
      store.rows.addStrays(batch.id, sheet, 'no_account_for_row', rows.map(lookAt))
      await yieldToEventLoop()
    }
    const findings = joinFindings({
      sheet: link.sheet,
      parent,
      orphans: counts.orphans.reported(),
      cutOff: counts.cutOff.reported(),
      withoutKey: counts.withoutKey.reported(),
      childless: childless.of(link),
    })
    warnings.push(...findings.map((finding) => ({ ...finding, column: null })))
    for (const [at, below] of link.linked.entries())
      if (!(await tell(link.sheet, below, keysBelow[at] ?? new Set()))) return false
    return true
  }
  for (const link of plan.linked) if (!(await tell(plan.sheet, link, new Set()))) return null
  return warnings
}

const reasons = {
  orphans: 'accounts.row_without_parent',
  cutOff: 'accounts.row_cut_off',
  withoutKey: 'accounts.row_without_key',
} as const
