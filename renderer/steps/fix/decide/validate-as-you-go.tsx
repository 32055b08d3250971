// Switch next to Validate: the service validates accounts in the background as they are edited. It shows how many
// wait.
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { api } from '../../../app/engine.ts'
import { BatchLocked } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { format } from '../../../texts/format.ts'
import { toast } from '../../../components/notices/toast.tsx'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import { validateTexts as words } from '../../../texts/fix/validate.ts'

export function ValidateAsYouGo({ batch }: { readonly batch: BatchView }): ReactNode {
  const { on, waiting } = batch.validateEdited
  const locked = useContext(BatchLocked)
  const isOff = locked !== null || (batch.connection === null && !on)
  const turn = useMutation(
    api.batches.validateEdited.mutationOptions({
      onError: toast.failed,
      onSuccess: (_, sent) => toast.done(sent.on ? words.turnedOn : words.turnedOff),
    }),
  )
  return (
    <Tooltip text={locked ?? hintOf(batch)}>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-label={words.name}
        aria-disabled={isOff}
        aria-busy={turn.isPending}
        onClick={() => {
          if (!isOff && !turn.isPending) turn.mutate({ batch: batch.id, on: !on })
        }}
        className={cx(
          'flex h-[26px] shrink-0 items-center gap-1.5 rounded px-1.5 text-sm whitespace-nowrap transition-colors duration-100 hover:bg-hover',
          on ? 'text-text' : 'text-soft',
          isOff && 'opacity-60',
        )}
      >
        <span
          aria-hidden
          className={cx(
            'flex h-3.5 w-6 items-center rounded-full border px-px transition-colors duration-100',
            on ? 'border-accent bg-accent' : 'border-control bg-bg',
          )}
        >
          <span
            className={cx(
              'size-2.5 rounded-full transition-transform duration-100',
              on ? 'translate-x-2.5 bg-on-accent' : 'bg-control',
            )}
          />
        </span>
        {words.name}
        {on && waiting > 0 && (
          <span
            role="status"
            aria-label={words.waiting({ accounts: waiting })}
            className="text-xs text-faint tabular-nums"
          >
            {format.number(waiting)}
          </span>
        )}
      </button>
    </Tooltip>
  )
}

function hintOf({ validateEdited, connection, pauses, supplier: own }: BatchView): string {
  const { on, waiting, perMinute } = validateEdited
  const paused = pauses.some(({ supplier }) => supplier === '' || supplier === own)
  return [
    connection === null ? words.noConnection : on ? words.on({ perMinute }) : words.off,
    on && waiting > 0 ? words.waiting({ accounts: waiting }) : null,
    on && waiting > 0 && paused ? words.paused : null,
  ]
    .filter((part) => part !== null)
    .join('. ')
}
