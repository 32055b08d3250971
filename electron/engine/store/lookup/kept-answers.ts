// Cache of slow answers, each with the stamp of the data it was computed from. When the data has changed, a caller
// that cannot wait gets the old answer while the new one is computed, and other callers wait for the new one. The
// same answer is never computed twice at a time, and a computation without waiting callers yields to one with them.
import { createNumbers, type Numbers } from './numbers.ts'
import { LookupLeft, type Running } from './lookup-thread.ts'

export type LookupRequest = {
  /** The data is unchanged while the stamp is. */
  readonly stamp: string
  readonly soon: boolean
  readonly signal?: AbortSignal | undefined
  /** True if the partial result is enough for a caller that cannot wait. */
  readonly enough?: ((found: Numbers) => boolean) | undefined
}

export type Answer<Value> =
  | { readonly value: Value; readonly fresh: boolean }
  /** Partial result; valid until the next turn of the event loop. */
  | { readonly found: Int32Array }

type Kept<Value> = {
  answer: { readonly value: Value; readonly stamp: string } | null
  finding: Finding | null
  waiting: number
  /** Duration and end time of the computation, in milliseconds. */
  durationMs: number
  endedAt: number
}
type Finding = {
  readonly stamp: string
  readonly order: number
  readonly found: Numbers
  readonly ended: Promise<void>
  readonly leave: () => void
  readonly watchers: Set<() => void>
}

/** After this time a caller that cannot wait gets a partial result. */
const patienceMs = 150
/**
 * During continuous changes the pause between computations is this multiple of their duration, up to the maximum
 * below.
 */
const restShare = 2
const longestRestMs = 3000

type Cache<Value> = {
  /** Limit of kept answers. */
  readonly most: number
  readonly start: (name: string, found: (rows: Int32Array) => void) => Running
  readonly kept: Map<string, Kept<Value>>
  /** Number of computations begun. */
  starts: number
}

export type KeptAnswers<Value> = {
  ask(name: string, asked: LookupRequest): Promise<Answer<Value>>
  /** Stores a result that was computed at once. */
  put(name: string, value: Value, stamp: string): Value
  /** The cached value if it is current. */
  at(name: string, stamp: string): Value | undefined
}

export function createKeptAnswers<Value>(options: Pick<Cache<Value>, 'most' | 'start'>): KeptAnswers<Value> {
  const cache: Cache<Value> = { ...options, kept: new Map(), starts: 0 }
  return {
    ask: (name, asked) => ask(cache, name, asked),
    put(name, value, stamp) {
      entryOf(cache, name).answer = { value, stamp }
      return value
    },
    at(name, stamp) {
      const { answer } = cache.kept.get(name) ?? {}
      return answer?.stamp === stamp ? answer?.value : undefined
    },
  }
}

async function ask<Value>(cache: Cache<Value>, name: string, asked: LookupRequest): Promise<Answer<Value>> {
  const entry = entryOf(cache, name)
  const { stamp, enough } = asked
  if (entry.answer?.stamp === stamp) return { value: entry.answer.value, fresh: true }
  if (!asked.soon) return waitFor(entry, asked, () => waitForComplete(cache, name, entry, stamp))
  const finding = entry.finding ?? begin(cache, name, entry, stamp)
  if (entry.answer !== null) return { value: entry.answer.value, fresh: false }
  if (enough === undefined) return waitFor(entry, asked, () => waitForComplete(cache, name, entry, stamp))
  return waitFor(entry, asked, async () => {
    await waitForPart(finding, enough)
    return entry.answer === null
      ? { found: finding.found.view() }
      : { value: entry.answer.value, fresh: entry.answer.stamp === stamp }
  })
}

function entryOf<Value>({ kept, most }: Cache<Value>, name: string): Kept<Value> {
  const entry: Kept<Value> = kept.get(name) ?? {
    answer: null,
    finding: null,
    waiting: 0,
    durationMs: 0,
    endedAt: 0,
  }
  // The newest is last.
  kept.delete(name)
  kept.set(name, entry)
  for (const [other, { waiting, finding }] of kept) {
    if (kept.size <= most) break
    if (waiting > 0 || other === name) continue
    finding?.leave()
    kept.delete(other)
  }
  return entry
}

