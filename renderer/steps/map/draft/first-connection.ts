// The connection that a new mapping begins with. Pure functions.
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { ConnectionView } from '../../../../shared/contract/views.ts'

/**
 * The only one, or the one of the batch that was worked on last. A production system is never taken for granted
 * where there are others.
 */
export function firstConnection(
  connections: readonly Pick<ConnectionView, 'id' | 'environment'>[],
  batches: readonly Pick<BatchView, 'connection' | 'workedAt'>[],
): number | null {
  if (connections.length === 1) return connections[0]?.id ?? null
  const latest = batches
    .filter(({ connection }) => connection !== null)
    .toSorted((one, other) => other.workedAt - one.workedAt)[0]?.connection
  const known = connections.find(({ id }) => id === latest?.id)
  return known === undefined || known.environment === 'production' ? null : known.id
}
