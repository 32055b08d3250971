// Tests the target of a pasted block and the choice of visible columns: as in a spreadsheet, skipping columns
// without cells.
import { describe, expect, it } from 'vitest'
import {
  type ColumnChoices,
  readChoices,
  usualColumns,
  withColumns,
} from '../../../../renderer/app/display/display-choices.ts'
import { type CellMark, isOfCause } from '../../../../renderer/steps/fix/grid/drawing/cell-marks.ts'
import { changesIn, landingOf, onlyText } from '../../../../renderer/steps/fix/grid/editing/grid-changes.ts'
import {
  frozenIn,
  type GridColumnPlan,
  planColumns,
  stretched,
} from '../../../../renderer/steps/fix/grid/columns/grid-columns.ts'
import { gridRow, rowProblem, sheetView } from '../../../../shared/contract/views.ts'

const sheet = sheetView.parse({
  file: 0,
  fills: null,
  blankRows: null,
  position: 0,
  role: 'main',
  rowCount: 3,
  info: {
    name: 'Accounts',
    hidden: false,
    headerRow: 1,
    columns: ['Key', 'Name', 'Phone', 'Note', 'Town'].map((name, index) => ({ name, header: name, index })),
  },
})
const titles = (plans: readonly GridColumnPlan[]): string[] => plans.map((plan) => plan.title)

function plansWith(choices: Partial<ColumnChoices>): GridColumnPlan[] {
  const { hidden, pinned, widths } = { ...usualColumns, ...choices }
  const words = { rowTitle: 'Row', stateTitle: 'State', stateWidth: 100 }
  return planColumns({ sheet, mapping: null, rows: [], ...words, hidden, pinned, resized: widths })
}
const rowOf = (row: number, cells: readonly string[]) =>
  gridRow.parse({ row, cells, edited: [], account: null, stray: null, problems: [] })

describe('columns', () => {
  it('are the row, the key and the state, then the pinned columns, then the others that are not hidden', () => {
    expect(titles(plansWith({}))).toEqual(['Row', 'Key', 'State', 'Name', 'Phone', 'Note', 'Town'])
    const plans = plansWith({ hidden: [1], pinned: [4, 2] })
    expect(titles(plans)).toEqual(['Row', 'Key', 'State', 'Town', 'Phone', 'Note'])
    expect(frozenIn(plans, 2_000)).toBe(5)
  })

  it('that name the account are always shown', () => {
    expect(titles(plansWith({ hidden: [0, 1, 2, 3, 4] }))).toEqual(['Row', 'Key', 'State'])
  })

  it('pinned at the left leave room for the others in a narrow grid', () => {
    const plans = plansWith({ pinned: [1, 2, 3, 4], widths: { c1: 300, c2: 300, c3: 300, c4: 300 } })
    expect(frozenIn(plans, 800)).toBe(4)
    expect(frozenIn(plans, 200)).toBe(3)
  })

  it('use a wide grid: first where texts are cut, then evenly, and never beyond it or against a person’s width', () => {
    const long = 'x'.repeat(50)
    const words = { rowTitle: 'Row', stateTitle: 'State', stateWidth: 100, hidden: [], pinned: [] }
    const rows = [rowOf(2, ['A-1', long, '020', 'note', 'York'])]
    const plans = planColumns({ sheet, mapping: null, rows, ...words, resized: { c3: 150 } })
    const widthOf = (all: readonly GridColumnPlan[], id: string) =>
      all.find((plan) => plan.id === id)?.width ?? 0
    const all = (some: readonly GridColumnPlan[]) => some.reduce((sum, { width }) => sum + width, 0)
    expect(stretched(plans, all(plans))).toEqual(plans)
    const little = stretched(plans, all(plans) + 100)
    expect(widthOf(little, 'c1')).toBe(widthOf(plans, 'c1') + 100)
    const much = stretched(plans, 2_000)
    expect(widthOf(much, 'c1')).toBeGreaterThan(long.length * 6.9)
    expect(widthOf(much, 'c2')).toBeGreaterThan(widthOf(plans, 'c2'))
    expect([widthOf(much, 'c3'), widthOf(much, 'row'), all(much) <= 2_000]).toEqual([
      150,
      widthOf(plans, 'row'),
      true,
    ])
  })

  it('keep the width that a person gave them', () => {
    expect(plansWith({ widths: { c1: 333 } }).find((plan) => plan.id === 'c1')?.width).toBe(333)
  })
})

