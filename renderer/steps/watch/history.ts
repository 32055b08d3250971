// Progress before this window was opened, computed from the accounts' times: the beginning of the progress chart. Read
// once, only if accounts were done already, and not for very large batches.
import { useQuery } from '@tanstack/react-query'
import { failedOutcomes, isOneOf } from '../../../shared/sending/states.ts'
import { engine } from '../../app/engine.ts'
import { type Sample, samplesOf, type Finishing } from './samples.ts'

const pageSize = 500
/** Above it the chart begins with the window. */
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

/** What done before the first sample that this window took; empty where nothing did, or nothing is known. */
export function useHistory(batch: number, first: Sample | undefined): readonly Sample[] {
  const until = first?.at ?? 0
  const history = useQuery({
    queryKey: ['watch-history', batch, until],
    queryFn: async ({ signal }) => {
      const settlings = await readSettlings(batch, signal)
      return settlings === null ? [] : samplesOf(settlings, until)
    },
    enabled: first !== undefined && first.done > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return history.data ?? none
}

const none: readonly Sample[] = []
