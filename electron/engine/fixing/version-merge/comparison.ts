// The state of a comparison of two batches: what it reads, what it has found so far, and which keys name the same
// account.
import type { VersionFound } from '../../../../shared/fixing/version-lines.ts'
import { nothingFound } from '../../../../shared/fixing/version-lines.ts'
import { pairSheets } from '../../../../shared/fixing/version-merge.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { NewLine } from '../../store/fixing/version-lines.ts'
import type { VersionAccount } from '../../store/fixing/versions.ts'
import type { Store } from '../../store/store.ts'
import type { Sheets } from './compare-account.ts'
import { createKeyGuess } from './key-guess.ts'
import { sheetsOf, type VersionSheets } from './version-sheets.ts'

/** Limit per column for listed cells that only the file changed, in accounts that were not sent. */
const listedAtMost = 200

/** A comparison under way: what it reads, and what it has found so far. */
export type Comparison = {
  readonly store: Store
  readonly batch: StoredBatch
  readonly earlier: StoredBatch
  readonly add: (lines: readonly NewLine[]) => void
  readonly sheets: Sheets
  /** Keys that a person declared to be the same account: the earlier key by the new one, and the reverse. */
  readonly same: ReadonlyMap<string, string>
  readonly back: ReadonlyMap<string, string>
  readonly rekeyed: ReturnType<typeof readKeys>
  readonly guess: ReturnType<typeof createKeyGuess>
  readonly found: { -readonly [name in keyof VersionFound]: VersionFound[name] }
  /** Number of cells that only the file changed, by sheet and column. */
  readonly changed: Map<string, number>
}

export function beginComparison(
  store: Store,
  batch: StoredBatch,
  earlier: StoredBatch,
  add: Comparison['add'],
): Comparison {
  const here = sheetsOf(store, batch)
  const there = sheetsOf(store, earlier)
  const sheets: Sheets = { pairs: pairSheets(there.sheets, here.sheets), here, there }
  const same = store.versions.sameKeys(batch.id)
  return {
    store,
    batch,
    earlier,
    add,
    sheets,
    same,
    back: new Map([...same].map(([key, was]) => [was, key])),
    rekeyed: readKeys(store, earlier, there),
    guess: createKeyGuess(sheets),
    found: nothingFound(),
    changed: new Map(),
  }
}

/** The key in the earlier batch for a key of this one. */
export function earlierKeyOf(
  { same, rekeyed }: Comparison,
  key: string,
  known: ReadonlyMap<string, unknown>,
): string {
  const said = same.get(key)
  if (said !== undefined) return said
  return known.has(key) ? key : (rekeyed.byRead.get(key) ?? key)
}

export function note({ found, changed }: Comparison, lines: readonly NewLine[], sent: boolean): NewLine[] {
  return lines.filter((line) => {
    found[line.kind] += 1
    if (line.kind !== 'file') return true
    const name = `${line.sheet} ${line.col}`
    const count = (changed.get(name) ?? 0) + 1
    changed.set(name, count)
    return sent || count <= listedAtMost
  })
}

/** A key of this batch that a person assigned to another account is not this account's. */
export function isSame(
  { same }: Comparison,
  key: string,
  account: VersionAccount,
  known: ReadonlyMap<string, readonly VersionAccount[]>,
): boolean {
  if (!known.has(key)) return false
  const said = same.get(key)
  return said === undefined || said === account.key
}

/** Corrected keys: by the original key, and by the account. */
function readKeys(store: Store, batch: StoredBatch, { main, key }: VersionSheets) {
  const byRead = new Map<string, string>()
  const byAccount = new Map<number, string[]>()
  const edited = main === null ? [] : store.versions.edited(batch.id, main, key)
  const rows = store.versions.rows(
    batch.id,
    edited.map(({ account }) => account),
  )
  for (const { account, key: now } of edited)
    for (const row of rows.get(account) ?? []) {
      if (row.sheet !== main) continue
      const was = (row.read[key[0] ?? -1] ?? '').trim()
      if (was === '' || was === now) continue
      byRead.set(was, now)
      byAccount.set(account, [...(byAccount.get(account) ?? []), was])
    }
  return { byRead, byAccount }
}
