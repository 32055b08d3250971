// Spreadsheet key bindings: maps key presses to moves and their targets. The grid library handles plain arrows, Tab
// and typing; this module handles jumps, extending, selecting and filling. Pure functions.
export type Cell = readonly [column: number, row: number]
export type Range = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
/** `edge`: of the filled cells; `line`: the row's ends; `corner`: of the sheet; `step`: one cell. */
export type GridMove = {
  readonly to: 'edge' | 'page' | 'line' | 'corner' | 'step'
  readonly x: -1 | 0 | 1
  readonly y: -1 | 0 | 1
  /** The selection grows to there; its first cell stays. */
  readonly extend: boolean
}
export type GridAct =
  | ({ readonly do: 'move' } & GridMove)
  | { readonly do: 'all' | 'row' | 'column' | 'one' | 'clear' | 'fillDown' | 'fillRight' }

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const arrows: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1] | undefined>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
const pages: Readonly<Record<string, -1 | 1 | undefined>> = { PageUp: -1, PageDown: 1 }
const ends: Readonly<Record<string, -1 | 1 | undefined>> = { Home: -1, End: 1 }
const chords: Readonly<Record<string, 'all' | 'fillDown' | 'fillRight' | 'column' | undefined>> = {
  a: 'all',
  d: 'fillDown',
  r: 'fillRight',
  ' ': 'column',
}
const bare: Readonly<Record<string, 'clear' | 'one' | undefined>> = {
  Delete: 'clear',
  Backspace: 'clear',
  Escape: 'one',
}

/** Null: not one of these keys; the library may handle it. */
export function actOf(press: Press): GridAct | null {
  const { key, shiftKey: extend, altKey } = press
  const mod = press.ctrlKey || press.metaKey
  if (altKey) return null
  const arrow = arrows[key]
  if (arrow !== undefined) return mod ? { do: 'move', to: 'edge', x: arrow[0], y: arrow[1], extend } : null
  const end = ends[key]
  if (end !== undefined) {
    return mod
      ? { do: 'move', to: 'corner', x: end, y: end, extend }
      : { do: 'move', to: 'line', x: end, y: 0, extend }
  }
  const page = pages[key]
  if (page !== undefined) return mod ? null : { do: 'move', to: 'page', x: 0, y: page, extend }
  if (mod) {
    const chord = extend ? undefined : chords[key.toLowerCase()]
    return chord === undefined ? null : { do: chord }
  }
  if (key === 'Enter' && extend) return { do: 'move', to: 'step', x: 0, y: -1, extend: false }
  if (key === ' ' && extend) return { do: 'row' }
  const plain = extend ? undefined : bare[key]
  return plain === undefined ? null : { do: plain }
}

/** The cell of a selection that moves when it grows: the corner across from its first cell. */
export function movingEnd([column, row]: Cell, { x, y, width, height }: Range): Cell {
  return [column === x ? x + width - 1 : x, row === y ? y + height - 1 : y]
}

export function rangeBetween(one: Cell, other: Cell): Range {
  const x = Math.min(one[0], other[0])
  const y = Math.min(one[1], other[1])
  return { x, y, width: Math.abs(one[0] - other[0]) + 1, height: Math.abs(one[1] - other[1]) + 1 }
}

/**
 * Where a jump from `from` ends: at the last filled place of those that touch it, else at the next filled one, else
 * at the end. `isFilled` may not know a place (null): the jump ends there, for the caller to look and ask again.
 */
export function edgeFrom(
  from: number,
  step: 1 | -1,
  limits: { readonly first: number; readonly last: number },
  isFilled: (place: number) => boolean | null,
): { readonly at: number; readonly unknown: boolean } {
  const end = step === 1 ? limits.last : limits.first
  if (from === end) return { at: from, unknown: false }
  const next = isFilled(from + step)
  if (next === null) return { at: from + step, unknown: true }
  const within = isFilled(from) === true && next
  for (let at = from + step; ; at += step) {
    if (at === end) return { at, unknown: false }
    const ahead = isFilled(at + step)
    if (ahead === null) return { at: at + step, unknown: true }
    if (within && !ahead) return { at, unknown: false }
    if (!within && isFilled(at) === true) return { at, unknown: false }
  }
}

/**
 * Target of a move that does not depend on cell contents. `columns`, `rows`: their numbers; column 0 is never
 * entered.
 */
export function moved(
  from: Cell,
  move: GridMove,
  { columns, rows, page }: { readonly columns: number; readonly rows: number; readonly page: number },
): Cell {
  const limit = (value: number, least: number, most: number): number =>
    Math.max(least, Math.min(Math.max(least, most), value))
  const far = move.to === 'corner' || move.to === 'line' ? Math.max(columns, rows) : 1
  const down = move.to === 'page' ? page : far
  return [limit(from[0] + move.x * far, 1, columns - 1), limit(from[1] + move.y * down, 0, rows - 1)]
}
