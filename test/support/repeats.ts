// How often the tests of a property try it. CI draws a few cases; `npm run test:long` runs the same files again with five
// times as many (.vitest.config.ts). Rows of the fault catalogue that name a number reach it there.

const factor = Number(process.env['CARRYOVER_TIMES'] ?? 1)

/** `few`: the number in CI. */
export function times(few: number): number {
  return few * factor
}

/** As long as any other test may take (.vitest.config.ts), for each time that it repeats. */
export const patience = 240_000 * Math.max(1, factor)
