// The name of the person who works here: written to edits, releases and decisions, and to the report as who prepared it.
// A connection may have a name of its own, which is changed there.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, engine } from '../../app/engine.ts'
import { useConnectionOf } from '../../accounts/connection/connection-facts.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { hrefOf } from '../../app/route.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { Field, inputClass } from '../../components/fields/field.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { reportTexts } from '../../texts/report.ts'

const words = reportTexts.operator

/** Asks for the name until a person has given one; then shows it with a way to change it. */
export function OperatorName({ batch }: { readonly batch: BatchView }): ReactNode {
  const connection = useConnectionOf(batch)
  const operator = useQuery(api.operator.get.queryOptions())
  const [changing, setChanging] = useState(false)
  if (operator.data === undefined) return null
  const own = connection?.settings.operator ?? null
  if (connection !== null && own !== null)
    return (
      <Shown words={words.ofConnection({ name: own })}>
        <LinkButton size="small" tone="quiet" href={hrefOf({ page: 'connect', connection: connection.id })}>
          {words.change}
        </LinkButton>
      </Shown>
    )
  const { name, given } = operator.data
  if (!given || changing) return <NameForm name={name} onDone={() => setChanging(false)} />
  return (
    <Shown words={words.shown({ name })}>
      <Button size="small" tone="quiet" onClick={() => setChanging(true)}>
        {words.change}
      </Button>
    </Shown>
  )
}

function Shown(props: { readonly words: string; readonly children: ReactNode }): ReactNode {
  return (
    <p className="mt-2 flex min-h-7 items-center justify-between gap-2 text-sm">
      <span className="min-w-0 truncate">{props.words}</span>
      {props.children}
    </p>
  )
}

function NameForm({ name, onDone }: { readonly name: string; readonly onDone: () => void }): ReactNode {
  const client = useQueryClient()
  const [typed, setTyped] = useState(name)
  const save = useMutation({
    mutationFn: () => engine.operator.set({ name: typed.trim() }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: api.operator.get.queryKey() })
      onDone()
    },
    onError: toast.failed,
  })
  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') save.mutate()
      }}
    >
      <Field label={words.label} hint={words.hint}>
        {(control) => (
          <span className="flex gap-2">
            <input
              {...control}
              className={inputClass}
              value={typed}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button submit busy={save.isPending} disabled={typed.trim() === ''}>
              {words.save}
            </Button>
          </span>
        )}
      </Field>
    </form>
  )
}
