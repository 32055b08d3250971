// Tests waves as steps: those released, then the plan's steps for the rest. Every account that a release would
// include is in exactly one step, and at most one step is next.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  codesIn,
  percentIn,
  wholeIn,
  withOneMore,
  withoutWave,
  withSize,
} from '../../../../renderer/steps/submit/plan/plan-changes.ts'
import { hasEnded, nextRelease, waveSteps } from '../../../../shared/status/wave-steps.ts'
import {
  type SendingPlan,
  sendingPlan,
  usualPlan,
  type WaveView,
} from '../../../../shared/sending/wave-plan.ts'

function released(number: number, accounts: number, counts: Partial<WaveView> = {}): WaveView {
  const none = { queued: 0, onTheWay: 0, created: accounts, wrong: 0, other: 0 }
  return { number, size: accounts, accounts, releasedAt: number, endedAt: number, ...none, ...counts }
}

const planOf = (all: readonly number[]): SendingPlan => ({ ...usualPlan, sizes: [...all] })
const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 6 })
const waves = fc
  .array(fc.integer({ min: 1, max: 200 }), { maxLength: 8 })
  .map((all) => all.map((accounts, index) => released(index + 1, accounts)))

describe('the waves of a batch', () => {
  it('contain every account that can be released once, after the released ones', () => {
    fc.assert(
      fc.property(sizes, waves, fc.nat(2_000), (planned, done, free) => {
        const steps = waveSteps(planOf(planned), done, free)
        const toCome = steps.filter(({ wave }) => wave === null)
        expect(toCome.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(free)
        expect(steps.slice(0, done.length).map(({ wave }) => wave)).toEqual(done)
        expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1))
        for (const { size, accounts } of toCome) expect(accounts).toBeLessThanOrEqual(size ?? Infinity)
      }),
    )
  })

  it('have a next one exactly while something can be released, and it is no larger than that', () => {
    fc.assert(
      fc.property(sizes, waves, fc.nat(2_000), (planned, done, free) => {
        const steps = waveSteps(planOf(planned), done, free)
        const next = nextRelease(steps)
        expect(steps.filter(({ state }) => state === 'next')).toHaveLength(free > 0 ? 1 : 0)
        if (free === 0) expect(next).toBeNull()
        else expect(next).toSatisfy((n: number) => n >= 1 && n <= free)
      }),
    )
  })

  it('end: releasing wave after wave sends everything', () => {
    fc.assert(
      fc.property(sizes, fc.nat(2_000), (planned, free) => {
        const done: WaveView[] = []
        let left = free
        while (left > 0) {
          const accounts = nextRelease(waveSteps(planOf(planned), done, left)) ?? 0
          done.push(released(done.length + 1, accounts))
          left -= accounts
        }
        expect(done.length).toBeLessThanOrEqual(planned.length + 1)
        expect(done.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(free)
      }),
    )
  })

  it('of 500 accounts begin with one, then 10, then 100, then the rest', () => {
    const steps = waveSteps(usualPlan, [], 500)
    expect(steps.map(({ accounts, size, state }) => [accounts, size, state])).toEqual([
      [1, 1, 'next'],
      [10, 10, 'later'],
      [100, 100, 'later'],
      [389, null, 'later'],
    ])
  })

  it('continue after the waves that the engine knows, whatever their origin and size', () => {
    const steps = waveSteps(usualPlan, [released(1, 1), released(2, 7)], 492)
    expect(steps.map(({ state }) => state)).toEqual(['released', 'released', 'next', 'later'])
    expect(nextRelease(steps)).toBe(100)
  })

  it('include one more for accounts validated after the rest was released', () => {
    const all = [released(1, 1), released(2, 10), released(3, 100), released(4, 389)]
    expect(waveSteps(usualPlan, all, 3).at(-1)).toMatchObject({ number: 5, accounts: 3, state: 'next' })
  })

  it('keep the name of the rest once it is released; a later wave has its number', () => {
    const before = waveSteps(usualPlan, [released(1, 1), released(2, 10), released(3, 100)], 389)
    const after = waveSteps(
      usualPlan,
      [released(1, 1), released(2, 10), released(3, 100), released(4, 389)],
      3,
    )
    expect(before.map(({ isRest }) => isRest)).toEqual([false, false, false, true])
    expect(after.map(({ isRest }) => isRest)).toEqual([false, false, false, true, false])
  })

  it('name a wave larger than planned the rest, because all that was left was released at once', () => {
    const steps = waveSteps(usualPlan, [released(1, 1), released(2, 454)], 0)
    expect(steps.map(({ isRest }) => isRest)).toEqual([false, true])
    const more = waveSteps(usualPlan, [released(1, 3)], 5)
    expect(more[0]?.isRest, 'some are left').toBe(false)
  })

  it('repeat a wave that was cancelled as a whole, under a new number', () => {
    const steps = waveSteps(usualPlan, [released(1, 0)], 40)
    expect(steps[0]).toMatchObject({ number: 2, size: 1, state: 'next' })
  })

  it('have ended when none of their accounts is queued or in progress', () => {
    expect(hasEnded(released(1, 10))).toBe(true)
    expect(hasEnded(released(1, 10, { created: 9, queued: 1 }))).toBe(false)
    expect(hasEnded(released(1, 10, { created: 9, onTheWay: 1 }))).toBe(false)
  })
})

describe('a change of the plan', () => {
  it('always gives a valid plan', () => {
    const change = fc.oneof(
      fc.record({ what: fc.constant('size' as const), wave: fc.integer({ min: 1, max: 25 }) }),
      fc.record({ what: fc.constant('more' as const), wave: fc.constant(1) }),
      fc.record({ what: fc.constant('less' as const), wave: fc.integer({ min: 1, max: 25 }) }),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        let plan = usualPlan
        for (const { what, wave } of changes) {
          if (what === 'size') plan = withSize(plan, wave, 7)
          else if (what === 'more') plan = withOneMore(plan) ?? plan
          else plan = withoutWave(plan, wave)
          expect(sendingPlan.safeParse(plan).success).toBe(true)
        }
      }),
    )
  })

  it('adds a wave ten times larger than the one before it', () => {
    expect(withOneMore(usualPlan)?.sizes).toEqual([1, 10, 100, 1_000])
    expect(withOneMore({ ...usualPlan, sizes: [] })?.sizes).toEqual([1])
  })

  it('reads typed input as a number or as nothing', () => {
    expect(['5', ' 20 ', '0', '', '2.5', 'x', '99999999'].map((text) => wholeIn(text, 1, 1_000_000))).toEqual(
      [5, 20, null, null, null, null, null],
    )
    expect(['10', '2.5 %', '100', '0.5', '101', ''].map(percentIn)).toEqual([10, 2.5, 100, null, null, null])
    expect(codesIn(' blank, taken\nblank ; odd ')).toEqual(['blank', 'taken', 'odd'])
  })
})
