// Hooks that add files to a batch and take one out again. All its files are then read again, in the background.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { type FileAs, type OpenFile, useOpenFile } from '../../accounts/file/open-file.tsx'
import { api, engine } from '../../app/engine.ts'
import { toast } from '../../components/notices/toast.tsx'

/** Picks or takes files that are read after the batch's own; one that cannot be read asks how to read it. */
export function useAddFiles(batch: BatchView): OpenFile {
  const client = useQueryClient()
  const { id } = batch
  return useOpenFile(
    useCallback(
      async (files: readonly FileAs[]) => {
        await engine.batches.addFiles({ batch: id, also: files.map(({ path, as }) => ({ path, ...as })) })
        await client.invalidateQueries({ queryKey: api.batches.get.key({ input: { batch: id } }) })
      },
      [client, id],
    ),
    { asks: true, first: batch.files.length },
  )
}

export function useRemoveFile(batch: BatchView): {
  readonly remove: (file: number) => void
  readonly pending: boolean
} {
  const change = useMutation(api.batches.removeFile.mutationOptions({ onError: toast.failed }))
  return {
    remove: (file) => change.mutate({ batch: batch.id, position: file }),
    pending: change.isPending,
  }
}
