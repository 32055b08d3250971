// Hook that returns a batch's problems grouped by cause. It returns the cached groups at once and refreshes outdated
// ones as soon as possible. While a batch keeps changing, the list follows without waiting for the changes to end.
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
