// Strip below the grid with the number of checks that are left to the service in this batch. It lists them with a
// button to revert each.
import { WordHelp } from '../../../components/overlays/word-help.tsx'
import { useQuery } from '@tanstack/react-query'
import { CircleDashed } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { api } from '../../../app/engine.ts'
import { OverrulingList } from '../../../accounts/overrulings.tsx'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { overrulingFixTexts as words } from '../../../texts/fix/decisions/overruling.ts'

export function OverrulingStrip({ batch }: { readonly batch: BatchView }): ReactNode {
  const [open, setOpen] = useState(false)
  const found = useQuery(api.overrulings.currentState.queryOptions({ input: { batch: batch.id } }))
  const currentState = found.data?.length ?? 0
  return (
    <>
      {currentState > 0 && (
        <section
          aria-label={words.stripLabel}
          className="flex h-8 shrink-0 items-center gap-2 border-t border-line bg-head px-3 text-sm"
        >
          <CircleDashed size={14} aria-hidden className="shrink-0 text-still" />
          <p className="min-w-0 truncate text-soft">{words.strip({ n: currentState })}</p>
          <WordHelp of="overruled" />
          <Button size="small" onClick={() => setOpen(true)}>
            {words.look}
          </Button>
        </section>
      )}
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={words.listTitle}
          description={words.listBody}
          actions={<Button onClick={() => setOpen(false)}>{texts.common.close}</Button>}
        >
          <Counted batch={batch} />
        </Dialog>
      )}
    </>
  )
}

function Counted({ batch }: { readonly batch: BatchView }): ReactNode {
  const found = useQuery(api.overrulings.inBatch.queryOptions({ input: { batch: batch.id } }))
  const currentState = (found.data ?? []).filter((one) => !one.reverted)
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <SkeletonRows rows={2} />
  return currentState.length > 0 ? (
    <OverrulingList label={words.listTitle} overrulings={currentState} catalogue={batch.catalogue} />
  ) : (
    <p role="status" className="text-soft">
      {words.none}
    </p>
  )
}
