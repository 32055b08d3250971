// Fills cells from others, down or up and to either side, by keys and by the handle of the selection. Several rows or
// columns are repeated as a pattern. One edit each; very many cells are filled by a rule in the engine.
import { toast } from '../../../../components/notices/toast.tsx'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import { message, type Message } from '../../../../../shared/texts/message.ts'
import { columnsIn, readRows } from '../rows/grid-reach.ts'
import type { Range } from '../selection/grid-keys.ts'
import { runEnd } from '../selection/run-end.ts'
import { mostCells } from './grid-changes.ts'
import { changeByRule, changeCells, columnNameIn, type EditPlace } from './grid-edits.ts'

export const cellsFilled = ({ n }: { readonly n: number }): Message => message('edits.cells_filled', { n })

/** Always from 0 up to the size. */
const within = (place: number, size: number): number => ((place % size) + size) % size

/** Fills the selection's first row down; for a single row, copies the row above. */
export async function fillDown(place: EditPlace, range: Range): Promise<void> {
  const { height } = range
  const top = height === 1 ? range.y - 1 : range.y
  if (top < 0) return toast.notice('info', gridTexts.noneAbove)
  const into = height === 1 ? range : { ...range, y: range.y + 1, height: height - 1 }
  await fillRows(place, { ...range, y: top, height: 1 }, into)
}

/** Fills the selection's first column to the right; for a single column, copies the one to its left. */
export async function fillRight(place: EditPlace, range: Range): Promise<void> {
  const { plans } = place
  const inside = columnsIn(plans, range)
  const before = columnsIn(plans, { ...range, x: 0, width: range.x }).at(-1)
  const from = inside.length > 1 ? inside[0] : before
  const into = inside.length > 1 ? inside.slice(1) : inside
  if (from === undefined || into.length === 0) return toast.notice('info', gridTexts.noneLeft)
  await fillColumns(place, [from], into, range, 0)
}

/** By the handle: `from` was selected, `whole` is what it was dragged to; it grows in one direction. */
export async function fillByHandle(place: EditPlace, from: Range, whole: Range): Promise<void> {
  const { plans } = place
  if (whole.height > from.height) {
    const isUp = whole.y < from.y
    const y = isUp ? whole.y : from.y + from.height
    return fillRows(place, from, { ...from, y, height: whole.height - from.height })
  }
  const isLeft = whole.x < from.x
  const x = isLeft ? whole.x : from.x + from.width
  const columns = columnsIn(plans, from)
  const into = columnsIn(plans, { ...from, x, width: whole.width - from.width })
  if (into.length > 0) await fillColumns(place, columns, into, from, isLeft ? -into.length : 0)
}

/**
 * Fills down as far as the nearest column beside the selection is filled without a gap, first the one on the left.
 * Returns the range that is filled then; null: there is nothing to fill.
 */
export async function fillToEnd(place: EditPlace, range: Range): Promise<Range | null> {
  const { list, plans } = place
  const left = columnsIn(plans, { ...range, x: 0, width: range.x }).at(-1)
  const right = columnsIn(plans, { ...range, x: range.x + range.width, width: plans.length })[0]
  const bottom = range.y + range.height - 1
  for (const column of [left, right]) {
    if (column === undefined) continue
    const end = await runEnd(list, column, bottom)
    if (end === null) {
      toast.notice('info', gridTexts.fillTooFar)
      return null
    }
    if (end === bottom) continue
    const whole = { ...range, height: end - range.y + 1 }
    await fillByHandle(place, range, whole)
    return whole
  }
  toast.notice('info', gridTexts.noneBeside)
  return null
}

async function fillRows(place: EditPlace, from: Range, into: Range): Promise<void> {
  const { list, source } = place
  const columns = columnsIn(place.plans, from)
  if (columns.length === 0) return
  const cells = columns.length * into.height
  const [only] = columns
  const isSmall = cells <= mostCells && columns.length * from.height <= mostCells
  if (!isSmall && (only === undefined || columns.length > 1 || from.height > 1))
    return toast.notice('warning', gridTexts.oneColumn({ most: mostCells }))
  const read = await readRows(list, source, from.y, from.height).catch(toast.failed)
  if (read === undefined) return
  if (!read.ok) return toast.notice('warning', read.message)
  const rows = read.value
  const textOf = (down: number, column: number): string => {
    const row = rows[within(into.y + down - from.y, from.height)]
    return row === undefined ? '' : list.textAt(row, column).text
  }
  if (isSmall)
    return changeCells(place, into, columns, cellsFilled, (down, right) => textOf(down, columns[right] ?? -1))
  const text = textOf(0, only ?? -1)
  await changeByRule(place, into, columns, {
    fix: text === '' ? { kind: 'clear' } : { kind: 'set', text },
    words: message('edits.columns_filled', { column: columnNameIn(place, only ?? -1), n: 1 }),
    title: gridTexts.fillTitle({ n: cells }),
    verb: gridTexts.fill,
  })
}

/** `first`: the place of the first filled column in the repeated pattern. */
async function fillColumns(
  place: EditPlace,
  from: readonly number[],
  into: readonly number[],
  range: Range,
  first: number,
): Promise<void> {
  const { list } = place
  const cells = into.length * range.height
  const [only] = from
  if (only === undefined) return
  if (cells <= mostCells)
    return changeCells(place, range, into, cellsFilled, (_, right, row) => {
      const column = from[within(first + right, from.length)]
      return list.textAt(row, column ?? only).text
    })
  if (from.length > 1) return toast.notice('warning', gridTexts.oneColumn({ most: mostCells }))
  await changeByRule(place, range, into, {
    fix: { kind: 'take', column: only, onlyEmpty: false },
    words: message('edits.columns_filled', { column: columnNameIn(place, into[0] ?? 0), n: into.length }),
    title: gridTexts.takeTitle({ n: cells }),
    verb: gridTexts.fill,
  })
}
