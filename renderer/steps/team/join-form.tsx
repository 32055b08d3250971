// Form that joins a team, or joins it again with a new password. The first one also makes the tables. Passwords stay in
// their inputs and are read once; a refusal stands at its field, or above the button.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { TeamView } from '../../../shared/contract/team/team.ts'
import { CertificateFileField } from '../../accounts/file/certificate-file-field.tsx'
import { api, engine } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { Field, inputClass, TextField } from '../../components/fields/field.tsx'
import { type SecretInput, useSecretInput } from '../../components/fields/secret-input.ts'
import { failureOf } from '../../components/notices/failure.ts'
import { toast } from '../../components/notices/toast.tsx'
import { Callout } from '../../components/panel.tsx'
import { texts } from '../../texts/common.ts'
import { teamTexts } from '../../texts/team.ts'

const words = teamTexts.form

const joinForm = z.object({
  address: z
    .string()
    .trim()
    .min(1, { error: () => words.addressMissing }),
  name: z
    .string()
    .trim()
    .min(1, { error: () => words.nameMissing }),
  caFile: z.string(),
  clientCertificate: z.string(),
  clientKey: z.string(),
  makeTables: z.boolean(),
})
type JoinInput = z.infer<typeof joinForm>
type Form = UseFormReturn<JoinInput>

/** The field at which a refusal stands; the others stand above the button. */
const fieldOf: Readonly<Partial<Record<string, keyof JoinInput>>> = {
  team_address: 'address',
  team_not_durable: 'address',
  team_too_old_server: 'address',
  name_missing: 'name',
}

export function JoinForm(props: {
  /** The team to join again; null: none yet. */
  readonly team: TeamView | null
  readonly onClose?: () => void
}): ReactNode {
  const { team, onClose } = props
  const password = useSecretInput()
  const passphrase = useSecretInput()
  const { form, joining, refusal } = useJoin(props, password, passphrase)
  const { errors } = form.formState
  return (
    <div className="h-full overflow-y-auto">
      <form
        className="grid max-w-168 gap-6 px-6 py-5"
        onSubmit={(event) => void form.handleSubmit((values) => joining.mutate(values))(event)}
      >
        <header>
          <h2 className="text-lg font-semibold">{team === null ? words.heading : words.joinAgain}</h2>
          <p className="mt-1 text-soft">{words.intro}</p>
        </header>
        <fieldset className="grid gap-3">
          <legend className="pb-2 text-md font-semibold">{words.where}</legend>
          <TextField
            label={words.address}
            hint={words.addressHint}
            mono
            inputMode="url"
            readOnly={team !== null}
            {...form.register('address')}
            error={errors.address?.message}
          />
          <SecretField
            label={words.password}
            hint={words.passwordHint}
            secret={password}
            error={refusal?.code === 'team_refused' ? refusal.message : undefined}
          />
          <TextField
            label={words.name}
            hint={words.nameHint}
            {...form.register('name')}
            error={errors.name?.message}
          />
        </fieldset>
        <SecureFields form={form} passphrase={passphrase} />
        <div className="grid gap-3">
          {team === null && (
            <Controller
              control={form.control}
              name="makeTables"
              render={({ field }) => (
                <Checkbox
                  label={words.makeTables}
                  hint={words.makeTablesHint}
                  checked={field.value}
                  onChange={field.onChange}
                />
              )}
            />
          )}
          {refusal !== null && refusal.code !== 'team_refused' && fieldOf[refusal.code] === undefined && (
            <Callout tone="error" icon={CircleAlert}>
              {refusal.code === 'team_not_a_team' && team === null && !form.getValues('makeTables')
                ? words.notATeam
                : refusal.message}
            </Callout>
          )}
          <div className="flex gap-2">
            <Button submit tone="primary" size="large" busy={joining.isPending}>
              {team === null ? words.join : words.joinAgain}
            </Button>
            {onClose !== undefined && (
              <Button size="large" tone="quiet" disabled={joining.isPending} onClick={onClose}>
                {texts.common.cancel}
              </Button>
            )}
          </div>
        </div>
      </form>
    </div>
  )
}

