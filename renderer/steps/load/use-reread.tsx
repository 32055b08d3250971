// Hook that reads a batch's file again with other options, in the same batch. The new option is shown at once and
// reverted if the engine refuses it; the error appears next to the option. If the file no longer exists, the user
// picks it again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { api, engine } from '../../app/engine.ts'
import { type FailureMessage, failureOf } from '../../components/failure.ts'
import { type OpenFile, Uploading, useOpenFile } from '../../accounts/file/open-file.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import type { Choices } from './choices.ts'
import { loadTexts } from '../../texts/load.ts'

const words = loadTexts.readAs

type Wish = { readonly choices: Choices; readonly path?: string }

export type Reread = {
  /** The requested choices while the request is pending; else the batch's. */
  readonly choices: Choices
  readonly pending: boolean
  readonly failure: FailureMessage | null
  /** Reads with exactly these choices. */
  readonly read: (choices: Choices) => void
  /** Asks for the file and reads it with the latest requested choices. */
  readonly chooseFile: () => void
  readonly dismiss: () => void
  /** What it shows over the page: render it once. */
  readonly overlay: ReactNode
}

export function useReread(batch: BatchView): Reread {
  const client = useQueryClient()
  const [asking, setAsking] = useState<Choices | null>(null)
  const again = useMutation({
    mutationFn: ({ choices, path }: Wish) =>
      engine.batches.reread({ batch: batch.id, ...choices, ...(path === undefined ? {} : { path }) }),
    // The requested choice is shown until the batch confirms it.
    onSuccess: () =>
      client.invalidateQueries({ queryKey: api.batches.get.key({ input: { batch: batch.id } }) }),
    onSettled: () => setAsking(null),
  })
  const { mutateAsync } = again
  const choices = again.variables?.choices ?? batch.readAs
  const chooser = useOpenFile(
    useCallback(
      // The mutation stores the error; it is displayed from there.
      async (path: string) => void (await mutateAsync({ choices, path }).catch(() => undefined)),
      [mutateAsync, choices],
    ),
  )
  const validated = batch.states.validated + batch.states.rejected
  return {
    choices: again.isPending ? choices : batch.readAs,
    pending: again.isPending,
    failure: again.isError ? failureOf(again.error) : null,
    read: (wished) => (validated > 0 ? setAsking(wished) : again.mutate({ choices: wished })),
    chooseFile: chooser.pick,
    dismiss: again.reset,
    overlay: (
      <>
        {chooser.input}
        <Taking chooser={chooser} />
        <ConfirmDialog
          open={asking !== null}
          onClose={() => setAsking(null)}
          onConfirm={() => asking !== null && again.mutate({ choices: asking })}
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
