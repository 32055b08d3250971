// The problems of a batch by cause, for whoever shows them: what is known at once, and, where that is of a moment ago, as it
// stands now as soon as that is known. While a batch changes all the time the list follows, it never waits for an end.
import { useQuery } from '@tanstack/react-query'
import type { ProblemGroup, ProblemGroups } from '../../shared/contract/views.ts'
import { api } from '../app/engine.ts'

export type KnownGroups = {
  readonly data: ProblemGroups | undefined
  /** Empty until they are known. */
  readonly groups: readonly ProblemGroup[]
  readonly isPending: boolean
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}

export function useProblemGroups(batch: number): KnownGroups {
  const soon = useQuery(api.problems.groups.queryOptions({ input: { batch, soon: true } }))
  const whole = useQuery({
    ...api.problems.groups.queryOptions({ input: { batch } }),
    enabled: soon.data?.fresh === false,
  })
  const { isPending, isError, error, refetch } = soon
  const newest = whole.data !== undefined && whole.dataUpdatedAt > soon.dataUpdatedAt ? whole.data : soon.data
  return { data: newest, groups: newest?.groups ?? [], isPending, isError, error, refetch }
}
