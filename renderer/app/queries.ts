// Creates the query cache (TanStack Query) of engine answers. An answer stays valid until an event invalidates it. A
// query that failed because the link was down is retried; an error from the engine is not.
import { QueryClient } from '@tanstack/react-query'
import { LinkLost } from '../components/failure.ts'

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
