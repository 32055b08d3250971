// Tests "Let the service decide" in the window: the problems that offer it, the reasons where it is not offered,
// its scope, and the display of an overruled check.
import { describe, expect, it, test } from 'vitest'
import { alerts } from '../../../renderer/app/alerts.ts'
import { checkWords } from '../../../renderer/texts/cause.ts'
import { overrulingTexts } from '../../../renderer/texts/left-to-service.ts'
import { hasOpenMark, marksOf } from '../../../renderer/steps/fix/grid/cell-marks.ts'
import { offerOf } from '../../../renderer/steps/fix/overruling/overruling-offer.ts'
import { overrulingFixTexts, reachWords } from '../../../renderer/texts/overruling.ts'
import { rulings, whyOurs } from '../../../shared/fixing/overruling.ts'
import { gridRow } from '../../../shared/contract/views.ts'

describe('is offered', () => {
  const own = { source: 'local', code: 'invalid', stays: null, overruling: null } as const

  it('at our own checks', () => {
    expect(offerOf(own, true)).toEqual({ kind: 'decide', why: null })
  })

  it('with the reason where the check stays, and where there is no connection to keep it for', () => {
    expect(offerOf({ ...own, stays: 'It could be created twice.' }, true)).toEqual({
      kind: 'decide',
      why: 'It could be created twice.',
    })
    expect(offerOf(own, false)).toEqual({ kind: 'decide', why: overrulingFixTexts.noConnection })
  })

  it('as the way back where it was done', () => {
    expect(offerOf({ ...own, overruling: 7 }, true)).toEqual({ kind: 'left', overruling: 7 })
  })

  it('never for the service’s own word, nor the file’s', () => {
    for (const source of ['validate', 'create', 'process', 'file'] as const)
      expect(offerOf({ ...own, source }, true)).toBeNull()
  })
})

test('every check that can be left to the service says why it is only ours, and no other does', () => {
  for (const [code, { overrulable }] of Object.entries(rulings))
    expect(whyOurs(code) !== null).toBe(overrulable)
  expect(whyOurs('toString')).toBeNull()
})

describe('what it reaches', () => {
  it('is reported beyond this batch, and of what keeps its problem', () => {
    expect(reachWords({ accounts: 3, elsewhere: 0, stay: 0 })).toBeNull()
    expect(reachWords({ accounts: 3, elsewhere: 1, stay: 0 })).toBe(
      'And 1 account of other batches that go there.',
    )
    expect(reachWords({ accounts: 0, elsewhere: 0, stay: 2 })).toMatch(
      /^2 accounts of this batch keep the problem/,
    )
  })

  it('is reported once it is done', () => {
    expect(overrulingFixTexts.done('kind', 0)).toMatch(/no account had this problem/)
    expect(overrulingFixTexts.done('cause', 1_200)).toMatch(/1.?200 accounts/)
  })
})

test('a decision is named by what it is about', () => {
  const at = { code: 'invalid', field: null, attr: null, key: null }
  expect(overrulingTexts.scope({ ...at, scope: 'problem', attr: 'customers.0.landline', key: 'A-1' })).toBe(
    'customers.0.landline, only for A-1',
  )
  expect(overrulingTexts.scope({ ...at, scope: 'problem', key: 'A-1' })).toBe('only for A-1')
  expect(overrulingTexts.scope({ ...at, scope: 'cause', field: 'customers.*.landline' })).toMatch(
    /^for customers\.\*\.landline/,
  )
  expect(overrulingTexts.scope({ ...at, scope: 'kind' })).toMatch(/^for every field/)
})

describe('a check is reported in words', () => {
  it('with the field that its path ends in, and by itself where it is of any field', () => {
    expect(checkWords('invalid_phone_number', 'customers.*.landline')).toBe('Landline not a phone number')
    expect(checkWords('required', 'customers.0.family_name')).toBe('Family name missing')
    expect(checkWords('max_length', 'references.*')).toBe('References too long')
    expect(checkWords('invalid_phone_number', null)).toBe('Not a phone number')
    expect(checkWords('looks_like_total', null)).toBe('Looks like a total')
    expect(checkWords('a_later_check', null)).toBe('A later check')
  })

  it('whichever can be left to the service', () => {
    const codes = Object.keys(rulings).filter((code) => whyOurs(code) !== null)
    expect(codes.filter((code) => /^$|_/.test(checkWords(code, null)))).toEqual([])
  })
})

test('reverting says for how many, once that is counted', () => {
  const { revertBody } = overrulingTexts
  expect(revertBody('invalid', null)).toMatch(/counting/)
  expect(revertBody('invalid', { problems: 3, accounts: 2 })).toMatch(/for 3 problems of 2 accounts/)
  expect(revertBody('invalid', { problems: 0, accounts: 0 })).toMatch(/no account has this problem now/)
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

  it('keeps a quiet mark, and is nothing to put right', () => {
    const row = rowOf([problem])
    expect(marksOf(row).get(2)?.tone).toBe('left')
    expect(hasOpenMark(row, 2)).toBe(false)
  })

  it('is marked by the service’s word where the service refuses it', () => {
    const row = rowOf([problem, { ...problem, id: 2, source: 'validate', overruling: null }])
    expect(marksOf(row).get(2)?.tone).toBe('warn')
    expect(hasOpenMark(row, 2)).toBe(true)
  })
})

test('what was decided for a connection is asked again when anything changes', () => {
  const key = [['overrulings', 'list'], { input: { connection: 1 }, type: 'query' }]
  expect(alerts({ queryKey: key }, new Set([7]))).toBe(true)
})
