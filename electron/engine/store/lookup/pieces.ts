// Work in pieces: a generator that yields wherever it may be stopped. On the window's thread small work runs
// through at once; on the lookup thread several generators take turns.

export type Pieces<Result, Found = undefined> = Generator<Found | undefined, Result, undefined>

export function runThrough<Result>(work: Pieces<Result, unknown>): Result {
  for (;;) {
    const next = work.next()
    if (next.done === true) return next.value
  }
}
