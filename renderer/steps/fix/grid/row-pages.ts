// Page scheduler of a long list. Pages in view are fetched first, then requested ones, then the next ones in scroll
// direction; a few at a time. Pages that were scrolled past are not awaited, and distant pages are evicted.

export const pageSize = 100
/** Dragging the scroll bar requests hundreds of pages: only this many requests run at once. */
const mostAtOnce = 4
/** Pages kept around the view: about 4,000 rows, however far the user scrolls. */
const mostKept = 40
/** A request that will be answered soon is not aborted: aborting it would only mean another request. */
const lateMs = 150

export type PageSource = {
  /** Never rejects; `inView`: whether the page is visible now. */
  readonly fetch: (number: number, signal: AbortSignal, inView: () => boolean) => Promise<void>
  readonly isLoaded: (number: number) => boolean
  /** How many pages there are, as far as is known. */
  readonly count: () => number
  /** Rows that are there. */
  readonly rows: () => number
  readonly loaded: () => ReadonlySet<number>
  readonly forget: (number: number) => void
}

export type Pages = ReturnType<typeof createPages>

export function createPages(source: PageSource) {
  const running = new Map<number, { readonly abort: AbortController; readonly since: number }>()
  const wanted = new Map<number, PromiseWithResolvers<void>>()
  let view = { first: 0, last: 0, forward: true }
  /** Failed pages are fetched again on the next request. */
  const failed = new Set<number>()

  function inView(number: number): boolean {
    return number >= pageOf(view.first) && number <= pageOf(view.last)
  }

  /** In the order in which they are fetched. */
  function missing(): number[] {
    const [first, last] = [pageOf(view.first), pageOf(view.last)]
    const seen = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    const next = view.forward ? last + 1 : first - 1
    return [...new Set([...seen, ...wanted.keys(), next])].filter(
      (number) =>
        number >= 0 &&
        number < source.count() &&
        !running.has(number) &&
        !failed.has(number) &&
        !source.isLoaded(number),
    )
  }

  function pump(): void {
    for (const number of missing()) {
      if (running.size >= mostAtOnce) return
      void run(number)
    }
  }

  async function run(number: number): Promise<void> {
    const abort = new AbortController()
    running.set(number, { abort, since: performance.now() })
    await source.fetch(number, abort.signal, () => inView(number))
    if (running.get(number)?.abort !== abort) return
    running.delete(number)
    if (!source.isLoaded(number)) failed.add(number)
    finish(number)
    pump()
  }

  function finish(number: number): void {
    wanted.get(number)?.resolve()
    wanted.delete(number)
  }

  function leave(isLeft: (number: number, since: number) => boolean): void {
    for (const [number, { abort, since }] of running) {
      if (!isLeft(number, since)) continue
      running.delete(number)
      abort.abort()
    }
  }

  function forgetFar(): void {
    if (source.rows() <= mostKept * pageSize) return
    const loaded = source.loaded()
    const middle = pageOf((view.first + view.last) / 2)
    const nearest = [...loaded].sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
    for (const number of nearest.slice(mostKept / 2)) source.forget(number)
  }

  return {
    look(first: number, last: number): void {
      failed.clear()
      view = { first: Math.max(0, first), last: Math.max(0, last), forward: first >= view.first }
      const late = performance.now() - lateMs
      const near = (number: number): boolean => [-1, 0, 1].some((by) => inView(number + by))
      leave((number, since) => since < late && !wanted.has(number) && !near(number))
      forgetFar()
      pump()
    },
    async want(first: number, last: number): Promise<void> {
      failed.clear()
      const end = Math.min(pageOf(Math.max(0, last)), source.count() - 1)
      const all: Promise<void>[] = []
      for (let number = pageOf(Math.max(0, first)); number <= end; number += 1) {
        if (source.isLoaded(number)) continue
        const waiting = wanted.get(number) ?? Promise.withResolvers<void>()
        wanted.set(number, waiting)
        all.push(waiting.promise)
      }
      pump()
      await Promise.all(all)
    },
    /** Aborts all pending requests: the list now has other rows. */
    stop(): void {
      leave(() => true)
      for (const number of wanted.keys()) finish(number)
    },
  }
}

function pageOf(index: number): number {
  return Math.floor(index / pageSize)
}
