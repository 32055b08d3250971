// Options of steps that know what a text is: the part of a person's name, and which of several values of a cell.
import type { ReactNode } from 'react'
import type { ConversionStep } from '../../../../shared/mapping/file.ts'
import { Field } from '../../../components/fields/field.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { mapTexts as words } from '../../../texts/load/map.ts'

type Details<K extends ConversionStep['kind']> = {
  readonly step: Extract<ConversionStep, { kind: K }>
  readonly onChange: (next: Extract<ConversionStep, { kind: K }>) => void
}

export function NameDetails({ step, onChange }: Details<'name'>): ReactNode {
  return (
    <Field label={words.namePart} hint={words.namePartHint}>
      {({ id }) => (
        <Select
          id={id}
          label={words.namePart}
          value={step.part}
          onChange={(part) => onChange({ ...step, part })}
          choices={(['title', 'given', 'family'] as const).map((value) => ({
            value,
            label: words.nameParts[value],
          }))}
        />
      )}
    </Field>
  )
}

export function SeveralDetails({ step, onChange }: Details<'several'>): ReactNode {
  return (
    <Field label={words.severalPart} hint={words.severalHint}>
      {({ id }) => (
        <Select
          id={id}
          label={words.severalPart}
          value={String(step.part)}
          onChange={(part) => onChange({ ...step, part: Number(part) })}
          choices={[1, 2, 3, 4, 5].map((n) => ({ value: String(n), label: words.severalNth({ n }) }))}
        />
      )}
    </Field>
  )
}
