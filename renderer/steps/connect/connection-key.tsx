// API key of a connection. The key is write-only: it can be set but never displayed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { api, engine } from '../../app/engine.ts'
import { hasNativeDialogs } from '../../app/host/files.ts'
import { texts } from '../../texts/common.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { inputClass } from '../../components/fields/field.tsx'
import { type SecretInput, useSecretInput } from '../../components/fields/secret-input.ts'
import { toast } from '../../components/notices/toast.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { connectTexts as words } from '../../texts/connect/connect.ts'

export function ConnectionKey(props: {
  readonly connection: ConnectionView
  readonly onKept: () => void
}): ReactNode {
  const { connection } = props
  const client = useQueryClient()
  const typed = useSecretInput()
  const [replacing, setReplacing] = useState(false)
  const keep = useMutation({
    // Read here instead of passed as a mutation variable, because the mutation cache would keep it.
    mutationFn: () => engine.connections.setKey({ id: connection.id, key: typed.read().trim() }),
    onSuccess: async () => {
      typed.empty()
      setReplacing(false)
      await client.invalidateQueries({ queryKey: api.connections.list.key() })
      props.onKept()
    },
    onError: toast.failed,
  })
  const asking = !connection.hasKey || replacing
  return (
    <ConnectionCard
      icon={KeyRound}
      title={words.key}
      action={
        !asking && (
          <span className="flex gap-2">
            <ForgetKey connection={connection} />
            <Button onClick={() => setReplacing(true)}>{words.keyReplace}</Button>
          </span>
        )
      }
    >
      <p className="text-xs text-soft">
        {connection.hasKey ? words.keyKept : words.keyMissing}
        {connection.hasKey &&
          !hasNativeDialogs &&
          connection.environment !== 'practice' &&
          ` ${words.untilEnd}`}
      </p>
      {asking && (
        <KeyForm
          typed={typed}
          replacing={replacing}
          busy={keep.isPending}
          onKeep={() => keep.mutate()}
          onCancel={connection.hasKey ? () => setReplacing(false) : null}
        />
      )}
    </ConnectionCard>
  )
}

function ForgetKey({ connection }: { readonly connection: ConnectionView }): ReactNode {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const forget = useMutation({
    mutationFn: () => engine.connections.setKey({ id: connection.id, key: null }),
    onSuccess: () => client.invalidateQueries({ queryKey: api.connections.list.key() }),
    onError: toast.failed,
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button tone="quiet" onClick={() => setAsking(true)}>
        {words.keyForget}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => forget.mutate()}
        title={words.keyForgetTitle({ name: connection.name })}
        description={words.keyForgetWords}
        action={words.keyForget}
        danger
        busy={forget.isPending}
      />
    </>
  )
}

function KeyForm(props: {
  readonly typed: SecretInput
  readonly replacing: boolean
  readonly busy: boolean
  readonly onKeep: () => void
  /** Null: the connection needs a key. */
  readonly onCancel: (() => void) | null
}): ReactNode {
  const { typed, onCancel } = props
  return (
    <form
      className="flex gap-2 pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.isFilled) props.onKeep()
      }}
    >
      <input
        {...typed.input}
        type="password"
        autoFocus={props.replacing}
        aria-label={words.key}
        placeholder={words.keyPlaceholder}
        className={inputClass}
      />
      <Button submit tone="primary" busy={props.busy} disabled={!typed.isFilled}>
        {words.keySave}
      </Button>
      {onCancel !== null && (
        <Button tone="quiet" onClick={onCancel}>
          {texts.common.cancel}
        </Button>
      )}
    </form>
  )
}
