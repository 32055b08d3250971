// Tests "Let the service decide" in the window: the problems that offer it, the reasons where it is not offered,
// its scope, and the display of an overruled check.
import { describe, expect, it, test } from 'vitest'
import { alerts } from '../../../../renderer/app/alerts.ts'
import { checkWords } from '../../../../renderer/accounts/cause-words.ts'
import { revertWords, scopeWords } from '../../../../renderer/accounts/overruling-words.ts'
import { hasOpenMark, marksOf } from '../../../../renderer/steps/fix/grid/drawing/cell-marks.ts'
import { offerOf } from '../../../../renderer/steps/fix/overruling/overruling-offer.ts'
import { reachWords } from '../../../../renderer/steps/fix/overruling/overruling-words.ts'
import { cause } from '../../../../renderer/texts/en/fix/cause.ts'
import { overrulingFixTexts } from '../../../../renderer/texts/fix/decisions/overruling.ts'
import { rulings, whyOurs } from '../../../../shared/fixing/overruling.ts'
import { gridRow } from '../../../../shared/contract/views.ts'

describe('the action to leave a check to the service', () => {
  const own = { source: 'local', code: 'invalid', stays: null, overruling: null } as const

  it('is offered for local checks', () => {
    expect(offerOf(own, true)).toEqual({ kind: 'decide', why: null })
  })

  it('shows the reason if the check cannot be left, or if there is no connection to remember it for', () => {
    expect(offerOf({ ...own, stays: 'It could be created twice.' }, true)).toEqual({
      kind: 'decide',
      why: 'It could be created twice.',
    })
    expect(offerOf(own, false)).toEqual({ kind: 'decide', why: overrulingFixTexts.noConnection })
  })

  it('becomes the action to revert it, once it was done', () => {
    expect(offerOf({ ...own, overruling: 7 }, true)).toEqual({ kind: 'left', overruling: 7 })
  })

  it('is never offered for a rejection by the service or a problem of the file', () => {
    for (const source of ['validate', 'create', 'process', 'file'] as const)
      expect(offerOf({ ...own, source }, true)).toBeNull()
  })
})

test('each check that can be left to the service explains why it is only local, and no other check does', () => {
  for (const [code, { overrulable }] of Object.entries(rulings))
    expect(whyOurs(code) !== null).toBe(overrulable)
  expect(whyOurs('toString')).toBeNull()
})

describe('the effect of leaving a check to the service', () => {
  it('includes other batches, and the accounts that keep the problem', () => {
    expect(reachWords({ accounts: 3, elsewhere: 0, stay: 0 })).toBeNull()
    expect(reachWords({ accounts: 3, elsewhere: 1, stay: 0 })).toBe(
      'And 1 account of other batches that go there.',
    )
    expect(reachWords({ accounts: 0, elsewhere: 0, stay: 2 })).toMatch(
      /^2 accounts of this batch keep the problem/,
    )
  })

  it('is shown once it is done', () => {
    expect(overrulingFixTexts.done({ n: 0 })).toMatch(/no account had this problem/)
    expect(overrulingFixTexts.done({ n: 1_200 })).toMatch(/1.?200 accounts/)
  })
})

test('a decision is named after its scope', () => {
  const at = { code: 'invalid', field: null, attr: null, key: null }
  expect(scopeWords({ ...at, scope: 'problem', attr: 'customers.0.landline', key: 'A-1' })).toBe(
    'Customers 1 · Landline, only for A-1',
  )
  expect(scopeWords({ ...at, scope: 'problem', key: 'A-1' })).toBe('only for A-1')
  expect(scopeWords({ ...at, scope: 'cause', field: 'customers.*.landline' })).toMatch(
    /^for Customers · Landline/,
  )
  expect(scopeWords({ ...at, scope: 'kind' })).toMatch(/^for every field/)
})

describe('a check is described in words', () => {
  it('with the last field of its path, or alone if it applies to any field', () => {
    expect(checkWords('invalid_phone_number', 'customers.*.landline')).toBe('Landline not a phone number')
    expect(checkWords('required', 'customers.0.family_name')).toBe('Family name missing')
    expect(checkWords('max_length', 'references.*')).toBe('References too long')
    expect(checkWords('invalid_phone_number', null)).toBe('Not a phone number')
    expect(checkWords('looks_like_total', null)).toBe('Looks like a total')
    expect(checkWords('a_later_check', null)).toBe('A later check')
  })

  it('with the catalogue’s title of the field', () => {
    const titles = new Map([['customers.*.landline', 'Festnetz']])
    expect(checkWords('invalid_phone_number', 'customers.1.landline', titles)).toBe(
      'Festnetz not a phone number',
    )
  })

  it('for every local check, not by spelling its code', () => {
    const spelledOnly = Object.keys(rulings).filter((code) =>
      [cause.whole, cause.ofAnyField].every((words) => !Object.hasOwn(words, code)),
    )
    expect(spelledOnly).toEqual([])
  })
})

test('reverting shows the number of accounts, once they are counted', () => {
  expect(revertWords('invalid', null)).toMatch(/counting/)
  expect(revertWords('invalid', { problems: 3, accounts: 2 })).toMatch(/for 3 problems of 2 accounts/)
  expect(revertWords('invalid', { problems: 0, accounts: 0 })).toMatch(/no account has this problem now/)
})

describe('a cell whose check was left to the service', () => {
  const problem = {
    id: 1,
    source: 'local',
    attr: 'a',
    code: 'invalid',
    message: 'Not a date.',
    columns: [2],
    stale: false,
    overruling: 4,
  } as const
  const rowOf = (problems: readonly unknown[]) =>
    gridRow.parse({ row: 2, cells: ['', '', 'x'], edited: [], account: null, stray: null, problems })

  it('keeps a subtle mark, and is not to be fixed', () => {
    const row = rowOf([problem])
    expect(marksOf(row).get(2)?.tone).toBe('left')
    expect(hasOpenMark(row, 2)).toBe(false)
  })

  it('is marked with the rejection if the service rejects it', () => {
    const row = rowOf([problem, { ...problem, id: 2, source: 'validate', overruling: null }])
    expect(marksOf(row).get(2)?.tone).toBe('warn')
    expect(hasOpenMark(row, 2)).toBe(true)
  })
})

test('a decision for a connection requires a new confirmation when anything changes', () => {
  const key = [['overrulings', 'list'], { input: { connection: 1 }, type: 'query' }]
  expect(alerts({ queryKey: key }, new Set([7]))).toBe(true)
})
