// Task of the build thread: reads the accounts that an edit affects or would affect. The window's thread only has
// to store the built accounts.
import type { Plan } from '../../../../shared/mapping/plan.ts'
import type { AccountRows } from '../../../../shared/payload/build.ts'
import type { SourceRow } from '../../../../shared/sheet/sheet.ts'
import { overlaid } from '../overlay.ts'
import { createNumberSet } from '../number-set.ts'
import type { MarkedReader, PayloadTexts } from '../../store/accounts/building/rebuilt.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { AccountBuilder, BuiltForStore } from '../build/account-builder.ts'
import { collectAccount, type CollectRows } from '../build/collect-rows.ts'

/** A rebuilt account; `payload` is null if it did not change. */
export type Rebuilt = Pick<
  BuiltForStore,
  'key' | 'supplier' | 'identity' | 'statusPath' | 'sha256' | 'problems'
> & {
  readonly id: number
  /** The mark at the time when its rows were read; null if the account is not built because of a mark. */
  readonly mark: number | null
  readonly payload: PayloadTexts | null
}
/** `last`: the id after which the next piece begins; null at the end. */
export type RebuiltPiece = { readonly accounts: readonly Rebuilt[]; readonly last: number | null }

/** New cell texts of a sheet, in pieces in row order: lists of `[row, col, text, …]` as JSON. */
export type ChangesAsked = {
  readonly sheet: number
  readonly pieces: readonly { readonly first: number; readonly last: number; readonly cells: string }[]
}
export type EffectCounts = {
  readonly checked: number
  readonly vanish: number
  readonly appear: number
  readonly freed: number
  readonly invalid: number
  readonly revalidated: number
}

const reportEvery = 200

export type Rebuilding = ReturnType<typeof createRebuilding>

export function createRebuilding(options: {
  readonly batch: number
  readonly plan: Plan
  readonly build: AccountBuilder
  readonly reader: MarkedReader
}) {
  const { batch, plan, build, reader } = options
  const sheets = new Map(reader.rows.sheets(batch).map((sheet) => [sheet.info.name, sheet]))
  const main = sheetOf(sheets, plan.sheet)
  const collecting: CollectRows = { store: reader, batch: { id: batch }, plan }

  const mainRows = (wanted: readonly number[]) => rowsAt(reader, batch, main, wanted)

  function collect(account: number, row: SourceRow | null): AccountRows {
    const rows = row === null ? null : collectAccount(collecting, main, row, sheets)
    if (rows === null) throw new Error(`Account ${account}, which was edited, has no rows any more`)
    return rows
  }

  function buildMarked(after: number, limit: number): RebuiltPiece {
    const collected: {
      readonly rows: AccountRows
      readonly of: ReturnType<MarkedReader['marked']>[number]
    }[] = []
    reader.snapshot(() => {
      const marked = reader.marked(batch, main.position, after, limit)
      const rowAt = mainRows(marked.map(({ row }) => row))
      for (const of of marked) collected.push({ of, rows: collect(of.id, rowAt(of.row)) })
    })
    const last = collected.length < limit ? null : (collected.at(-1)?.of.id ?? null)
    return { last, accounts: collected.map(({ of, rows }) => rebuiltOf(of, build(rows))) }
  }

  /** Builds every account of these changes with the new texts, and counts the change of its problems. */
  function countEffect(changes: readonly ChangesAsked[], tell: (counts: EffectCounts) => void): void {
    const texts = new Map(changes.map(({ sheet, pieces }) => [sheet, textsOf(pieces)]))
    const over = (of: string, row: number) => texts.get(sheets.get(of)?.position ?? -1)?.(row) ?? []
    const seen = createNumberSet()
    let counts: EffectCounts = { checked: 0, vanish: 0, appear: 0, freed: 0, invalid: 0, revalidated: 0 }
    for (const { sheet, cells } of changes.flatMap(({ sheet: of, pieces }) =>
      pieces.map((piece) => ({ ...piece, sheet: of })),
    )) {
      const rows = [...new Set((JSON.parse(cells) as [number][]).map(([row]) => row))]
      const accounts = reader.accountsOnRows(batch, sheet, rows).filter((id) => seen.add(id))
      for (let from = 0; from < accounts.length; from += reportEvery) {
        const some = accounts.slice(from, from + reportEvery)
        const firsts = some.map((id) => reader.firstRow(id, main.position) ?? 0)
        const rowAt = mainRows(firsts)
        for (const [at, id] of some.entries()) {
          const built = build(overlaid(collect(id, rowAt(firsts[at] ?? 0)), over))
          counts = counted(counts, reader.problemsNow.of(id), built.problems.map(nameOf))
        }
        tell(counts)
      }
    }
  }

  return { buildMarked, countEffect, close: reader.close }
}

