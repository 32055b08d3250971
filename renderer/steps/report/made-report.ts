// The report that was made last, as the engine tells it, and the counts that it was made from. The counts of a report that
// this window made are known; those of an earlier one are in its `summary.json`, which only the web host hands out.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { BatchView } from '../../../shared/contract.ts'
import { engine } from '../../app/engine.ts'
import { hasNativeDialogs } from '../../app/files.ts'
import { type Counts, countsIn, movedSince } from './report-counts.ts'
import { readReportFile } from './report-files.ts'

/** unknown: it was made before, and what the counts were then cannot be read here. */
export type Standing =
  | { readonly kind: 'asking' | 'unknown' }
  | { readonly kind: 'known'; readonly moved: number }

const keyOf = (batch: number, madeAt: number) => ['report-counts', batch, madeAt] as const

/** Makes the report into a folder, or the batch's own (null), and keeps the counts that it has. */
export async function makeReport(client: QueryClient, batch: number, folder: string | null): Promise<void> {
  const { states, outcomes } = await engine.batches.get({ batch })
  await engine.batches.report({ batch, folder })
  const now = await engine.batches.get({ batch })
  // What moved while it was written is told as moved, which errs on the safe side.
  if (now.report !== null) client.setQueryData<Counts>(keyOf(batch, now.report.at), { states, outcomes })
}

export function useStanding(batch: BatchView): Standing | null {
  const { report } = batch
  const counts = useQuery({
    queryKey: keyOf(batch.id, report?.at ?? 0),
    queryFn: async ({ signal }) => countsIn(await readReportFile(batch.id, 'summary.json', signal)),
    enabled: report !== null && isServed(batch),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (report === null) return null
  if (counts.data !== undefined && counts.data !== null)
    return { kind: 'known', moved: movedSince(counts.data, batch) }
  return { kind: counts.isFetching ? 'asking' : 'unknown' }
}

/** Whether the web host hands the report's files out: they lie in the batch's own folder. */
export function isServed({ id, report }: Pick<BatchView, 'id' | 'report'>): boolean {
  return !hasNativeDialogs && new RegExp(`[\\\\/]reports[\\\\/]batch-${id}$`).test(report?.folder ?? '')
}
