// Queries and mutations of the version review. The comparison runs only while it is displayed and can be stopped.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { VersionView } from '../../../shared/contract/fixing/versions.ts'
import { api, engine } from '../../app/engine.ts'
import { type Arrive, type FileAs, type OpenFile, useOpenFile } from '../file/open-file.tsx'
import { hrefOfStep } from '../../app/route.ts'
import { toast } from '../../components/notices/toast.tsx'
import { versionTexts as words } from '../../texts/load/version.ts'

export type Comparing = {
  readonly now: { readonly done: number; readonly total: number } | null
  readonly start: () => void
  readonly stop: () => void
}

/**
 * Opens files as a newer version of a batch and navigates to the comparison. One that cannot be read asks how to read it, as
 * a first file does.
 */
export function useOpenVersion(batch: number): OpenFile {
  return useOpenFile(useVersionOf(batch), { asks: true })
}

function useVersionOf(batch: number): (files: readonly FileAs[], arrive: Arrive) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (files, arrive) => {
      const [first, ...also] = files.map(({ path, as }) => ({ path, ...as }))
      if (first === undefined) return
      const opened = await engine.versions.open({ batch, ...first, also })
      await client.invalidateQueries({ queryKey: api.batches.list.key() })
      if (!opened.mapped && opened.differences.length > 0)
        toast.notice('info', words.differs({ n: opened.differences.length }))
      arrive(hrefOfStep(opened.batch, 'load', { view: 'version' }))
    },
    [batch, client],
  )
}

export function useVersion(batch: BatchView) {
  return useQuery(api.versions.get.queryOptions({ input: { batch: batch.id } }))
}

/** Compares automatically once, as soon as possible, if nothing has been compared yet. */
export function useComparing(batch: BatchView, version: VersionView | undefined): Comparing {
  const client = useQueryClient()
  const [now, setNow] = useState<Comparing['now']>(null)
  const running = useRef<AbortController | null>(null)
  const began = useRef(false)

  const start = useCallback(() => {
    if (running.current !== null) return
    const abort = new AbortController()
    running.current = abort
    setNow({ done: 0, total: 0 })
    const run = async (): Promise<void> => {
      for await (const at of await engine.versions.compare({ batch: batch.id }, { signal: abort.signal }))
        setNow(at)
    }
    void run()
      .catch((error: unknown) => {
        if (!abort.signal.aborted) toast.failed(error)
      })
      .finally(() => {
        running.current = null
        setNow(null)
        void client.invalidateQueries({ queryKey: api.versions.key() })
      })
  }, [batch.id, client])

  const possible = batch.stage === 'open' && version?.earlier?.open === true
  const missing = version !== undefined && version.comparison === null
  useEffect(() => {
    if (!possible || !missing || began.current) return
    began.current = true
    start()
  }, [possible, missing, start])
  useEffect(() => () => running.current?.abort(), [])
  return {
    now,
    start,
    stop: () => {
      running.current?.abort()
      toast.notice('info', words.stopped)
    },
  }
}

export type Merging = { readonly busy: boolean; readonly merge: (holdGone: boolean) => void }

export function useMerging(batch: BatchView): Merging {
  const client = useQueryClient()
  const merging = useMutation({
    mutationFn: (holdGone: boolean) => engine.versions.merge({ batch: batch.id, holdGone }),
    onError: toast.failed,
    onSettled: () => client.invalidateQueries({ queryKey: api.versions.key() }),
  })
  return { busy: merging.isPending, merge: (holdGone) => merging.mutate(holdGone) }
}
