// Button that retries all failed accounts of a batch: the service validates them again as they are now, and those that
// pass can be released in Submit. The dialog first counts them; what is retried is exactly what was counted.
import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { countOf, unsuccessfulOutcomes } from '../../../shared/sending/states.ts'
import { api } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { SkeletonRows } from '../../components/panel.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { watchTexts } from '../../texts/watch/watch.ts'

const words = watchTexts.retry
const failed = { outcomes: [...unsuccessfulOutcomes], excluded: false }

export function RetryFailed({ batch }: { readonly batch: BatchView }): ReactNode {
  const [asking, setAsking] = useState(false)
  const accounts = countOf(batch.outcomes, unsuccessfulOutcomes)
  if (accounts === 0 || batch.connection === null) return null
  return (
    <>
      <Button icon={RotateCcw} onClick={() => setAsking(true)}>
        {words.action({ accounts })}
      </Button>
      {asking && <RetryDialog batch={batch} onClose={() => setAsking(false)} />}
    </>
  )
}

function RetryDialog({
  batch,
  onClose,
}: {
  readonly batch: BatchView
  readonly onClose: () => void
}): ReactNode {
  const counted = useFailed(batch.id)
  const retry = useMutation(
    api.accounts.validate.mutationOptions({
      onSuccess: ({ asked }) => toast.done(words.done({ accounts: asked })),
      onError: toast.failed,
      onSettled: onClose,
    }),
  )
  const { what } = counted
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => what !== null && retry.mutate({ batch: batch.id, ...what })}
      title={words.title}
      description={words.body}
      action={words.confirm}
      busy={retry.isPending}
      invalid={what === null || counted.free === 0}
    >
      {counted.free === null ? (
        <SkeletonRows rows={1} />
      ) : (
        <p>
          {words.free({ accounts: counted.free })}
          {counted.held !== null && counted.held > 0 && ` ${words.held({ accounts: counted.held })}`}
        </p>
      )}
    </ConfirmDialog>
  )
}

/** Failed accounts without a hold, with the version of their rows, and those that are held. Null: still counted. */
function useFailed(batch: number) {
  const sheets = useQuery(api.sheets.list.queryOptions({ input: { batch } }))
  const sheet = sheets.data?.find(({ role }) => role === 'main')?.position ?? null
  const filter = { ...failed, held: false }
  const rows = useQuery({
    ...api.sheets.page.queryOptions({ input: { batch, sheet: sheet ?? 0, offset: 0, limit: 1, filter } }),
    enabled: sheet !== null,
  })
  const list = { batch, states: ['done' as const], ...failed, offset: 0, limit: 1 }
  const free = useQuery(api.accounts.list.queryOptions({ input: { ...list, held: false } }))
  const held = useQuery(api.accounts.list.queryOptions({ input: { ...list, held: true } }))
  const expected = rows.data?.version ?? null
  return {
    free: free.data?.total ?? null,
    held: held.data?.total ?? null,
    what: sheet === null || expected === null ? null : { sheet, filter, expected },
  }
}
