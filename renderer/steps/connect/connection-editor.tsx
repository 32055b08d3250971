// Editor of one connection: its form, its API key (write-only), and a connection test that explains what is wrong. A
// new one asks for its key in the form, and is tested as soon as it is saved.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type UseFormRegisterReturn, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { api, engine } from '../../app/engine.ts'
import { go, hrefOf } from '../../app/route.ts'
import { LinkButton } from '../../components/button.tsx'
import { Field, inputClass, TextField } from '../../components/fields/field.tsx'
import { WordHelp } from '../../components/overlays/word-help.tsx'
import { type SecretInput, useSecretInput } from '../../components/fields/secret-input.ts'
import { toast } from '../../components/notices/toast.tsx'
import { connectTexts as words } from '../../texts/connect/connect.ts'
import {
  connectionForm,
  emptyForm,
  faultText,
  formOf,
  type FormInput,
  type FormOutput,
  settingsOf,
  type TextName,
} from './form/connection-form.ts'
import { PauseForAll } from '../../accounts/team/pause-for-all.tsx'
import { QuietHoursForAll } from '../../accounts/team/quiet-hours-for-all.tsx'
import { PauseButton, PauseNote } from './connection-pause.tsx'
import { ConnectionKey } from './connection-key.tsx'
import { ConnectionOverrulings } from './connection-overrulings.tsx'
import { ConnectionRetention } from './connection-retention.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { RemoveConnection } from './connection-remove.tsx'
import { AnswerFields } from './form/answer-fields.tsx'
import { UnsavedTest } from './unsaved-test.tsx'
import { SupplierFields } from './form/supplier-fields.tsx'
import { DetailFields, Fold, LimitFields, StatusPathField, WorryFields } from './form/connection-fields.tsx'
import { CatalogueField, EnvironmentField } from './form/environment-field.tsx'
import { NetworkFields } from './network/network-fields.tsx'
import { isChanged, networkFormOf } from './network/network-form.ts'
import { networkTexts as networkWords } from '../../texts/connect/network.ts'
import { SaveBar } from './form/save-bar.tsx'
import { QuietHoursFields } from './form/quiet-hours-fields.tsx'

type Form = UseFormReturn<FormInput, unknown, FormOutput>
/** What registers a text field of the form, with its error. */
type Text = (name: TextName) => UseFormRegisterReturn & { readonly error: string | undefined }
type EditorProps = {
  /** Null: a new one. */
  readonly connection: ConnectionView | null
  /** Of all connections. */
  readonly names: readonly string[]
  /** Of a new one: the connection whose settings it begins with. */
  readonly copyOf: ConnectionView | null
  /** It was just created with its key: it is tested without being asked. */
  readonly isCreated: boolean
  readonly onCreated: (id: number) => void
  /** A new connection begins with the settings of this one. */
  readonly onCopy: (connection: ConnectionView) => void
}

export function ConnectionEditor(props: EditorProps): ReactNode {
  const { connection } = props
  const secret = useSecretInput()
  const { form, isSaving, version, fellBack, save, fallBack, setFellBack, renew } = useEditor(props, secret)
  const { errors, isDirty } = form.formState
  const text: Text = (name) => ({ ...form.register(name), error: errors[name]?.message })
  return (
    <div className="grid gap-6 px-6 pt-6 *:max-w-168">
      <EditorHeader {...props} />
      {connection !== null && (
        <KeyAndTest {...{ connection, version, isDirty, isCreated: props.isCreated }} onKept={renew} />
      )}
      <form
        className="grid max-w-none! gap-6 *:max-w-168"
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
        <fieldset className="grid gap-3">
          <legend className="pb-2 text-md font-semibold">{words.where}</legend>
          {connection === null && <TextField label={words.name} hint={words.nameHint} {...text('name')} />}
          <AddressFields form={form} text={text} onAddress={fallBack} />
          {connection !== null && <AddressInTeam form={form} connection={connection} />}
          {connection === null && <NewKey form={form} secret={secret} />}
          <EnvironmentField
            form={form}
            practice={connection?.environment === 'practice'}
            fellBack={fellBack}
            onSaid={() => setFellBack(false)}
          />
          <CatalogueField form={form} />
          <TextField label={words.operator} hint={words.operatorHint} {...text('operator')} />
        </fieldset>
        <SupplierFields form={form} connection={connection} secret={secret} />
        <fieldset className="grid gap-3">
          <legend className="pb-2 text-md font-semibold">{words.how}</legend>
          <TextField
            label={words.header}
            hint={words.headerHint({ placeholder: '{token}' })}
            mono
            {...text('headerTemplate')}
          />
          <StatusPathField form={form} />
        </fieldset>
        <RareFields form={form} text={text} connection={connection} onKept={renew} />
        <SaveBar
          isNew={connection === null}
          isDirty={isDirty || (connection === null && props.copyOf !== null)}
          isSaving={isSaving}
          errors={errors}
          onCancel={() => {
            form.reset()
            setFellBack(false)
          }}
        />
      </form>
    </div>
  )
}

