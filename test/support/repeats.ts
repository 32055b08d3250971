// How often the tests of a property try it. CI draws a few cases; `npm run test:long` runs the same files again with five
// times as many (.vitest.config.ts). Rows of the fault catalogue that name a number reach it there.

const factor = Number(process.env['CARRYOVER_TIMES'] ?? 1)

/** `few`: the number in CI. */
export function times(few: number): number {
  return few * factor
}

/** Milliseconds that a test with so many cases may take. */
export function patience(few: number): number {
  return few * Math.max(1, factor)
}
