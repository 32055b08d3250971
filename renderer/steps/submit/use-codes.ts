// Hook that returns the current number of accounts per service code, for codes from creation or processing.
import { useQuery } from '@tanstack/react-query'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { api } from '../../app/engine.ts'
import type { CodeCount } from './plan/brake-effects.ts'

export function useCodes(batch: BatchView): readonly CodeCount[] {
  const groups = useQuery({
    ...api.problems.groups.queryOptions({
      input: { batch: batch.id, soon: true },
      enabled: batch.sending.waves.length > 0,
    }),
    placeholderData: (before) => before,
  })
  const counts = new Map<string, number>()
  for (const { code, accounts, source } of groups.data?.groups ?? [])
    if (code !== null && (source === 'create' || source === 'process'))
      counts.set(code, (counts.get(code) ?? 0) + accounts)
  return [...counts].map(([code, accounts]) => ({ code, accounts }))
}
