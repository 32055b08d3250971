// How a file is written (kind, encoding, delimiter), read from its first bytes where this page still knows its path.
import { useQuery } from '@tanstack/react-query'
import { engine } from '../../app/engine.ts'
import { pathOfBatch } from '../../app/open-file.tsx'

export type FileFacts = {
  readonly format: 'csv' | 'xlsx'
  readonly bytes: number
  readonly encoding: string | null
  readonly delimiter: string | null
}

async function readFacts(path: string, signal: AbortSignal): Promise<FileFacts | null> {
  for await (const event of await engine.files.read({ path, maxRows: 1 }, { signal })) {
    if (event.kind === 'file') return event
  }
  return null
}

export function useFileFacts(batch: number): FileFacts | null {
  const path = pathOfBatch(batch)
  const facts = useQuery({
    queryKey: ['file facts', path],
    queryFn: ({ signal }) => (path === null ? null : readFacts(path, signal)),
    enabled: path !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return facts.data ?? null
}
