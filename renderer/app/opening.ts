// How far the project file is that is being opened: the engine's events say it, and the dialog that waits shows it.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { OpeningProgress } from '../../shared/contract/workspace.ts'

const key = ['opening a project file']

/** Null: nothing was heard yet. */
export function useOpeningProgress(): OpeningProgress | null {
  return useQuery<OpeningProgress | null>({ queryKey: key, queryFn: () => null, enabled: false }).data ?? null
}

export function heardOpening(client: QueryClient, now: OpeningProgress): void {
  client.setQueryData(key, now)
}

export function forgetOpening(client: QueryClient): void {
  client.setQueryData(key, null)
}
