// Renaming and removing a batch on Home: two icons with their dialogs. A batch of which nothing was sent can be
// removed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { api } from '../../app/engine.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { ConfirmDialog, Dialog } from '../../components/overlays/dialog.tsx'
import { TextField } from '../../components/fields/field.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { texts } from '../../texts/common.ts'
import { homeTexts as words } from '../../texts/home.ts'

export function BatchIcons({ batch }: { readonly batch: BatchView }): ReactNode {
  const isRemovable = onTheWay(batch) + batch.states.done === 0
  return (
    <>
      <Rename batch={batch} />
      {isRemovable && <Remove batch={batch} />}
    </>
  )
}

function Rename({ batch }: { readonly batch: BatchView }): ReactNode {
  const [name, setName] = useState<string | null>(null)
  const client = useQueryClient()
  const rename = useMutation(
    api.batches.rename.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: api.batches.list.key() }),
      onError: toast.failed,
      onSettled: () => setName(null),
    }),
  )
  const next = name?.trim() ?? ''
  function keep(event: FormEvent): void {
    event.preventDefault()
    if (next !== '') rename.mutate({ batch: batch.id, name: next })
  }
  return (
    <>
      <IconButton
        icon={Pencil}
        label={words.rename({ name: batch.name })}
        onClick={() => setName(batch.name)}
      />
      <Dialog
        open={name !== null}
        onClose={() => setName(null)}
        width="small"
        title={words.renameTitle}
        actions={
          <>
            <Button onClick={() => setName(null)}>{texts.common.cancel}</Button>
            <Button
              tone="primary"
              submit
              form={`rename-${batch.id}`}
              busy={rename.isPending}
              disabled={next === ''}
            >
              {texts.common.save}
            </Button>
          </>
        }
      >
        <form id={`rename-${batch.id}`} onSubmit={keep}>
          <TextField
            label={words.name}
            value={name ?? ''}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
          />
        </form>
      </Dialog>
    </>
  )
}

function Remove({ batch }: { readonly batch: BatchView }): ReactNode {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const remove = useMutation(
    api.batches.remove.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: api.batches.list.key() }),
      onError: toast.failed,
      onSettled: () => setAsking(false),
    }),
  )
  return (
    <>
      <IconButton icon={Trash2} label={words.remove({ name: batch.name })} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ batch: batch.id })}
        busy={remove.isPending}
        danger
        title={words.removeTitle({ name: batch.name })}
        description={words.removeBody({ rows: batch.rows })}
        action={texts.common.remove}
      >
        <p className="text-sm text-soft">{words.removeKept}</p>
      </ConfirmDialog>
    </>
  )
}
