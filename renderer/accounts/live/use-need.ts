// Hook that returns how many accounts of a batch need a person. It uses the same count as the list of Watch.
import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/engine.ts'
import { askFor } from '../list-filter.ts'

/** Null while they are counted for the first time. */
export function useNeed(batch: number): number | null {
  const need = useQuery({
    ...api.accounts.list.queryOptions({ input: { batch, ...askFor('need'), offset: 0, limit: 1 } }),
    placeholderData: (before) => before,
  })
  return need.data?.total ?? null
}
