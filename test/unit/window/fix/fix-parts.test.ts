// Tests the pure parts of the Fix step other than its URL: the day of a hold, the history of edits, a cell's
// filters, and the view settings stored in the browser.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readChoices } from '../../../../renderer/app/display/display-choices.ts'
import { filtersFrom } from '../../../../renderer/steps/fix/grid/menu/cell-filters.ts'
import { stepsTo } from '../../../../renderer/steps/fix/edits/edit-steps.ts'
import { editPlace } from '../../../../renderer/steps/fix/edits/edit-words.ts'
import type { GridColumnPlan } from '../../../../renderer/steps/fix/grid/columns/grid-columns.ts'
import { startOfDay } from '../../../../renderer/components/fields/local-day.ts'
import { holdWords } from '../../../../renderer/steps/fix/account/hold-words.ts'
import { createRowList } from '../../../../renderer/steps/fix/grid/rows/row-list.ts'
import { editView, gridRow } from '../../../../shared/contract/views.ts'

describe('the day of a hold', () => {
  it('is shown, and shown differently once it has come', () => {
    const day = startOfDay({ year: 2026, month: 12, day: 3 })
    expect(holdWords(null, day)).toEqual({ words: 'Held', due: false })
    expect(holdWords(day, day - 1)).toMatchObject({ due: false })
    expect(holdWords(day, day - 1).words).toMatch(/^Held until .*2026/)
    expect(holdWords(day, day)).toMatchObject({ due: true })
    expect(holdWords(day, day).words).toMatch(/^Hold is due: .*2026$/)
  })
})

describe('going back to an edit', () => {
  const edit = (id: number, undone: boolean, replaced = false) =>
    editView.parse({
      id,
      at: 0,
      words: `Edit ${id}`,
      operator: 'Priya',
      cells: 1,
      accounts: 1,
      first: { sheet: 0, row: 4, column: 7 },
      undone,
      replaced,
    })

  it('undoes that edit and all later ones, or redoes it and all edits undone before it', () => {
    const history = [edit(5, true), edit(4, true), edit(3, false), edit(2, false), edit(1, false)]
    expect(history.map((one) => stepsTo(history, one))).toEqual([2, 1, 1, 2, 3])
  })
  it('passes over undone edits that another change has replaced', () => {
    const history = [edit(4, true), edit(3, false), edit(2, true, true), edit(1, false)]
    expect(history.filter(({ replaced }) => !replaced).map((one) => stepsTo(history, one))).toEqual([1, 1, 2])
  })
  it('names the place of an edit, or where it begins', () => {
    const sheets = [{ position: 0, info: { columns: [{ index: 7, name: 'Phone 1' }] } }]
    const one = edit(1, false)
    expect(editPlace(one, sheets)).toBe('Phone 1, row 4')
    expect(editPlace({ ...one, cells: 12 }, sheets)).toBe('from Phone 1, row 4')
    expect([editPlace({ ...one, first: null }, sheets), editPlace(one, [])]).toEqual([null, null])
  })
})

describe('the filters of a cell', () => {
  const titles = new Map([
    ['customers.*', 'Customer'],
    ['customers.*.landline', 'Landline number'],
  ])
  const plan: GridColumnPlan = {
    kind: 'cell',
    id: 'c3',
    title: 'Tel',
    field: 'customers.1.landline',
    index: 3,
    key: false,
    width: 90,
  }
  const row = gridRow.parse({
    row: 7,
    cells: ['N-1', '', '', '0123'],
    edited: [],
    account: {
      id: 12,
      key: 'N-1',
      state: 'invalid',
      outcome: null,
      held: null,
      heldUntil: null,
      excluded: false,
    },
    stray: null,
    problems: [
      {
        id: 1,
        source: 'local',
        attr: 'customers.1.landline',
        code: 'invalid_phone_number',
        message: 'No.',
        columns: [3],
        stale: false,
        overruling: null,
      },
      {
        id: 2,
        source: 'validate',
        attr: null,
        code: 'old',
        message: 'Once.',
        columns: [3],
        stale: true,
        overruling: null,
      },
    ],
  })

  it('are its problem, its column, the field of every item, its value, its text and its account', () => {
    expect(filtersFrom(plan, row, titles).map(({ changes }) => changes)).toMatchObject([
      { code: 'invalid_phone_number', column: '3', field: null },
      { code: null, column: '3', field: null },
      { code: null, column: null, field: 'customers.*.landline' },
      { values: '3:["0123"]' },
      { text: '0123' },
      { account: '12' },
    ])
  })

  it('name the field by its title', () => {
    expect(filtersFrom(plan, null, titles).map(({ words }) => words)).toEqual([
      'Only rows with problems in Tel',
      'Only accounts with problems of Customers · Landline number',
    ])
  })

  it('cover only the column in its header, and only the problems and the account in the state column', () => {
    expect(filtersFrom(plan, null, titles)).toHaveLength(2)
    const state: GridColumnPlan = { kind: 'state', id: 'state', title: 'State', width: 90 }
    expect(filtersFrom(state, row, titles).map(({ changes }) => changes)).toEqual([{ account: '12' }])
  })
})

describe('the rows of a list being edited', () => {
  /** Twelve rows of twelve accounts; the engine returns those that still have errors. */
  function engineOf() {
    const states = new Map(Array.from({ length: 12 }, (_, at) => [at + 1, 'invalid']))
    const calls = { pages: 0, accounts: 0 }
    const rowOf = (row: number) =>
      gridRow.parse({
        row,
        cells: [],
        edited: [],
        account: {
          id: row,
          key: `K${row}`,
          state: states.get(row),
          outcome: null,
          held: null,
          heldUntil: null,
          excluded: false,
        },
        stray: null,
        problems: [],
      })
    const list = createRowList({
      page: (offset, limit) => {
        calls.pages += 1
        const rows = [...states].filter(([, state]) => state === 'invalid').map(([row]) => rowOf(row))
        return Promise.resolve({ total: rows.length, rows: rows.slice(offset, offset + limit) })
      },
      ofAccount: (account) => {
        calls.accounts += 1
        return Promise.resolve([rowOf(account)])
      },
    })
    return { list, states, calls }
  }

  it('keep their place and are read again in one page; those that no longer match are read by account', async () => {
    const { list, states, calls } = engineOf()
    await list.start()
    list.lay([{ row: 3, column: 0, text: 'x' }])()
    for (const row of [1, 3, 8]) states.set(row, 'unvalidated')
    calls.pages = 0
    expect(await list.follow(4, 9, 3)).toBe(true)
    const shown = Array.from({ length: 12 }, (_, at) => list.rowAt(at))
    expect(shown.map((row) => row?.row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(shown[7]?.account?.state).toBe('unvalidated')
    expect(calls).toEqual({ pages: 1, accounts: 1 })
  })
})

describe('the display settings in the browser', () => {
  const usual = readChoices(null)

  it('are restored if they are valid', () => {
    expect(usual).toMatchObject({ causesShown: true, accountShown: true, railNarrow: null })
    const kept = readChoices(JSON.stringify({ causesShown: false, causesWidth: 260, other: 'x' }))
    expect(kept).toEqual({ ...usual, causesShown: false, causesWidth: 260 })
  })

  it('fall back to the defaults if the browser holds anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(Object.keys(readChoices(text))).toEqual(Object.keys(usual))
      }),
    )
    expect(readChoices('{"causesWidth":-4,"causesShown":"no"}')).toEqual(usual)
    expect(readChoices('null')).toEqual(usual)
  })
})
