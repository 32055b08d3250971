// Hook that tries the draft on some accounts in the background: how many would be ready, and the errors of each
// column. It waits until the draft rests; a change replaces the request and aborts the pending one.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ReadinessView } from '../../../../shared/contract/import/mapping.ts'
import { api } from '../../../app/engine.ts'
import { withUndecidedIgnored } from '../draft/draft.ts'
import type { MapperProps } from '../map-props.ts'

const restMs = 600

export function useReadiness({ batch, draft, sheets }: MapperProps): ReadinessView | null {
  const { mapping, catalogue } = draft
  const supplier = draft.supplier.trim() === '' ? null : draft.supplier.trim()
  const input = useMemo(
    () => ({ batch: batch.id, mapping: withUndecidedIgnored(mapping, sheets), catalogue, supplier }),
    [batch.id, mapping, catalogue, supplier, sheets],
  )
  const [rested, setRested] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => setRested(input), restMs)
    return () => clearTimeout(timer)
  }, [input])
  const readiness = useQuery({
    ...api.mapping.readiness.queryOptions({ input: rested }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 10_000,
  })
  return readiness.data ?? null
}
