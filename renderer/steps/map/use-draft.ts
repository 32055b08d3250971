// The draft of a batch's mapping: the batch's own, else what the engine suggests. It is kept in the query cache while the
// page lives, so leaving the step and coming back loses nothing; it becomes the batch's by Apply alone.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import type { Mapping } from '../../../shared/mapping-file.ts'
import { engine } from '../../app/engine.ts'

export type Reason = { readonly certainty: string; readonly reason: string }

export type Draft = {
  readonly mapping: Mapping
  readonly catalogue: string
  readonly supplier: string
  readonly connection: number | null
  /** Why a column was placed, by `sheet column`; only while it is still where the suggestion put it. */
  readonly reasons: ReadonlyMap<string, Reason & { readonly field: string }>
}

export function reasonKey(sheet: string, column: string): string {
  return JSON.stringify([sheet, column])
}

export async function suggestDraft(
  batch: number,
  catalogue: string,
  supplier: string,
): Promise<Pick<Draft, 'mapping' | 'reasons'>> {
  const found = await engine.mapping.suggest({
    batch,
    catalogue,
    supplier: supplier === '' ? null : supplier,
  })
  const reasons = found.reasons.map((one) => [reasonKey(one.sheet, one.column), one] as const)
  return { mapping: found.mapping, reasons: new Map(reasons) }
}

async function firstDraft(batch: BatchView): Promise<Draft> {
  const [catalogues, connections] = await Promise.all([engine.catalogues.list(), engine.connections.list()])
  const usual =
    catalogues.find((one) => !one.shipped) ?? catalogues.find((one) => one.id === 'example') ?? catalogues[0]
  const catalogue = batch.catalogue ?? usual?.id ?? 'example'
  const supplier = batch.supplier ?? ''
  const connection = batch.connection?.id ?? (connections.length === 1 ? (connections[0]?.id ?? null) : null)
  if (batch.mapping !== null)
    return { mapping: batch.mapping, catalogue, supplier, connection, reasons: new Map() }
  return { ...(await suggestDraft(batch.id, catalogue, supplier)), catalogue, supplier, connection }
}

export function useDraft(batch: BatchView) {
  const client = useQueryClient()
  // Not of the engine's shape, so events about the batch leave it alone.
  const key = ['mapping draft', batch.id]
  const draft = useQuery({
    queryKey: key,
    queryFn: () => firstDraft(batch),
    enabled: batch.stage !== 'reading',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const id = batch.id
  const change = useCallback(
    (next: (before: Draft) => Draft) =>
      client.setQueryData<Draft>(['mapping draft', id], (before) =>
        before === undefined ? undefined : next(before),
      ),
    [client, id],
  )
  return { draft, change }
}
