// Input fields of the fixes that interpret a text's meaning. They contain the proposed values until the user changes
// them.
import type { ReactNode } from 'react'
import { assertNever } from '../../../../../shared/contract/assert-never.ts'
import { type NumberWriting, numberWritings } from '../../../../../shared/fixing/rules/found.ts'
import { Checkbox } from '../../../../components/fields/checkbox.tsx'
import { Field, TextField } from '../../../../components/fields/field.tsx'
import { Select } from '../../../../components/fields/select.tsx'
import { DateFields } from './date-fields.tsx'
import { lengthText, type ValueFieldsProps } from '../fix-draft.ts'
import { PhoneFields } from './phone-fields.tsx'
import { valueTexts } from '../../../../texts/fix/value.ts'

export function ValueFields(
  props: ValueFieldsProps & { readonly kind: 'phone' | 'date' | 'number' | 'digits' | 'pad' | 'shorten' },
): ReactNode {
  const { kind } = props
  switch (kind) {
    case 'phone':
      return <PhoneFields {...props} />
    case 'date':
      return <DateFields {...props} />
    case 'number':
      return <NumberFields {...props} />
    case 'digits':
      return <DigitsFields {...props} />
    case 'pad':
    case 'shorten':
      return <LengthFields {...props} kind={kind} />
    default:
      return assertNever(kind)
  }
}

function exampleOf({ decimalSign, thousandsSign }: NumberWriting): string {
  return `1${thousandsSign ?? ''}234${decimalSign}50`
}

function NumberFields({ draft, proposed, onChange }: ValueFieldsProps): ReactNode {
  const writing = draft.writing ?? proposed.writing
  return (
    <>
      <Field label={valueTexts.writing} hint={writing === null ? valueTexts.writingOpen : undefined}>
        {({ id, 'aria-describedby': described }) => (
          <Select
            id={id}
            label={valueTexts.writing}
            placeholder={valueTexts.writingPlaceholder}
            value={writing === null ? null : exampleOf(writing)}
            choices={numberWritings.map((one) => ({ value: exampleOf(one), label: exampleOf(one) }))}
            aria-describedby={described}
            onChange={(value) =>
              onChange({ writing: numberWritings.find((one) => exampleOf(one) === value) ?? null })
            }
          />
        )}
      </Field>
      <Field label={valueTexts.decimalTo}>
        {({ id }) => (
          <Select
            id={id}
            label={valueTexts.decimalTo}
            value={draft.decimalTo ?? proposed.decimalTo}
            choices={(['.', ','] as const).map((value) => ({ value, label: valueTexts.decimals[value] }))}
            onChange={(decimalTo) => onChange({ decimalTo })}
          />
        )}
      </Field>
      <Checkbox
        label={valueTexts.currency}
        checked={draft.currency}
        onChange={(currency) => onChange({ currency })}
      />
    </>
  )
}

function DigitsFields({ draft, onChange }: ValueFieldsProps): ReactNode {
  return (
    <>
      <p className="text-sm text-soft">{valueTexts.digitsBody}</p>
      <Checkbox label={valueTexts.plus} checked={draft.plus} onChange={(plus) => onChange({ plus })} />
    </>
  )
}

function LengthFields(props: ValueFieldsProps & { readonly kind: 'pad' | 'shorten' }): ReactNode {
  const { kind, draft, proposed, onChange } = props
  const pad = kind === 'pad'
  return (
    <>
      <TextField
        autoFocus
        inputMode="numeric"
        label={pad ? valueTexts.padLength : valueTexts.shortenLength}
        hint={pad ? valueTexts.padHint : valueTexts.shortenHint}
        value={lengthText(kind, draft, proposed)}
        onChange={(event) => onChange({ length: event.target.value })}
      />
      {!pad && (
        <Checkbox
          label={valueTexts.atWord}
          checked={draft.atWord}
          onChange={(atWord) => onChange({ atWord })}
        />
      )}
    </>
  )
}
