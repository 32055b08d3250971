// Runs work that is written as a generator yielding between pieces. Short work runs through at once on the window's
// thread; the lookup thread interleaves several.

export type Pieces<Result, Found = undefined> = Generator<Found | undefined, Result, undefined>

export function runThrough<Result>(work: Pieces<Result, unknown>): Result {
  for (;;) {
    const next = work.next()
    if (next.done === true) return next.value
  }
}
