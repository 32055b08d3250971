// Input fields of the fixes that interpret a text's meaning. They contain the proposed values until the user changes
// them.
import type { ReactNode } from 'react'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import { type FoundDates, type NumberWriting, numberWritings } from '../../../../shared/fixing/rules/found.ts'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { Field, TextField } from '../../../components/fields/field.tsx'
import { Combobox, Select } from '../../../components/fields/select.tsx'
import { countries } from './countries.ts'
import { type Draft, hasShortYear, lengthText, patternsOf, type Proposed, regionOf } from './fix-draft.ts'
import { madeVisible } from './text-change.ts'
import { valueTexts } from '../../../texts/value.ts'

export type ValueFieldsProps = {
  readonly draft: Draft
  readonly proposed: Proposed
  /** How the dates among the values are written; undefined while that is looked for. */
  readonly dates: readonly FoundDates[] | undefined
  readonly onChange: (change: Partial<Draft>) => void
}

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

function PhoneFields({ draft, proposed, onChange }: ValueFieldsProps): ReactNode {
  const region = regionOf(draft, proposed)
  const { form } = draft
  return (
    <>
      <Field label={valueTexts.region} hint={valueTexts.regionHint}>
        {({ id, 'aria-describedby': described }) => (
          <Combobox
            id={id}
            label={valueTexts.region}
            placeholder={valueTexts.regionPlaceholder}
            value={region === '' ? null : region}
            choices={countries()}
            aria-describedby={described}
            onChange={(value) => onChange({ region: value ?? '' })}
          />
        )}
      </Field>
      <Field label={valueTexts.form}>
        {({ id }) => (
          <Select
            id={id}
            label={valueTexts.form}
            value={form}
            choices={(['e164', 'international', 'national'] as const).map((value) => ({
              value,
              ...valueTexts.forms[value],
            }))}
            onChange={(value) => onChange({ form: value })}
          />
        )}
      </Field>
      <Checkbox
        label={valueTexts.bare}
        hint={valueTexts.bareHint}
        disabled={region === ''}
        checked={draft.bare && region !== ''}
        onChange={(bare) => onChange({ bare })}
      />
    </>
  )
}

function DateFields({ draft, proposed, dates, onChange }: ValueFieldsProps): ReactNode {
  const chosen = draft.dateFrom ?? proposed.dateFrom
  const patterns = patternsOf(draft, proposed)
  const found = dates ?? []
  const shown = new Set(found.flatMap((one) => one.patterns.map(({ pattern }) => pattern)))
  // A pattern of a fix that worked before stays to be seen, found or not.
  const others = chosen.filter((pattern) => !shown.has(pattern))
  function choose(pattern: string, wanted: boolean, instead: readonly string[]): void {
    const rest = chosen.filter((one) => one !== pattern && !(wanted && instead.includes(one)))
    onChange({ dateFrom: wanted ? [...rest, pattern] : rest })
  }
  return (
    <>
      <div role="group" aria-label={valueTexts.dateFrom} className="grid gap-1.5">
        <span className="text-sm font-medium">{valueTexts.dateFrom}</span>
        {found.map(({ patterns: fits, cells }) => (
          <div key={fits.map(({ pattern }) => pattern).join()} className="grid justify-items-start gap-1">
            {fits.map(({ pattern, example }) => (
              <Checkbox
                key={pattern}
                label={
                  <>
                    <span className="font-mono text-xs">{pattern}</span>{' '}
                    <span className="text-xs text-faint">{valueTexts.foundIn(cells)}</span>
                  </>
                }
                hint={valueTexts.reads(madeVisible(example.text), example.reads)}
                checked={chosen.includes(pattern)}
                onChange={(wanted) =>
                  choose(
                    pattern,
                    wanted,
                    fits.map((fit) => fit.pattern),
                  )
                }
              />
            ))}
            {fits.length > 1 && !fits.some(({ pattern }) => chosen.includes(pattern)) && (
              <p className="text-xs text-warn">{valueTexts.eitherWay}</p>
            )}
          </div>
        ))}
        {others.map((pattern) => (
          <Checkbox
            key={pattern}
            label={<span className="font-mono text-xs">{pattern}</span>}
            checked
            onChange={() => choose(pattern, false, [])}
          />
        ))}
        {dates !== undefined && found.length === 0 && others.length === 0 && (
          <p className="text-xs text-faint">{valueTexts.noDates}</p>
        )}
      </div>
      <TextField
        mono
        autoFocus
        label={valueTexts.dateOwn}
        hint={valueTexts.dateOwnHint}
        value={draft.dateOwn}
        onChange={(event) => onChange({ dateOwn: event.target.value })}
      />
      {patterns.some(hasShortYear) && <FirstYear draft={draft} onChange={onChange} />}
      <TextField
        mono
        label={valueTexts.dateTo}
        hint={draft.dateTo === null ? valueTexts.dateToHint : undefined}
        value={draft.dateTo ?? proposed.dateTo}
        onChange={(event) => onChange({ dateTo: event.target.value })}
      />
    </>
  )
}

function FirstYear({ draft, onChange }: Pick<ValueFieldsProps, 'draft' | 'onChange'>): ReactNode {
  const { firstYear } = draft
  return (
    <TextField
      type="number"
      min={1000}
      max={9900}
      label={valueTexts.firstYear}
      hint={valueTexts.firstYearHint(firstYear)}
      value={firstYear}
      onChange={(event) => {
        const year = event.target.valueAsNumber
        if (Number.isInteger(year) && year >= 1000 && year <= 9900) onChange({ firstYear: year })
      }}
    />
  )
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
