// Keyset pages of what a report reads. Each page is a separate query, so none stays open while a file is written, and a
// report of a million rows holds no more than a page.

/** Rows page by page; `next` gives those after a row number, in order. */
export function* pages<Row extends { readonly row: number }>(next: (after: number) => Row[]): Generator<Row> {
  let after = 0
  for (;;) {
    const page = next(after)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.row
  }
}

export type FoundAccount = {
  readonly id: number
  /** In the walk; the next page begins behind it. */
  readonly place: number
}

/** Page by page; `next` gives those after a place, in order. */
export function* idsOf(next: (after: number) => readonly FoundAccount[]): Generator<readonly number[]> {
  let after = -1
  for (;;) {
    const page = next(after)
    if (page.length > 0) yield page.map(({ id }) => id)
    const last = page.at(-1)
    if (last === undefined) return
    after = last.place
  }
}

export function known<Value>(found: ReadonlyMap<number, Value>, id: number): Value {
  const value = found.get(id)
  if (value === undefined) throw new Error(`Account ${id} is not in the snapshot of the report`)
  return value
}
