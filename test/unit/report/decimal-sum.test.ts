// Tests exact sums of decimals that are given as text.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDecimalSum } from '../../../electron/engine/report/totals/decimal-sum.ts'

function sumOf(numbers: readonly string[]): string {
  const sum = createDecimalSum()
  for (const number of numbers) sum.add(number)
  return sum.total()
}

test.each([
  [[], '0'],
  [['0.1', '0.2'], '0.3'],
  [['-0.05', '0.1', '3'], '3.05'],
  [['-1.50', '1'], '-0.50'],
  [['99999999999999999999.99', '0.01'], '100000000000000000000.00'],
])('%j add up to %s', (numbers, total) => {
  expect(sumOf(numbers)).toBe(total)
})

test('a sum has every digit, in any order of its numbers', () => {
  const cents = fc.array(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }))
  const asText = (units: bigint): string => {
    const digits = String(units < 0n ? -units : units).padStart(3, '0')
    return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
  }
  fc.assert(
    fc.property(cents, (all) => {
      const total = all.reduce((sum, one) => sum + one, 0n)
      if (all.length > 0) expect(sumOf(all.map(asText))).toBe(asText(total))
      expect(sumOf(all.toReversed().map(asText))).toBe(sumOf(all.map(asText)))
    }),
  )
})
