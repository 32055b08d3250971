// Waves add up: every released and every cleared account is in exactly one, and one of them at most is next.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstSizes, nextRelease, planWaves } from '../../../renderer/steps/submit/waves.ts'

const counts = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 5 }),
  released: fc.nat(2_000),
  cleared: fc.nat(2_000),
  from: fc.nat(6),
})

describe('the plan of the waves', () => {
  it('holds every released and every cleared account once', () => {
    fc.assert(
      fc.property(counts, ({ sizes, released, cleared, from }) => {
        const waves = planWaves(sizes, released, cleared, from)
        expect(waves.reduce((sum, wave) => sum + wave.released, 0)).toBe(released)
        expect(waves.reduce((sum, wave) => sum + wave.accounts, 0)).toBe(released + cleared)
        for (const { size, accounts } of waves) expect(accounts).toBeLessThanOrEqual(size ?? Infinity)
      }),
    )
  })

  it('has a next wave exactly while something is cleared, and it sends no more than is cleared', () => {
    fc.assert(
      fc.property(counts, ({ sizes, released, cleared, from }) => {
        const waves = planWaves(sizes, released, cleared, from)
        const next = nextRelease(waves)
        expect(waves.filter((wave) => wave.state === 'next')).toHaveLength(cleared > 0 ? 1 : 0)
        if (cleared === 0) expect(next).toBeNull()
        else expect(next).toSatisfy((n: number) => n >= 1 && n <= cleared)
      }),
    )
  })

  it('comes to an end: releasing wave after wave sends everything', () => {
    fc.assert(
      fc.property(counts, ({ sizes, released, cleared }) => {
        let [sent, left] = [released, cleared]
        for (let turn = 0; left > 0; turn += 1) {
          expect(turn).toBeLessThanOrEqual(sizes.length)
          const n = nextRelease(planWaves(sizes, sent, left, 0)) ?? 0
          sent += n
          left -= n
        }
        expect(sent).toBe(released + cleared)
      }),
    )
  })

  it('of 500 accounts begins with one, then 10, then 100, then the rest', () => {
    const waves = planWaves(firstSizes, 0, 500, 0)
    expect(waves.map((wave) => [wave.accounts, wave.state])).toEqual([
      [1, 'next'],
      [10, 'later'],
      [100, 'later'],
      [389, 'later'],
    ])
  })

  it('is found again from the counts alone after a restart', () => {
    const waves = planWaves(firstSizes, 11, 489, 0)
    expect(waves.map((wave) => wave.state)).toEqual(['released', 'released', 'next', 'later'])
    expect(nextRelease(waves)).toBe(100)
  })

  it('does not fill up a wave that this window has released and the service cut short', () => {
    const short = planWaves(firstSizes, 8, 400, 2)
    expect(short[1]).toMatchObject({ accounts: 7, released: 7, state: 'released' })
    expect(short[2]).toMatchObject({ accounts: 100, state: 'next' })
  })

  it('does a wave again of which nothing got in', () => {
    expect(planWaves(firstSizes, 0, 20, 1)[0]).toMatchObject({ accounts: 1, state: 'next' })
  })
})
