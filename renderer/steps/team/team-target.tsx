// The targets of the team: how much of each is created, who loaded it when; loading, replacing and removing one.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TeamTarget } from '../../../shared/contract/team/board.ts'
import { api } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { teamTexts } from '../../texts/team.ts'
import { partsOfTarget } from './board-pieces.ts'
import { TargetBar } from './target-bar.tsx'
import { TargetDialog } from './target-dialog.tsx'

const words = teamTexts.target

export function Targets({ targets }: { readonly targets: readonly TeamTarget[] }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby="target-heading">
      <div className="flex items-center gap-1">
        <h2 id="target-heading" className="text-md font-semibold">
          {words.heading}
        </h2>
        <Button size="small" tone="quiet" icon={ListChecks} className="ml-auto" onClick={() => setOpen(true)}>
          {targets.length === 0 ? words.load : words.replace}
        </Button>
      </div>
      {targets.length === 0 && <p className="mt-1 max-w-200 text-soft">{words.intro}</p>}
      {targets.length > 0 && (
        <ul className="mt-2 grid divide-y divide-line rounded-lg border border-line">
          {targets.map((target) => (
            <TargetLine key={target.id} target={target} />
          ))}
        </ul>
      )}
      {isOpen && <TargetDialog onClose={() => setOpen(false)} />}
    </section>
  )
}

function TargetLine({ target }: { readonly target: TeamTarget }): ReactNode {
  const { service, supplier, name, member, loadedAt, keys } = target
  const parts = partsOfTarget([target])
  return (
    <li className="flex items-center gap-4 px-3 py-2">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="truncate font-medium">
          {words.place({ service, supplier, hasSupplier: supplier === '' ? 'no' : 'yes' })}
        </p>
        <TargetBar parts={parts} height="8px" />
        <p className="text-xs text-soft tabular-nums">{words.of(parts)}</p>
        <p className="text-xs text-faint">
          {words.source({ keys, name, hasName: name === '' ? 'no' : 'yes', member })}{' '}
          <RelativeTime at={loadedAt} />
        </p>
      </div>
      <RemoveTarget target={target} />
    </li>
  )
}

function RemoveTarget({ target }: { readonly target: TeamTarget }): ReactNode {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = useMutation(
    api.team.removeTarget.mutationOptions({
      onSuccess: () => toast.done(words.removed),
      onError: toast.failed,
      onSettled: async () => {
        setAsking(false)
        await client.invalidateQueries({ queryKey: api.team.board.key() })
      },
    }),
  )
  return (
    <>
      <Button size="small" busy={remove.isPending} onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ target: target.id })}
        title={words.removeTitle}
        description={words.removeWords}
        action={words.removeAction}
        danger
        busy={remove.isPending}
      />
    </>
  )
}
