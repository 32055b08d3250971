// Column plan of the grid: row number, key, account state, pinned columns, then the sheet's other columns in file
// order, each with the field that it feeds. Widths come from the first rows. Pure functions.
import { joinAttr } from '../../../../../shared/payload/attr-path.ts'
import type { ColumnMapping, LinkedSheet, Mapping } from '../../../../../shared/mapping/file.ts'
import type { GridRow, SheetView } from '../../../../../shared/contract/views.ts'

export type GridColumnPlan =
  | { readonly kind: 'row'; readonly id: string; readonly title: string; readonly width: number }
  | { readonly kind: 'state'; readonly id: string; readonly title: string; readonly width: number }
  | {
      readonly kind: 'cell'
      readonly id: string
      readonly title: string
      /** The field path; null for a column that feeds none. */
      readonly field: string | null
      /** Zero-based in the sheet. */
      readonly index: number
      readonly key: boolean
      readonly width: number
      /** What its texts would need, where the grid has room for that; left out for a width that somebody chose. */
      readonly wanted?: number
      /** Stays at the left while the others scroll. */
      readonly frozen?: boolean
    }

export const mostPinned = 4

/** How many columns stay at the left: those that always do, and pinned ones as far as they leave room to scroll. */
export function frozenIn(plans: readonly GridColumnPlan[], width: number): number {
  const always = plans.filter((plan) => plan.kind !== 'cell').length + 1
  let count = 0
  let used = 0
  for (const plan of plans) {
    used += plan.width
    const fits = count < always || (plan.kind === 'cell' && plan.frozen === true && used < width * 0.7)
    if (!fits) break
    count += 1
  }
  return Math.min(count, plans.length)
}

/** Wider columns than this are hard to read across. */
const mostWanted = 420
/** How far a column grows beyond what its texts need, to use a wide grid. */
const mostGrowth = 1.35

/** The plans with the room that they leave shared out: first to columns whose texts are cut, then to all others. */
export function stretched(plans: readonly GridColumnPlan[], width: number): readonly GridColumnPlan[] {
  const cut = withRoom(plans, width, ({ wanted = 0, width: now }) => Math.max(0, wanted - now))
  return withRoom(cut, width, ({ wanted, width: now }) => (wanted === undefined ? 0 : now * (mostGrowth - 1)))
}

function withRoom(
  plans: readonly GridColumnPlan[],
  width: number,
  need: (plan: GridColumnPlan & { readonly kind: 'cell' }) => number,
): readonly GridColumnPlan[] {
  const room = width - plans.reduce((sum, plan) => sum + plan.width, 0)
  const needs = plans.map((plan) => (plan.kind === 'cell' ? need(plan) : 0))
  const all = needs.reduce((sum, one) => sum + one, 0)
  if (room <= 0 || all === 0) return plans
  const share = Math.min(1, room / all)
  return plans.map((plan, at) => ({ ...plan, width: plan.width + Math.floor((needs[at] ?? 0) * share) }))
}

type Feeds = { readonly fields: Map<string, string>; readonly key: string | null }

function add(fields: Map<string, string>, columns: readonly ColumnMapping[], parent: string): void {
  for (const column of columns) {
    if ('field' in column) fields.set(column.column, joinAttr(parent, column.field))
  }
}

function linkedOf(links: readonly LinkedSheet[], sheet: string, parent: string): Feeds | null {
  for (const link of links) {
    const item = joinAttr(joinAttr(parent, link.list), '*')
    if (link.sheet === sheet) {
      const fields = new Map<string, string>()
      add(fields, link.columns, item)
      const key = typeof link.key === 'string' ? link.key : (link.key[0] ?? null)
      return { fields, key }
    }
    const below = linkedOf(link.linked ?? [], sheet, item)
    if (below !== null) return below
  }
  return null
}

/** Which field each column of a sheet feeds, and which column names the account. */
export function feedsOf(mapping: Mapping | null, sheet: SheetView): Feeds {
  if (mapping === null || sheet.role === 'unused') return { fields: new Map(), key: null }
  if (sheet.role === 'linked')
    return linkedOf(mapping.linked, sheet.info.name, '') ?? { fields: new Map(), key: null }
  const fields = new Map<string, string>()
  add(fields, mapping.columns, '')
  for (const group of mapping.grouped) add(fields, group.columns, joinAttr(group.list, '*'))
  return { fields, key: mapping.key }
}

/** Pixels in the grid's type: capitals and digits are wider than other characters. */
function pixelsOf(text: string): number {
  const wide = text.replaceAll(/[^A-Z0-9]/g, '').length
  return wide * 7.9 + (text.length - wide) * 6.6
}

function widthFor(title: string, texts: readonly string[], most: number): number {
  const wanted = Math.max(pixelsOf(title), ...texts.map(pixelsOf)) + 22
  return Math.round(Math.min(most, Math.max(64, wanted)))
}

const mostUsual = 220

export function planColumns(options: {
  readonly sheet: SheetView
  readonly mapping: Mapping | null
  readonly rows: readonly GridRow[]
  readonly rowTitle: string
  readonly stateTitle: string
  /** Pixels that the longest word of a state needs. */
  readonly stateWidth: number
  readonly resized: Readonly<Record<string, number>>
  /** Zero-based in the sheet. The column that names the account is always shown. */
  readonly hidden: readonly number[]
  readonly pinned: readonly number[]
}): GridColumnPlan[] {
  const { sheet, rows, resized } = options
  const { fields, key } = feedsOf(options.mapping, sheet)
  const plans = sheet.info.columns.map((column): GridColumnPlan & { kind: 'cell' } => {
    const field = fields.get(column.name) ?? null
    const texts = rows.map((row) => row.cells[column.index] ?? '')
    const id = `c${column.index}`
    const more = column.name === key ? 8 : 0
    return {
      kind: 'cell',
      id,
      title: column.name,
      field,
      index: column.index,
      key: column.name === key,
      width: resized[id] ?? widthFor(column.name, texts, mostUsual) + more,
      ...(resized[id] === undefined ? { wanted: widthFor(column.name, texts, mostWanted) + more } : {}),
    }
  })
  const first = plans.find((plan) => plan.key) ?? plans[0]
  const others = plans.filter((plan) => plan !== first && !options.hidden.includes(plan.index))
  const pinned = options.pinned.flatMap((index) => others.filter((plan) => plan.index === index))
  const rowDigits = String(Math.max(sheet.rowCount ?? 0, ...rows.map((row) => row.row), 999)).length
  return [
    { kind: 'row', id: 'row', title: options.rowTitle, width: 20 + rowDigits * 7 },
    ...(first === undefined ? [] : [first]),
    {
      kind: 'state',
      id: 'state',
      title: options.stateTitle,
      width: resized['state'] ?? options.stateWidth,
    },
    ...pinned.map((plan) => ({ ...plan, frozen: true })),
    ...others.filter((plan) => !pinned.includes(plan)),
  ]
}

/** `A`, `Z`, `AA`: a column as spreadsheets name it. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters
  return letters
}
