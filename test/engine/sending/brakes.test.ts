// Tests the brakes: the counts of each move, and the counts that stop a batch.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  answersOf,
  count,
  decideBrakes,
  nothingCounted,
  type Verdict,
} from '../../../electron/engine/sending/waves/brakes.ts'
import { accountStates, type AccountState, mayMove, type Outcome } from '../../../shared/sending/states.ts'
import { brakes, type Brakes } from '../../../shared/sending/wave-plan.ts'

const off: Brakes = { errorRate: null, sameCode: null, stopCodes: [], forAll: false }
const accepted: Answer = { to: 'create', verdict: 'right' }
const refused: Answer = { to: 'create', verdict: 'wrong' }
const created: Answer = { to: 'process', verdict: 'right' }
const failed: Answer = { to: 'process', verdict: 'wrong' }

describe('the counts of a move', () => {
  test.each<[AccountState, AccountState, Outcome | null, readonly Answer[]]>([
    ['sending', 'processing', null, [accepted]],
    ['sending', 'rejected', null, [refused]],
    ['sending', 'done', 'already_there', [refused]],
    ['sending', 'queued', null, []],
    ['sending', 'unconfirmed', null, []],
    ['queued', 'rejected', null, [refused]],
    ['queued', 'validated', null, []],
    ['unconfirmed', 'queued', null, []],
    ['unconfirmed', 'processing', null, [accepted]],
    ['unconfirmed', 'done', 'created', [accepted, created]],
    ['unconfirmed', 'done', 'failed', [accepted, failed]],
    ['unconfirmed', 'done', 'already_there', [failed]],
    ['unconfirmed', 'done', 'whose_account_unsure', [failed]],
    ['processing', 'processing', null, []],
    ['processing', 'done', 'created', [created]],
    ['processing', 'done', 'dry_run', [created]],
    ['processing', 'done', 'dry_run_failed', [failed]],
    ['unconfirmed', 'done', 'dry_run_failed', [accepted, failed]],
    ['processing', 'done', 'failed', [failed]],
    ['processing', 'done', 'cancelled', [failed]],
    ['processing', 'done', 'already_there', [failed]],
    ['done', 'done', 'created', [created]],
    ['done', 'done', 'failed', [failed]],
    ['done', 'processing', null, []],
    ['done', 'unvalidated', null, []],
    ['rejected', 'unvalidated', null, []],
  ])('%s to %s (%s)', (from, to, outcome, said) => {
    expect(answersOf(from, to, outcome)).toEqual(said)
  })

  test('of an account that has not been sent says nothing', () => {
    const unsent = ['invalid', 'unvalidated', 'rejected', 'validated'] as const
    const pairs = unsent.flatMap((from) => accountStates.map((to) => [from, to] as const))
    const speaking = pairs.filter(
      ([from, to]) => mayMove(from, to) && to !== 'done' && answersOf(from, to, null).length > 0,
    )
    // To rejected: by a validation; such an account is in no wave, so it does not count.
    expect(speaking.map(([, to]) => to)).toEqual(['rejected', 'rejected'])
  })
})

/** Records these replies, each of a different account. */
function said(answers: readonly (readonly [Answer, string?])[]) {
  return answers.reduce(
    (counts, [answer, code = 'X']) => count(counts, answer, answer.verdict === 'wrong' ? [code] : [], null),
    nothingCounted,
  )
}
const times = (n: number, answer: Answer, code?: string): [Answer, string?][] =>
  Array.from({ length: n }, () => (code === undefined ? [answer] : [answer, code]))

