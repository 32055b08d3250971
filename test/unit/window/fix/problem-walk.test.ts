// Tests the next and previous problem: each is visited once per round in both directions, loaded or not.
import { describe, expect, it } from 'vitest'
import type { GridColumnPlan } from '../../../../renderer/steps/fix/grid/columns/grid-columns.ts'
import {
  nextProblem,
  type GridCellPlace,
} from '../../../../renderer/steps/fix/grid/selection/problem-walk.ts'
import { createRowList, pageSize, type RowList } from '../../../../renderer/steps/fix/grid/rows/row-list.ts'
import { gridRow, type GridRow } from '../../../../shared/contract/views.ts'

type Given = { readonly code?: string; readonly columns: readonly number[]; readonly stale?: boolean }
const cellPlan = (index: number): GridColumnPlan => ({
  kind: 'cell',
  id: String(index),
  title: String(index),
  field: null,
  index,
  key: false,
  width: 80,
})
const plans: readonly GridColumnPlan[] = [
  { kind: 'row', id: 'row', title: 'Row', width: 40 },
  { kind: 'state', id: 'state', title: 'State', width: 80 },
  cellPlan(0),
  cellPlan(1),
]

function rowOf(row: number, problems: readonly Given[]): GridRow {
  return gridRow.parse({
    row,
    cells: ['a', 'b'],
    edited: [],
    account: null,
    stray: null,
    problems: problems.map(({ code = 'required', columns, stale = false }, id) => ({
      id,
      columns,
      stale,
      overruling: null,
      code,
      source: 'validate',
      attr: null,
      message: 'Wrong.',
    })),
  })
}

async function listOf(total: number, problems: Readonly<Record<number, readonly Given[]>>): Promise<RowList> {
  const rows = Array.from({ length: total }, (_, at) => rowOf(at + 2, problems[at] ?? []))
  const list = createRowList({
    page: (offset, limit) => Promise.resolve({ total, rows: rows.slice(offset, offset + limit) }),
    ofAccount: () => Promise.resolve([]),
  })
  await list.start()
  return list
}

async function walk(list: RowList, step: 1 | -1, times: number, code?: string): Promise<string[]> {
  let from: GridCellPlace = { row: 0, column: 0 }
  const seen: string[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const next = await nextProblem({ list, plans, from, step, code })
    if (next === null) return seen
    from = next
    seen.push(`${next.row}:${next.column}`)
  }
  return seen
}

const far = pageSize * 2 + 5
const some = {
  0: [{ columns: [1] }],
  3: [{ columns: [] }, { columns: [0, 1] }],
  [far]: [{ code: 'blank', columns: [0] }],
}

describe('going to the next problem', () => {
  it('visits each in reading order, across rows that are not loaded, and wraps around', async () => {
    const list = await listOf(far + 20, some)
    expect(list.rowAt(far)).toBeUndefined()
    expect(await walk(list, 1, 6)).toEqual(['0:3', '3:1', '3:2', '3:3', `${far}:2`, '0:3'])
  })

  it('visits the same problems backwards', async () => {
    const list = await listOf(far + 20, some)
    expect(await walk(list, -1, 6)).toEqual([`${far}:2`, '3:3', '3:2', '3:1', '0:3', `${far}:2`])
  })

  it('with a code visits only problems with that code', async () => {
    expect(await walk(await listOf(far + 20, some), 1, 2, 'blank')).toEqual([`${far}:2`])
  })

  it('skips rejections of data that was changed since', async () => {
    const list = await listOf(5, { 1: [{ columns: [0], stale: true }], 2: [{ columns: [1] }] })
    expect(await walk(list, 1, 1)).toEqual(['2:3'])
  })

  it('stops at the only problem', async () => {
    const list = await listOf(3, { 1: [{ columns: [0] }] })
    expect(await walk(list, 1, 5)).toEqual(['1:2'])
  })

  it('finds nothing in a list without problems or without rows', async () => {
    expect(await walk(await listOf(3, {}), 1, 1)).toEqual([])
    expect(await walk(await listOf(0, {}), -1, 1)).toEqual([])
  })
})
