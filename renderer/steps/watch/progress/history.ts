// Hook that reads from the accounts when they were done before this window was opened, and from the waves how many were
// on the way: the first part of the progress chart. It reads once, only if some were already done, and skips very large
// batches.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { failedOutcomes, isOneOf } from '../../../../shared/sending/states.ts'
import { engine } from '../../../app/engine.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { type Sample, samplesOf, type Finishing, withOnTheWay } from './samples.ts'

const pageSize = 500
/** Above this size the chart begins when the window opened. */
const mostAccounts = 10_000

async function readSettlings(batch: number, signal: AbortSignal): Promise<readonly Finishing[] | null> {
  const found: Finishing[] = []
  for (let read = 0; ; read += pageSize) {
    const { total, accounts } = await engine.accounts.list(
      { batch, states: ['done'], offset: read, limit: pageSize },
      { signal },
    )
    if (total > mostAccounts) return null
    for (const { since, outcome } of accounts)
      if (since !== null) found.push({ at: since, failed: isOneOf(failedOutcomes, outcome) })
    if (accounts.length < pageSize) return found
  }
}

/** Accounts done before this window's first sample; empty if there were none or nothing is known. */
export function useHistory(batch: BatchView, first: Sample | undefined): readonly Sample[] {
  const until = first?.at ?? 0
  const history = useQuery({
    queryKey: ['watch-history', batch.id, until],
    queryFn: async ({ signal }) => {
      const settlings = await readSettlings(batch.id, signal)
      return settlings === null ? [] : samplesOf(settlings, until)
    },
    enabled: first !== undefined && first.done > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { waves } = batch.sending
  const samples = history.data ?? none
  return useMemo(() => {
    const released = waves.map(({ releasedAt, accounts }) => ({ at: releasedAt, accounts }))
    return withOnTheWay(
      samples,
      released.filter(({ at }) => at <= until),
      first?.underWay ?? null,
    )
  }, [samples, waves, until, first])
}

const none: readonly Sample[] = []
