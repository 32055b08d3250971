// Tests that the grid's keys are those of a spreadsheet: the action of each key, and the target of a jump through
// filled and blank cells.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  actOf,
  edgeFrom,
  type GridMove,
  moved,
  movingEnd,
  rangeBetween,
} from '../../../../renderer/steps/fix/grid/selection/grid-keys.ts'

type Held = {
  readonly ctrl?: boolean
  readonly shift?: boolean
  readonly alt?: boolean
  readonly meta?: boolean
}
const press = (key: string, { ctrl = false, shift = false, alt = false, meta = false }: Held = {}) =>
  actOf({ key, ctrlKey: ctrl, shiftKey: shift, altKey: alt, metaKey: meta })

describe('a key press', () => {
  it.each([
    ['ArrowDown', { ctrl: true }, { do: 'move', to: 'edge', x: 0, y: 1, extend: false }],
    ['ArrowLeft', { ctrl: true, shift: true }, { do: 'move', to: 'edge', x: -1, y: 0, extend: true }],
    ['ArrowUp', { meta: true }, { do: 'move', to: 'edge', x: 0, y: -1, extend: false }],
    ['Home', {}, { do: 'move', to: 'line', x: -1, y: 0, extend: false }],
    ['End', { shift: true }, { do: 'move', to: 'line', x: 1, y: 0, extend: true }],
    ['Home', { ctrl: true }, { do: 'move', to: 'corner', x: -1, y: -1, extend: false }],
    ['End', { ctrl: true, shift: true }, { do: 'move', to: 'corner', x: 1, y: 1, extend: true }],
    ['PageDown', {}, { do: 'move', to: 'page', x: 0, y: 1, extend: false }],
    ['PageUp', { shift: true }, { do: 'move', to: 'page', x: 0, y: -1, extend: true }],
    ['Enter', { shift: true }, { do: 'move', to: 'step', x: 0, y: -1, extend: false }],
    ['a', { ctrl: true }, { do: 'all' }],
    [' ', { ctrl: true }, { do: 'column' }],
    [' ', { shift: true }, { do: 'row' }],
    ['Delete', {}, { do: 'clear' }],
    ['Backspace', {}, { do: 'clear' }],
    ['d', { ctrl: true }, { do: 'fillDown' }],
    ['R', { ctrl: true }, { do: 'fillRight' }],
    ['Escape', {}, { do: 'one' }],
  ] as const)('of %s with %o is handled by the grid', (key, held, act) => {
    expect(press(key, held)).toEqual(act)
  })

  it.each([
    ['a letter', 'x', {}],
    ['a plain arrow', 'ArrowDown', {}],
    ['an arrow with Shift', 'ArrowDown', { shift: true }],
    ['Enter', 'Enter', {}],
    ['Tab', 'Tab', {}],
    ['a shortcut of the step', 'z', { ctrl: true }],
    ['Alt and an arrow, which goes back a page', 'ArrowLeft', { alt: true }],
    ['Ctrl+Shift+R, which reloads the page', 'r', { ctrl: true, shift: true }],
  ] as const)('of %s is not handled', (_, key, held) => {
    expect(press(key, held)).toBeNull()
  })
})

/**
 * The rule of spreadsheets in other words: through a run of filled cells to its end, over a run of blanks to the
 * next filled cell.
 */
function edgeInWords(cells: readonly boolean[], from: number, step: 1 | -1): number {
  const ahead = step === 1 ? cells.slice(from + 1) : cells.slice(0, from).reverse()
  if (ahead.length === 0) return from
  const runs = cells[from] === true && ahead[0] === true
  const found = runs ? ahead.indexOf(false) - 1 : ahead.indexOf(true)
  const steps = found < 0 ? ahead.length : found + 1
  return from + step * steps
}

describe('a jump', () => {
  const column = fc.array(fc.boolean(), { minLength: 1, maxLength: 30 })

  it('ends where a spreadsheet ends it', () => {
    fc.assert(
      fc.property(column, fc.nat(29), fc.constantFrom(1 as const, -1 as const), (cells, at, step) => {
        const from = Math.min(at, cells.length - 1)
        const limits = { first: 0, last: cells.length - 1 }
        const { at: end } = edgeFrom(from, step, limits, (place) => cells[place] ?? false)
        expect(end).toBe(edgeInWords(cells, from, step))
      }),
      { numRuns: 500 },
    )
  })

  it('stops at the first cell that is not loaded, and continues to the same end once it is loaded', () => {
    fc.assert(
      fc.property(column, fc.nat(29), fc.nat(29), (cells, at, loaded) => {
        const from = Math.min(at, cells.length - 1)
        const limits = { first: 0, last: cells.length - 1 }
        const known = (upTo: number) => (place: number) => (place > upTo ? null : (cells[place] ?? false))
        let end = from + loaded
        let found = edgeFrom(from, 1, limits, known(end))
        while (found.unknown) {
          expect(found.at).toBe(end + 1)
          end = found.at
          found = edgeFrom(from, 1, limits, known(end))
        }
        expect(found.at).toBe(edgeInWords(cells, from, 1))
      }),
    )
  })
})

describe('a selection', () => {
  const cell = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.nat(1000))

  it('extends from its first cell to the moving end in both directions', () => {
    fc.assert(
      fc.property(cell, cell, (first, end) => {
        const range = rangeBetween(first, end)
        expect(movingEnd(first, range)).toEqual(end)
      }),
    )
  })

  it('never leaves the sheet and never enters the column of row numbers', () => {
    const move = fc.record<GridMove>({
      to: fc.constantFrom('page', 'line', 'corner', 'step'),
      x: fc.constantFrom(-1, 0, 1),
      y: fc.constantFrom(-1, 0, 1),
      extend: fc.boolean(),
    })
    fc.assert(
      fc.property(cell, move, fc.integer({ min: 1, max: 1001 }), (from, how, rows) => {
        const start = [from[0], Math.min(from[1], rows - 1)] as const
        const [column, row] = moved(start, how, { columns: 21, rows, page: 30 })
        expect(column).toBeGreaterThanOrEqual(1)
        expect(column).toBeLessThan(21)
        expect(row).toBeGreaterThanOrEqual(0)
        expect(row).toBeLessThan(rows)
      }),
    )
  })
})
