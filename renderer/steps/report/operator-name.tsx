// The name of the person who works here: written to edits, releases and decisions, and to the report as who prepared it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, engine } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { Field, inputClass } from '../../components/fields/field.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { reportTexts } from '../../texts/report.ts'

const words = reportTexts.operator

/** Asks for the name until a person has given one; then shows it with a way to change it. */
export function OperatorName(): ReactNode {
  const operator = useQuery(api.operator.get.queryOptions())
  const [changing, setChanging] = useState(false)
  if (operator.data === undefined) return null
  const { name, given } = operator.data
  if (!given || changing) return <NameForm name={name} onDone={() => setChanging(false)} />
  return (
    <p className="mt-2 flex min-h-7 items-center gap-2 text-sm">
      <span className="min-w-0 truncate">{words.shown({ name })}</span>
      <Button size="small" tone="quiet" className="ml-auto" onClick={() => setChanging(true)}>
        {words.change}
      </Button>
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
