// What the Fix step shows is what its address says: a chosen cause can be linked to, reloaded and told from its neighbours.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  filterOf,
  isCause,
  paramsOfCause,
  paramsOfShow,
  shows,
  viewOf,
} from '../../../renderer/steps/fix/fix-view.ts'
import { problemGroup, rowFilter, type ProblemGroup } from '../../../shared/views.ts'

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
    message: 'It is required.',
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
  it('is the cause that was chosen', () => {
    fc.assert(
      fc.property(groups, (group) => {
        const view = viewOf(changed({}, paramsOfCause(group)))
        expect(isCause(view.cause, group)).toBe(true)
        expect(view.sheet).toBe(group.sheet)
      }),
    )
  })

  it('is no other cause', () => {
    const told = (one: ProblemGroup): string => JSON.stringify([one.code, one.column, one.field])
    fc.assert(
      fc.property(groups, groups, (chosen, other) => {
        fc.pre(told(chosen) !== told(other))
        expect(isCause(viewOf(changed({}, paramsOfCause(chosen))).cause, other)).toBe(false)
      }),
    )
  })

  it('about the whole account is not the one of a field without a column, though the code is the same', () => {
    const view = viewOf(changed({}, paramsOfCause(groupOf({ field: null }))))
    expect(isCause(view.cause, groupOf({ field: 'customers.*.landline' }))).toBe(false)
  })

  it('given by its code alone, as a link of the report gives it, is that of any field', () => {
    const { cause } = viewOf({ code: 'required' })
    expect(isCause(cause, groupOf({ field: 'billing_name' }))).toBe(true)
    expect(isCause(cause, groupOf({ code: 'blank' }))).toBe(false)
  })

  it('without a code asks for problems without a code, in states in which a problem still stands', () => {
    const filter = filterOf(viewOf(changed({}, paramsOfCause(groupOf({ code: null, column: 0 })))))
    expect(filter).toMatchObject({ code: null, column: 0 })
    expect(filter.states).toEqual(expect.arrayContaining(['blocked', 'refused', 'settled']))
    expect(filter.states).not.toContain('ready')
  })

  it('is let go of together with a single account when another filter is chosen', () => {
    const before = changed({ account: '12', text: 'hill' }, paramsOfCause(groupOf({ column: 3, field: 'x' })))
    const after = viewOf(changed(before, paramsOfShow('held')))
    expect(after).toEqual({ show: 'held', cause: null, sheet: null, text: 'hill', account: null })
    expect(filterOf(after)).toEqual({ held: true, text: 'hill' })
  })
})

describe('an address', () => {
  it('of every quick filter shows that filter', () => {
    for (const show of shows) expect(viewOf(changed({}, paramsOfShow(show))).show).toBe(show)
  })

  it('of one account shows its rows, whatever else it says', () => {
    expect(filterOf(viewOf({ account: '12', show: 'held', code: 'required' }))).toEqual({ account: 12 })
  })

  it('of anything at all is read, and asks for rows that the engine understands', () => {
    const names = fc.constantFrom('show', 'code', 'column', 'field', 'sheet', 'text', 'account')
    const values = fc.oneof(
      fc.string(),
      fc.constantFrom('all', 'held', '-1', '1e3', '0x1', '007', '9'.repeat(20)),
    )
    fc.assert(
      fc.property(fc.dictionary(names, values), (params) => {
        expect(rowFilter.safeParse(filterOf(viewOf(params))).success).toBe(true)
      }),
    )
  })

  it('with a number that is none names no sheet and no account', () => {
    expect(viewOf({ sheet: '-1', account: '1e3' })).toMatchObject({ sheet: null, account: null })
  })
})
