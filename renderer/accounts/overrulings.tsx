// List of checks that a person left to the service, one line per check, with a button to revert it. A check for one
// account is reverted at once; one for many accounts asks for confirmation and shows the number.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OverrulingView, ActiveOverruling } from '../../shared/contract/fixing/overrulings.ts'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../components/overlays/dialog.tsx'
import { RelativeTime } from '../components/text/relative-time.tsx'
import { toast } from '../components/notices/toast.tsx'
import { checkWords } from './cause-words.ts'
import type { FieldTitles } from './field-titles.ts'
import { revertWords, scopeWords } from './overruling-words.ts'
import { useFieldTitles } from './use-field-titles.ts'
import { api, engine } from '../app/engine.ts'
import { overrulingTexts as words } from '../texts/fix/decisions/left-to-service.ts'

/** Reverts a decision. The list is refetched at once; rows and counts follow the engine's event. */
export function useRevert(onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => engine.overrulings.revert({ id }),
    onError: toast.failed,
    onSuccess: ({ reverted, accounts }) => {
      void client.invalidateQueries({ queryKey: api.overrulings.key() })
      void client.invalidateQueries({ queryKey: api.accounts.get.key() })
      onDone?.()
      toast.done(reverted ? words.reverted({ n: accounts }) : words.revertedBefore)
    },
  })
}

export function Revert(props: {
  readonly overruling: ActiveOverruling
  /** The catalogue of the batch or connection; null: none is chosen yet. */
  readonly catalogue: string | null
  readonly disabled?: boolean
}): ReactNode {
  const { overruling } = props
  const [asking, setAsking] = useState(false)
  const revert = useRevert(() => setAsking(false))
  const { id, scope } = overruling
  const counted = useQuery({
    ...api.overrulings.get.queryOptions({ input: { id } }),
    enabled: asking,
    gcTime: 0,
  })
  const titles = useFieldTitles(props.catalogue)
  const what = `${checkOf(overruling, titles)}, ${scopeWords(overruling, titles)}`
  const forOne = scope === 'problem'
  return (
    <>
      <Button
        size="small"
        aria-label={words.revertLabel({ what })}
        disabled={props.disabled}
        busy={revert.isPending}
        onClick={() => (forOne ? revert.mutate(id) : setAsking(true))}
      >
        {forOne ? words.revert : words.revertAsks}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => revert.mutate(id)}
        title={words.revertTitle}
        description={revertWords(what, counted.data ?? null)}
        action={words.checkAgain}
        busy={revert.isPending}
      />
    </>
  )
}

function checkOf({ code, field, attr }: ActiveOverruling, titles: FieldTitles): string {
  return checkWords(code, attr ?? field, titles)
}

export function OverrulingList(props: {
  readonly label: string
  readonly overrulings: readonly OverrulingView[]
  readonly catalogue: string | null
}): ReactNode {
  const titles = useFieldTitles(props.catalogue)
  return (
    <ul
      aria-label={props.label}
      tabIndex={0}
      className="max-h-[min(26rem,calc(100vh-15rem))] overflow-y-auto rounded-lg border border-line text-sm"
    >
      {props.overrulings.map((one) => (
        <li key={one.id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-0">
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere">
              <span className="font-medium">{checkOf(one, titles)}</span>{' '}
              <span className="text-soft">{scopeWords(one, titles)}</span>
            </p>
            <p className="text-xs text-faint">
              {words.since} <RelativeTime at={one.at} /> · {words.accounts({ n: one.accounts })} ·{' '}
              <code className="font-mono">{one.code}</code>
            </p>
          </div>
          <Revert overruling={one} catalogue={props.catalogue} />
        </li>
      ))}
    </ul>
  )
}
