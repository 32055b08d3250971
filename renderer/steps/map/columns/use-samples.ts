// Hook with different values of each column of a sheet, from its first rows.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SheetView } from '../../../../shared/contract/views.ts'
import { api } from '../../../app/engine.ts'
import { type Sample, samplesOf } from '../conversions/samples.ts'

export function useSamples(
  batch: number,
  sheet: SheetView | undefined,
): ReadonlyMap<string, readonly Sample[]> | null {
  const page = useQuery({
    ...api.sheets.page.queryOptions({ input: { batch, sheet: sheet?.position ?? 0, offset: 0, limit: 60 } }),
    enabled: sheet !== undefined,
  })
  const rows = page.data?.rows
  return useMemo(
    () => (rows === undefined || sheet === undefined ? null : samplesOf(sheet, rows)),
    [rows, sheet],
  )
}
