// How a column's text becomes a field's value, with its own values converted live by the very code that builds accounts.
import { ArrowRight, CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { assertNever } from '../../../shared/assert-never.ts'
import { createConverter } from '../../../shared/conversions.ts'
import type { Conversion } from '../../../shared/mapping-file.ts'
import type { FieldView } from '../../../shared/views.ts'
import { texts } from '../../app/texts.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { GroupLabel } from '../../parts/panel.tsx'
import { Select } from '../../parts/select.tsx'
import { ConversionDetails } from './conversion-details.tsx'
import { asCatalogueField } from './field-choices.ts'
import { mapTexts as words } from './map-texts.ts'
import type { Sample } from './sheet-section.tsx'

/** The kinds that this dialog can make; others come from a mapping file and stay as they are until another is chosen. */
const makeable = ['text', 'date', 'datetime', 'decimal', 'integer', 'boolean', 'choice'] as const
type Kind = (typeof makeable)[number] | 'none'

export function conversionWords(conversion: Conversion): string {
  const name = words.conversions[conversion.kind]
  return 'pattern' in conversion ? conversion.pattern : name
}

/** A first guess at the rest of a conversion when its kind is chosen; nothing is taken from the values. */
function fresh(kind: Kind): Conversion | null {
  switch (kind) {
    case 'none':
      return null
    case 'text':
      return { kind, trim: true }
    case 'date':
      return { kind, pattern: 'yyyy-MM-dd' }
    case 'datetime':
      return { kind, pattern: 'yyyy-MM-dd HH:mm:ss', zone: 'UTC' }
    case 'decimal':
      return { kind, decimalSign: '.' }
    case 'integer':
      return { kind }
    case 'boolean':
      return { kind, yes: ['yes', 'y', 'true', '1'], no: ['no', 'n', 'false', '0'] }
    case 'choice':
      return { kind, values: {} }
    default:
      return assertNever(kind)
  }
}

/** Only kinds that can feed the field are offered, and the one that is set. */
function kindsFor(field: FieldView, now: Conversion | null): readonly (Kind | Conversion['kind'])[] {
  const offered: readonly (Kind | Conversion['kind'])[] = [
    'none',
    ...makeable.filter((kind) => fits(fresh(kind), field)),
  ]
  return now === null || offered.includes(now.kind) ? offered : [...offered, now.kind]
}

function isMakeable(kind: Kind | Conversion['kind']): kind is Kind {
  return kind === 'none' || makeable.some((one) => one === kind)
}

function fits(conversion: Conversion | null, field: FieldView): boolean {
  const made = createConverter(conversion, asCatalogueField(field))
  return made.ok || made.code !== 'conversion_does_not_fit'
}

export function ConversionDialog(props: {
  readonly column: string
  readonly field: FieldView
  readonly conversion: Conversion | null
  readonly samples: readonly Sample[]
  readonly onClose: () => void
  readonly onSave: (conversion: Conversion | null) => void
}): ReactNode {
  const { field } = props
  const [conversion, setConversion] = useState(() => props.conversion ?? proposed(field, props.samples))
  const made = createConverter(conversion, asCatalogueField(field))
  return (
    <Dialog
      open
      width="small"
      onClose={props.onClose}
      title={words.conversionOf(props.column)}
      description={`${field.title} · ${field.path}`}
      actions={
        <>
          <Button onClick={props.onClose}>{texts.common.cancel}</Button>
          <Button tone="primary" disabled={!made.ok} onClick={() => props.onSave(conversion)}>
            {texts.common.save}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label={words.conversion} error={made.ok ? undefined : made.message}>
          {({ id }) => (
            <Select<Kind | Conversion['kind']>
              id={id}
              label={words.conversion}
              value={conversion?.kind ?? 'none'}
              onChange={(kind) => {
                if (isMakeable(kind)) setConversion(fresh(kind))
              }}
              choices={kindsFor(field, conversion).map((kind) => ({
                value: kind,
                label: kind === 'none' ? words.asField : words.conversions[kind],
              }))}
            />
          )}
        </Field>
        {conversion !== null && (
          <ConversionDetails key={conversion.kind} conversion={conversion} onChange={setConversion} />
        )}
        {conversion !== null && 'pattern' in conversion && (
          <Patterns field={field} conversion={conversion} samples={props.samples} onChange={setConversion} />
        )}
        {field.choices !== null && (
          <p className="text-xs text-faint">{words.fieldTakes(field.choices.join(', '))}</p>
        )}
        <div>
          <GroupLabel className="pb-1">{words.live}</GroupLabel>
          <ul className="rounded-md border border-line text-sm">
            {props.samples.length === 0 && <li className="px-3 py-1.5 text-faint">{words.noSamples}</li>}
            {props.samples.map(({ text, kept }) => {
              const result = made.ok ? made.convert(text, kept) : null
              return (
                <li
                  key={text}
                  className="grid grid-cols-[minmax(0,1fr)_14px_minmax(0,1fr)] items-center gap-2 border-b border-line px-3 py-1.5 last:border-0"
                >
                  <span className="truncate">{text}</span>
                  <ArrowRight size={12} aria-hidden className="text-faint" />
                  {result === null ? (
                    <span className="text-faint">…</span>
                  ) : result.ok ? (
                    <code className="truncate font-mono text-xs text-ok">
                      {result.value === null ? words.becomesEmpty : JSON.stringify(result.value)}
                    </code>
                  ) : (
                    <span className="flex items-start gap-1 text-xs text-bad">
                      <CircleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
                      {result.message}
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
        </div>
      </div>
    </Dialog>
  )
}

type Dated = Extract<Conversion, { kind: 'date' | 'datetime' }>
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

function readsAll(conversion: Conversion, field: FieldView, samples: readonly Sample[]): boolean {
  const made = createConverter(conversion, asCatalogueField(field))
  return made.ok && samples.every(({ text, kept }) => made.convert(text, kept).ok)
}

/** Every usual pattern that reads these values; with more than one the person says which is meant. */
function Patterns(props: {
  readonly field: FieldView
  readonly conversion: Dated
  readonly samples: readonly Sample[]
  readonly onChange: (next: Conversion) => void
}): ReactNode {
  const { conversion, field, samples } = props
  const known = conversion.kind === 'date' ? datePatterns : timePatterns
  const reading =
    samples.length === 0
      ? []
      : known.filter((pattern) => readsAll({ ...conversion, pattern }, field, samples))
  if (reading.length === 0) return null
  return (
    <div className="-mt-1 flex flex-wrap items-center gap-1.5 text-xs text-soft">
      {reading.length > 1 ? words.patternsAmbiguous : words.patternsOne}
      {reading.map((pattern) => (
        <button
          key={pattern}
          type="button"
          aria-pressed={pattern === conversion.pattern}
          onClick={() => props.onChange({ ...conversion, pattern })}
          className="h-6 rounded border border-edge px-1.5 font-mono text-2xs hover:border-control aria-pressed:border-accent aria-pressed:bg-accent-bg aria-pressed:text-accent"
        >
          {pattern}
        </button>
      ))}
    </div>
  )
}

/**
 * What the dialog opens with where the field as it is cannot take the values: the field's own kind, its details to be
 * said by the person. Nothing is taken over before Save.
 */
function proposed(field: FieldView, samples: readonly Sample[]): Conversion | null {
  const made = createConverter(null, asCatalogueField(field))
  if (!made.ok || samples.every(({ text, kept }) => made.convert(text, kept).ok)) return null
  if (field.kind === 'boolean') return fresh('boolean')
  if (field.choices !== null) {
    const strange = samples.filter(({ text, kept }) => !made.convert(text, kept).ok)
    return { kind: 'choice', values: Object.fromEntries(strange.map(({ text }) => [text.trim(), ''])) }
  }
  if (field.format === 'date') return fresh('date')
  if (field.format === 'date-time') return fresh('datetime')
  if (field.kind === 'integer') return fresh('integer')
  return field.kind === 'number' || field.format === 'decimal' ? fresh('decimal') : null
}
