// Tests that the URL fully describes the Fix step: a chosen cause can be linked to, reloaded and distinguished from
// others.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountStates, noOutcomes, noStates, outcomes } from '../../../../shared/sending/states.ts'
import { toFix } from '../../../../shared/status/counts.ts'
import {
  countOf,
  filterOf,
  isCause,
  paramsOfCause,
  paramsOfNothing,
  nextSort,
  paramsOfEdit,
  paramsOfProblem,
  paramsOfSheet,
  paramsOfShow,
  paramsOfSort,
  paramsOfCurrentStates,
  paramsOfValues,
  shownCurrentStates,
  shows,
  switchedStates,
  currentStates,
  toFixStates,
  viewOf,
} from '../../../../renderer/steps/fix/fix-view.ts'
import { problemGroup, type ProblemGroup } from '../../../../shared/contract/views.ts'
import { rowFilter, rowSort } from '../../../../shared/fixing/row-filter.ts'

type Changes = Readonly<Record<string, string | null>>

function changed(params: Readonly<Record<string, string>>, changes: Changes): Record<string, string> {
  const kept = Object.entries({ ...params, ...changes }).filter(
    (one): one is [string, string] => one[1] !== null,
  )
  return Object.fromEntries(kept)
}

function groupOf(of: Partial<ProblemGroup>): ProblemGroup {
  return problemGroup.parse({
    code: 'required',
    source: 'local',
    field: null,
    title: 'Required',
    sheet: null,
    column: null,
    problems: 1,
    accounts: 1,
    alone: 1,
    message: 'It is required.',
    stays: null,
    ...of,
  })
}
const groups = fc
  .record({
    code: fc.option(fc.string({ minLength: 1, maxLength: 8 })),
    field: fc.option(fc.constantFrom('customers.*.landline', 'billing_name')),
    sheet: fc.option(fc.nat(3)),
    column: fc.option(fc.nat(40)),
  })
  .map(groupOf)

describe('a cause in the address', () => {
  it('selects the chosen cause', () => {
    fc.assert(
      fc.property(groups, (group) => {
        const view = viewOf(changed({}, paramsOfCause(group)))
        expect(isCause(view.problem, group)).toBe(true)
        expect(view.sheet).toBe(group.sheet)
      }),
    )
  })

  it('selects no other cause', () => {
    const reported = (one: ProblemGroup): string => JSON.stringify([one.code, one.column, one.field])
    fc.assert(
      fc.property(groups, groups, (chosen, other) => {
        fc.pre(reported(chosen) !== reported(other))
        expect(isCause(viewOf(changed({}, paramsOfCause(chosen))).problem, other)).toBe(false)
      }),
    )
  })

  it('about the whole account differs from one of a field without a column with the same code', () => {
    const view = viewOf(changed({}, paramsOfCause(groupOf({ field: null }))))
    expect(isCause(view.problem, groupOf({ field: 'customers.*.landline' }))).toBe(false)
  })

  it('given only by its code, as in a link of the report, matches any field', () => {
    const { problem } = viewOf({ code: 'required' })
    expect(isCause(problem, groupOf({ field: 'billing_name' }))).toBe(true)
    expect(isCause(problem, groupOf({ code: 'blank' }))).toBe(false)
  })

  it('without a code asks for problems without a code, in states in which a problem still exists', () => {
    const filter = filterOf(viewOf(changed({}, paramsOfCause(groupOf({ code: null, column: 0 })))))
    expect(filter).toMatchObject({ code: null, column: 0 })
    expect(filter.states).toEqual(expect.arrayContaining(['invalid', 'rejected', 'done']))
    expect(filter.states).not.toContain('unvalidated')
  })

  it('asks for its field too, so that two causes with the same code have different rows', () => {
    const group = groupOf({ field: 'customers.*.landline', column: 4 })
    expect(filterOf(viewOf(changed({}, paramsOfCause(group))))).toMatchObject({
      code: 'required',
      field: 'customers.*.landline',
      column: 4,
    })
    const whole = filterOf(viewOf(changed({}, paramsOfCause(groupOf({ field: null })))))
    expect(whole).toMatchObject({ field: null })
  })

  it('with a day asks for what the service has reported since then, and alone the day asks for nothing', () => {
    const cause = changed({}, paramsOfCause(groupOf({ field: null })))
    const now = new Date(2026, 2, 1, 15, 30).getTime()
    const since = (day: string): number | undefined => filterOf(viewOf({ ...cause, since: day }), now).since
    expect(since('today')).toBe(new Date(2026, 2, 1).getTime())
    expect(since('yesterday')).toBe(new Date(2026, 1, 28).getTime())
    expect(since('week')).toBe(new Date(2026, 1, 23).getTime())
    expect(since('month')).toBe(new Date(2026, 0, 31).getTime())
    expect(since('tomorrow')).toBeUndefined()
    expect(filterOf(viewOf({ since: 'today' }), now).since).toBeUndefined()
    expect(filterOf(viewOf({ ...cause, since: 'today', account: '3' }), now)).toEqual({ account: 3 })
  })

  it('replaces every other filter, so that all of its rows are shown', () => {
    const cause = paramsOfCause(groupOf({ column: 2 }))
    const alone = filterOf(viewOf(changed({}, cause)))
    expect(alone.outcomes).toBeUndefined()
    const filters = [
      { show: 'changed' },
      { show: 'held' },
      { states: 'unvalidated' },
      { text: 'hill' },
      { values: '1:["a"]' },
      { since: 'today' },
    ]
    for (const filter of filters) expect(filterOf(viewOf(changed(filter, cause)))).toEqual(alone)
  })

  it('is cleared together with a single account when another filter is chosen', () => {
    const cause = paramsOfCause(groupOf({ column: 3, field: 'x' }))
    const before = { ...changed({ account: '12' }, cause), text: 'hill' }
    const after = viewOf(changed(before, paramsOfShow('held')))
    expect(after).toEqual({
      show: 'held',
      currentStates: null,
      problem: null,
      since: null,
      sheet: null,
      text: 'hill',
      account: null,
      values: null,
      edit: null,
      list: null,
      sort: null,
    })
    expect(filterOf(after)).toEqual({ held: true, text: 'hill' })
  })
})

