// Tests whether identical rejections are attributed to the supplier or to the accounts: the rule alone, and its
// effect on a supplier.
import { describe, expect, test } from 'vitest'
import {
  createSameRefusals,
  type RefusalOf,
} from '../../../electron/engine/sending/decisions/same-refusals.ts'
import { closedPause, refusalPause } from '../../../electron/engine/sending/waves/supplier-pauses.ts'
import { english } from '../../support/english.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

const rule = () => createSameRefusals({ refusalsInARow: 3, sameProblemInARow: 50 })
const of = (account: number, more: Partial<RefusalOf> = {}): RefusalOf => ({
  supplier: 'ACME',
  account,
  what: '422 locked',
  scope: 'undocumented',
  ...more,
})

describe('the same undocumented refusal', () => {
  test('of three accounts in a row is everybody’s', () => {
    const same = rule()
    expect([1, 2, 3].map((account) => same.refused(of(account)))).toEqual(['again', 'again', 'everybody'])
  })

  test('of one account, while others are answered, is its own', () => {
    const same = rule()
    const verdicts = [1, 2, 3].map((other) => {
      same.otherwise('ACME', 100 + other)
      return same.refused(of(7))
    })
    expect(verdicts).toEqual(['again', 'again', 'own'])
  })

  test('of one account alone never stops its supplier', () => {
    const same = rule()
    expect([1, 2, 3].map(() => same.refused(of(7)))).toEqual(['again', 'again', 'own'])
  })

  test('is counted for each supplier separately, and another code begins again', () => {
    const same = rule()
    const verdicts = [
      same.refused(of(1)),
      same.refused(of(2, { supplier: 'BOLT' })),
      same.refused(of(3)),
      same.refused(of(4, { what: '422 other' })),
      same.refused(of(5)),
    ]
    expect(verdicts).toEqual(['again', 'again', 'again', 'again', 'again'])
  })
})

describe('a documented validation error at no field', () => {
  const whole = (account: number): RefusalOf =>
    of(account, { what: '400 no_address', scope: 'whole_account' })

  test('is a rule about the data until so many have nothing else, and stops the supplier once', () => {
    const same = rule()
    const many = Array.from({ length: 200 }, (_, at) => same.refused(whole(at)))
    expect(many.map((verdict, at) => (verdict === 'everybody' ? at + 1 : 0)).filter((at) => at > 0)).toEqual([
      50,
    ])
  })

  test('is attributed to the accounts if any other answer comes in between', () => {
    const same = rule()
    for (let at = 0; at < 500; at += 1) {
      expect(same.refused(whole(at))).toBe('again')
      if (at % 40 === 39) same.otherwise('ACME', 1000 + at)
    }
  })

  test('about the supplier counts as soon as an undocumented one', () => {
    const same = rule()
    const at = (account: number): RefusalOf => of(account, { what: '400 invalid_choice', scope: 'supplier' })
    expect([1, 2, 3].map((account) => same.refused(at(account))).at(-1)).toBe('everybody')
  })
})

test('paused and complete are distinguished, and what the service says stands with them', () => {
  const closed = { code: 'c', detail: 'Not now.' }
  expect(english(closedPause('ACME', { ...closed, state: 'paused' }))).toMatchObject({
    reason: 'supplier_paused',
    message:
      'Paused by the platform operator; more accounts are expected later. The service says: “Not now.” (c)',
  })
  expect(english(closedPause('ACME', { ...closed, state: 'complete' }))).toMatchObject({
    reason: 'supplier_complete',
    message: 'Complete: no more accounts are expected. The service says: “Not now.” (c)',
  })
  expect(closedPause('ACME', { ...closed, state: 'closed' }).reason).toBe('supplier_closed')
})

test('a refusal by permission is called so', () => {
  const refusal = { supplier: 'ACME', httpStatus: 403, code: 'permission_denied', detail: 'No.', times: 3 }
  expect(english(refusalPause({ ...refusal, documented: false }))).toEqual({
    supplier: 'ACME',
    reason: 'not_permitted',
    code: 'permission_denied',
    message:
      'The service refused 3 accounts in a row in the same way (HTTP 403, code permission_denied): “No.”',
  })
})

test('a pause after a problem of whole accounts does not quote what was said of one of them', () => {
  const refusal = {
    supplier: 'ACME',
    httpStatus: 400,
    code: 'too_young',
    detail: 'Born 2019-03-29.',
    times: 50,
  }
  const { message } = refusalPause({ ...refusal, documented: true, isOfAccount: true })
  expect(inEnglish(message)).toMatch(
    /^The service refused 50 accounts in a row in the same way \(HTTP 400, code too_young\)\. /,
  )
  expect(inEnglish(message)).not.toContain('2019-03-29')
})
