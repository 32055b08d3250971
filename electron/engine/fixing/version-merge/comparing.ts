// Compares a batch with the batch of the earlier file: first every account of the new file, then those that only
// the earlier file has. Runs in pieces, between which the window's thread is free. The result is stored as lines,
// and replaces the previous result only when the comparison is complete.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { VersionColumn, VersionFound } from '../../../../shared/fixing/version-lines.ts'
import { nothingFound } from '../../../../shared/fixing/version-lines.ts'
import { pairSheets, type SheetPair } from '../../../../shared/fixing/version-merge.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'
import type { NewLine } from '../../store/fixing/version-lines.ts'
import type { VersionAccount } from '../../store/fixing/versions.ts'
import { type AccountSides, compareAccount, type Sheets } from './compare-account.ts'
import { createKeyGuess } from './key-guess.ts'
import { lineOf } from './lines.ts'
import { sheetsOf, type VersionSheets } from './version-sheets.ts'

const pieceOfAccounts = 250
const pieceOfLines = 5000
/** Limit per column for listed cells that only the file changed, in accounts that were not sent. */
const listedAtMost = 200

export type Compared = { readonly done: number; readonly total: number }

/** Stamp of a comparison: the result is valid while the stamp stays the same. */
export function stampOf(store: Store, batch: StoredBatch, earlier: StoredBatch): string {
  return JSON.stringify([
    store.edits.version(earlier.id),
    store.edits.version(batch.id),
    earlier.readAt,
    batch.readAt,
    store.versions.countSameKeys(batch.id),
    store.versions.countSent(earlier.id),
  ])
}

/** Reports progress; if the signal is aborted it ends early and keeps the previous result. */
export async function* compareVersions(
  context: { readonly store: Store; readonly now: () => number },
  batch: StoredBatch,
  earlier: StoredBatch,
  signal: AbortSignal,
): AsyncGenerator<Compared> {
  const { store, now } = context
  const stamp = stampOf(store, batch, earlier)
  const { first, add } = store.versionLines.begin(batch.id)
  const work = createWork(store, batch, earlier, add)
  const total = store.batches.counts(batch.id).accounts + store.batches.counts(earlier.id).accounts
  let done = 0
  for (const step of [work.fresh, work.earlier])
    for (let after = -1; ; ) {
      if (signal.aborted) return
      const piece = step(after)
      const last = piece.at(-1)
      if (last === undefined) break
      after = last.position
      done += piece.length
      yield { done, total }
      await yieldToEventLoop()
    }
  const { columns, found } = work.end()
  store.versionLines.keep(batch.id, { stamp, at: now(), first, columns, found })
  while (store.versionLines.dropOlder(batch.id, first, pieceOfLines)) await yieldToEventLoop()
}