/** Rows of a sheet by number: read in one go if they are close together. */
function rowsAt(
  reader: MarkedReader,
  batch: number,
  { position }: StoredSheet,
  wanted: readonly number[],
): (row: number) => SourceRow | null {
  const first = Math.min(...wanted)
  const span = Math.max(...wanted) - first + 1
  if (wanted.length === 0 || span > 2 * wanted.length) return (row) => reader.rows.row(batch, position, row)
  const page = new Map(reader.rows.page(batch, position, first - 1, span).map((row) => [row.row, row]))
  return (row) => page.get(row) ?? null
}

function sheetOf(sheets: ReadonlyMap<string, StoredSheet>, name: string): StoredSheet {
  const sheet = sheets.get(name)
  if (sheet === undefined) throw new Error(`The plan names a sheet that was not read: ${name}`)
  return sheet
}

type Present = {
  readonly sha256: string | null
  readonly origins: string | null
  readonly omitted: string | null
}

function rebuiltOf(
  of: Present & { readonly id: number; readonly mark: number },
  built: BuiltForStore,
): Rebuilt {
  const payload = textsOfPayload(built)
  const isSame =
    payload.sha256 === of.sha256 && payload.origins === of.origins && payload.omitted === of.omitted
  const { key, supplier, identity, statusPath, sha256, problems } = built
  const same = { key, supplier, identity, statusPath, sha256, problems }
  return { ...same, id: of.id, mark: of.mark, payload: isSame ? null : payload }
}

export function textsOfPayload({ sha256, body, origins, omitted }: BuiltForStore): PayloadTexts {
  return { sha256, body, origins: JSON.stringify(origins), omitted: JSON.stringify(omitted) }
}

type Text = { readonly col: number; readonly text: string }
const piecesParsed = 4

/** The changed texts of a row: binary search for its piece; the latest pieces stay parsed. */
function textsOf(pieces: ChangesAsked['pieces']): (row: number) => readonly Text[] {
  const parsed = new Map<number, ReadonlyMap<number, readonly Text[]>>()
  const read = (at: number): ReadonlyMap<number, readonly Text[]> => {
    const cells = JSON.parse(pieces[at]?.cells ?? '[]') as [row: number, col: number, text: string][]
    const byRow = new Map<number, Text[]>()
    for (const [row, col, text] of cells) byRow.set(row, [...(byRow.get(row) ?? []), { col, text }])
    const oldest = parsed.keys().next().value
    if (parsed.size >= piecesParsed && oldest !== undefined) parsed.delete(oldest)
    parsed.set(at, byRow)
    return byRow
  }
  return (row) => {
    let low = 0
    let high = pieces.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((pieces[middle]?.last ?? 0) < row) low = middle + 1
      else high = middle
    }
    const piece = pieces[low]
    if (piece === undefined || piece.first > row) return []
    return (parsed.get(low) ?? read(low)).get(row) ?? []
  }
}

const nameOf = (problem: { readonly code: string | null; readonly attr: string | null }): string =>
  `${problem.code ?? ''} ${problem.attr ?? ''}`

/** `before.names` are its current local problems. */
function counted(
  counts: EffectCounts,
  before: { readonly names: readonly string[]; readonly validated: boolean },
  after: readonly string[],
): EffectCounts {
  const left = [...after]
  let vanish = 0
  for (const name of before.names) {
    const at = left.indexOf(name)
    if (at === -1) vanish += 1
    else left.splice(at, 1)
  }
  const isFreed = before.names.length > 0 && after.length === 0
  const isInvalid = before.names.length === 0 && after.length > 0
  return {
    checked: counts.checked + 1,
    vanish: counts.vanish + vanish,
    appear: counts.appear + left.length,
    freed: counts.freed + (isFreed ? 1 : 0),
    invalid: counts.invalid + (isInvalid ? 1 : 0),
    revalidated: counts.revalidated + (before.validated ? 1 : 0),
  }
}
