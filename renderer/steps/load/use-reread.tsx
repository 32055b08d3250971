// Hook that reads a batch's files again, one of them with other options, in the same batch. The new option is shown at once and
// reverted if the engine refuses it; the error appears next to the option. If the file no longer exists, the user
// picks it again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { api, engine } from '../../app/engine.ts'
import { type FailureMessage, failureOf } from '../../components/notices/failure.ts'
import { type FileAs, type OpenFile, Uploading, useOpenFile } from '../../accounts/file/open-file.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import type { Choices } from './choices.ts'
import { loadTexts } from '../../texts/load/load.ts'

const words = loadTexts.readAs

/** `file`: the position of the one that is read differently. */
type Wish = { readonly file: number; readonly choices: Choices; readonly path?: string }

export type Reread = {
  /** The requested choices of a file while the request is pending; else the batch's. */
  readonly choicesOf: (file: number) => Choices
  readonly pending: boolean
  readonly failure: FailureMessage | null
  /** Reads the file with exactly these choices, the others as before. */
  readonly read: (file: number, choices: Choices) => void
  /** Asks for the file that is missing and reads it with its latest requested choices. */
  readonly chooseFile: () => void
  readonly dismiss: () => void
  /** What it shows over the page: render it once. */
  readonly overlay: ReactNode
}

export function useReread(batch: BatchView): Reread {
  const client = useQueryClient()
  const [asking, setAsking] = useState<Wish | null>(null)
  const again = useMutation({
    mutationFn: ({ file, choices, path }: Wish) =>
      engine.batches.reread({
        batch: batch.id,
        position: file,
        ...choices,
        ...(path === undefined ? {} : { path }),
      }),
    // The requested choice is shown until the batch confirms it.
    onSuccess: () =>
      client.invalidateQueries({ queryKey: api.batches.get.key({ input: { batch: batch.id } }) }),
    onSettled: () => setAsking(null),
  })
  const { mutateAsync } = again
  const wished = again.variables
  const failure = again.isError ? failureOf(again.error) : null
  const missing = failure?.file ?? batch.failure?.file ?? wished?.file ?? 0
  const choices = wished?.file === missing ? wished.choices : (batch.files[missing]?.readAs ?? {})
  const chooser = useOpenFile(
    useCallback(
      // The mutation stores the error; it is displayed from there.
      async ([given]: readonly FileAs[]) => {
        if (given === undefined) return
        await mutateAsync({ file: missing, choices, path: given.path }).catch(() => undefined)
      },
      [mutateAsync, missing, choices],
    ),
    { several: false },
  )
  const validated = batch.states.validated + batch.states.rejected
  return {
    choicesOf: (file) =>
      again.isPending && wished?.file === file ? wished.choices : (batch.files[file]?.readAs ?? {}),
    pending: again.isPending,
    failure,
    read: (file, asked) =>
      validated > 0 ? setAsking({ file, choices: asked }) : again.mutate({ file, choices: asked }),
    chooseFile: chooser.pick,
    dismiss: again.reset,
    overlay: (
      <>
        {chooser.input}
        <Taking chooser={chooser} />
        <ConfirmDialog
          open={asking !== null}
          onClose={() => setAsking(null)}
          onConfirm={() => asking !== null && again.mutate(asking)}
          title={words.validatedTitle}
          description={words.validatedBody({ n: validated })}
          action={words.again}
          busy={again.isPending}
        />
      </>
    ),
  }
}

function Taking({ chooser }: { readonly chooser: OpenFile }): ReactNode {
  return chooser.upload === null ? null : <Uploading open={chooser} upload={chooser.upload} />
}
