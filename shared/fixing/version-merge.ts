// Three-way merge of one cell: the original file (old), our edits (ours) and the newer file (fresh). An edit of
// ours is carried over, already made by the file, replaced by an edit in the newer batch, or a conflict that the
// user decides; otherwise the newer file's text is used. The rules are total and pure, and lose no edit.
import type { SheetInfo } from '../sheet/sheet.ts'
import { renamings } from '../mapping/templates/same-column.ts'

/** One cell on its three sides. */
export type CellSides = {
  readonly old: string
  /** Our edit's text; null when the cell was not edited. */
  readonly ours: string | null
  readonly fresh: string
  /** The text of an edit in the newer batch; null when there is none. */
  readonly editedHere?: string | null | undefined
}

/**
 * - `same`: no difference. - `file`: only the file changed; its text is used. - `carry`: only we edited; our text
 * is carried over. - `same_repair`: the customer made the same repair. - `conflict`: both changed it, differently.
 * - `edited_here`: the cell was already edited in the newer batch, and that edit is used.
 */
export type CellVerdict = 'same' | 'file' | 'carry' | 'same_repair' | 'conflict' | 'edited_here'

export function cellVerdict({ old, ours, fresh, editedHere = null }: CellSides): CellVerdict {
  const edited = ours !== null && ours !== old
  if (edited && editedHere !== null)
    return fresh === ours || editedHere === ours ? 'same_repair' : 'edited_here'
  if (!edited) return fresh === old ? 'same' : 'file'
  if (fresh === ours) return 'same_repair'
  return fresh === old ? 'carry' : 'conflict'
}

/** The choices in a conflict. */
export type Choice =
  | { readonly kind: 'ours' }
  | { readonly kind: 'theirs' }
  | { readonly kind: 'typed'; readonly text: string }

/** The text of a cell after the merge; null while a conflict waits for a choice. */
export function mergedText(sides: CellSides, choice: Choice | null = null): string | null {
  const here = sides.editedHere ?? null
  switch (cellVerdict(sides)) {
    case 'carry':
      return sides.ours ?? sides.fresh
    case 'conflict':
      if (choice === null) return null
      return choice.kind === 'typed' ? choice.text : choice.kind === 'ours' ? sides.ours : sides.fresh
    default:
      return here ?? sides.fresh
  }
}

/** Columns of one sheet that are the same column in both files. */
export type ColumnPair = {
  readonly old: number
  readonly fresh: number
  readonly was: string
  readonly now: string
  /** The criterion by which they were matched. */
  readonly by: 'name' | 'field' | 'spelling'
}
export type SheetPair = {
  readonly old: number
  readonly fresh: number
  readonly columns: readonly ColumnPair[]
  /** Columns that only one of the files has. */
  readonly gone: readonly { readonly index: number; readonly name: string }[]
  readonly added: readonly { readonly index: number; readonly name: string }[]
}

export type VersionSheet = {
  readonly position: number
  readonly info: SheetInfo
  readonly role: 'main' | 'linked' | 'unused'
  /** The field that a column feeds, by the column's name. */
  readonly fields: ReadonlyMap<string, string>
}

/**
 * Matches sheets by name, the main ones always, and linked ones that fill the same list; columns by name, field,
 * spelling.
 */
export function pairSheets(old: readonly VersionSheet[], fresh: readonly VersionSheet[]): SheetPair[] {
  const taken = new Set<VersionSheet>()
  const used = old.filter((sheet) => sheet.role !== 'unused')
  const partner = new Map<VersionSheet, VersionSheet>()
  const rungs: readonly ((one: VersionSheet, two: VersionSheet) => boolean)[] = [
    (one, two) => one.role === 'main' && two.role === 'main',
    (one, two) => one.info.name === two.info.name && one.role === two.role,
    (one, two) =>
      one.role === 'linked' && two.role === 'linked' && listOf(one) !== '' && listOf(one) === listOf(two),
  ]
  for (const same of rungs)
    for (const sheet of used) {
      if (partner.has(sheet)) continue
      const found = fresh.filter(
        (other) => !taken.has(other) && other.role !== 'unused' && same(sheet, other),
      )
      const [first] = found
      if (first === undefined || found.length > 1) continue
      partner.set(sheet, first)
      taken.add(first)
    }
  return used.flatMap((sheet) => {
    const other = partner.get(sheet)
    return other === undefined ? [] : [pairColumns(sheet, other)]
  })
}

/** The list whose items a linked sheet's rows become: the prefix of its fields. */
function listOf(sheet: VersionSheet): string {
  const lists = new Set([...sheet.fields.values()].map((field) => field.slice(0, field.lastIndexOf('*') + 1)))
  return lists.size === 1 ? ([...lists][0] ?? '') : ''
}

