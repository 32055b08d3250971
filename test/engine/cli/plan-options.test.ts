// Tests parsing of the options for waves, brakes, quiet hours and ages, and the values that they refuse.
import { describe, expect, it } from 'vitest'
import { age, newPlan, percentage, planFrom, waveSizes } from '../../../electron/cli/options/plan.ts'
import { quietHoursFrom } from '../../../electron/cli/options/quiet-hours.ts'
import { usualPlan } from '../../../shared/sending/wave-plan.ts'

describe('sizes, percentages and ages', () => {
  it.each([
    ['1,10,100', [1, 10, 100]],
    [' 5 , 5 ', [5, 5]],
    ['all', []],
    ['ALL', []],
  ])('“%s” is parsed as wave sizes', (text, sizes) => {
    expect(waveSizes(text)).toEqual(sizes)
  })

  it.each(['', '0', '1,,2', '1,-5', '1.5', 'ten', '1,all', '99999999999999999999'])(
    '“%s” is refused as wave sizes',
    (text) => {
      expect(() => waveSizes(text)).toThrow('It must be sizes such as 1,10,100')
    },
  )

  it('more than twenty wave sizes are refused', () => {
    expect(() => waveSizes(Array<string>(21).fill('1').join(','))).toThrow('at most 20 waves')
  })

  it.each([
    ['10%', 10],
    ['2.5 %', 2.5],
    ['100', 100],
  ])('“%s” is parsed as a rate', (text, percent) => {
    expect(percentage(text)).toBe(percent)
  })

  it.each(['0', '0.5%', '101%', '-1', '10 per cent', ''])('“%s” is refused as a rate', (text) => {
    expect(() => percentage(text)).toThrow('It must be a percentage from 1% to 100%')
  })

  it.each([
    ['90s', 90_000],
    ['30min', 1_800_000],
    ['1.5h', 5_400_000],
    ['2 d', 172_800_000],
    ['never', null],
  ])('“%s” is parsed as an age', (text, ms) => {
    expect(age(text)).toBe(ms)
  })

  it.each(['24', '0h', 'h', '5 weeks', '-1h'])('“%s” is refused as an age', (text) => {
    expect(() => age(text)).toThrow('It must be a time such as 90s, 30min, 24h or 2d')
  })
})

describe('quiet hours', () => {
  const everyDay = [1, 2, 3, 4, 5, 6, 7]
  it.each([
    ['22:00-06:00', [{ days: everyDay, from: '22:00', to: '06:00' }]],
    ['9:30 to 12:00', [{ days: everyDay, from: '09:30', to: '12:00' }]],
    ['Mon-Fri 20:00-07:30', [{ days: [1, 2, 3, 4, 5], from: '20:00', to: '07:30' }]],
    ['sat,SUNDAY 00:00-12:00', [{ days: [6, 7], from: '00:00', to: '12:00' }]],
    ['Sun 00:00-24:00', [{ days: [7], from: '00:00', to: '00:00' }]],
    ['Fri-Mon 01:00-02:00', [{ days: [1, 5, 6, 7], from: '01:00', to: '02:00' }]],
    [
      'Mon 01:00-02:00; Tue 03:00-04:00',
      [
        { days: [1], from: '01:00', to: '02:00' },
        { days: [2], from: '03:00', to: '04:00' },
      ],
    ],
    ['none', []],
  ])('“%s” is parsed', (text, hours) => {
    expect(quietHoursFrom(text, undefined)).toEqual(hours)
  })

  it('accumulate if given more than once, until "none"', () => {
    const first = quietHoursFrom('22:00-23:00', undefined)
    expect(quietHoursFrom('01:00-02:00', first)).toHaveLength(2)
    expect(quietHoursFrom('none', first)).toEqual([])
  })

  it.each([
    ['22-06', 'It must be hours such as'],
    ['25:00-06:00', 'must be a time of day'],
    ['24:00-06:00', 'must be a time of day'],
    ['Mo 22:00-06:00', '“Mo” is no day'],
    ['Mon-Tue-Wed 22:00-06:00', 'It must be hours such as'],
    ['22:00-06:00;', 'It must be hours such as'],
    ['', 'It must be hours such as'],
  ])('“%s” is refused', (text, says) => {
    expect(() => quietHoursFrom(text, undefined)).toThrow(says)
  })
})

describe('the plan of a run', () => {
  const none = { errorRate: null, sameCode: null, stopCodes: [], forAll: false }

  it('is one wave without brakes when no option is given', () => {
    expect(newPlan({ brakes: true })).toEqual({ sizes: [], between: 'ask', brakes: none })
  })

  it('has the default waves and brakes for production when no option is given', () => {
    expect(newPlan({ brakes: true }, 'production')).toEqual(usualPlan)
    expect(newPlan({ waves: [], brakes: true }, 'production')).toEqual({ ...usualPlan, sizes: [] })
    expect(newPlan({ brakes: true }, 'practice').sizes).toEqual([])
  })

  it('has the default brakes with waves, unless they are turned off', () => {
    const waves = [1, 10]
    expect(newPlan({ waves, brakes: true })).toEqual({
      sizes: waves,
      between: 'ask',
      brakes: usualPlan.brakes,
    })
    expect(newPlan({ waves, brakes: false }).brakes).toEqual(none)
    expect(newPlan({ waves, between: 'done', brakeErrorRate: 3 })).toEqual({
      sizes: waves,
      between: 'when_done',
      brakes: { ...usualPlan.brakes, errorRate: { percent: 3, atLeast: 20 } },
    })
  })

  it('has only the named brakes if everything is one wave', () => {
    expect(newPlan({ brakeOnCode: ['a', 'b'] }).brakes).toEqual({ ...none, stopCodes: ['a', 'b'] })
    expect(newPlan({ brakeErrorRate: 5, brakeAfter: 3, brakeSameCode: 2 }).brakes).toEqual({
      errorRate: { percent: 5, atLeast: 3 },
      sameCode: 2,
      stopCodes: [],
      forAll: false,
    })
  })

  it('refuses brakes that contradict each other', () => {
    expect(() => newPlan({ brakes: false, brakeSameCode: 3 })).toThrow('say one or the other')
    expect(() => newPlan({ brakeAfter: 3 })).toThrow('--brake-after goes with --brake-error-rate')
  })

  it('keeps the plan of the batch, and changes only with the options given', () => {
    expect(planFrom({ brakes: true }, usualPlan)).toBeNull()
    expect(planFrom({ between: 'sent' }, usualPlan)).toEqual({ ...usualPlan, between: 'when_sent' })
    expect(planFrom({ brakeAfter: 50 }, usualPlan)?.brakes.errorRate).toEqual({ percent: 10, atLeast: 50 })
    expect(planFrom({ waves: [50] }, usualPlan, [1, 10])?.sizes).toEqual([1, 10, 50])
    expect(planFrom({ waves: [] }, usualPlan, [1])?.sizes).toEqual([1])
    expect(() => planFrom({ waves: [1, 2] }, usualPlan, Array<number>(19).fill(1))).toThrow(
      '19 waves were sent already',
    )
  })
})
