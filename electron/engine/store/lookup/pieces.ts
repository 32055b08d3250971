// Work in pieces: a generator that yields where it may be left. On the thread that serves the window it is run through at
// once, where little is to be looked at; on the lookup thread several take turns.

export type Pieces<Result, Found = undefined> = Generator<Found | undefined, Result, undefined>

export function runThrough<Result>(work: Pieces<Result, unknown>): Result {
  for (;;) {
    const next = work.next()
    if (next.done === true) return next.value
  }
}
