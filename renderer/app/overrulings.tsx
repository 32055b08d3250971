// Checks that a person left to the service: one as a line, and the way to take it back. What is for one account is taken
// back at once; what is for many asks first and says for how many.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OverrulingView, StandingOverruling } from '../../shared/contract/overrulings.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { toast } from '../parts/toast.tsx'
import { checkWords } from './cause-texts.ts'
import { api, engine } from './engine.ts'
import { overrulingTexts as words } from './overruling-texts.ts'

/** Takes a decision back; what shows it is asked again at once, rows and counts follow the engine's event. */
export function useTakeBack(onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => engine.overrulings.takeBack({ id }),
    onError: toast.failed,
    onSuccess: ({ takenBack, accounts }) => {
      void client.invalidateQueries({ queryKey: api.overrulings.key() })
      void client.invalidateQueries({ queryKey: api.accounts.get.key() })
      onDone?.()
      toast.done(takenBack ? words.takenBack(accounts) : words.takenBackBefore)
    },
  })
}

export function TakeBack(props: {
  readonly overruling: StandingOverruling
  readonly disabled?: boolean
}): ReactNode {
  const { overruling } = props
  const [asking, setAsking] = useState(false)
  const takeBack = useTakeBack(() => setAsking(false))
  const { id, scope } = overruling
  const counted = useQuery({
    ...api.overrulings.get.queryOptions({ input: { id } }),
    enabled: asking,
    gcTime: 0,
  })
  const what = `${checkOf(overruling)}, ${words.scope(overruling)}`
  const forOne = scope === 'problem'
  return (
    <>
      <Button
        size="small"
        aria-label={words.takeBackLabel(what)}
        disabled={props.disabled}
        busy={takeBack.isPending}
        onClick={() => (forOne ? takeBack.mutate(id) : setAsking(true))}
      >
        {forOne ? words.takeBack : words.takeBackAsks}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => takeBack.mutate(id)}
        title={words.takeBackTitle}
        description={words.takeBackBody(what, counted.data ?? null)}
        action={words.checkAgain}
        busy={takeBack.isPending}
      />
    </>
  )
}

function checkOf({ code, field, attr }: StandingOverruling): string {
  return checkWords(code, attr ?? field)
}

export function OverrulingList(props: {
  readonly label: string
  readonly overrulings: readonly OverrulingView[]
}): ReactNode {
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
              <span className="font-medium">{checkOf(one)}</span>{' '}
              <span className="text-soft">{words.scope(one)}</span>
            </p>
            <p className="text-xs text-faint">
              {words.since} <RelativeTime at={one.at} /> · {words.accounts(one.accounts)} ·{' '}
              <code className="font-mono">{one.code}</code>
            </p>
          </div>
          <TakeBack overruling={one} />
        </li>
      ))}
    </ul>
  )
}
