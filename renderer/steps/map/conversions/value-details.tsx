// Options of steps that produce the payload value: numbers, booleans, telephone numbers, document paths, and the
// value of empty cells.
import { type ReactNode, useState } from 'react'
import type { ConversionStep } from '../../../../shared/mapping/file.ts'
import type { FieldView } from '../../../../shared/contract/views.ts'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { Field, TextField } from '../../../components/fields/field.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { typedValue } from './typed-value.ts'

type Step<K extends ConversionStep['kind']> = Extract<ConversionStep, { kind: K }>
type Details<K extends ConversionStep['kind']> = {
  readonly step: Step<K>
  readonly onChange: (next: Step<K>) => void
}

const thousands = ['none', '.', ',', ' ', "'"] as const

export function NumberDetails({ step, onChange }: Details<'decimal' | 'integer'>): ReactNode {
  const { thousandsSign, ...rest } = step
  const decimalSign = step.kind === 'decimal' ? step.decimalSign : null
  return (
    <div className="grid grid-cols-2 gap-3">
      {step.kind === 'decimal' && (
        <Field label={words.decimalSign}>
          {({ id }) => (
            <Select
              id={id}
              label={words.decimalSign}
              value={step.decimalSign}
              onChange={(sign) => onChange({ ...step, decimalSign: sign })}
              choices={[
                { value: '.', label: '1234.50' },
                { value: ',', label: '1234,50' },
              ]}
            />
          )}
        </Field>
      )}
      <Field label={words.thousandsSign}>
        {({ id }) => (
          <Select
            id={id}
            label={words.thousandsSign}
            value={thousandsSign ?? 'none'}
            onChange={(sign) => onChange(sign === 'none' ? rest : { ...rest, thousandsSign: sign })}
            choices={thousands
              .filter((sign) => sign !== decimalSign)
              .map((value) => ({ value, label: words.thousands[value] }))}
          />
        )}
      </Field>
      <div className="col-span-2">
        <Checkbox
          label={words.brackets}
          checked={step.brackets === true}
          onChange={(on) => {
            const { brackets: _, ...plain } = step
            onChange(on ? { ...plain, brackets: true } : plain)
          }}
        />
      </div>
    </div>
  )
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

export function BooleanDetails({ step, onChange }: Details<'boolean'>): ReactNode {
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label={words.yes}
        hint={words.wordsHint}
        defaultValue={step.yes.join(', ')}
        onChange={(event) => onChange({ ...step, yes: listOf(event.target.value) })}
      />
      <TextField
        label={words.no}
        defaultValue={step.no.join(', ')}
        onChange={(event) => onChange({ ...step, no: listOf(event.target.value) })}
      />
    </div>
  )
}

export function PhoneDetails({ step, onChange }: Details<'phone'>): ReactNode {
  const { region, ...rest } = step
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={words.phoneTo}>
        {({ id }) => (
          <Select
            id={id}
            label={words.phoneTo}
            value={step.to}
            onChange={(to) => onChange(to === 'as_is' ? { kind: 'phone', to } : { ...step, to })}
            choices={(['e164', 'as_is'] as const).map((value) => ({ value, label: words.phoneKinds[value] }))}
          />
        )}
      </Field>
      {step.to === 'e164' && (
        <TextField
          label={words.region}
          hint={words.regionHint}
          maxLength={2}
          value={region ?? ''}
          onChange={(event) => {
            const typed = event.target.value.toUpperCase()
            onChange(typed === '' ? rest : { ...rest, region: typed })
          }}
        />
      )}
    </div>
  )
}

export function DocumentPathDetails({ step, onChange }: Details<'document_path'>): ReactNode {
  return (
    <TextField
      label={words.prefix}
      hint={words.prefixHint}
      mono
      value={step.prefix ?? ''}
      onChange={({ target: { value } }) =>
        onChange({ kind: 'document_path', ...(value === '' ? {} : { prefix: value }) })
      }
    />
  )
}

export function FallbackDetails({
  step,
  onChange,
  field,
}: Details<'fallback'> & { readonly field: FieldView }): ReactNode {
  const [text, setText] = useState(String(step.value))
  const choices = field.kind === 'boolean' ? (['true', 'false'] as const) : field.choices
  const become = (next: string): void => {
    setText(next)
    onChange({ ...step, value: typedValue(next, field) })
  }
  if (choices !== null)
    return (
      <Field label={words.fallbackValue} hint={words.fallbackHint}>
        {({ id }) => (
          <Select
            id={id}
            label={words.fallbackValue}
            value={text === '' ? null : text}
            placeholder={words.chooseMeaning}
            onChange={become}
            choices={choices.map((value) => ({ value, label: value }))}
          />
        )}
      </Field>
    )
  return (
    <TextField
      label={words.fallbackValue}
      hint={words.fallbackHint}
      value={text}
      onChange={(event) => become(event.target.value)}
    />
  )
}
