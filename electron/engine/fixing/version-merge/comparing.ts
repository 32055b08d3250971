// Compares a batch with the batch of the earlier file: first every account of the new file, then those that only
// the earlier file has. Runs in pieces, between which the window's thread is free. The result is stored as lines,
// and replaces the previous result only when the comparison is complete.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { VersionColumn, VersionFound } from '../../../../shared/fixing/version-lines.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'
import type { NewLine } from '../../store/fixing/version-lines.ts'
import type { VersionAccount } from '../../store/fixing/versions.ts'
import { type AccountSides, compareAccount, type Sheets } from './compare-account.ts'
import { beginComparison, type Comparison, earlierKeyOf, isSame, note } from './comparison.ts'
import { lineOf } from './lines.ts'
import type { VersionSheets } from './version-sheets.ts'

const pieceOfAccounts = 250
const pieceOfLines = 5000
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
  const comparison = beginComparison(store, batch, earlier, add)
  const total = store.batches.counts(batch.id).accounts + store.batches.counts(earlier.id).accounts
  let done = 0
  for (const compareNext of [compareFresh, compareGone])
    for (let after = -1; ; ) {
      if (signal.aborted) return
      const piece = compareNext(comparison, after)
      const last = piece.at(-1)
      if (last === undefined) break
      after = last.position
      done += piece.length
      yield { done, total }
      await yieldToEventLoop()
    }
  const { columns, found } = endComparison(comparison)
  store.versionLines.keep(batch.id, { stamp, at: now(), first, columns, found })
  while (store.versionLines.dropOlder(batch.id, first, pieceOfLines)) await yieldToEventLoop()
}

/** The next accounts of the new file, each compared with its account of the earlier one. */
function compareFresh(parts: Comparison, after: number): VersionAccount[] {
  const { store, batch, earlier, found, guess, add } = parts
  const piece = store.versions.accounts(batch.id, after, pieceOfAccounts)
  if (piece.length === 0) return piece
  const keys = piece.map(({ key }) => key)
  const duplicates = store.versions.withKeys(batch.id, keys)
  const partners = partnersOf(parts, piece, duplicates)
  const ids = piece.map(({ id }) => id)
  const rowsHere = store.versions.rows(batch.id, ids)
  const rowsThere = store.versions.rows(earlier.id, [...new Set([...partners.values()].map(({ id }) => id))])
  const lines: NewLine[] = []
  for (const account of piece) {
    found.accounts += 1
    const { id, key } = account
    const rows = rowsHere.get(id) ?? []
    const first = rows[0] ?? null
    if ((duplicates.get(key) ?? []).length > 1)
      lines.push(...note(parts, [lineOf('twice', key, first)], true))
    const partner = partners.get(id)
    if (partner === undefined) {
      lines.push(...note(parts, [lineOf('new', key, first)], true))
      guess.fresh(account, rows)
    } else {
      const earlierRows = rowsThere.get(partner.id) ?? []
      lines.push(...compareWithPartner(parts, { key, earlier: partner.id, rows, earlierRows }, partner))
    }
  }
  add(lines)
  return piece
}

/** The account of the earlier batch by the account's id; of several with one key, the one in the same place. */
function partnersOf(
  parts: Comparison,
  piece: readonly VersionAccount[],
  duplicates: ReadonlyMap<string, readonly VersionAccount[]>,
): Map<number, VersionAccount> {
  const { store, earlier } = parts
  const keys = piece.map(({ key }) => key)
  const direct = store.versions.withKeys(earlier.id, keys)
  const otherKeys = keys.flatMap((key) => {
    const was = earlierKeyOf(parts, key, direct)
    return was === key ? [] : [was]
  })
  const others = store.versions.withKeys(earlier.id, otherKeys)
  const partners = new Map<number, VersionAccount>()
  for (const account of piece) {
    const key = earlierKeyOf(parts, account.key, direct)
    const candidates = (key === account.key ? direct : others).get(key) ?? []
    const at = (duplicates.get(account.key) ?? []).findIndex(({ id }) => id === account.id)
    const partner = candidates[Math.min(Math.max(at, 0), candidates.length - 1)]
    if (partner !== undefined) partners.set(account.id, partner)
  }
  return partners
}

function compareWithPartner(parts: Comparison, sides: AccountSides, partner: VersionAccount): NewLine[] {
  const { found, same, sheets } = parts
  const { key, rows } = sides
  found.matched += 1
  const lines: NewLine[] = []
  // A person's decision about its key stays visible, so that it can be changed.
  if (same.get(key) === partner.key) {
    const line = lineOf('keys', key, rows[0] ?? null)
    const detail = { ...line.detail, other: partner.key }
    lines.push(...note(parts, [{ ...line, earlier: partner.id, detail }], true))
  }
  const compared = compareAccount(sheets, sides)
  if (compared.lines.length === 0) found.unchanged += 1
  found.rowsAdded += compared.added
  found.rowsRemoved += compared.removed
  found.rowsUncertain += compared.uncertain
  lines.push(...note(parts, compared.lines, wasSent(partner)))
  return lines
}

/** Accounts that only the earlier file has. */
function compareGone(parts: Comparison, after: number): VersionAccount[] {
  const { store, earlier, back, rekeyed, batch, guess, sheets, add } = parts
  const piece = store.versions.accounts(earlier.id, after, pieceOfAccounts)
  if (piece.length === 0) return piece
  const keysOf = (account: VersionAccount): string[] => [
    back.get(account.key) ?? account.key,
    ...(rekeyed.byAccount.get(account.id) ?? []),
  ]
  const known = store.versions.withKeys(batch.id, piece.flatMap(keysOf))
  const left = piece.filter((account) => !keysOf(account).some((key) => isSame(parts, key, account, known)))
  const rows = store.versions.rows(
    earlier.id,
    left.map(({ id }) => id),
  )
  const lines = left.map((account) => {
    const own = rows.get(account.id) ?? []
    guess.gone(account, own)
    const edits = own.reduce((sum, row) => sum + row.edits.size, 0)
    const line = lineOf('gone', account.key, null)
    const name = sheets.there.sheets.find((one) => one.position === own[0]?.sheet)?.info.name ?? null
    const detail = { ...line.detail, oldRow: own[0]?.row ?? null, sheetName: name, edits }
    return { ...line, earlier: account.id, detail }
  })
  add(note(parts, lines, true))
  return piece
}

/** The lines that only the whole walk shows. */
function endComparison(parts: Comparison): { columns: VersionColumn[]; found: VersionFound } {
  const { guess, add, store, earlier, sheets, changed, found } = parts
  const keys = guess.found().map(({ key, row, earlier: was }) => {
    const line = lineOf('keys', key, row)
    return { ...line, earlier: was.id, detail: { ...line.detail, other: was.key } }
  })
  add(note(parts, keys, true))
  for (let offset = 0; ; offset += pieceOfLines) {
    const loose = store.versions.looseEdits(earlier.id, offset, pieceOfLines)
    add(
      note(
        parts,
        loose.map((edit) => looseLine(sheets.there, edit)),
        true,
      ),
    )
    if (loose.length < pieceOfLines) break
  }
  return { columns: columnsOf(sheets, changed), found }
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

function columnsOf({ pairs, here, there }: Sheets, changed: ReadonlyMap<string, number>): VersionColumn[] {
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
