// Options of date and time steps: the pattern, the common patterns that match the values, and the time zone.
import { type ReactNode, useMemo } from 'react'
import type { ConversionStep } from '../../../../shared/mapping/file.ts'
import { Field, TextField } from '../../../components/fields/field.tsx'
import { Combobox } from '../../../components/fields/select.tsx'
import type { ConversionSubject } from '../map-props.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { convertSamples } from './samples.ts'

type Dated = Extract<ConversionStep, { kind: 'date' | 'datetime' }>

export function DateDetails(props: {
  readonly step: Dated
  readonly onChange: (next: Dated) => void
  readonly subject: ConversionSubject
}): ReactNode {
  const { step, onChange } = props
  return (
    <div className="grid gap-3">
      <TextField
        label={words.pattern}
        hint={words.patternHint}
        mono
        value={step.pattern}
        onChange={(event) => onChange({ ...step, pattern: event.target.value })}
      />
      {/* The engine's own question is above, with every answer. */}
      {props.subject.proposal?.kind !== 'ask' && <Patterns {...props} />}
      {step.kind === 'datetime' && (
        <Field label={words.zone} hint={words.zoneHint}>
          {(control) => (
            <ZoneChoice
              id={control.id}
              described={control['aria-describedby']}
              value={step.zone === '' ? null : step.zone}
              onChange={(zone) => onChange({ ...step, zone: zone ?? '' })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

/** Every zone that this system knows by its IANA name, UTC first. */
export function ZoneChoice(props: {
  readonly id?: string
  readonly described?: string | undefined
  readonly label?: string
  readonly value: string | null
  readonly onChange: (zone: string | null) => void
}): ReactNode {
  const zones = useMemo(() => {
    const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
    if (props.value !== null && props.value !== '') known.add(props.value)
    return [...known].map((value) => ({ value, label: value }))
  }, [props.value])
  return (
    <Combobox
      {...(props.id === undefined ? {} : { id: props.id })}
      label={props.label ?? words.zone}
      placeholder={words.chooseZone}
      aria-describedby={props.described}
      value={props.value}
      onChange={props.onChange}
      choices={zones}
    />
  )
}

const datePatterns = [
  'yyyy-MM-dd',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd.MM.yyyy',
  'dd-MM-yyyy',
  'd/M/yyyy',
  'M/d/yyyy',
  'dd MMM yyyy',
  'd MMM yyyy',
]
const timePatterns = datePatterns.flatMap((day) => [`${day} HH:mm:ss`, `${day} HH:mm`])

/** Every common pattern that reads these values; if there is more than one, the user chooses. */
function Patterns(props: {
  readonly step: Dated
  readonly onChange: (next: Dated) => void
  readonly subject: ConversionSubject
}): ReactNode {
  const { step, subject } = props
  const known = step.kind === 'date' ? datePatterns : timePatterns
  const reading = known.filter((pattern) => {
    const shown = convertSamples(subject.samples, subject.field, { ...step, pattern })
    return shown !== null && shown.length > 0 && shown.every((one) => one.kind !== 'failed')
  })
  if (reading.length === 0) return null
  return (
    <div className="-mt-1 flex flex-wrap items-center gap-1.5 text-xs text-soft">
      {reading.length > 1 ? words.patternsAmbiguous : words.patternsOne}
      {reading.map((pattern) => (
        <button
          key={pattern}
          type="button"
          aria-pressed={pattern === step.pattern}
          onClick={() => props.onChange({ ...step, pattern })}
          className="h-6 rounded border border-edge px-1.5 font-mono text-2xs hover:border-control aria-pressed:border-accent aria-pressed:bg-accent-bg aria-pressed:text-accent"
        >
          {pattern}
        </button>
      ))}
    </div>
  )
}
