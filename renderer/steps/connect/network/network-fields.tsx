// Network section of the connection form: proxy, certificate authorities, client certificate. Its two secrets are
// write-only.
import type { ReactNode } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, type UseFormRegisterReturn, type UseFormReturn, useWatch } from 'react-hook-form'
import {
  type NetworkFile,
  type NetworkSecret,
  networkSettings,
} from '../../../../shared/sending/network-settings.ts'
import type { ConnectionView } from '../../../../shared/contract/views.ts'
import { api, engine } from '../../../app/engine.ts'
import { hasNativeDialogs } from '../../../app/host/files.ts'
import { Button } from '../../../components/button.tsx'
import { Field, inputClass, TextField } from '../../../components/fields/field.tsx'
import { type SecretInput, useSecretInput } from '../../../components/fields/secret-input.ts'
import { type Choice, Select } from '../../../components/fields/select.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { CertificateFileField } from '../../../accounts/file/certificate-file-field.tsx'
import type { FormInput, FormOutput } from '../form/connection-form.ts'
import type { NetworkForm } from './network-form.ts'
import { networkTexts as words } from '../../../texts/connect/network.ts'

type Form = UseFormReturn<FormInput, unknown, FormOutput>
type TextName = Exclude<keyof NetworkForm, 'proxy' | 'certificateAuthorities' | NetworkFile>

const proxies = networkSettings.shape.proxy.unwrap().options
const authorities = ['both', 'bundled', 'system'] as const

function proxyChoices() {
  return proxies.map((value) => ({ value, ...words.proxies[value] }))
}

function authorityChoices() {
  return authorities.map((value) => ({
    value,
    label: words.authorityChoices[value].label,
    hint: authorityHint(value),
  }))
}

function authorityHint(chosen: (typeof authorities)[number]): string {
  return chosen === 'system' ? '' : words.authorityChoices[chosen].hint
}

type SectionProps = {
  readonly form: Form
  /** Null: a new one. */
  readonly connection: ConnectionView | null
  readonly onKept: () => void
}

export function NetworkFields(props: SectionProps): ReactNode {
  const { form, connection } = props
  const certificate = useWatch({ control: form.control, name: 'network.clientCertificate' })
  const saved = connection?.settings.network
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      <ProxyFields {...props} />
      <Controller
        control={form.control}
        name="network.certificateAuthorities"
        render={({ field }) => (
          <ChoiceField
            label={words.authorities}
            hint={authorityHint(field.value)}
            className="col-start-1"
            value={field.value}
            choices={authorityChoices()}
            onChange={field.onChange}
          />
        )}
      />
      <FileField form={form} name="caFile" label={words.caFile} hint={words.caFileHint} />
      <FileField
        form={form}
        name="clientCertificate"
        label={words.certificate}
        hint={words.certificateHint}
      />
      {certificate.trim() !== '' && (
        <>
          <FileField form={form} name="clientKey" label={words.clientKey} hint={words.clientKeyHint} />
          <SecretField
            label={words.passphrase}
            secret="client_passphrase"
            connection={saved?.clientCertificate === certificate.trim() ? connection : null}
            isKept={connection?.hasPassphrase === true}
            onKept={props.onKept}
          />
        </>
      )}
    </div>
  )
}

type Text = (name: TextName) => UseFormRegisterReturn & { readonly error: string | undefined }

function ManualProxy({ text }: { readonly text: Text }): ReactNode {
  return (
    <>
      <TextField
        label={words.proxyUrl}
        hint={words.proxyUrlHint}
        mono
        inputMode="url"
        placeholder="http://proxy.example.org:8080"
        {...text('proxyUrl')}
      />
      <TextField
        label={words.bypass}
        hint={words.bypassHint}
        optional
        mono
        className="col-span-2"
        {...text('proxyBypass')}
      />
    </>
  )
}

