// Three-way comparison of one account: matches its rows and compares each cell. Pure.
import {
  cellVerdict,
  pairRows,
  type RowTexts,
  type SheetPair,
} from '../../../../shared/fixing/version-merge.ts'
import type { NewLine } from '../../store/fixing/version-lines.ts'
import type { VersionRow } from '../../store/fixing/versions.ts'
import { lineOf } from './lines.ts'
import type { VersionSheets } from './version-sheets.ts'

export type Sheets = {
  readonly pairs: readonly SheetPair[]
  readonly here: VersionSheets
  readonly there: VersionSheets
}
export type AccountSides = {
  readonly key: string
  /** The account of the earlier batch. */
  readonly earlier: number
  readonly rows: readonly VersionRow[]
  readonly earlierRows: readonly VersionRow[]
}
export type ComparedAccount = {
  readonly lines: readonly NewLine[]
  readonly added: number
  readonly removed: number
  readonly uncertain: number
}

export function compareAccount(sheets: Sheets, sides: AccountSides): ComparedAccount {
  const lines: NewLine[] = []
  const counts = { added: 0, removed: 0, uncertain: 0 }
  const paired = new Set<VersionRow>()
  for (const pair of sheets.pairs) {
    const old = sides.earlierRows.filter((row) => row.sheet === pair.old)
    const fresh = sides.rows.filter((row) => row.sheet === pair.fresh)
    for (const row of old) paired.add(row)
    const alone = sheets.there.alone && pair.old === sheets.there.main
    const rows = old.length === 1 && fresh.length === 1 && alone ? single : pairsOf(sheets, pair, old, fresh)
    for (const { old: before, fresh: after, certain } of rows) {
      const was = before === null ? undefined : old[before]
      const now = after === null ? undefined : fresh[after]
      if (was === undefined) counts.added += 1
      else if (now === undefined) {
        counts.removed += 1
        lines.push(...lostRow(sheets, sides, was))
      } else {
        if (!certain) counts.uncertain += 1
        compareCells(sheets, sides, pair, was, now, certain, lines)
      }
    }
  }
  // Rows of a sheet that the new file does not have, or does not use.
  for (const row of sides.earlierRows) {
    if (paired.has(row)) continue
    counts.removed += 1
    lines.push(...lostRow(sheets, sides, row))
  }
  for (const row of sides.rows) if (!sheets.pairs.some((pair) => pair.fresh === row.sheet)) counts.added += 1
  if (counts.added + counts.removed + counts.uncertain > 0) {
    const line = lineOf('rows', sides.key, sides.rows[0] ?? null)
    lines.push({ ...line, earlier: sides.earlier, detail: { ...line.detail, ...counts } })
  }
  return { lines, ...counts }
}

const single = [{ old: 0, fresh: 0, certain: true }] as const

function pairsOf(
  { here, there }: Sheets,
  pair: SheetPair,
  old: readonly VersionRow[],
  fresh: readonly VersionRow[],
): ReturnType<typeof pairRows> {
  const ties = { old: there.ties.get(pair.old), fresh: here.ties.get(pair.fresh) }
  const content = pair.columns.filter(
    (column) => ties.old?.has(column.old) !== true && ties.fresh?.has(column.fresh) !== true,
  )
  const before = old.map((row): RowTexts => {
    const read = content.map((column) => row.read[column.old] ?? '')
    if (row.edits.size === 0) return { read, now: read }
    return { read, now: content.map((column, at) => row.edits.get(column.old) ?? read[at] ?? '') }
  })
  const after = fresh.map((row): RowTexts => {
    const read = content.map((column) => row.read[column.fresh] ?? '')
    return { read, now: read }
  })
  return pairRows(before, after, false)
}

function compareCells(
  sheets: Sheets,
  sides: AccountSides,
  pair: SheetPair,
  was: VersionRow,
  now: VersionRow,
  certain: boolean,
  lines: NewLine[],
): void {
  for (const column of pair.columns) {
    const old = was.read[column.old] ?? ''
    const ours = was.edits.get(column.old) ?? null
    const fresh = now.read[column.fresh] ?? ''
    const editedHere = now.edits.get(column.fresh) ?? null
    const verdict = cellVerdict({ old, ours, fresh, editedHere })
    if (verdict === 'same') continue
    // If it is not certain that it is the same row, our edit is not carried over automatically.
    const kind = verdict === 'carry' && !certain ? 'conflict' : verdict
    const line = lineOf(kind, sides.key, now)
    lines.push({
      ...line,
      col: column.fresh,
      earlier: sides.earlier,
      detail: { ...line.detail, old, ours, fresh: editedHere ?? fresh, oldRow: was.row, certain },
    })
  }
  if (was.edits.size === 0) return
  const gone = new Set(pair.gone.map(({ index }) => index))
  lines.push(...lostCells(sheets, sides, was, (col) => gone.has(col)))
}

const lostRow = (sheets: Sheets, sides: AccountSides, row: VersionRow): NewLine[] =>
  row.edits.size === 0 ? [] : lostCells(sheets, sides, row, () => true)

function lostCells(
  { there }: Sheets,
  sides: AccountSides,
  row: VersionRow,
  isLost: (col: number) => boolean,
): NewLine[] {
  const info = there.sheets.find((one) => one.position === row.sheet)?.info
  return [...row.edits].flatMap(([col, ours]) => {
    if (!isLost(col)) return []
    const line = lineOf('lost', sides.key, null)
    const columnName = info?.columns.find((one) => one.index === col)?.name ?? null
    const detail = {
      ...line.detail,
      old: row.read[col] ?? '',
      ours,
      sheetName: info?.name ?? null,
      columnName,
      oldRow: row.row,
    }
    return [{ ...line, earlier: sides.earlier, detail }]
  })
}
