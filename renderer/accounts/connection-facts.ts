// Hooks for data beside the batch: its connection, whether its key is present, and how many validated accounts are
// held.
import { useQuery } from '@tanstack/react-query'
import type { BatchView } from '../../shared/contract/contract.ts'
import type { ConnectionView } from '../../shared/contract/views.ts'
import { api } from '../app/engine.ts'

/** Null while it is asked for, and where the batch has none. */
export function useConnectionOf(batch: BatchView): ConnectionView | null {
  const { data } = useQuery({
    ...api.connections.list.queryOptions({ enabled: batch.connection !== null }),
    // What a person agrees to here is as it is now, whoever changed it.
    refetchOnMount: 'always',
  })
  return data?.find((one) => one.id === batch.connection?.id) ?? null
}

/** Validated accounts that a person holds: no wave takes them along. */
export function useHeldValidated(batch: BatchView): number {
  const held = useQuery(
    api.accounts.list.queryOptions({
      // Of the validated, only the held ones need a person.
      input: { batch: batch.id, states: ['validated'], needPerson: true, offset: 0, limit: 1 },
      enabled: batch.held > 0,
    }),
  )
  return batch.held > 0 ? (held.data?.total ?? 0) : 0
}
