// Tests the count of problems revealed by a later validation pass: it includes problems that were hidden before,
// not those caused by an edit.
import { expect, it } from 'vitest'
import { revealedBy } from '../../../shared/fixing/passes.ts'

const before = {
  payload: { name: '', mail: 'a@b', customers: [{ n: 1 }] },
  named: [['name', 'blank']] as const,
}

it('counts problems that the previous pass did not report for the same value', () => {
  const payload = { name: 'Ann', mail: 'a@b', customers: [{ n: 1 }] }
  expect(revealedBy({ payload, named: [['mail', 'taken']] }, before)).toBe(1)
  expect(revealedBy({ payload, named: [['name', 'blank']] }, before)).toBe(0)
})

it('does not count a problem of a value that changed in between', () => {
  const payload = { name: 'Ann', mail: 'x@y', customers: [{ n: 1 }] }
  expect(revealedBy({ payload, named: [['mail', 'taken']] }, before)).toBe(0)
})

it('counts problems across fields, which belong to no single value', () => {
  const payload = { name: 'Ann', mail: 'x@y', customers: [{ n: 2 }] }
  const named = [
    ['non_field_errors', 'address_missing'],
    ['customers.0.non_field_errors', 'surname_missing'],
    ['customers', 'too_few'],
    [null, null],
  ] as const
  expect(revealedBy({ payload, named }, before)).toBe(4)
})
