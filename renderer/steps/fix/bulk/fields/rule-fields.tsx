// Input fields of each kind of fix. They only hold input; fix-draft.ts interprets it.
import { partName } from '../fix-words.ts'
import type { ReactNode } from 'react'
import { Checkbox } from '../../../../components/fields/checkbox.tsx'
import { Field, TextField } from '../../../../components/fields/field.tsx'
import { Select } from '../../../../components/fields/select.tsx'
import { bulkTexts } from '../../../../texts/fix/bulk.ts'
import type { Kind, ValueFieldsProps } from '../fix-draft.ts'
import { ValueFields } from './value-fields.tsx'

export type RuleFieldsProps = ValueFieldsProps & {
  readonly kind: Kind
  readonly columns: readonly { readonly value: string; readonly label: string }[]
  /** The table's own fields. */
  readonly table: ReactNode
}

export function RuleFields(props: RuleFieldsProps): ReactNode {
  const { kind, draft, onChange } = props
  switch (kind) {
    case 'replace':
      return <ReplaceFields {...props} />
    case 'set':
      return (
        <TextField
          // The dialog was opened to type here.
          autoFocus
          label={bulkTexts.text}
          value={draft.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      )
    case 'clear':
      return <p className="text-sm text-soft">{bulkTexts.clearBody}</p>
    case 'fill_down':
      return <p className="text-sm text-soft">{bulkTexts.fillBody}</p>
    case 'tidy':
      return <TidyFields {...props} />
    case 'table':
      return props.table
    case 'take':
      return <TakeFields {...props} />
    case 'split':
      return <SplitFields {...props} />
    default:
      return <ValueFields {...props} kind={kind} />
  }
}

function ReplaceFields({ draft, onChange }: RuleFieldsProps): ReactNode {
  const pattern = draft.match === 'pattern'
  return (
    <>
      <TextField
        autoFocus
        mono={pattern}
        label={bulkTexts.find}
        value={draft.find}
        onChange={(event) => onChange({ find: event.target.value })}
      />
      <TextField
        mono={pattern}
        label={bulkTexts.with}
        hint={pattern ? bulkTexts.withPattern : bulkTexts.withHint}
        value={draft.with}
        onChange={(event) => onChange({ with: event.target.value })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <Field label={bulkTexts.match}>
          {({ id }) => (
            <Select
              id={id}
              label={bulkTexts.match}
              value={draft.match}
              choices={(['part', 'cell', 'pattern'] as const).map((value) => ({
                value,
                label: bulkTexts.matches[value],
              }))}
              onChange={(match) => onChange({ match })}
            />
          )}
        </Field>
        <Checkbox
          className="mb-1"
          label={bulkTexts.matchCase}
          checked={draft.matchCase}
          onChange={(matchCase) => onChange({ matchCase })}
        />
      </div>
    </>
  )
}

function TidyFields({ draft, onChange }: RuleFieldsProps): ReactNode {
  const { letters } = draft
  return (
    <>
      <div className="grid justify-items-start gap-1.5">
        {(['trim', 'collapse', 'invisible'] as const).map((name) => (
          <Checkbox
            key={name}
            label={bulkTexts[name]}
            checked={draft[name]}
            onChange={(checked) => onChange({ [name]: checked })}
          />
        ))}
      </div>
      <Field label={bulkTexts.letters}>
        {({ id }) => (
          <Select
            id={id}
            label={bulkTexts.letters}
            value={letters ?? 'none'}
            choices={(['none', 'upper', 'lower', 'title'] as const).map((value) => ({
              value,
              label: bulkTexts.lettersAs[value],
            }))}
            onChange={(value) => onChange({ letters: value === 'none' ? null : value })}
          />
        )}
      </Field>
    </>
  )
}

function TakeFields({ draft, onChange, columns }: RuleFieldsProps): ReactNode {
  return (
    <>
      <Field label={bulkTexts.from}>
        {({ id }) => (
          <Select
            id={id}
            label={bulkTexts.from}
            placeholder={bulkTexts.fromPlaceholder}
            value={draft.from === null ? null : String(draft.from)}
            choices={columns}
            onChange={(value) => onChange({ from: Number(value) })}
          />
        )}
      </Field>
      <Checkbox
        label={bulkTexts.onlyEmpty}
        checked={draft.onlyEmpty}
        onChange={(onlyEmpty) => onChange({ onlyEmpty })}
      />
    </>
  )
}

const parts = [1, 2, 3, 4, 5, -1, -2] as const

function SplitFields({ draft, onChange }: RuleFieldsProps): ReactNode {
  return (
    <>
      <TextField
        autoFocus
        mono
        label={bulkTexts.separator}
        hint={bulkTexts.separatorHint}
        value={draft.separator}
        onChange={(event) => onChange({ separator: event.target.value })}
      />
      <Field label={bulkTexts.part}>
        {({ id }) => (
          <Select
            id={id}
            label={bulkTexts.part}
            value={String(draft.part)}
            choices={parts.map((part) => ({
              value: String(part),
              label: bulkTexts.partWord({ part: partName(part) }),
            }))}
            onChange={(value) => onChange({ part: Number(value) })}
          />
        )}
      </Field>
    </>
  )
}
