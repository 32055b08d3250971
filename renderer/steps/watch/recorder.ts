// What this window saw of each batch's counts since it was opened: samples for the chart of progress. The engine keeps no
// history of counts, so there is none from before, and the chart says so.
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { batchView, type BatchView } from '../../../shared/contract.ts'
import { onTheWay } from '../../app/batch-parts.ts'

export type Sample = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly settled: number
  readonly underWay: number
  readonly failed: number
}

const leastGap = 900
const most = 600
const none: readonly Sample[] = []
const seen = new Map<number, readonly Sample[]>()
const listeners = new Set<() => void>()
const followed = new WeakSet<QueryClient>()

export function sampleOf(batch: BatchView, at: number): Sample {
  return { at, settled: batch.states.settled, underWay: onTheWay(batch), failed: batch.outcomes.failed }
}

function same(one: Sample, other: Sample): boolean {
  return one.settled === other.settled && one.underWay === other.underWay && one.failed === other.failed
}

/** Adds a sample, or moves the newest where it is fresh or says the same; every second one goes when there are too many. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1)
  const before = samples.at(-2)
  if (last === undefined) return [next]
  if (next.at - last.at < leastGap && before !== undefined) return [...samples.slice(0, -1), next]
  // A flat stretch needs its two ends only.
  if (before !== undefined && same(last, next) && same(before, last)) return [...samples.slice(0, -1), next]
  const all = [...samples, next]
  return all.length <= most ? all : all.filter((_, index) => index % 2 === 0 || index === all.length - 1)
}

function record(batch: BatchView): void {
  seen.set(batch.id, withSample(seen.get(batch.id) ?? none, sampleOf(batch, Date.now())))
  for (const listener of listeners) listener()
}

/** Follows every batch that this window asks about; once a window. */
function follow(client: QueryClient): void {
  if (followed.has(client)) return
  followed.add(client)
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const [path] = event.query.queryKey
    if (!Array.isArray(path) || path[0] !== 'batches' || path[1] !== 'get') return
    const batch = batchView.safeParse(event.query.state.data)
    if (batch.success) record(batch.data)
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Oldest first. The first sample is taken when a step first asks. */
export function useSamples(batch: BatchView): readonly Sample[] {
  const client = useQueryClient()
  useEffect(() => {
    follow(client)
    if (!seen.has(batch.id)) record(batch)
  }, [client, batch])
  return useSyncExternalStore(subscribe, () => seen.get(batch.id) ?? none)
}

/** Settled accounts a millisecond over the last two minutes; null where nothing can be told. */
export function settleRate(samples: readonly Sample[]): number | null {
  const last = samples.at(-1)
  if (last === undefined) return null
  const first = samples.find((sample) => last.at - sample.at <= 120_000)
  if (first === undefined || last.at - first.at < 3_000 || last.settled <= first.settled) return null
  return (last.settled - first.settled) / (last.at - first.at)
}