function pairColumns(old: VersionSheet, fresh: VersionSheet): SheetPair {
  const pairs: ColumnPair[] = []
  const left = new Map(old.info.columns.map((column) => [column.name, column.index]))
  const free = new Map(fresh.info.columns.map((column) => [column.name, column.index]))
  const join = (was: string, now: string, by: ColumnPair['by']): void => {
    const before = left.get(was)
    const after = free.get(now)
    if (before === undefined || after === undefined) return
    pairs.push({ old: before, fresh: after, was, now, by })
    left.delete(was)
    free.delete(now)
  }
  for (const name of left.keys()) join(name, name, 'name')
  for (const name of left.keys()) {
    const field = old.fields.get(name)
    const same = [...free.keys()].filter((other) => field !== undefined && fresh.fields.get(other) === field)
    if (same.length === 1) join(name, same[0] ?? '', 'field')
  }
  for (const { was, now } of renamings([...left.keys()], [...free.keys()])) join(was, now, 'spelling')
  const named = ([name, index]: [string, number]): { index: number; name: string } => ({ index, name })
  return {
    old: old.position,
    fresh: fresh.position,
    columns: pairs.sort((one, two) => one.fresh - two.fresh),
    gone: [...left].map(named),
    added: [...free].map(named),
  }
}

/** A row by the texts of the columns that both files have, in one order. */
export type RowTexts = {
  readonly read: readonly string[]
  /** Current texts; the same list when nothing was edited. */
  readonly now: readonly string[]
}
export type RowPair = {
  /** Indexes in the given lists; null: the row is gone, or new. */
  readonly old: number | null
  readonly fresh: number | null
  /** No other row could match. */
  readonly certain: boolean
}

/** With more unequal rows than this on a side, only their order is compared. */
const comparedAtMost = 200

/**
 * Matches the rows of an account: equal content first, then the least difference, then order. `alone`: the sheet
 * has one row per account, so it is the same row whatever its content.
 */
export function pairRows(old: readonly RowTexts[], fresh: readonly RowTexts[], alone: boolean): RowPair[] {
  if (alone && old.length === 1 && fresh.length === 1) return [{ old: 0, fresh: 0, certain: true }]
  const pairs: RowPair[] = []
  const left = new Set(old.keys())
  const free = new Set(fresh.keys())
  const join = (before: number, after: number, certain: boolean): void => {
    pairs.push({ old: before, fresh: after, certain })
    left.delete(before)
    free.delete(after)
  }
  for (const side of ['read', 'now'] as const) pairEqual(old, fresh, left, free, side, join)
  if (left.size > 0 && free.size > 0) {
    if (left.size > comparedAtMost || free.size > comparedAtMost) pairInOrder(left, free, join)
    else pairNearest(old, fresh, left, free, join)
  }
  for (const before of left) pairs.push({ old: before, fresh: null, certain: true })
  for (const after of free) pairs.push({ old: null, fresh: after, certain: true })
  return pairs
}

type Join = (before: number, after: number, certain: boolean) => void

/** Rows with equal content are matched in order; the choice matters only if we edited them differently. */
function pairEqual(
  old: readonly RowTexts[],
  fresh: readonly RowTexts[],
  left: ReadonlySet<number>,
  free: ReadonlySet<number>,
  side: 'read' | 'now',
  join: Join,
): void {
  const nameOf = (texts: readonly string[]): string => JSON.stringify(texts)
  const alike = [...Map.groupBy([...left], (at) => nameOf(old[at]?.[side] ?? []))]
  const byContent = new Map(
    alike.map(([content, rows]) => {
      const ours = new Set(rows.map((at) => nameOf(old[at]?.now ?? [])))
      return [content, { rows, apart: ours.size > 1 }]
    }),
  )
  for (const after of free) {
    const same = byContent.get(nameOf(fresh[after]?.read ?? []))
    const before = same?.rows.shift()
    if (before !== undefined) join(before, after, same?.apart !== true)
  }
}

function pairNearest(
  old: readonly RowTexts[],
  fresh: readonly RowTexts[],
  left: ReadonlySet<number>,
  free: ReadonlySet<number>,
  join: Join,
): void {
  const candidates = [...left].flatMap((before) =>
    [...free].flatMap((after) => {
      const { shared, differ } = likeness(old[before], fresh[after])
      return shared === 0 ? [] : [{ before, after, differ, shared }]
    }),
  )
  candidates.sort(
    (one, two) =>
      one.differ - two.differ ||
      Math.abs(one.before - one.after) - Math.abs(two.before - two.after) ||
      one.before - two.before ||
      one.after - two.after,
  )
  const ties = (one: (typeof candidates)[number]): boolean =>
    candidates.some(
      (other) =>
        other !== one &&
        other.differ === one.differ &&
        (other.before === one.before || other.after === one.after) &&
        left.has(other.before) &&
        free.has(other.after),
    )
  for (const one of candidates) {
    if (!left.has(one.before) || !free.has(one.after)) continue
    join(one.before, one.after, !ties(one) && one.shared > one.differ)
  }
}

function pairInOrder(left: ReadonlySet<number>, free: ReadonlySet<number>, join: Join): void {
  const rest = [...free]
  for (const before of left) {
    const after = rest.shift()
    if (after === undefined) return
    join(before, after, false)
  }
}

/** Counts cells that are equal (original or edited) and not blank, and cells that differ. */
function likeness(
  old: RowTexts | undefined,
  fresh: RowTexts | undefined,
): { shared: number; differ: number } {
  let shared = 0
  let differ = 0
  for (const [at, text] of (fresh?.read ?? []).entries()) {
    const same = text === old?.read[at] || text === old?.now[at]
    if (!same) differ += 1
    else if (text !== '') shared += 1
  }
  return { shared, differ }
}
