// Columns shared by the killed program and its test. All of these cells hold the same text: that of the edit that
// wrote them.

export const doomedColumns = [1, 2, 3, 5, 6, 8, 9, 11] as const
/** With eight columns, twenty thousand cells. */
export const doomedRows = 2500

export const textOf = (number: number): string => `Name-${String(number).padStart(6, '0')}`

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
