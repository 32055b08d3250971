// Seeded random numbers for the generator: the same words always give the same stream, on every machine.

export type Random = {
  /** A number in [0, 1). */
  readonly next: () => number
  /** A whole number from `low` to `high`, both included. */
  readonly whole: (low: number, high: number) => number
  readonly pick: <T>(list: readonly [T, ...T[]]) => T
  readonly chance: (share: number) => boolean
}

/** FNV-1a over the printed words, then mulberry32. */
export function createRandom(...words: readonly (string | number)[]): Random {
  let state = 0x811c9dc5
  for (const character of words.join('\u0000')) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    whole,
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
    chance: (share) => next() < share,
  }
}

/**
 * A scattering of 0 … count − 1: each index has one place, neighbours land far apart. Needs no memory, so that exactly
 * n of any number of accounts can be chosen while they stream by.
 */
export function createScatter(seed: number, count: number): (index: number) => number {
  if (count < 2) return () => 0
  const random = createRandom('scatter', seed, count)
  let step = random.whole(Math.ceil(count * 0.38), Math.ceil(count * 0.62))
  while (commonDivisor(step, count) !== 1) step += 1
  const offset = random.whole(0, count - 1)
  return (index) => Number((BigInt(index) * BigInt(step) + BigInt(offset)) % BigInt(count))
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
