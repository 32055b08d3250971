// Hook with the mapping draft of a batch: the batch's own mapping, or the engine's suggestion with its certain
// conversions. The draft stays in the query cache while the page lives, so leaving the step loses nothing. Only Apply
// saves it to the batch.
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { Mapping } from '../../../../shared/mapping/file.ts'
import type { ConversionProposalView } from '../../../../shared/contract/import/mapping.ts'
import type { FieldView, SheetView } from '../../../../shared/contract/views.ts'
import { draftKey } from '../../../app/alerts.ts'
import { titled } from '../../../accounts/use-field-titles.ts'
import { api, engine } from '../../../app/engine.ts'
import { toast } from '../../../components/notices/toast.tsx'
import type { Draft } from './map-draft.ts'
import { noHistory, remembered } from './undo-draft.ts'
import { appliedOf, followed } from './follow-draft.ts'
import { mapTexts } from '../../../texts/load/map.ts'
import { firstConnection } from './first-connection.ts'
import { type Asked, askedColumns, keptKey, keptOf, reasonKey, takeCertain } from './proposals.ts'

type Suggested = Pick<Draft, 'mapping' | 'reasons' | 'offers' | 'questions' | 'taken' | 'kept'>
type Target = { readonly batch: number; readonly catalogue: string; readonly supplier: string }

const nothing: Omit<Suggested, 'mapping'> = {
  reasons: new Map(),
  offers: [],
  questions: [],
  taken: new Map(),
  kept: new Set(),
}

/** A mapping made by a person: no reasons, and no proposal is applied automatically. */
export function asMade(mapping: Mapping, sheets: readonly SheetView[]): Suggested {
  return { ...nothing, mapping, kept: keptOf(mapping, sheets) }
}

/** Proposals are fetched before the draft is shown, so that no row grows later. */
export async function suggestDraft(client: QueryClient, target: Target): Promise<Suggested> {
  const { batch, catalogue, supplier } = target
  const [found, sheets, named] = await Promise.all([
    engine.mapping.suggest({ batch, catalogue, supplier: supplier === '' ? null : supplier }),
    client.fetchQuery(api.sheets.list.queryOptions({ input: { batch } })),
    client.fetchQuery(api.catalogues.fields.queryOptions({ input: { id: catalogue } })),
  ])
  const fields = titled(named)
  const { mapping, offers, questions } = found
  const reasons = new Map(found.reasons.map((one) => [reasonKey(one.sheet, one.column), one]))
  const proposals = await Promise.all(
    askedColumns(mapping, sheets, fields).map(async (asked) => ({
      asked,
      // A column whose request fails now is retried when its row is shown.
      proposal: await client.fetchQuery(proposalQuery(batch, catalogue, asked)).catch(() => undefined),
    })),
  )
  return takeCertain({ ...nothing, mapping, reasons, offers, questions }, proposals)
}

export function proposalQuery(batch: number, catalogue: string, { input }: Pick<Asked, 'input'>) {
  return api.mapping.propose.queryOptions({ input: { batch, catalogue, ...input } })
}

async function firstDraft(client: QueryClient, batch: BatchView): Promise<Draft> {
  const [catalogues, connections, batches] = await Promise.all([
    engine.catalogues.list(),
    engine.connections.list(),
    engine.batches.list(),
  ])
  const usual =
    catalogues.find((one) => !one.shipped) ?? catalogues.find((one) => one.id === 'example') ?? catalogues[0]
  const supplier = batch.supplier ?? ''
  const connection = batch.connection?.id ?? firstConnection(connections, batches)
  const chosen = connections.find(({ id }) => id === connection)?.settings.catalogue
  const catalogue = batch.catalogue ?? chosen ?? usual?.id ?? 'example'
  if (batch.mapping === null) {
    const suggested = await suggestDraft(client, { batch: batch.id, catalogue, supplier })
    const { mapping } = suggested
    return {
      ...suggested,
      ...noHistory,
      catalogue,
      supplier,
      connection,
      from: { mapping, catalogue, supplier, connection },
    }
  }
  const sheets = await client.fetchQuery(api.sheets.list.queryOptions({ input: { batch: batch.id } }))
  const draft = { mapping: batch.mapping, catalogue, supplier, connection }
  return { ...asMade(batch.mapping, sheets), ...draft, ...noHistory, from: appliedOf(batch) ?? draft }
}

export function useDraft(batch: BatchView, sheets: readonly SheetView[] | undefined) {
  const client = useQueryClient()
  // The key differs from engine queries, so events about the batch do not invalidate it.
  const key = draftKey(batch.id)
  const draft = useQuery({
    queryKey: key,
    queryFn: () => firstDraft(client, batch),
    enabled: batch.stage !== 'reading',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const id = batch.id
  /** A change that no person decided. */
  const adjust = useCallback(
    (next: (before: Draft) => Draft) =>
      client.setQueryData<Draft>(draftKey(id), (before) => (before === undefined ? undefined : next(before))),
    [client, id],
  )
  const change = useCallback(
    (next: (before: Draft) => Draft) => adjust((before) => remembered(before, next(before))),
    [adjust],
  )
  useEffect(() => {
    const before = client.getQueryData<Draft>(draftKey(batch.id))
    if (before === undefined || sheets === undefined) return
    const next = followed(before, appliedOf(batch))
    if (next === null) return
    const { mapping } = next.draft
    const kept = new Set([...before.kept, ...keptOf(mapping, sheets)])
    adjust((now) => ({ ...now, ...next.draft, kept }))
    if (next.own) toast.notice('info', mapTexts.followed)
  }, [client, adjust, draft.data, batch, sheets])
  return { draft, change, adjust }
}

/** What the engine proposes for each column at each of its fields, by `keptKey`; certain ones go into the draft as they arrive. */
export function useProposals(given: {
  readonly batch: number
  readonly draft: Draft
  readonly change: (next: (before: Draft) => Draft) => void
  readonly sheets: readonly SheetView[]
  readonly fields: readonly FieldView[]
  readonly locked: boolean
}): ReadonlyMap<string, ConversionProposalView> {
  const { batch, draft, change, sheets, fields } = given
  const asked = given.locked ? [] : askedColumns(draft.mapping, sheets, fields)
  const answers = useQueries({ queries: asked.map((one) => proposalQuery(batch, draft.catalogue, one)) })
  const found = asked.map((one, at) => ({ asked: one, proposal: answers[at]?.data }))
  const after = takeCertain(draft, found)
  useEffect(() => {
    if (after !== draft) change((now) => (now === draft ? after : now))
  })
  return new Map(
    found.flatMap(({ asked: { scope, column, path }, proposal }) =>
      proposal === undefined ? [] : [[keptKey(scope.sheet, column, path), proposal] as const],
    ),
  )
}