describe('the display choices of columns', () => {
  const chosen: ColumnChoices = { hidden: [1, 2], pinned: [3], widths: { c3: 200 } }

  it('are read back as saved, and any other content gives the defaults', () => {
    const kept = JSON.stringify({ fixColumns: withColumns({}, '1:0', chosen) })
    expect(readChoices(kept).fixColumns['1:0']).toEqual(chosen)
    expect(
      readChoices('{"fixColumns":{"1:0":{"hidden":["x"],"pinned":[1,2,3,4,5]}}}').fixColumns['1:0'],
    ).toEqual(usualColumns)
  })

  it('are deleted once all are defaults again', () => {
    expect(withColumns({ '1:0': chosen }, '1:0', usualColumns)).toEqual({})
  })

  it('of the oldest sheets are deleted when the size limit is reached', () => {
    let kept: Record<string, ColumnChoices> = {}
    for (let batch = 1; batch <= 200; batch += 1) kept = withColumns(kept, `${batch}:0`, chosen)
    expect(JSON.stringify(kept).length).toBeLessThan(6_500)
    expect(kept['200:0']).toEqual(chosen)
    expect(kept['1:0']).toBeUndefined()
  })
})

describe('a pasted block', () => {
  const plans = plansWith({})
  const one = { width: 1, height: 1 }

  it('starts at the first cell and skips the state column', () => {
    const landing = landingOf([['K', 'N', 'P']], [1, 0], one, plans, 3)
    expect(landing).toMatchObject({ columns: [0, 1, 2], height: 1, left: [] })
    expect([0, 1, 2].map((right) => landing.textOf(0, right))).toEqual(['K', 'N', 'P'])
  })

  it('names the texts that fall outside', () => {
    const landing = landingOf(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      [6, 2],
      one,
      plans,
      3,
    )
    expect(landing).toMatchObject({ columns: [4], height: 1, left: ['b', 'c', 'd'] })
  })

  it('fills a selection that is a multiple of its size repeatedly', () => {
    const landing = landingOf([['x'], ['y']], [3, 0], { width: 2, height: 4 }, plans, 10)
    expect(landing).toMatchObject({ columns: [1, 2], height: 4 })
    expect([0, 1, 2, 3].map((down) => landing.textOf(down, 1))).toEqual(['x', 'y', 'x', 'y'])
    expect(landingOf([['x'], ['y']], [3, 0], { width: 1, height: 3 }, plans, 10).height).toBe(2)
  })

  it('of one cell is one text', () => {
    expect(onlyText([['x']])).toBe('x')
    expect(onlyText([['x', 'y']])).toBeNull()
  })

  it('changes only cells with another text, and none where a line is too short', () => {
    const rows = [rowOf(2, ['k', 'same', 'old']), rowOf(3, ['k', 'same'])]
    const landing = landingOf([['same', 'new'], ['same']], [3, 0], one, plans, 2)
    expect(changesIn(rows, landing.columns, 0, landing.textOf)).toEqual([
      { sheet: 0, row: 2, column: 2, text: 'new' },
    ])
  })
})

describe('the fill of cells with problems', () => {
  it('is that of the chosen cause; without one, and for other causes, a cell has its corner only', () => {
    const problem = (code: string) => ({ source: 'local', attr: null, code, message: code })
    const mark = (...codes: readonly string[]): CellMark => ({
      tone: 'bad',
      problems: codes.map((code) => ({
        ...rowProblem.parse({ ...problem(code), id: 1, columns: [2], stale: false, overruling: null }),
      })),
    })
    expect(isOfCause(mark('invalid'), 2, {})).toBe(false)
    expect(isOfCause(mark('invalid', 'required'), 2, { code: 'required' })).toBe(true)
    expect(isOfCause(mark('invalid'), 2, { code: 'required' })).toBe(false)
    expect(isOfCause(mark('required'), 2, { code: 'required', column: 3 })).toBe(false)
    expect(isOfCause(mark('required'), 2, { column: 2 })).toBe(true)
  })
})
