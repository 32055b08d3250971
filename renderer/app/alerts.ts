// Queries that an event of the engine invalidates: those of its batch, and those over many batches. Pure: decided by
// the query key alone.
import type { Query } from '@tanstack/react-query'
import { z } from 'zod'

const operationKey = z.tuple([z.array(z.string()), z.looseObject({ input: z.unknown().optional() })])
const naming = z.looseObject({ batch: z.number() })

/**
 * Where a person's draft of a batch's mapping is kept among the answers. It is no answer: asked again it would begin from
 * the start.
 */
export const draftKey = (batch: number) => ['mapping draft', batch] as const

export function isDraft({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return queryKey[0] === draftKey(0)[0]
}

/** Whether a query may have another answer after one of these batches changed. */
export function alerts(query: Pick<Query, 'queryKey'>, batches: ReadonlySet<number>): boolean {
  const key = operationKey.safeParse(query.queryKey)
  if (!key.success) return false
  const [path, { input }] = key.data
  const named = naming.safeParse(input)
  if (named.success) return batches.has(named.data.batch)
  const area = path[0]
  // What waits for a person, in any batch.
  if (path.join('.') === 'workspace.attention') return true
  return ['batches', 'accounts', 'connections', 'overrulings'].includes(area ?? '')
}
