// Three sides of one cell: the file as it was (old), our edits over it (ours), and the newer file (fresh). The rules are
// total and pure. Nothing is lost by them: an edit of ours is carried over, found done already, overtaken by an edit that
// the newer batch has, or a conflict that a person decides; a text of the newer file stands unless one of these says not.
import type { SheetInfo } from '../sheet/sheet.ts'
import { renamings } from '../mapping/templates/same-column.ts'

/** One cell on its three sides. */
export type CellSides = {
  readonly old: string
  /** The text that our edits put there; null where it was not edited. */
  readonly ours: string | null
  readonly fresh: string
  /** The text that an edit in the newer batch put there already; null where none did. */
  readonly editedHere?: string | null | undefined
}

/**
 * - `same`: nothing to say. - `file`: only the file changed; its text stands. - `carry`: only we edited; ours goes over.
 * - `same_repair`: the customer made the same repair. - `conflict`: both changed it, differently.
 * - `edited_here`: somebody edited the cell in the newer batch already; that stands.
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

/** What a person may choose in a conflict. */
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
  /** How they were found to be the same. */
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

/** Sheets by name, the main ones in any case, and linked ones that fill the same list; columns by name, field, spelling. */
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

/** The list that a linked sheet's rows become items of: what its fields begin with. */
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
  /** As it stands now; the same list where nothing was edited. */
  readonly now: readonly string[]
}
export type RowPair = {
  /** Places in the lists that were given; null: the row is gone, or new. */
  readonly old: number | null
  readonly fresh: number | null
  /** No other row could be meant. */
  readonly certain: boolean
}

/** Above this many rows on a side that are not equal, only their order is looked at. */
const comparedAtMost = 200

/**
 * Which rows of an account are the same row: equal content first, then the least difference, then order.
 * `alone`: there is one row by the nature of the sheet, so it is the same row whatever it says.
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

/** Rows that say the same are taken in order; which of them is which matters only where we edited them apart. */
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

/** Cells that say something and the same (as read or as we made it), and cells that differ. */
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
