// Retention of a connection: after how many days its finished batches are purged, and the purge that a person asks for.
// Both take effect at once, independently of saving the form.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eraser } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { api } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { failureOf } from '../../components/notices/failure.ts'
import { Select } from '../../components/fields/select.tsx'
import { Callout } from '../../components/panel.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { purgeTexts as words } from '../../texts/connect/purge.ts'
import { Fold } from './form/connection-fields.tsx'
import { PurgeDialog } from './purge-dialog.tsx'

/** 0: never. */
const usualDays = [0, 30, 90, 180, 365, 730]

export function ConnectionRetention({ connection }: { readonly connection: ConnectionView }): ReactNode {
  const input = { connection: connection.id }
  const found = useQuery({ ...api.purge.retention.queryOptions({ input }), refetchOnMount: 'always' })
  if (found.isError) return <Callout tone="error">{failureOf(found.error).message}</Callout>
  return found.data === undefined ? null : <Retention connection={connection} days={found.data.days ?? 0} />
}

function Retention({
  connection,
  days,
}: {
  readonly connection: ConnectionView
  readonly days: number
}): ReactNode {
  // It does not close when the period is taken away.
  const [open] = useState(days > 0)
  const [isPurging, purge] = useState(false)
  const { asking, choose, confirm, close, due, isBusy } = useDays(connection.id)
  const choices = (usualDays.includes(days) ? usualDays : [...usualDays, days])
    .toSorted((a, b) => a - b)
    .map((many) => ({ value: String(many), label: words.days({ days: many }) }))
  return (
    <Fold
      title={words.heading}
      hint={words.foldHint({ kept: days === 0 ? 'forever' : 'for_days', days })}
      open={open}
    >
      <div className="grid gap-3">
        <p className="max-w-[75ch] text-soft">{words.meaning}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="font-medium">{words.after}</span>
          <Select
            label={words.after}
            value={String(days)}
            choices={choices}
            disabled={isBusy}
            onChange={(value) => choose(Number(value))}
            className="w-44"
          />
          <Button icon={Eraser} className="ml-auto" onClick={() => purge(true)}>
            {words.ask}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking !== null}
        title={words.shorter({ days: asking ?? 0 })}
        action={words.shorterAction({ days: asking ?? 0 })}
        danger
        busy={isBusy}
        onConfirm={confirm}
        onClose={close}
      >
        <p>{words.shorterWords({ batches: due })}</p>
        <p className="mt-2 text-soft">{words.loadedAgain}</p>
      </ConfirmDialog>
      {isPurging && <PurgeDialog connection={connection} onClose={() => purge(false)} />}
    </Fold>
  )
}

/** Asks before a period by which batches are due already. `due`: how many. */
function useDays(connection: number) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ readonly days: number; readonly due: number } | null>(null)
  const set = useMutation(
    api.purge.setRetention.mutationOptions({
      onError: toast.failed,
      onSuccess: () => client.invalidateQueries({ queryKey: api.purge.retention.key() }),
      onSettled: () => setAsked(null),
    }),
  )
  const look = useMutation({
    mutationFn: async (days: number) => {
      const input = { connection, olderThanDays: days }
      const { batches } = await client.fetchQuery({
        ...api.purge.preview.queryOptions({ input }),
        staleTime: 0,
      })
      return batches.filter(({ isConnected, stays }) => isConnected && stays === null).length
    },
    onError: toast.failed,
    onSuccess: (due, days) => {
      if (due > 0) setAsked({ days, due })
      else set.mutate({ connection, days })
    },
  })
  return {
    asking: asked?.days ?? null,
    due: asked?.due ?? 0,
    isBusy: set.isPending || look.isPending,
    choose(days: number): void {
      if (days === 0) set.mutate({ connection, days: null })
      else look.mutate(days)
    },
    confirm(): void {
      if (asked !== null) set.mutate({ connection, days: asked.days })
    },
    close: () => setAsked(null),
  }
}