function ProxyFields({ form, connection, onKept }: SectionProps): ReactNode {
  const proxy = useWatch({ control: form.control, name: 'network.proxy' })
  const errors = form.formState.errors.network
  const text: Text = (name) => ({ ...form.register(`network.${name}`), error: errors?.[name]?.message })
  return (
    <>
      <Controller
        control={form.control}
        name="network.proxy"
        render={({ field }) => (
          <ChoiceField
            label={words.proxy}
            hint={words.proxies[field.value].hint}
            value={field.value}
            choices={proxyChoices()}
            onChange={field.onChange}
          />
        )}
      />
      {proxy === 'manual' && <ManualProxy text={text} />}
      {proxy === 'pac' && (
        <TextField label={words.pacUrl} hint={words.pacUrlHint} mono inputMode="url" {...text('pacUrl')} />
      )}
      {proxy !== 'none' && (
        <TextField
          label={words.proxyUser}
          hint={words.proxyUserHint}
          optional
          className="col-start-1"
          {...text('proxyUser')}
        />
      )}
      {proxy !== 'none' && (
        <SecretField
          label={words.proxyPassword}
          secret="proxy_password"
          connection={connection?.settings.network.proxy === proxy ? connection : null}
          isKept={connection?.hasProxyPassword === true}
          onKept={onKept}
        />
      )}
    </>
  )
}

function ChoiceField<T extends string>(props: {
  readonly label: string
  readonly hint: string
  readonly value: T
  readonly choices: readonly Choice<T>[]
  readonly onChange: (value: T) => void
  readonly className?: string
}): ReactNode {
  const { label, value, choices, onChange } = props
  return (
    <Field label={label} hint={props.hint} className={props.className ?? ''}>
      {({ id, 'aria-describedby': described }) => (
        <Select
          id={id}
          aria-describedby={described}
          label={label}
          value={value}
          onChange={onChange}
          choices={choices}
        />
      )}
    </Field>
  )
}

function FileField(props: {
  readonly form: Form
  readonly name: NetworkFile
  readonly label: string
  readonly hint: string
}): ReactNode {
  const { form, name } = props
  return (
    <Controller
      control={form.control}
      name={`network.${name}`}
      render={({ field }) => (
        <CertificateFileField
          label={props.label}
          hint={props.hint}
          error={form.formState.errors.network?.[name]?.message}
          path={field.value}
          onChange={field.onChange}
        />
      )}
    />
  )
}

/** Under the web host the engine has no secure storage for secrets. */
function keptWords(): string {
  return hasNativeDialogs ? words.kept : `${words.kept} ${words.untilEnd}`
}

type SecretProps = {
  readonly label: string
  readonly secret: NetworkSecret
  /** Null: the connection is not saved yet. */
  readonly connection: ConnectionView | null
  readonly isKept: boolean
  readonly onKept: () => void
}

/** Separate from the form, because it belongs to the saved connection. */
function SecretField(props: SecretProps): ReactNode {
  const { connection, isKept } = props
  const typed = useSecretInput()
  const keep = useKeepSecret(props, typed)
  const hint = connection === null ? words.saveFirst : isKept ? keptWords() : words.missing
  return (
    <Field label={props.label} hint={hint} optional>
      {(control) => (
        <div className="flex gap-2">
          <input
            {...control}
            {...typed.input}
            type="password"
            disabled={connection === null}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // It is no part of the form around it.
              event.preventDefault()
              if (typed.isFilled) keep.mutate('typed')
            }}
            className={inputClass}
          />
          {isKept && !typed.isFilled && connection !== null ? (
            <Button onClick={() => keep.mutate('none')} busy={keep.isPending}>
              {words.forget}
            </Button>
          ) : (
            <Button
              onClick={() => keep.mutate('typed')}
              busy={keep.isPending}
              disabled={connection === null || !typed.isFilled}
            >
              {words.keep}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

function useKeepSecret({ connection, secret, onKept }: SecretProps, typed: SecretInput) {
  const client = useQueryClient()
  return useMutation({
    // Read here instead of passed as a mutation variable, because the mutation cache would keep it.
    mutationFn: async (what: 'typed' | 'none') => {
      if (connection === null) return
      await engine.connections.setSecret({
        id: connection.id,
        secret,
        value: what === 'typed' ? typed.read() : null,
      })
    },
    onSuccess: async () => {
      typed.empty()
      await client.invalidateQueries({ queryKey: api.connections.list.key() })
      onKept()
    },
    onError: toast.failed,
  })
}
