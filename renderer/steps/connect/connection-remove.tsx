// Removes a connection with its key, after a question. A connection that a batch uses stays: the engine says so.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { api } from '../../app/engine.ts'
import { go, hrefOf } from '../../app/route.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { connectTexts as words } from '../../texts/connect/connect.ts'

export function RemoveConnection({ connection }: { readonly connection: ConnectionView }): ReactNode {
  const { id, name } = connection
  const client = useQueryClient()
  const [isAsking, ask] = useState(false)
  const remove = useMutation(
    api.connections.remove.mutationOptions({
      onSuccess: async () => {
        toast.done(words.removed({ name }))
        go(hrefOf({ page: 'connect', connection: null }))
        await client.invalidateQueries({ queryKey: api.connections.list.key() })
      },
      onError: toast.failed,
      onSettled: () => ask(false),
    }),
  )
  return (
    <>
      <Button tone="quiet" onClick={() => ask(true)}>
        {words.remove}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.removeTitle({ name })}
        action={words.removeAction}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
        onClose={() => ask(false)}
      >
        {words.removeBody}
      </ConfirmDialog>
    </>
  )
}
