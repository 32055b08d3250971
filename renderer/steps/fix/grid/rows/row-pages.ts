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

type Scheduler = {
  readonly source: PageSource
  readonly running: Map<number, { readonly abort: AbortController; readonly since: number }>
  readonly wanted: Map<number, PromiseWithResolvers<void>>
  /** Failed pages are fetched again on the next request. */
  readonly failed: Set<number>
  view: { readonly first: number; readonly last: number; readonly forward: boolean }
}

export function createPages(source: PageSource) {
  const pages: Scheduler = {
    source,
    running: new Map(),
    wanted: new Map(),
    failed: new Set(),
    view: { first: 0, last: 0, forward: true },
  }
  return {
    look(first: number, last: number): void {
      pages.failed.clear()
      const forward = first >= pages.view.first
      pages.view = { first: Math.max(0, first), last: Math.max(0, last), forward }
      abortPassed(pages)
      forgetFar(pages)
      fetchNext(pages)
    },
    /** Resolves once these rows are there or could not be fetched. */
    async want(first: number, last: number): Promise<void> {
      pages.failed.clear()
      const all = wait(pages, first, last)
      fetchNext(pages)
      await Promise.all(all)
    },
    /** Aborts all pending requests: the list now has other rows. */
    stop(): void {
      abort(pages, () => true)
      for (const page of pages.wanted.keys()) finish(pages, page)
    },
  }
}

function isInView({ view }: Scheduler, page: number): boolean {
  return page >= pageOf(view.first) && page <= pageOf(view.last)
}

/** In the order in which they are fetched. */
function missing({ view, wanted, running, failed, source }: Scheduler): number[] {
  const [first, last] = [pageOf(view.first), pageOf(view.last)]
  const seen = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const next = view.forward ? last + 1 : first - 1
  return [...new Set([...seen, ...wanted.keys(), next])].filter(
    (page) =>
      page >= 0 && page < source.count() && !running.has(page) && !failed.has(page) && !source.isLoaded(page),
  )
}

function fetchNext(pages: Scheduler): void {
  for (const page of missing(pages)) {
    if (pages.running.size >= mostAtOnce) return
    void run(pages, page)
  }
}

async function run(pages: Scheduler, page: number): Promise<void> {
  const { running, source } = pages
  const controller = new AbortController()
  running.set(page, { abort: controller, since: performance.now() })
  await source.fetch(page, controller.signal, () => isInView(pages, page))
  if (running.get(page)?.abort !== controller) return
  running.delete(page)
  if (!source.isLoaded(page)) pages.failed.add(page)
  finish(pages, page)
  fetchNext(pages)
}

function wait({ source, wanted }: Scheduler, first: number, last: number): readonly Promise<void>[] {
  const end = Math.min(pageOf(Math.max(0, last)), source.count() - 1)
  const all: Promise<void>[] = []
  for (let page = pageOf(Math.max(0, first)); page <= end; page += 1) {
    if (source.isLoaded(page)) continue
    const waiting = wanted.get(page) ?? Promise.withResolvers<void>()
    wanted.set(page, waiting)
    all.push(waiting.promise)
  }
  return all
}

function finish({ wanted }: Scheduler, page: number): void {
  wanted.get(page)?.resolve()
  wanted.delete(page)
}

function abort({ running }: Scheduler, isLeft: (page: number, since: number) => boolean): void {
  for (const [page, { abort: controller, since }] of running) {
    if (!isLeft(page, since)) continue
    running.delete(page)
    controller.abort()
  }
}

/** Aborts slow requests for pages that were scrolled past and that nobody waits for. */
function abortPassed(pages: Scheduler): void {
  const late = performance.now() - lateMs
  const isNear = (page: number): boolean => [-1, 0, 1].some((by) => isInView(pages, page + by))
  abort(pages, (page, since) => since < late && !pages.wanted.has(page) && !isNear(page))
}

function forgetFar({ source, view }: Scheduler): void {
  if (source.rows() <= mostKept * pageSize) return
  const middle = pageOf((view.first + view.last) / 2)
  const nearest = [...source.loaded()].sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
  for (const page of nearest.slice(mostKept / 2)) source.forget(page)
}

function pageOf(index: number): number {
  return Math.floor(index / pageSize)
}
