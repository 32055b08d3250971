// Button that pauses a connection's service, or one supplier on it, for every desktop of the team, after asking why.
// Without a team there is no such button; nor is there for the practice service, which each desktop has for itself.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { api, engine } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { Field, TextField } from '../../components/fields/field.tsx'
import { Select } from '../../components/fields/select.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { teamTexts } from '../../texts/team.ts'

const words = teamTexts.pauseForAll

export function PauseForAll(props: {
  readonly connection: Pick<ConnectionView, 'id' | 'name' | 'environment'>
  /** Of which one may be paused while the others go on. */
  readonly suppliers: readonly string[]
}): ReactNode {
  const { suppliers } = props
  const { id, name, environment } = props.connection
  const client = useQueryClient()
  const team = useQuery(api.team.get.queryOptions())
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [supplier, setSupplier] = useState('')
  const pause = useMutation({
    mutationFn: () => engine.team.pause({ connection: id, supplier, reason: reason.trim() }),
    onSuccess: () => {
      toast.done(words.done({ name: supplier === '' ? name : `${supplier}, ${name}` }))
      setSupplier('')
      setReason('')
    },
    onError: toast.failed,
    onSettled: async () => {
      setAsking(false)
      await client.invalidateQueries({ queryKey: api.connections.key() })
    },
  })
  if ((team.data ?? null) === null || environment === 'practice') return null
  return (
    <>
      <Button icon={Users} busy={pause.isPending} onClick={() => setAsking(true)}>
        {words.action}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => pause.mutate()}
        title={words.title({ name })}
        description={words.words}
        action={words.confirm}
        busy={pause.isPending}
      >
        <div className="grid gap-3">
          {suppliers.length > 0 && <What suppliers={suppliers} value={supplier} onChange={setSupplier} />}
          <TextField
            label={words.reason}
            hint={words.reasonHint}
            optional
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      </ConfirmDialog>
    </>
  )
}

/** The whole service, or one supplier. */
function What(props: {
  readonly suppliers: readonly string[]
  readonly value: string
  readonly onChange: (supplier: string) => void
}): ReactNode {
  return (
    <Field label={words.what}>
      {() => (
        <Select
          label={words.what}
          value={props.value}
          choices={[
            { value: '', label: words.whole },
            ...props.suppliers.map((code) => ({ value: code, label: words.only({ supplier: code }) })),
          ]}
          onChange={props.onChange}
        />
      )}
    </Field>
  )
}
