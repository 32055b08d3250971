// Tests that id sets stored as blocks of bits behave like a plain Set.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createNumberSet } from '../../electron/engine/accounts/number-set.ts'

test('a set of ids contains the added ids, each once, in ascending order', () => {
  const id = fc.oneof(fc.nat(200), fc.nat(2 ** 20), fc.integer({ min: 2 ** 32 - 2, max: 2 ** 40 }))
  fc.assert(
    fc.property(fc.array(id, { maxLength: 300 }), (ids) => {
      const set = createNumberSet()
      const plain = new Set<number>()
      for (const one of ids) {
        expect(set.add(one)).toBe(!plain.has(one))
        plain.add(one)
        expect(set.has(one)).toBe(true)
      }
      expect(set.size).toBe(plain.size)
      expect([...set]).toEqual([...plain].sort((left, right) => left - right))
      expect(set.has(2 ** 45)).toBe(false)
    }),
  )
})