function useJoin(
  { team, onClose }: { readonly team: TeamView | null; readonly onClose?: () => void },
  password: SecretInput,
  passphrase: SecretInput,
) {
  const client = useQueryClient()
  const form: Form = useForm<JoinInput>({
    resolver: zodResolver(joinForm),
    defaultValues: {
      address: team?.address ?? '',
      name: team?.name ?? '',
      caFile: team?.caFile ?? '',
      clientCertificate: team?.clientCertificate ?? '',
      clientKey: team?.clientKey ?? '',
      makeTables: false,
    },
    mode: 'onTouched',
  })
  const joining = useMutation({
    mutationFn: ({ name, makeTables, ...typed }: JoinInput) => {
      const given = (text: string): string | null => (text === '' ? null : text)
      const place = {
        address: typed.address,
        caFile: given(typed.caFile),
        clientCertificate: given(typed.clientCertificate),
        clientKey: given(typed.clientKey),
      }
      return joinWith(place, name, makeTables, {
        password: given(password.read()),
        passphrase: given(passphrase.read()),
      })
    },
    onSuccess: async (_, { name }) => {
      toast.done(teamTexts.joined({ name }))
      await client.invalidateQueries({ queryKey: api.team.key() })
      onClose?.()
    },
    onError: (error) => {
      const { code, message } = failureOf(error)
      const field = fieldOf[code]
      if (field !== undefined) form.setError(field, { message }, { shouldFocus: true })
    },
  })
  return { form, joining, refusal: joining.error === null ? null : failureOf(joining.error) }
}

type Place = Pick<TeamView, 'address' | 'caFile' | 'clientCertificate' | 'clientKey'>
type Secrets = { readonly password: string | null; readonly passphrase: string | null }

async function joinWith(place: Place, name: string, makeTables: boolean, secrets: Secrets) {
  if (makeTables) await engine.team.init({ ...place, ...secrets })
  return engine.team.join({ ...place, ...secrets, name })
}

function SecureFields({
  form,
  passphrase,
}: {
  readonly form: Form
  readonly passphrase: SecretInput
}): ReactNode {
  const certificate = useWatch({ control: form.control, name: 'clientCertificate' })
  return (
    <fieldset className="grid grid-cols-2 gap-x-4 gap-y-3">
      <legend className="pb-2 text-md font-semibold">{words.secure}</legend>
      <p className="col-span-2 -mt-2 text-xs text-faint">{words.secureHint}</p>
      <FileField form={form} name="caFile" label={words.caFile} hint={words.caFileHint} />
      <FileField
        form={form}
        name="clientCertificate"
        label={words.certificate}
        hint={words.certificateHint}
      />
      {certificate !== '' && (
        <>
          <FileField form={form} name="clientKey" label={words.clientKey} hint={words.clientKeyHint} />
          <SecretField label={words.passphrase} secret={passphrase} />
        </>
      )}
    </fieldset>
  )
}

function FileField(props: {
  readonly form: Form
  readonly name: 'caFile' | 'clientCertificate' | 'clientKey'
  readonly label: string
  readonly hint: string
}): ReactNode {
  const { form, name, label, hint } = props
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <CertificateFileField
          label={label}
          hint={hint}
          error={fieldState.error?.message}
          path={field.value}
          onChange={field.onChange}
        />
      )}
    />
  )
}

function SecretField(props: {
  readonly label: string
  readonly hint?: string
  readonly secret: SecretInput
  readonly error?: string | undefined
}): ReactNode {
  const { label, hint, secret, error } = props
  return (
    <Field label={label} hint={hint} error={error} optional>
      {(control) => <input {...secret.input} {...control} type="password" className={inputClass} />}
    </Field>
  )
}