function createWork(
  store: Store,
  batch: StoredBatch,
  earlier: StoredBatch,
  add: (lines: readonly NewLine[]) => void,
) {
  const here = sheetsOf(store, batch)
  const there = sheetsOf(store, earlier)
  const pairs = pairSheets(there.sheets, here.sheets)
  const sheets: Sheets = { pairs, here, there }
  const same = store.versions.sameKeys(batch.id)
  const back = new Map([...same].map(([key, was]) => [was, key]))
  const rekeyed = readKeys(store, earlier, there)
  const guess = createKeyGuess(sheets)
  const found: { -readonly [name in keyof VersionFound]: VersionFound[name] } = nothingFound()
  const changed = new Map<string, number>()

  /** The key in the earlier batch for a key of this one. */
  const earlierKeyOf = (key: string, known: ReadonlyMap<string, unknown>): string => {
    const said = same.get(key)
    if (said !== undefined) return said
    return known.has(key) ? key : (rekeyed.byRead.get(key) ?? key)
  }

  function note(lines: readonly NewLine[], sent: boolean): NewLine[] {
    return lines.filter((line) => {
      found[line.kind] += 1
      if (line.kind !== 'file') return true
      const name = `${line.sheet} ${line.col}`
      const count = (changed.get(name) ?? 0) + 1
      changed.set(name, count)
      return sent || count <= listedAtMost
    })
  }

  function fresh(after: number): VersionAccount[] {
    const piece = store.versions.accounts(batch.id, after, pieceOfAccounts)
    if (piece.length === 0) return piece
    const keys = piece.map(({ key }) => key)
    const alike = store.versions.withKeys(batch.id, keys)
    const direct = store.versions.withKeys(earlier.id, keys)
    const others = store.versions.withKeys(
      earlier.id,
      keys.flatMap((key) => (earlierKeyOf(key, direct) === key ? [] : [earlierKeyOf(key, direct)])),
    )
    const partners = new Map<number, VersionAccount>()
    for (const account of piece) {
      const key = earlierKeyOf(account.key, direct)
      const candidates = (key === account.key ? direct : others).get(key) ?? []
      const duplicates = alike.get(account.key) ?? []
      const at = duplicates.findIndex(({ id }) => id === account.id)
      const partner = candidates[Math.min(Math.max(at, 0), candidates.length - 1)]
      if (partner !== undefined) partners.set(account.id, partner)
    }
    const rowsHere = store.versions.rows(
      batch.id,
      piece.map(({ id }) => id),
    )
    const rowsThere = store.versions.rows(earlier.id, [
      ...new Set([...partners.values()].map(({ id }) => id)),
    ])
    const lines: NewLine[] = []
    for (const account of piece) {
      found.accounts += 1
      const rows = rowsHere.get(account.id) ?? []
      const duplicates = alike.get(account.key) ?? []
      if (duplicates.length > 1) lines.push(...note([lineOf('twice', account.key, rows[0] ?? null)], true))
      const partner = partners.get(account.id)
      if (partner === undefined) {
        lines.push(...note([lineOf('new', account.key, rows[0] ?? null)], true))
        guess.fresh(account, rows)
        continue
      }
      found.matched += 1
      // A person's decision about its key stays visible, so that it can be changed.
      if (same.get(account.key) === partner.key) {
        const line = lineOf('keys', account.key, rows[0] ?? null)
        const detail = { ...line.detail, other: partner.key }
        lines.push(...note([{ ...line, earlier: partner.id, detail }], true))
      }
      const sides: AccountSides = {
        key: account.key,
        earlier: partner.id,
        rows,
        earlierRows: rowsThere.get(partner.id) ?? [],
      }
      const compared = compareAccount(sheets, sides)
      if (compared.lines.length === 0) found.unchanged += 1
      found.rowsAdded += compared.added
      found.rowsRemoved += compared.removed
      found.rowsUncertain += compared.uncertain
      lines.push(...note(compared.lines, wasSent(partner)))
    }
    add(lines)
    return piece
  }

  /** Accounts that only the earlier file has. */
  function gone(after: number): VersionAccount[] {
    const piece = store.versions.accounts(earlier.id, after, pieceOfAccounts)
    if (piece.length === 0) return piece
    const keysOf = (account: VersionAccount): string[] => [
      back.get(account.key) ?? account.key,
      ...(rekeyed.byAccount.get(account.id) ?? []),
    ]
    const known = store.versions.withKeys(batch.id, piece.flatMap(keysOf))
    const left = piece.filter((account) => !keysOf(account).some((key) => isSame(key, account, known)))
    const rows = store.versions.rows(
      earlier.id,
      left.map(({ id }) => id),
    )
    const lines = left.map((account) => {
      const own = rows.get(account.id) ?? []
      guess.gone(account, own)
      const edits = own.reduce((sum, row) => sum + row.edits.size, 0)
      const line = lineOf('gone', account.key, null)
      const name = there.sheets.find((one) => one.position === own[0]?.sheet)?.info.name ?? null
      const detail = { ...line.detail, oldRow: own[0]?.row ?? null, sheetName: name, edits }
      return { ...line, earlier: account.id, detail }
    })
    add(note(lines, true))
    return piece
  }

  /** A key of this batch that a person assigned to another account is not this account's. */
  function isSame(
    key: string,
    account: VersionAccount,
    known: ReadonlyMap<string, readonly VersionAccount[]>,
  ): boolean {
    if (!known.has(key)) return false
    const said = same.get(key)
    return said === undefined || said === account.key
  }

  return {
    fresh,
    earlier: gone,
    end(): { columns: VersionColumn[]; found: VersionFound } {
      const keys = guess.found().map(({ key, row, earlier: was }) => {
        const line = lineOf('keys', key, row)
        return { ...line, earlier: was.id, detail: { ...line.detail, other: was.key } }
      })
      add(note(keys, true))
      for (let offset = 0; ; offset += pieceOfLines) {
        const loose = store.versions.looseEdits(earlier.id, offset, pieceOfLines)
        add(
          note(
            loose.map((edit) => looseLine(there, edit)),
            true,
          ),
        )
        if (loose.length < pieceOfLines) break
      }
      return { columns: columnsOf(sheets, pairs, changed), found }
    },
  }
}

function wasSent({ state }: VersionAccount): boolean {
  return state === 'sending' || state === 'unconfirmed' || state === 'processing' || state === 'done'
}

/** Edits of rows without an account: they are reported, because their target is unknown. */
function looseLine(
  there: VersionSheets,
  edit: { readonly sheet: number; readonly row: number; readonly col: number; readonly text: string },
): NewLine {
  const info = there.sheets.find((one) => one.position === edit.sheet)?.info
  const line = lineOf('lost', '', null)
  return {
    ...line,
    detail: {
      ...line.detail,
      ours: edit.text,
      sheetName: info?.name ?? null,
      columnName: info?.columns.find((one) => one.index === edit.col)?.name ?? null,
      oldRow: edit.row,
    },
  }
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

function columnsOf(
  { here, there }: Sheets,
  pairs: readonly SheetPair[],
  changed: ReadonlyMap<string, number>,
): VersionColumn[] {
  const name = (sheets: VersionSheets, position: number): string =>
    sheets.sheets.find((one) => one.position === position)?.info.name ?? ''
  return pairs.flatMap((pair) => {
    const sheet = name(here, pair.fresh)
    return [
      ...pair.columns.map(({ fresh, was, now, by }) => ({
        kind: by === 'name' ? ('same' as const) : ('renamed' as const),
        sheet,
        column: now,
        was: by === 'name' ? null : was,
        at: { sheet: pair.fresh, col: fresh },
        changed: changed.get(`${pair.fresh} ${fresh}`) ?? 0,
      })),
      ...pair.added.map(({ index, name: column }) => ({
        kind: 'added' as const,
        sheet,
        column,
        was: null,
        at: { sheet: pair.fresh, col: index },
        changed: 0,
      })),
      ...pair.gone.map(({ name: column }) => ({
        kind: 'missing' as const,
        sheet: name(there, pair.old),
        column,
        was: null,
        at: null,
        changed: 0,
      })),
    ]
  })
}
