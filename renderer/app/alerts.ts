// Decides which cached queries an engine event makes stale: queries whose input names the changed batch, and queries
// that span many batches. Pure functions; they look only at the query key.
import type { Query } from '@tanstack/react-query'
import { z } from 'zod'

const operationKey = z.tuple([z.array(z.string()), z.looseObject({ input: z.unknown().optional() })])
const naming = z.looseObject({ batch: z.number() })

/**
 * Query key of the user's mapping draft. The draft is not an engine answer: refetching it would start it from
 * scratch.
 */
export const draftKey = (batch: number) => ['mapping draft', batch] as const

export function isDraft({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return queryKey[0] === draftKey(0)[0]
}

/** Whether the query's answer may differ after one of these batches changed. */
export function alerts(query: Pick<Query, 'queryKey'>, batches: ReadonlySet<number>): boolean {
  const key = operationKey.safeParse(query.queryKey)
  if (!key.success) return false
  const [path, { input }] = key.data
  const named = naming.safeParse(input)
  if (named.success) return batches.has(named.data.batch)
  const area = path[0]
  // Items that wait for the user, in any batch, and what is shared with the team.
  if (['workspace.attention', 'knowledge.list'].includes(path.join('.'))) return true
  return ['batches', 'accounts', 'connections', 'overrulings', 'team'].includes(area ?? '')
}
