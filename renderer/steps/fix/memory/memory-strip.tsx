// Strip that announces once that repairs of other batches fit this one. It appears below the grid when they are
// found, so nothing moves under the pointer. A dismissed strip never returns; without a match nothing is shown.
import { stripWords } from './memory-words.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { History, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { api } from '../../../app/engine.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { MemoryDialog } from './memory-lazy.ts'
import { memoryTexts } from '../../../texts/fix/memory.ts'

export function MemoryStrip({ batch }: { readonly batch: BatchView }): ReactNode {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const input = { batch: batch.id }
  const waiting = useQuery({
    ...api.memory.waiting.queryOptions({ input }),
    enabled: batch.stage === 'open',
    // An error is ignored: the user did not request this.
    retry: false,
  })
  const dismiss = useMutation(
    api.memory.dismiss.mutationOptions({
      onError: toast.failed,
      onSuccess: () => client.setQueryData(api.memory.waiting.queryKey({ input }), null),
    }),
  )
  const reported = waiting.data ?? null
  const isShown = reported !== null && reported.all.offers > 0
  const wasShown = useRef(false)
  useEffect(() => {
    // The focus leaves with the buttons: keyboard users continue in the grid.
    if (wasShown.current && !isShown && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main canvas[tabindex]')?.focus()
    wasShown.current = isShown
  }, [isShown])
  return (
    <>
      {isShown && (
        <section
          aria-label={memoryTexts.stripLabel}
          data-memory-strip
          className="flex h-8 shrink-0 items-center gap-2 border-t border-line bg-head px-3 text-sm"
        >
          <History size={14} aria-hidden className="shrink-0 text-accent" />
          <p className="min-w-0 truncate text-soft">{stripWords(reported)}</p>
          <Button size="small" onClick={() => setOpen(true)}>
            {memoryTexts.look}
          </Button>
          <IconButton
            icon={X}
            size="small"
            label={memoryTexts.dismiss}
            className="ml-auto"
            disabled={dismiss.isPending}
            onClick={() => dismiss.mutate(input)}
          />
        </section>
      )}
      {open && (
        <Suspense>
          <MemoryDialog batch={batch} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
