// Strip that lists decisions about accounts that were moved or dropped, until the user dismisses it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { decisionMessage } from '../../../../shared/status/decision-words.ts'
import { api } from '../../../app/engine.ts'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { decisionsTexts as words } from '../../../texts/fix/decisions/decisions.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

/** Listed at once. */
const listed = 200

export function DecisionsStrip({ batch }: { readonly batch: BatchView }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <>
      {batch.decisionsChanged > 0 && (
        <section
          aria-label={words.label}
          className="flex h-8 shrink-0 items-center gap-2 border-t border-line bg-head px-3 text-sm"
        >
          <TriangleAlert size={14} aria-hidden className="shrink-0 text-warn" />
          <p className="min-w-0 truncate text-soft">{words.strip({ count: batch.decisionsChanged })}</p>
          <Button size="small" onClick={() => setOpen(true)}>
            {words.look}
          </Button>
        </section>
      )}
      {open && <DecisionsDialog batch={batch.id} onClose={() => setOpen(false)} />}
    </>
  )
}

function DecisionsDialog(props: { readonly batch: number; readonly onClose: () => void }): ReactNode {
  const { batch, onClose } = props
  const client = useQueryClient()
  const found = useQuery(api.decisions.changes.queryOptions({ input: { batch, offset: 0, limit: listed } }))
  const changes = found.data?.changes ?? []
  const last = changes.at(-1)?.id
  const more = (found.data?.total ?? 0) - changes.length
  const markRead = useMutation(
    api.decisions.markRead.mutationOptions({
      onError: toast.failed,
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: api.decisions.key() })
        onClose()
      },
    }),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={words.title}
      description={words.body}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.close}</Button>
          <Button
            tone="primary"
            busy={markRead.isPending}
            disabled={last === undefined}
            onClick={() => {
              if (last !== undefined) markRead.mutate({ batch, upTo: last })
            }}
          >
            {words.read}
          </Button>
        </>
      }
    >
      {found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <SkeletonRows rows={4} />
      ) : (
        <ul className="grid max-h-[min(30rem,calc(100vh-15rem))] gap-2 overflow-y-auto text-sm" tabIndex={0}>
          {changes.map((change) => (
            <li key={change.id} className="wrap-break-word">
              {sentenceOf(decisionMessage(change))}
            </li>
          ))}
          {more > 0 && <li className="text-soft">{words.more({ count: more })}</li>}
        </ul>
      )}
    </Dialog>
  )
}