/** Computations without waiting callers yield. */
function cancelUnwanted<Value>({ kept }: Cache<Value>, name: string): void {
  for (const [other, { finding, waiting }] of kept) if (other !== name && waiting === 0) finding?.leave()
}

/** Begins the computation of an answer, after a pause if it was computed a moment ago. */
function begin<Value>(cache: Cache<Value>, name: string, entry: Kept<Value>, stamp: string): Finding {
  cancelUnwanted(cache, name)
  cache.starts += 1
  const found = createNumbers()
  const watchers = new Set<() => void>()
  const cancelled = new AbortController()
  const notifyWatchers = (): void => {
    for (const watcher of watchers) watcher()
  }
  /** Later callers do not wait for it. */
  const clearFinding = (): void => {
    if (entry.finding === finding) entry.finding = null
  }
  const start = (): Running =>
    cache.start(name, (rows) => {
      found.add(rows)
      notifyWatchers()
    })
  const ended = compute(entry, stamp, start, cancelled.signal).finally(() => {
    clearFinding()
    notifyWatchers()
  })
  ended.catch(() => undefined)
  const finding: Finding = {
    stamp,
    order: cache.starts,
    found,
    ended,
    watchers,
    leave: () => {
      clearFinding()
      cancelled.abort()
    },
  }
  entry.finding = finding
  return finding
}

async function compute<Value>(
  entry: Kept<Value>,
  stamp: string,
  start: () => Running,
  cancelled: AbortSignal,
): Promise<void> {
  const restMs = Math.min(longestRestMs, entry.durationMs * restShare) - (performance.now() - entry.endedAt)
  if (entry.answer !== null && restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs).unref())
  if (cancelled.aborted) throw new LookupLeft()
  const began = performance.now()
  const running = start()
  cancelled.addEventListener('abort', running.leave, { once: true })
  const value = (await running.result) as Value
  entry.answer = { value, stamp }
  entry.endedAt = performance.now()
  entry.durationMs = entry.endedAt - began
}

async function waitFor<Value, Result>(
  entry: Kept<Value>,
  asked: LookupRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const { signal } = asked
  signal?.throwIfAborted()
  entry.waiting += 1
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(new LookupLeft())
  signal?.addEventListener('abort', abort)
  try {
    return await Promise.race([work(), aborted.promise])
  } finally {
    entry.waiting -= 1
    signal?.removeEventListener('abort', abort)
  }
}

/** A computation that began before the call may miss changes, so it waits for one that begins later. */
async function waitForComplete<Value>(
  cache: Cache<Value>,
  name: string,
  entry: Kept<Value>,
  stamp: string,
): Promise<Answer<Value>> {
  const askedAt = cache.starts
  for (;;) {
    const finding = entry.finding ?? begin(cache, name, entry, stamp)
    await finding.ended
    const { answer } = entry
    if (answer !== null && (answer.stamp === stamp || finding.order > askedAt))
      return { value: answer.value, fresh: true }
  }
}

/** Resolves when enough is found, or when the patience ends. */
function waitForPart(finding: Finding, enough: NonNullable<LookupRequest['enough']>): Promise<void> {
  return new Promise((resolve, reject) => {
    const endIfEnough = (): void => {
      if (enough(finding.found)) end()
    }
    const end = (): void => {
      clearTimeout(timer)
      finding.watchers.delete(endIfEnough)
      resolve()
    }
    const timer = setTimeout(() => {
      if (finding.found.count() > 0) return end()
      // Nothing yet: the first result is enough.
      finding.watchers.delete(endIfEnough)
      finding.watchers.add(end)
    }, patienceMs)
    finding.watchers.add(endIfEnough)
    finding.ended.then(end, (error: unknown) => {
      end()
      reject(error)
    })
    endIfEnough()
  })
}
