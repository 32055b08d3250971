// Network section of the connection form: proxy, certificate authorities, client certificate. Its two secrets are
// write-only.
import type { ReactNode } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
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
import { useSecretInput } from '../../../components/fields/secret-input.ts'
import { Select } from '../../../components/fields/select.tsx'
import { toast } from '../../../components/toast.tsx'
import { CertificateFileField } from './certificate-file-field.tsx'
import type { FormInput, FormOutput } from '../form/connection-form.ts'
import type { NetworkForm } from './network-form.ts'
import { networkTexts as words } from '../../../texts/network.ts'

type Form = UseFormReturn<FormInput, unknown, FormOutput>
type TextName = Exclude<keyof NetworkForm, 'proxy' | 'certificateAuthorities' | NetworkFile>

const proxies = networkSettings.shape.proxy
  .unwrap()
  .options.map((value) => ({ value, ...words.proxies[value] }))
const authorities = (['both', 'bundled', 'system'] as const).map((value) => ({
  value,
  ...words.authorityChoices[value],
}))

export function NetworkFields(props: {
  readonly form: Form
  /** Null: a new one. */
  readonly connection: ConnectionView | null
  readonly onKept: () => void
}): ReactNode {
  const { form, connection } = props
  const [proxy, certificate] = useWatch({
    control: form.control,
    name: ['network.proxy', 'network.clientCertificate'],
  })
  const errors = form.formState.errors.network
  const text = (name: TextName) => ({ ...form.register(`network.${name}`), error: errors?.[name]?.message })
  const file = (name: NetworkFile, label: string, hint: string): ReactNode => (
    <Controller
      control={form.control}
      name={`network.${name}`}
      render={({ field }) => (
        <CertificateFileField
          label={label}
          hint={hint}
          error={errors?.[name]?.message}
          path={field.value}
          onChange={field.onChange}
        />
      )}
    />
  )
  const saved = connection?.settings.network
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Controller
        control={form.control}
        name="network.proxy"
        render={({ field }) => (
          <Field label={words.proxy} hint={words.proxies[field.value].hint}>
            {({ id, 'aria-describedby': described }) => (
              <Select
                id={id}
                aria-describedby={described}
                label={words.proxy}
                value={field.value}
                onChange={field.onChange}
                choices={proxies}
              />
            )}
          </Field>
        )}
      />
      {proxy === 'manual' && (
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
      )}
      {proxy === 'pac' && (
        <TextField label={words.pacUrl} hint={words.pacUrlHint} mono inputMode="url" {...text('pacUrl')} />
      )}
      {proxy !== 'none' && (
        <>
          <TextField
            label={words.proxyUser}
            hint={words.proxyUserHint}
            optional
            className="col-start-1"
            {...text('proxyUser')}
          />
          <SecretField
            label={words.proxyPassword}
            secret="proxy_password"
            connection={saved?.proxy === proxy ? connection : null}
            isKept={connection?.hasProxyPassword === true}
            onKept={props.onKept}
          />
        </>
      )}
      <Controller
        control={form.control}
        name="network.certificateAuthorities"
        render={({ field }) => (
          <Field
            label={words.authorities}
            hint={words.authorityChoices[field.value].hint}
            className="col-start-1"
          >
            {({ id, 'aria-describedby': described }) => (
              <Select
                id={id}
                aria-describedby={described}
                label={words.authorities}
                value={field.value}
                onChange={field.onChange}
                choices={authorities}
              />
            )}
          </Field>
        )}
      />
      {file('caFile', words.caFile, words.caFileHint)}
      {file('clientCertificate', words.certificate, words.certificateHint)}
      {certificate.trim() !== '' && (
        <>
          {file('clientKey', words.clientKey, words.clientKeyHint)}
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

/** Under the web host the engine has no secure storage for secrets. */
const keptWords = hasNativeDialogs ? words.kept : `${words.kept} ${words.untilEnd}`

/** Separate from the form, because it belongs to the saved connection. */
function SecretField(props: {
  readonly label: string
  readonly secret: NetworkSecret
  /** Null: the connection is not saved yet. */
  readonly connection: ConnectionView | null
  readonly isKept: boolean
  readonly onKept: () => void
}): ReactNode {
  const { connection, secret, isKept } = props
  const client = useQueryClient()
  const typed = useSecretInput()
  const keep = useMutation({
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
      props.onKept()
    },
    onError: toast.failed,
  })
  const hint = connection === null ? words.saveFirst : isKept ? keptWords : words.missing
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
