// Fields for a connection's environment and its catalogue. The practice environment cannot be chosen: it is shown
// when our own sandbox answers.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { api } from '../../../app/engine.ts'
import { EnvironmentMark } from '../../../accounts/connection/environment-mark.tsx'
import { hrefOf } from '../../../app/route.ts'
import { LinkButton } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { Field } from '../../../components/fields/field.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { connectTexts as words } from '../../../texts/connect/connect.ts'
import type { FormInput, FormOutput } from './connection-form.ts'

type Form = UseFormReturn<FormInput, unknown, FormOutput>
const choices = ['production', 'test'] as const

export function EnvironmentField(props: {
  readonly form: Form
  readonly practice: boolean
  /** It was a test system, and the address has changed since. */
  readonly fellBack: boolean
  readonly onSaid: () => void
}): ReactNode {
  if (props.practice)
    return (
      <p className="flex items-center gap-2 text-soft">
        <EnvironmentMark environment="practice" />
        {words.practiceWords}
      </p>
    )
  return (
    <Controller
      control={props.form.control}
      name="environment"
      render={({ field }) => (
        <fieldset className="grid gap-1.5">
          <legend className="pb-1 font-medium">{words.environment}</legend>
          {choices.map((one) => (
            <label
              key={one}
              className={cx(
                'flex items-start gap-2 rounded-md border px-3 py-2',
                field.value !== one && 'border-line',
                field.value === one && one === 'production' && 'border-production bg-production-bg',
                field.value === one && one === 'test' && 'border-dashed border-wait bg-wait-bg',
              )}
            >
              <input
                type="radio"
                name={field.name}
                checked={field.value === one}
                onChange={() => {
                  field.onChange(one)
                  props.onSaid()
                }}
                className="mt-1 accent-(--accent)"
              />
              <span className="min-w-0 flex-1">
                {words.environments[one]}
                <span className="block text-xs text-soft">{words.environmentHints[one]}</span>
              </span>
              {field.value === one && <EnvironmentMark environment={one} />}
            </label>
          ))}
          <p role="status" className="text-xs font-medium text-production empty:hidden">
            {props.fellBack ? words.fellBack : ''}
          </p>
        </fieldset>
      )}
    />
  )
}

export function CatalogueField({ form }: { readonly form: Form }): ReactNode {
  const catalogues = useQuery(api.catalogues.list.queryOptions())
  return (
    <Controller
      control={form.control}
      name="catalogue"
      render={({ field }) => (
        <Field
          label={words.catalogue}
          hint={words.catalogueHint}
          error={form.formState.errors.catalogue?.message}
        >
          {(control) => (
            <span className="flex gap-2">
              <Select
                id={control.id}
                aria-describedby={control['aria-describedby']}
                label={words.catalogue}
                placeholder={words.cataloguePlaceholder}
                value={field.value === '' ? null : field.value}
                onChange={(next) => {
                  field.onChange(next)
                  form.clearErrors('catalogue')
                }}
                choices={(catalogues.data ?? []).map((one) => ({
                  value: one.id,
                  label: sentenceOf(one.title),
                  hint:
                    one.id === 'example'
                      ? words.catalogueIllustrative
                      : one.shipped
                        ? words.shipped
                        : words.catalogueOfFile,
                }))}
              />
              <LinkButton href={hrefOf({ page: 'connect', connection: 'catalogues' })}>
                {words.catalogueImport}
              </LinkButton>
            </span>
          )}
        </Field>
      )}
    />
  )
}
