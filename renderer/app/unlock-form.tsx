// Form of the recovery page for an encrypted data folder whose key is not here: opens it with its recovery key.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../components/button.tsx'
import { failureOf } from '../components/notices/failure.ts'
import { TextField } from '../components/fields/field.tsx'
import { recoveryTexts as words } from '../texts/recovery.ts'
import { api } from './engine.ts'

export function UnlockForm(): ReactNode {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const unlock = useMutation(
    api.recovery.unlock.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: api.recovery.state.key() }),
    }),
  )
  const failure = unlock.error === null ? null : failureOf(unlock.error)
  // If the link is lost, the folder was opened: the window returns with the engine.
  const error = failure === null || failure.code === 'link_lost' ? undefined : failure.message
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') unlock.mutate({ recoveryKey: text })
      }}
    >
      <TextField
        label={words.unlockKey}
        hint={words.unlockHint}
        error={error}
        value={text}
        mono
        autoFocus
        onChange={(event) => {
          unlock.reset()
          setText(event.target.value)
        }}
      />
      <div>
        <Button icon={KeyRound} tone="primary" submit busy={unlock.isPending} disabled={text.trim() === ''}>
          {words.unlock}
        </Button>
      </div>
    </form>
  )
}