describe('a pasted list in the address', () => {
  it('narrows every quick filter until it is removed', () => {
    const listed = { show: 'all', list: '7' }
    expect(filterOf(viewOf(listed))).toEqual({ list: 7 })
    expect(filterOf(viewOf(changed(listed, paramsOfShow('held'))))).toEqual({ list: 7, held: true })
    expect(filterOf(viewOf(changed(listed, paramsOfShow('fix'))))).toMatchObject({ list: 7, excluded: false })
    expect(filterOf(viewOf(changed(listed, paramsOfNothing)))).toEqual({})
    expect(viewOf({ list: 'x' }).list).toBeNull()
  })
})

describe('states', () => {
  it('begin with the first one that is chosen, instead of adding it to those of "To fix"', () => {
    expect(switchedStates(viewOf({}), 'validated', true)).toEqual(['validated'])
    expect(switchedStates(viewOf({}), 'invalid', false)).toEqual(['invalid'])
    const one = viewOf({ states: 'validated' })
    expect(switchedStates(one, 'queued', true)).toEqual(['validated', 'queued'])
    expect(switchedStates(one, 'validated', false)).toEqual([])
  })

  const chosen = fc.uniqueArray(fc.constantFrom(...currentStates), { minLength: 1 })
  const shown = fc.constantFrom(...shows)

  it('that are chosen are the shown ones, under any quick filter', () => {
    fc.assert(
      fc.property(chosen, shown, (some, show) => {
        const before = changed({}, paramsOfShow(show))
        const view = viewOf(changed(before, paramsOfCurrentStates(viewOf(before), some)))
        expect(new Set(shownCurrentStates(view))).toEqual(new Set(some))
        const { states = [], outcomes: ended = [] } = filterOf(view)
        expect(new Set([...states, ...ended])).toEqual(new Set(some))
      }),
    )
  })

  it('chosen exactly as in "To fix" are "To fix" again, and choosing none shows all', () => {
    const all = viewOf({ show: 'all' })
    expect(viewOf(changed({ show: 'all' }, paramsOfCurrentStates(all, toFixStates)))).toMatchObject({
      show: 'fix',
      currentStates: null,
    })
    expect(viewOf(changed({}, paramsOfCurrentStates(viewOf({}), [])))).toMatchObject({
      show: 'all',
      currentStates: null,
    })
  })

  it('narrow the changed and the held rows', () => {
    const before = changed({}, paramsOfShow('changed'))
    const view = viewOf(changed(before, paramsOfCurrentStates(viewOf(before), ['validated'])))
    expect(filterOf(view)).toMatchObject({ changed: true, states: ['validated'] })
  })

  it('cover every account: the counts add up to all accounts, and those to fix match the rail', () => {
    const n = fc.nat(10_000)
    const batches = fc.tuple(fc.tuple(...accountStates.map(() => n)), fc.tuple(...outcomes.map(() => n)))
    fc.assert(
      fc.property(batches, ([counts, ended]) => {
        const batch = { states: noStates(), outcomes: noOutcomes() }
        accountStates.forEach((state, at) => (batch.states[state] = counts[at] ?? 0))
        outcomes.forEach((outcome, at) => (batch.outcomes[outcome] = ended[at] ?? 0))
        batch.states.done = ended.reduce((sum, one) => sum + one, 0)
        const all = Object.values(batch.states).reduce((sum, one) => sum + one, 0)
        const sum = (some: typeof toFixStates): number =>
          some.reduce((before, one) => before + countOf(one, batch), 0)
        expect(sum(currentStates)).toBe(all)
        expect(sum(toFixStates)).toBe(toFix(batch))
      }),
    )
  })
})

