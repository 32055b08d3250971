// Creates the query cache (TanStack Query) of engine answers, and says how a batch is queried. An answer stays valid
// until an event invalidates it. A query that failed because the link was down is retried; an error from the engine
// is not.
import { QueryClient } from '@tanstack/react-query'
import { LinkLost } from '../components/notices/failure.ts'
import { api } from './engine.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (_, error) => error instanceof LinkLost,
        retryDelay: 1_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * A batch. It starts as the list of batches has it, so that a batch opened from Home shows at once; the engine is asked
 * when the list is missing, is older than `staleTime`, or was invalidated by an event.
 */
export function batchOptions(client: QueryClient, batch: number) {
  const list = client.getQueryState(api.batches.list.queryKey())
  return api.batches.get.queryOptions({
    input: { batch },
    initialData: () =>
      list?.isInvalidated === false ? list.data?.find(({ id }) => id === batch) : undefined,
    initialDataUpdatedAt: list?.dataUpdatedAt ?? 0,
  })
}
