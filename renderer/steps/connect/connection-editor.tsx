// One connection: its form, its key (in once, never out) and the test that says what is wrong.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pause, Play, ShieldAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { ConnectionView } from '../../../shared/views.ts'
import { api } from '../../app/engine.ts'
import { go, hrefOf } from '../../app/route.ts'
import { texts } from '../../app/texts.ts'
import { Button } from '../../parts/button.tsx'
import { Switch } from '../../parts/checkbox.tsx'
import { TextField } from '../../parts/field.tsx'
import { Callout } from '../../parts/panel.tsx'
import { toast } from '../../parts/toast.tsx'
import { connectTexts as words } from './connect-texts.ts'
import {
  connectionForm,
  emptyForm,
  formOf,
  type FormInput,
  type FormOutput,
  settingsOf,
} from './connection-form.ts'
import { ConnectionKey } from './connection-key.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { DetailFields, Fold, LimitFields, StatusPathField } from './connection-fields.tsx'

export function ConnectionEditor({ connection }: { readonly connection: ConnectionView | null }): ReactNode {
  const client = useQueryClient()
  const [version, setVersion] = useState(0)
  const form = useForm<FormInput, unknown, FormOutput>({
    resolver: zodResolver(connectionForm),
    defaultValues: connection === null ? emptyForm() : formOf(connection.name, connection.settings),
    mode: 'onTouched',
  })
  const { errors, isDirty } = form.formState
  const save = useMutation(
    api.connections.save.mutationOptions({
      onSuccess: async ({ id }, input) => {
        await client.invalidateQueries({ queryKey: api.connections.list.key() })
        toast.done(words.saved(input.name))
        form.reset(form.getValues())
        setVersion((before) => before + 1)
        if (connection === null) go(hrefOf({ page: 'connect', connection: id }))
      },
      onError: toast.failed,
    }),
  )
  const text = (name: keyof FormInput) => ({ ...form.register(name), error: errors[name]?.message })
  return (
    <div className="mx-auto grid max-w-180 gap-6 p-6">
      <header className="flex min-h-8 items-center gap-3">
        <h2 className="min-w-0 flex-1 truncate text-lg font-semibold">{connection?.name ?? words.add}</h2>
        {connection !== null && <PauseButton connection={connection} />}
      </header>
      {connection !== null && (
        <section className="grid grid-cols-2 gap-4">
          <ConnectionKey connection={connection} onKept={() => setVersion((before) => before + 1)} />
          <ConnectionTest key={version} connection={connection} />
        </section>
      )}
      <form
        className="grid gap-6"
        onSubmit={(event) =>
          void form.handleSubmit((values) =>
            save.mutate({ name: values.name, settings: settingsOf(values) }),
          )(event)
        }
      >
        <fieldset className="grid gap-3">
          <legend className="pb-2 text-md font-semibold">{words.where}</legend>
          {connection === null && <TextField label={words.name} hint={words.nameHint} {...text('name')} />}
          <TextField
            label={words.baseUrl}
            hint={words.baseUrlHint}
            mono
            inputMode="url"
            placeholder="https://api.example.org"
            {...text('baseUrl')}
          />
          <TextField
            label={words.tokenUrl}
            hint={words.tokenUrlHint}
            optional
            mono
            inputMode="url"
            {...text('tokenUrl')}
          />
          <Controller
            control={form.control}
            name="production"
            render={({ field }) => (
              <div className="grid gap-2">
                <Switch
                  label={words.production}
                  hint={words.productionHint}
                  checked={field.value}
                  onChange={field.onChange}
                />
                {field.value && (
                  <p className="flex items-center gap-2 rounded-md border-2 border-production bg-production-bg px-3 py-2 font-medium text-production">
                    <ShieldAlert size={16} aria-hidden />
                    {texts.frame.productionMeaning}
                  </p>
                )}
              </div>
            )}
          />
        </fieldset>
        <fieldset className="grid gap-3">
          <legend className="pb-2 text-md font-semibold">{words.how}</legend>
          <TextField label={words.header} hint={words.headerHint} mono {...text('headerTemplate')} />
          <StatusPathField form={form} />
        </fieldset>
        <Fold title={words.limits} hint={words.limitsHint}>
          <LimitFields text={text} />
        </Fold>
        <Fold title={words.details} hint={words.detailsHint}>
          <DetailFields text={text} />
        </Fold>
        <div className="flex items-center gap-3 pb-4">
          <Button submit tone="primary" size="large" busy={save.isPending} disabled={!isDirty}>
            {connection === null ? words.saveNew : words.save}
          </Button>
          {isDirty && connection !== null && (
            <Button size="large" tone="quiet" onClick={() => form.reset()}>
              {texts.common.cancel}
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}

function PauseButton({ connection }: { readonly connection: ConnectionView }): ReactNode {
  const client = useQueryClient()
  const done = {
    onSuccess: () => client.invalidateQueries({ queryKey: api.connections.list.key() }),
    onError: toast.failed,
  }
  const pause = useMutation(api.connections.pause.mutationOptions(done))
  const resume = useMutation(api.connections.resume.mutationOptions(done))
  const first = connection.pauses[0]
  if (first === undefined)
    return (
      <Button
        icon={Pause}
        busy={pause.isPending}
        title={words.pausedHint}
        onClick={() => pause.mutate({ id: connection.id })}
      >
        {words.pause}
      </Button>
    )
  return (
    <Callout
      tone="warning"
      className="max-w-110"
      actions={
        <Button
          size="small"
          icon={Play}
          busy={resume.isPending}
          onClick={() => resume.mutate({ id: connection.id })}
        >
          {texts.frame.resume}
        </Button>
      }
    >
      {first.message}
    </Callout>
  )
}
