// The connection of a batch as the steps after Fix need it: its view with the key's presence and its pauses.
import { useQuery } from '@tanstack/react-query'
import type { BatchView } from '../../../shared/contract.ts'
import type { ConnectionView } from '../../../shared/views.ts'
import { api } from '../../app/engine.ts'

/** Null while it is asked for, and where the batch has none. */
export function useConnectionOf(batch: BatchView): ConnectionView | null {
  const { data } = useQuery(api.connections.list.queryOptions({ enabled: batch.connection !== null }))
  return data?.find((one) => one.id === batch.connection?.id) ?? null
}
