// How a file is written (kind, encoding, delimiter), read from its first bytes where this page still knows its path.
import { useQuery } from '@tanstack/react-query'
import { engine } from '../../app/engine.ts'
import { type Source, sourceOfBatch } from '../../app/open-file.tsx'

export type FileFacts = {
  readonly format: 'csv' | 'xlsx'
  readonly bytes: number
  readonly encoding: string | null
  readonly delimiter: string | null
}

async function readFacts({ path, as }: Source, signal: AbortSignal): Promise<FileFacts | null> {
  const { name: _, ...hints } = as
  for await (const event of await engine.files.read({ path, ...hints, maxRows: 1 }, { signal })) {
    if (event.kind === 'file') return event
  }
  return null
}

export function useFileFacts(batch: number): FileFacts | null {
  const source = sourceOfBatch(batch)
  const facts = useQuery({
    queryKey: ['file facts', batch],
    queryFn: ({ signal }) => (source === null ? null : readFacts(source, signal)),
    enabled: source !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return facts.data ?? null
}
