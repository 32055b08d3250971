// Hooks with two facts that Submit needs besides the batch: its connection, including whether a key is stored, and
// the number of validated accounts that are held.
import { useQuery } from '@tanstack/react-query'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { api } from '../../app/engine.ts'

/** Null while loading, and if the batch has none. */
export function useConnectionOf(batch: BatchView): ConnectionView | null {
  const { data } = useQuery({
    ...api.connections.list.queryOptions({ enabled: batch.connection !== null }),
    // Refetch on mount: the user consents to the current state, whoever changed it.
    refetchOnMount: 'always',
  })
  return data?.find((one) => one.id === batch.connection?.id) ?? null
}

/** Number of validated accounts that a person holds; no wave includes them. */
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
