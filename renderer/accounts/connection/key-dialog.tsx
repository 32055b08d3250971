// Dialog that asks for a connection's API key again. The key is sent only to the engine.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, engine } from '../../app/engine.ts'
import { failureOf } from '../../components/notices/failure.ts'
import { texts } from '../../texts/common.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { TextField } from '../../components/fields/field.tsx'
import { useSecretInput } from '../../components/fields/secret-input.ts'
import { toast } from '../../components/notices/toast.tsx'
import { submitTexts } from '../../texts/submit/submit.ts'

type Props = {
  readonly open: boolean
  readonly onClose: () => void
  readonly connection: { readonly id: number; readonly name: string }
}

export function KeyDialog(props: Props): ReactNode {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      width="small"
      title={submitTexts.key.title({ name: props.connection.name })}
      description={submitTexts.key.words}
    >
      <KeyForm {...props} />
    </Dialog>
  )
}

function KeyForm({ connection, onClose }: Props): ReactNode {
  const client = useQueryClient()
  const typed = useSecretInput()
  const [shown, setShown] = useState(false)
  const give = useMutation({
    // Read here instead of passed as a mutation variable, because the mutation cache would keep it.
    mutationFn: () => giveKey(connection.id, typed.read().trim()),
    onSuccess: ({ isPaused }) => {
      toast.done(isPaused ? submitTexts.key.doneStillPaused : submitTexts.key.done)
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: api.connections.key() }),
  })
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        give.mutate()
      }}
    >
      <TextField
        {...typed.input}
        label={submitTexts.key.label}
        type={shown ? 'text' : 'password'}
        mono
        autoFocus
        error={give.error === null ? undefined : failureOf(give.error).message}
      />
      <Checkbox label={submitTexts.key.show} checked={shown} onChange={setShown} />
      <div className="flex justify-end gap-2 pt-2 pb-2">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button submit tone="primary" busy={give.isPending} disabled={!typed.isFilled}>
          {submitTexts.key.action}
        </Button>
      </div>
    </form>
  )
}

/**
 * A new key lifts the pause of a failed sign-in. Other pauses (by a person, or after a crash) stay until a person has
 * checked them.
 */
async function giveKey(id: number, key: string): Promise<{ readonly isPaused: boolean }> {
  await engine.connections.setKey({ id, key })
  const connections = await engine.connections.list()
  const pauses = connections.find((one) => one.id === id)?.pauses ?? []
  const bySignIn = pauses.filter(({ reason }) => reason === 'sign_in')
  for (const { supplier } of bySignIn) await engine.connections.resume({ id, supplier })
  return { isPaused: pauses.length > bySignIn.length }
}
