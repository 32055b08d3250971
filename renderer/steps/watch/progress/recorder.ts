// Records samples of each batch's counts since this window was opened, for the progress chart. The engine keeps no
// history of counts; accounts done earlier are read from the accounts (history.ts).
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { countOf, failedOutcomes } from '../../../../shared/sending/states.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { api } from '../../../app/engine.ts'
import { onTheWay } from '../../../../shared/status/counts.ts'
import { type Sample, withSample } from './samples.ts'

const none: readonly Sample[] = []
const seen = new Map<number, readonly Sample[]>()
const listeners = new Set<() => void>()
const followed = new WeakSet<QueryClient>()
const batchKey = z.tuple([
  z.tuple([z.literal('batches'), z.literal('get')]),
  z.looseObject({ input: z.object({ batch: z.number() }) }),
])

export function sampleOf(batch: BatchView, at: number): Sample {
  return {
    at,
    done: batch.states.done,
    underWay: onTheWay(batch),
    failed: countOf(batch.outcomes, failedOutcomes),
  }
}

function record(batch: BatchView): void {
  seen.set(batch.id, withSample(seen.get(batch.id) ?? none, sampleOf(batch, Date.now())))
  for (const listener of listeners) listener()
}

/** Records every batch that this window requests; called once per window. */
function follow(client: QueryClient): void {
  if (followed.has(client)) return
  followed.add(client)
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const key = batchKey.safeParse(event.query.queryKey)
    if (!key.success) return
    const batch = client.getQueryData(api.batches.get.queryKey({ input: key.data[1].input }))
    if (batch !== undefined) record(batch)
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