describe('a filter', () => {
  it('of a problem is read back unchanged', () => {
    const problems = fc.record(
      {
        code: fc.option(fc.string({ minLength: 1, maxLength: 8 })),
        field: fc.option(fc.constantFrom('customers.*.email', 'billing_name')),
        column: fc.nat(40),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(problems, (problem) => {
        const read = viewOf(changed({}, paramsOfProblem(problem))).problem
        expect(read ?? {}).toEqual(problem)
      }),
    )
  })

  it('is removed when all filters are cleared, and the quick filter stays', () => {
    const params = {
      show: 'held',
      states: 'failed',
      code: 'x',
      field: '',
      column: '3',
      text: 'a',
      account: '1',
    }
    expect(changed(params, paramsOfNothing)).toEqual({ show: 'held' })
  })
})

describe('an address', () => {
  it('of every quick filter shows that filter', () => {
    for (const show of shows) expect(viewOf(changed({}, paramsOfShow(show))).show).toBe(show)
  })

  it('of one account shows its rows, whatever else it contains', () => {
    expect(filterOf(viewOf({ account: '12', show: 'held', code: 'required' }))).toEqual({ account: 12 })
  })

  it('with any content is read, and asks for rows that the engine understands', () => {
    const names = fc.constantFrom('show', 'states', 'code', 'column', 'field', 'sheet', 'text', 'account')
    const values = fc.oneof(
      fc.string(),
      fc.constantFrom('all', 'held', 'failed,blocked', '-1', '1e3', '0x1', '007', '9'.repeat(20)),
    )
    fc.assert(
      fc.property(fc.dictionary(names, values), (params) => {
        expect(rowFilter.safeParse(filterOf(viewOf(params))).success).toBe(true)
      }),
    )
  })

  it('with an invalid number names no sheet and no account', () => {
    expect(viewOf({ sheet: '-1', account: '1e3' })).toMatchObject({ sheet: null, account: null })
  })
})

describe('an order in the address', () => {
  const by = fc.oneof(
    fc.constantFrom('row' as const, 'state' as const, 'problems' as const),
    fc.nat(300).map((column) => ({ column })),
  )
  const sorts = fc.record({ by, descending: fc.boolean() })

  it('is the chosen order, and empty for the order of the file', () => {
    fc.assert(
      fc.property(sorts, (sort) => {
        const { sort: read } = viewOf(changed({}, paramsOfSort(sort)))
        expect(read).toEqual(sort.by === 'row' && !sort.descending ? null : rowSort.parse(sort))
      }),
    )
  })

  it('is ascending, then descending, then that of the file, and another column starts again', () => {
    const name = { column: 4 }
    const up = nextSort(null, name)
    const down = nextSort(up, name)
    expect([up?.descending, down?.descending, nextSort(down, name)]).toEqual([false, true, null])
    expect(nextSort(down, 'state')).toEqual({ by: 'state', descending: false })
  })

  it('stays when the filter changes, and a column of one sheet does not apply to another', () => {
    const before = changed({}, paramsOfSort({ by: { column: 4 }, descending: true }))
    expect(viewOf(changed(before, paramsOfShow('held'))).sort).toEqual({
      by: { column: 4 },
      descending: true,
    })
    expect(viewOf(changed(before, paramsOfSheet(2)))).toMatchObject({ sort: null, sheet: 2 })
  })

  it('that is invalid gives no order', () => {
    for (const sort of ['', 'x', 'c', 'cx', '--row', 'c-1', 'rows']) expect(viewOf({ sort }).sort).toBeNull()
  })
})

describe('a value in the address', () => {
  it('is exactly the texts of cells, including blanks, colons, quotes and the empty text', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.nat(300), texts, (column, chosen) => {
        const view = viewOf(changed({}, paramsOfValues({ column, texts: chosen })))
        expect(view.values).toEqual({ column, texts: chosen })
        expect(filterOf(view)).toMatchObject({ values: { column, texts: chosen } })
      }),
    )
  })

  it('that is no list of texts filters nothing', () => {
    for (const values of ['', '3', '3:', '3:[', '3:{}', '3:[]', ':["a"]', 'x:["a"]'])
      expect(viewOf({ values }).values).toBeNull()
  })
})

describe('the rows of an edit', () => {
  it('are shown wherever their accounts are, and leaving the edit shows the previous rows', () => {
    const view = viewOf(changed({ code: 'required', text: 'x' }, paramsOfEdit(12)))
    expect(filterOf(view)).toEqual({ edit: 12 })
    expect(shownCurrentStates(view)).toBeNull()
  })
})