describe('a brake', () => {
  const rate = { ...off, errorRate: { percent: 10, atLeast: 20 } }
  const row = { ...off, sameCode: 3 }
  const stop = { ...off, stopCodes: ['bad'] }
  test.each<[string, Brakes, readonly (readonly [Answer, string?])[], string | null]>([
    ['the rate: 2 of 20 is 10 %', rate, [...times(18, accepted), ...times(2, refused)], 'error_rate'],
    ['the rate: 2 of 19 is too few answers', rate, [...times(17, accepted), ...times(2, refused)], null],
    [
      'the rate: the 20th answer is a right one',
      rate,
      [...times(2, refused), ...times(18, accepted)],
      'error_rate',
    ],
    ['the rate: 2 of 21 is less than 10 %', rate, [...times(2, refused), ...times(19, accepted)], null],
    ['the rate: none of 20', rate, times(20, accepted), null],
    [
      'the rate: 1 %, nothing wrong',
      { ...off, errorRate: { percent: 1, atLeast: 1 } },
      times(9, accepted),
      null,
    ],
    [
      'the rate: 100 %, one right',
      { ...off, errorRate: { percent: 100, atLeast: 1 } },
      [[accepted], [refused]],
      null,
    ],
    [
      'the rate: 100 %, all wrong',
      { ...off, errorRate: { percent: 100, atLeast: 2 } },
      times(2, refused),
      'error_rate',
    ],
    ['a row of three', row, times(3, refused, 'A'), 'same_code'],
    ['a row of two', row, times(2, refused, 'A'), null],
    [
      'three codes',
      row,
      [
        [refused, 'A'],
        [refused, 'B'],
        [refused, 'C'],
      ],
      null,
    ],
    ['another code in between', row, [...times(2, refused, 'A'), [refused, 'B'], [refused, 'A']], null],
    ['a right one in between', row, [...times(2, refused, 'A'), [accepted], [refused, 'A']], null],
    [
      'acceptances between failures',
      row,
      [[failed, 'A'], [accepted], [failed, 'A'], [accepted], [failed, 'A']],
      'same_code',
    ],
    ['a creation between failures', row, [[failed, 'A'], [created], [failed, 'A'], [failed, 'A']], null],
    [
      'one refused and two failed with one code',
      row,
      [
        [refused, 'A'],
        [failed, 'A'],
        [failed, 'A'],
      ],
      null,
    ],
    ['a code that stops', stop, [[accepted], [refused, 'bad']], 'stop_code'],
    ['a code like it', stop, [[refused, 'Bad']], null],
    ['nothing set', off, times(50, refused, 'bad'), null],
    [
      'all three: the code is named first',
      { ...rate, ...row, stopCodes: ['bad'] },
      times(30, refused, 'bad'),
      'stop_code',
    ],
  ])('%s', (_, set, answers, reason) => {
    const last = answers.at(-1)
    const codes = last?.[0].verdict === 'wrong' ? [last[1] ?? 'X'] : []
    expect(decideBrakes(set, said(answers), codes)?.reason ?? null).toBe(reason)
  })

  test('of several codes in one answer counts each, and a row is of a code that all of them have', () => {
    let counts = count(nothingCounted, refused, ['A', 'B', 'A'], null)
    expect(counts.rows.create).toEqual([
      ['A', 1],
      ['B', 1],
    ])
    counts = count(counts, refused, ['B', 'C'], null)
    expect(counts.rows.create).toEqual([
      ['B', 2],
      ['C', 1],
    ])
    counts = count(counts, refused, ['C', 'B'], null)
    expect(decideBrakes(row, counts, ['C', 'B'])).toEqual({
      reason: 'same_code',
      code: 'B',
      answers: 3,
      wrong: 3,
      times: 3,
    })
  })

  test('counts an account once: accepted and failed later it goes from right to wrong, and back when it is created after all', () => {
    let counts = count(nothingCounted, accepted, [], null)
    counts = count(counts, failed, ['F'], 'right')
    expect(counts).toMatchObject({ answers: 1, wrong: 1 })
    counts = count(counts, created, [], 'wrong')
    expect(counts).toMatchObject({ answers: 1, wrong: 0, rows: { process: [] } })
  })

  test('is off, or has the defaults of the field notes, by its settings', () => {
    expect(brakes.parse({})).toEqual({
      errorRate: { percent: 10, atLeast: 20 },
      sameCode: 5,
      stopCodes: [],
      forAll: false,
    })
    expect(brakes.safeParse({ stopCodes: [' '] }).success).toBe(false)
  })
})

test('any answers of any accounts in any order give the same counts as a full recount', () => {
  const step = fc.record({
    account: fc.nat(6),
    answer: fc.constantFrom(accepted, refused, created, failed),
    codes: fc.uniqueArray(fc.constantFrom('A', 'B', 'C', '__proto__'), { minLength: 1, maxLength: 3 }),
  })
  const set = fc.record({
    errorRate: fc.option(
      fc.record({ percent: fc.integer({ min: 1, max: 100 }), atLeast: fc.integer({ min: 1, max: 5 }) }),
    ),
    sameCode: fc.option(fc.integer({ min: 2, max: 4 })),
    stopCodes: fc.subarray(['A', 'C']),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), set, (steps, brakesSet) => {
      let counts = nothingCounted
      const now = new Map<number, Verdict>()
      steps.forEach(({ account, answer, codes }, at) => {
        const named = answer.verdict === 'wrong' ? codes : []
        counts = count(counts, answer, named, now.get(account) ?? null)
        now.set(account, answer.verdict)
        const wrong = [...now.values()].filter((verdict) => verdict === 'wrong').length
        expect(counts).toMatchObject({ answers: now.size, wrong })
        const inRow = rowOf(steps.slice(0, at + 1))
        const high =
          brakesSet.errorRate !== null &&
          wrong > 0 &&
          now.size >= brakesSet.errorRate.atLeast &&
          wrong / now.size >= brakesSet.errorRate.percent / 100
        const reasons = [
          ...(named.some((code) => brakesSet.stopCodes.includes(code)) ? ['stop_code'] : []),
          ...(brakesSet.sameCode !== null && inRow >= brakesSet.sameCode ? ['same_code'] : []),
          ...(high ? ['error_rate'] : []),
        ]
        expect(decideBrakes(brakesSet, counts, named)?.reason).toBe(reasons[0])
      })
    }),
    { numRuns: 300 },
  )

  /** The longest unbroken series at the end. */
  function rowOf(steps: readonly { readonly answer: Answer; readonly codes: readonly string[] }[]): number {
    let longest = 0
    for (const to of ['create', 'process'] as const) {
      const own = steps.filter(({ answer }) => answer.to === to).reverse()
      for (const code of ['A', 'B', 'C', '__proto__']) {
        const end = own.findIndex(({ answer, codes }) => answer.verdict === 'right' || !codes.includes(code))
        longest = Math.max(longest, end < 0 ? own.length : end)
      }
    }
    return longest
  }
})