function KeyAndTest(props: {
  readonly connection: ConnectionView
  /** Rises with each saved change. */
  readonly version: number
  readonly isDirty: boolean
  readonly isCreated: boolean
  readonly onKept: () => void
}): ReactNode {
  const { connection, version } = props
  return (
    <section className="grid grid-cols-2 gap-4">
      <ConnectionKey connection={connection} onKept={props.onKept} />
      <ConnectionTest
        key={version}
        connection={connection}
        unsaved={props.isDirty}
        atOnce={props.isCreated && version === 0}
      />
    </section>
  )
}

/** The form and how it is saved. `version` rises with each saved change, so that an earlier test result goes. */
function useEditor({ connection, names, copyOf, onCreated }: EditorProps, secret: SecretInput) {
  const client = useQueryClient()
  const [version, setVersion] = useState(0)
  const [fellBack, setFellBack] = useState(false)
  const form: Form = useForm<FormInput, unknown, FormOutput>({
    resolver: zodResolver(connectionForm, { error: faultText }),
    defaultValues: valuesOf(connection ?? copyOf, connection === null),
    mode: 'onTouched',
  })
  const renew = (): void => setVersion((before) => before + 1)
  const saving = useMutation(
    api.connections.save.mutationOptions({
      onMutate: () => structuredClone(form.getValues()),
      onSuccess: async ({ id, keyForgotten }, input, sent) => {
        // Batches show where they go.
        await Promise.all([
          client.invalidateQueries({ queryKey: api.connections.list.key() }),
          client.invalidateQueries({ queryKey: api.batches.key() }),
        ])
        // Text typed during the save stays, unsaved.
        form.resetDefaultValues(sent)
        setFellBack(false)
        renew()
        if (connection === null) await open(id)
        else
          toast.done(
            keyForgotten ? words.savedWithoutKey({ name: input.name }) : words.saved({ name: input.name }),
          )
      },
      onError: toast.failed,
    }),
  )
  /** Hands in the key of a new connection, and shows it. Without a key there is nothing to test. */
  async function open(id: number): Promise<void> {
    if (secret.isFilled) {
      await engine.connections.setKey({ id, key: secret.read().trim() }).catch(toast.failed)
      secret.empty()
      await client.invalidateQueries({ queryKey: api.connections.list.key() })
      onCreated(id)
    }
    go(hrefOf({ page: 'connect', connection: id }))
  }
  /** A result for one address is not shown for another. */
  function fallBack(): void {
    if (form.getValues('environment') !== 'test') return
    form.setValue('environment', 'production', { shouldDirty: true })
    setFellBack(true)
  }
  function save(values: FormOutput): void {
    // Saving under an existing name would silently change that other connection.
    const taken = connection === null && names.includes(values.name)
    if (taken)
      form.setError('name', { message: words.errors.nameTaken({ name: values.name }) }, { shouldFocus: true })
    else if (values.catalogue === '' && connection?.environment !== 'practice')
      form.setError('catalogue', { message: words.errors.catalogue })
    else saving.mutate({ name: values.name, settings: settingsOf(values), environmentSaid: true })
  }
  return { form, isSaving: saving.isPending, version, fellBack, save, fallBack, setFellBack, renew }
}

/** Empty, or as another connection has them: the name is its own, and whether its address is a test system is asked. */
function valuesOf(of: ConnectionView | null, isNew: boolean): FormInput {
  if (of === null) return emptyForm()
  return formOf(isNew ? words.copyName({ name: of.name }) : of.name, of.settings)
}

/** The key of a new connection, and the test of it with what the form has. */
function NewKey({ form, secret }: { readonly form: Form; readonly secret: SecretInput }): ReactNode {
  return (
    <>
      <NewKeyField secret={secret} />
      <UnsavedTest form={form} secret={secret} />
    </>
  )
}

