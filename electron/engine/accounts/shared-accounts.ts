// Finds accounts that a batch shares with other batches, before any other work on it. Built accounts are compared
// by key and supplier. Before they are built, two kinds of columns are compared: those named like another batch's
// key, and those with keys of other batches in at least half of the first rows. Reads in pieces, so the window's
// thread is never blocked for long.
import { yieldToEventLoop } from '../system/yield.ts'
import type { SharedAccounts } from '../../../shared/contract/views.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { StoredSheet } from '../store/import/rows.ts'
import type { SharedKey } from '../store/accounts/duplicates/shared-keys.ts'
import type { Store } from '../store/store.ts'

const pieceOfRows = 5_000
const lookedAt = 200

type Keys = Map<number, Map<string, boolean>>

/** Other batches with accounts of this one; those with the most sent accounts first. */
export async function findShared(store: Store, batch: StoredBatch): Promise<SharedAccounts[]> {
  if (batch.stage === 'reading' || batch.stage === 'failed' || !store.shared.anyOther(batch.id)) return []
  const keys = batch.stage === 'open' ? await ofAccounts(store, batch) : await ofColumns(store, batch)
  return [...keys]
    .flatMap(([id, shared]) => {
      const other = store.batches.get(id)
      const sent = [...shared.values()].filter(Boolean).length
      return other === null ? [] : [{ batch: id, name: other.name, accounts: shared.size, sent }]
    })
    .sort((one, two) => two.sent - one.sent || two.accounts - one.accounts || one.batch - two.batch)
}

async function ofAccounts(store: Store, batch: StoredBatch): Promise<Keys> {
  const keys: Keys = new Map()
  const { accounts } = store.batches.counts(batch.id)
  for (let from = 0; from < accounts; from += pieceOfRows) {
    add(keys, store.shared.built(batch.id, from, from + pieceOfRows))
    await yieldToEventLoop()
  }
  return keys
}

/** If several columns share keys with a batch, the one that shares most counts. */
async function ofColumns(store: Store, batch: StoredBatch): Promise<Keys> {
  const keyNames = new Set(
    store.batches.all().flatMap((other) => (other.id === batch.id ? [] : (other.mapped?.mapping.key ?? []))),
  )
  const most: Keys = new Map()
  for (const sheet of store.rows.sheets(batch.id)) {
    const first = store.rows.page(batch.id, sheet.position, 0, lookedAt)
    for (const { index, name } of sheet.info.columns) {
      const texts = new Set(first.map((row) => (row.cells[index] ?? '').trim()).filter((text) => text !== ''))
      const known = new Set(
        store.shared.inColumn(batch.id, sheet.position, index, 0, lookedAt).map((one) => one.key),
      )
      if (!keyNames.has(name) && (known.size === 0 || known.size * 2 < texts.size)) continue
      for (const [other, keys] of await ofColumn(store, batch.id, sheet, index))
        if (keys.size > (most.get(other)?.size ?? 0)) most.set(other, keys)
    }
  }
  return most
}

async function ofColumn(store: Store, batch: number, sheet: StoredSheet, column: number): Promise<Keys> {
  const keys: Keys = new Map()
  for (let after = 0; ; ) {
    const rows = store.rows.rowAfter(batch, sheet.position, after, pieceOfRows)
    add(keys, store.shared.inColumn(batch, sheet.position, column, after, pieceOfRows))
    if (rows === null) return keys
    after = rows
    await yieldToEventLoop()
  }
}

function add(keys: Keys, found: readonly SharedKey[]): void {
  for (const { batch, key, sent } of found) {
    const of = keys.get(batch) ?? new Map<string, boolean>()
    keys.set(batch, of.set(key, sent || of.get(key) === true))
  }
}
