// Tests a selection after the list of rows changed: it keeps the chosen rows at their new places, or fewer of them. Also
// that a list stays in which something was typed.
import { CompactSelection, type GridSelection } from '@glideapps/glide-data-grid'
import { describe, expect, it } from 'vitest'
import { followedIn, heldIn } from '../../../../renderer/steps/fix/grid/selection/held-rows.ts'
import { createRowList } from '../../../../renderer/steps/fix/grid/rows/row-list.ts'
import { gridRow } from '../../../../shared/contract/views.ts'

/** A list of these row numbers, which the test may change and reload. */
async function listOf(numbers: number[]) {
  const list = createRowList({
    page: (offset, limit) => {
      const rows = numbers
        .slice(offset, offset + limit)
        .map((row) => gridRow.parse({ row, cells: [], edited: [], account: null, stray: null, problems: [] }))
      return Promise.resolve({ total: numbers.length, rows })
    },
    ofAccount: () => Promise.resolve([]),
  })
  await list.start()
  return list
}

function selected(y: number, height: number, at = y): GridSelection {
  return {
    columns: CompactSelection.empty(),
    rows: CompactSelection.empty(),
    current: { cell: [2, at], range: { x: 2, y, width: 3, height }, rangeStack: [] },
  }
}

/** Its position after the list has changed to these rows. */
async function after(
  before: readonly number[],
  selection: GridSelection,
  now: readonly number[],
  areFixed = false,
): Promise<GridSelection['current'] | null> {
  const numbers = [...before]
  const list = await listOf(numbers)
  const held = heldIn(selection, list)
  if (held === null) throw new Error('Nothing is selected')
  numbers.splice(0, numbers.length, ...now)
  await list.reload(0, 40)
  return followedIn(selection, held, list, areFixed)?.current ?? null
}

describe('a list of rows', () => {
  it('is kept when a text is typed while all its rows are on their way', async () => {
    const list = await listOf([1, 2, 3])
    const reload = list.reload(0, 40)
    list.lay([{ row: 2, column: 0, text: 'typed' }])
    await reload
    expect(list.state()).toMatchObject({ loads: 1, kept: true })
    await list.reload(0, 40)
    expect(list.state()).toMatchObject({ loads: 2, kept: false })
  })
})

describe('the selected rows', () => {
  const wide = { x: 2, width: 3 }

  it('are kept while they are still adjacent', async () => {
    const now = await after([1, 2, 3, 4], selected(1, 2), [9, 8, 1, 2, 3, 4])
    expect(now).toMatchObject({ cell: [2, 3], range: { ...wide, y: 3, height: 2 } })
  })

  it('are reduced to the focused row when another row has been inserted between them', async () => {
    const now = await after([1, 2, 3, 4], selected(1, 3, 3), [1, 2, 9, 3, 4])
    expect(now).toMatchObject({ cell: [2, 4], range: { x: 2, y: 4, width: 1, height: 1 } })
  })

  it('are reduced when one of them has left the list, even if the same number of rows is there', async () => {
    const now = await after([1, 2, 3, 4], selected(0, 3), [1, 2, 4])
    expect(now).toMatchObject({ cell: [2, 0], range: { y: 0, height: 1 } })
  })

  it('are cleared when the focused row has left the list', async () => {
    expect(await after([1, 2, 3], selected(1, 1), [1, 3])).toBeNull()
    expect(await after([1, 2, 3], selected(2, 1), [1, 2])).toBeNull()
  })

  it('that are not loaded any more are kept only if rows have fixed positions', async () => {
    const numbers = Array.from({ length: 1_000 }, (_, at) => at + 1)
    const long = selected(0, 1_000)
    expect(await after(numbers, long, numbers, true)).toEqual(long.current)
    expect(await after(numbers, long, numbers)).toMatchObject({ range: { y: 0, height: 1 } })
  })
})