function NewKeyField({ secret }: { readonly secret: SecretInput }): ReactNode {
  return (
    <Field label={words.key} hint={words.newKeyHint}>
      {(control) => (
        <input
          {...secret.input}
          {...control}
          type="password"
          placeholder={words.keyPlaceholder}
          className={inputClass}
        />
      )}
    </Field>
  )
}

function EditorHeader(props: Pick<EditorProps, 'connection' | 'onCopy'>): ReactNode {
  const { connection, onCopy } = props
  return (
    <header className="grid gap-3">
      <div className="flex min-h-8 items-center gap-3">
        <h2 className="min-w-0 flex-1 truncate text-lg font-semibold">{connection?.name ?? words.add}</h2>
        {connection !== null && (
          <>
            <RemoveConnection connection={connection} />
            <LinkButton
              href={hrefOf({ page: 'connect', connection: 'new' })}
              onClick={() => onCopy(connection)}
            >
              {words.copy}
            </LinkButton>
            <span className="flex items-center gap-0.5">
              <PauseButton connection={connection} />
              {connection.pauses.length === 0 && (
                <PauseForAll
                  connection={connection}
                  suppliers={connection.settings.suppliers.map(({ code }) => code)}
                />
              )}
              <WordHelp of="pause" />
            </span>
          </>
        )}
      </div>
      {connection?.pauses.map((pause) => (
        <PauseNote key={`${pause.supplier} ${pause.reason}`} pause={pause} />
      ))}
    </header>
  )
}

function AddressFields(props: {
  readonly form: Form
  readonly text: Text
  readonly onAddress: () => void
}): ReactNode {
  const { form, text } = props
  return (
    <>
      <TextField
        label={words.baseUrl}
        hint={words.baseUrlHint}
        mono
        inputMode="url"
        placeholder="https://api.example.org"
        {...text('baseUrl')}
        {...form.register('baseUrl', { onChange: props.onAddress })}
      />
      <TextField
        label={words.tokenUrl}
        hint={words.tokenUrlHint}
        optional
        mono
        inputMode="url"
        {...text('tokenUrl')}
      />
    </>
  )
}

/** To the team, another address is another service: what it means that only this desktop has it. */
function AddressInTeam(props: { readonly form: Form; readonly connection: ConnectionView }): ReactNode {
  const { environment, settings } = props.connection
  const team = useQuery(api.team.get.queryOptions()).data ?? null
  const address = useWatch({ control: props.form.control, name: 'baseUrl' })
  if (team === null || environment === 'practice' || address === settings.baseUrl) return null
  return <p className="text-xs text-warn">{words.addressInTeam}</p>
}

/** The hours as they are typed now, also before they are saved. */
function QuietForAllOfForm(props: { readonly form: Form; readonly connection: ConnectionView }): ReactNode {
  const hours = useWatch({ control: props.form.control, name: 'quietHours' })
  return <QuietHoursForAll connection={props.connection} hours={hours} />
}

/** The sections that are collapsed until somebody needs them. */
function RareFields(props: {
  readonly form: Form
  readonly text: Text
  readonly connection: ConnectionView | null
  readonly onKept: () => void
}): ReactNode {
  const { form, text, connection } = props
  return (
    <>
      <Fold
        title={networkWords.title}
        hint={networkWords.hint}
        open={connection !== null && isChanged(networkFormOf(connection.settings.network))}
      >
        <NetworkFields form={form} connection={connection} onKept={props.onKept} />
      </Fold>
      <Fold title={words.limits} hint={words.limitsHint}>
        <LimitFields form={form} text={text} />
      </Fold>
      <Fold title={words.quietHours} hint={words.quietHoursFold}>
        <QuietHoursFields form={form} />
        {connection !== null && <QuietForAllOfForm form={form} connection={connection} />}
      </Fold>
      <Fold title={words.worry} hint={words.worryHint}>
        <WorryFields form={form} text={text} />
      </Fold>
      <Fold title={words.answers.heading} hint={words.answers.hint}>
        <AnswerFields text={text} />
      </Fold>
      {connection !== null && (
        <>
          <ConnectionOverrulings connection={connection.id} catalogue={connection.settings.catalogue} />
          <ConnectionRetention connection={connection} />
        </>
      )}
      <Fold title={words.details} hint={words.detailsHint}>
        <DetailFields text={text} />
      </Fold>
    </>
  )
}
