// View of a batch whose file could not be read: the error, and buttons to read it again with the same or other
// options, pick another file for the batch, or remove the batch.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileX2, FolderOpen, RotateCw, SlidersHorizontal, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { api } from '../../app/engine.ts'
import { isDelimitedName, readsOtherwise } from '../../accounts/file/read-as.ts'
import { ReadAsDialog } from '../../accounts/file/read-as-dialog.tsx'
import { go, hrefOf } from '../../app/route.ts'
import { texts } from '../../texts/common.ts'
import { Button } from '../../components/button.tsx'
import { Callout, EmptyState } from '../../components/panel.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { loadTexts } from '../../texts/load/load.ts'
import type { Reread } from './use-reread.tsx'
import { sentenceOf } from '../../../shared/texts/message.ts'

const words = loadTexts.failed

export function FailedFile(props: { readonly batch: BatchView; readonly reread: Reread }): ReactNode {
  const { batch, reread } = props
  const [asking, setAsking] = useState(false)
  const file = (reread.failure ?? batch.failure)?.file ?? 0
  const name = batch.files[file]?.name ?? ''
  const stopped = batch.failure?.code === 'reading_stopped'
  return (
    <>
      <EmptyState
        icon={FileX2}
        title={stopped ? words.stopped : words.title}
        actions={<Actions batch={batch} reread={reread} onOtherwise={() => setAsking(true)} />}
      >
        <p className="wrap-break-word">{sentenceOf(batch.failure?.message)}</p>
        <p className="mt-1 text-xs text-faint">{batch.failure?.code}</p>
        {reread.failure !== null && !asking && (
          <Callout tone="error" className="mt-3 text-left">
            <p className="wrap-break-word">{reread.failure.message}</p>
          </Callout>
        )}
      </EmptyState>
      {asking && (
        <ReadAsDialog
          title={words.differentlyTitle}
          description={words.differentlyBody}
          failure={reread.failure?.message ?? null}
          text={isDelimitedName(name)}
          before={reread.choicesOf(file)}
          candidates={(reread.failure ?? batch.failure)?.candidates ?? []}
          busy={reread.pending}
          onRead={(choices) => reread.read(file, choices)}
          onClose={() => {
            setAsking(false)
            reread.dismiss()
          }}
        />
      )}
    </>
  )
}

function Actions(props: {
  readonly batch: BatchView
  readonly reread: Reread
  /** Asks for other reading options. */
  readonly onOtherwise: () => void
}): ReactNode {
  const { batch, reread } = props
  const client = useQueryClient()
  const remove = useMutation(
    api.batches.remove.mutationOptions({
      onSuccess: async () => {
        go(hrefOf({ page: 'home' }))
        await client.invalidateQueries({ queryKey: api.batches.list.key() })
      },
      onError: toast.failed,
    }),
  )
  const gone = (reread.failure ?? batch.failure)?.code === 'file_missing'
  return (
    <>
      {batch.failure?.code === 'reading_stopped' && (
        <Button
          tone="primary"
          icon={RotateCw}
          busy={reread.pending}
          onClick={() => reread.read(0, reread.choicesOf(0))}
        >
          {words.again}
        </Button>
      )}
      {readsOtherwise(batch.failure?.code ?? '') && (
        <Button tone="primary" icon={SlidersHorizontal} onClick={props.onOtherwise}>
          {words.differently}
        </Button>
      )}
      <Button icon={FolderOpen} onClick={reread.chooseFile}>
        {gone ? loadTexts.readAs.gone : words.another}
      </Button>
      <Button
        tone="quiet"
        icon={Trash2}
        busy={remove.isPending}
        onClick={() => remove.mutate({ batch: batch.id })}
      >
        {texts.common.remove}
      </Button>
    </>
  )
}
