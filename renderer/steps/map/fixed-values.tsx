// Editor of fixed values, which are equal for every account.
import { Plus, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { generalPath } from '../../../shared/catalogue/catalogue.ts'
import type { Mapping } from '../../../shared/mapping/file.ts'
import type { FieldView } from '../../../shared/contract/views.ts'
import { texts } from '../../texts/common.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { inputClass } from '../../components/fields/field.tsx'
import { type Choice, Combobox } from '../../components/fields/select.tsx'
import { choicesFor } from './draft/field-choices.ts'
import { mapTexts as words } from '../../texts/load/map.ts'
import { typedValue } from './conversions/typed-value.ts'
import { type FittingColumns, useFittingColumns } from './draft/use-fitting-columns.ts'
import type { AsideProps, MapperProps } from './map-props.ts'
import { supplierField } from '../../../shared/sending/service.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export function FixedValues(
  props: MapperProps & {
    readonly required: AsideProps['required']
    /** The field that the user came to map: its column is offered above the columns. */
    readonly wanted: string | null
    readonly setMapping: (next: (before: Mapping) => Mapping) => void
  },
): ReactNode {
  const { draft, fields } = props
  const missing = missingFields(props.required ?? [], draft.mapping)
  const fitting = useFittingColumns(props, missing.length > 0)
  const choices = choicesFor(fields, draft.mapping, {
    sheet: '',
    base: '',
    spot: { kind: 'main' },
    link: null,
    parent: null,
    keys: [],
  })
  const labels = new Map(choices.map((choice) => [choice.value, choice.label]))
  const put = (field: string, value: string): void =>
    props.setMapping((mapping) => withFixed(mapping, fields, field, value))
  return (
    <section aria-label={words.fixed}>
      <header className="flex min-h-8 items-center gap-3 pb-1.5">
        <h2 className="text-md font-semibold">{words.fixed}</h2>
        <p className="text-xs text-soft">{words.fixedHint}</p>
      </header>
      <ul className="rounded-lg border border-line">
        {draft.mapping.fixed.map((one) => (
          <FixedValue
            key={one.field}
            field={one.field}
            value={String(one.value)}
            label={labels.get(one.field) ?? one.field}
            onRemove={() =>
              props.setMapping((mapping) => ({
                ...mapping,
                fixed: mapping.fixed.filter((other) => other !== one),
              }))
            }
          />
        ))}
        {missing.map(({ path, title }) => (
          <MissingField
            key={path}
            field={path}
            title={sentenceOf(title)}
            fitting={path === props.wanted ? null : fitting}
            onAdd={put}
          />
        ))}
        <NewFixedValue choices={choices} onAdd={put} />
      </ul>
    </section>
  )
}

/** What is required is answered a moment after a value was added. */
function missingFields(required: NonNullable<AsideProps['required']>, mapping: Mapping) {
  const fixed = new Set(mapping.fixed.map(({ field }) => field))
  return required.filter(
    ({ path, covered }) => !covered && !fixed.has(path) && !path.includes('*') && path !== supplierField,
  )
}

/** With the typed value for the field, instead of an earlier one. */
function withFixed(mapping: Mapping, fields: readonly FieldView[], field: string, value: string): Mapping {
  const known = fields.find((one) => one.path === generalPath(field))
  const made = { field, value: typedValue(value, known) }
  return { ...mapping, fixed: [...mapping.fixed.filter((one) => one.field !== field), made] }
}

function FixedValue(props: {
  readonly field: string
  readonly value: string
  readonly label: string
  readonly onRemove: () => void
}): ReactNode {
  const { field } = props
  return (
    <li className="grid min-h-10 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-3 border-b border-line px-3 py-1">
      <code className="truncate font-mono text-xs">{props.value}</code>
      <span className="min-w-0">
        <span className="block truncate">{props.label}</span>
        <span className="block truncate font-mono text-2xs text-faint">{field}</span>
      </span>
      <IconButton icon={X} size="small" label={`${texts.common.remove} ${field}`} onClick={props.onRemove} />
    </li>
  )
}

/** A required field that nothing fills yet: one value for every account may, or a column whose values fit. */
function MissingField(props: {
  readonly field: string
  readonly title: string
  /** Null: no column is offered here. */
  readonly fitting: FittingColumns | null
  readonly onAdd: (field: string, value: string) => void
}): ReactNode {
  const { field, title, fitting } = props
  const column = fitting?.of(field) ?? null
  const [value, setValue] = useState('')
  const add = (): void => {
    if (value.trim() !== '') props.onAdd(field, value)
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-3 border-b border-line bg-warn-bg p-2 first:rounded-t-lg">
      <input
        aria-label={words.fixedFor({ field: title })}
        placeholder={words.fixedValue}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && add()}
        className={inputClass}
      />
      <span className="min-w-0">
        <span className="block truncate">{title}</span>
        {column === null || fitting === null ? (
          <span className="block truncate font-mono text-2xs text-faint">{field}</span>
        ) : (
          <Button
            size="small"
            className="max-w-full"
            aria-label={words.wanted.useFor({ column, field: title })}
            onClick={() => fitting.use(column, field)}
          >
            <span className="truncate">{words.wanted.use({ column })}</span>
          </Button>
        )}
      </span>
      <Button icon={Plus} disabled={value.trim() === ''} aria-label={`${words.add} ${title}`} onClick={add}>
        {words.add}
      </Button>
    </li>
  )
}

function NewFixedValue(props: {
  readonly choices: readonly Choice<string>[]
  readonly onAdd: (field: string, value: string) => void
}): ReactNode {
  const [field, setField] = useState<string | null>(null)
  const [value, setValue] = useState('')
  const input = useRef<HTMLInputElement>(null)
  function add(): void {
    if (field === null || value.trim() === '') return
    props.onAdd(field, value)
    setField(null)
    setValue('')
    // The button is disabled now and cannot keep the focus.
    input.current?.focus()
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-3 p-2">
      <input
        ref={input}
        aria-label={words.fixedValue}
        placeholder={words.fixedValue}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && add()}
        className={inputClass}
      />
      <Combobox label={words.fixedField} value={field} onChange={setField} choices={props.choices} />
      <Button icon={Plus} disabled={field === null || value.trim() === ''} onClick={add}>
        {words.add}
      </Button>
    </li>
  )
}
