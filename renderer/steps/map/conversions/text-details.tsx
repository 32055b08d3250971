// Options of text steps: clean up, split a cell, join cells.
import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ConversionStep } from '../../../../shared/mapping/file.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { Field, inputClass, TextField } from '../../../components/fields/field.tsx'
import { Select } from '../../../components/fields/select.tsx'
import type { ConversionSubject } from '../map-props.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'

type Step<K extends ConversionStep['kind']> = Extract<ConversionStep, { kind: K }>
type Details<K extends ConversionStep['kind']> = {
  readonly step: Step<K>
  readonly onChange: (next: Step<K>) => void
}

export function TextDetails({ step, onChange }: Details<'text'>): ReactNode {
  const { letters: _, ...withoutLetters } = step
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Checkbox label={words.trim} checked={step.trim} onChange={(trim) => onChange({ ...step, trim })} />
        <Checkbox
          label={words.collapse}
          checked={step.collapse === true}
          onChange={(collapse) => onChange({ ...step, collapse })}
        />
      </div>
      <Field label={words.letters}>
        {({ id }) => (
          <Select
            id={id}
            label={words.letters}
            value={step.letters ?? 'as_is'}
            onChange={(letters) =>
              onChange(letters === 'as_is' ? withoutLetters : { ...withoutLetters, letters })
            }
            choices={(['as_is', 'upper', 'lower', 'title'] as const).map((value) => ({
              value,
              label: words.letterKinds[value],
            }))}
          />
        )}
      </Field>
      <Replacements step={step} onChange={onChange} />
    </div>
  )
}

/** Pairs of a text and its replacement. */
function Replacements({ step, onChange }: Details<'text'>): ReactNode {
  const { replace = [], ...rest } = step
  const setPairs = (pairs: NonNullable<Step<'text'>['replace']>): void =>
    onChange(pairs.length === 0 ? rest : { ...rest, replace: pairs })
  return (
    <div className="grid justify-items-start gap-2">
      {replace.map((pair, at) => (
        <div key={at} className="grid w-full grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2">
          <input
            aria-label={words.replaceFind({ n: at + 1 })}
            placeholder={words.find}
            value={pair.find}
            onChange={(event) => setPairs(replace.with(at, { ...pair, find: event.target.value }))}
            className={inputClass}
          />
          <input
            aria-label={words.replaceWith({ n: at + 1 })}
            placeholder={words.replaceBy}
            value={pair.with}
            onChange={(event) => setPairs(replace.with(at, { ...pair, with: event.target.value }))}
            className={inputClass}
          />
          <IconButton
            icon={X}
            size="small"
            label={words.removeReplace({ n: at + 1 })}
            onClick={() => setPairs(replace.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button size="small" icon={Plus} onClick={() => setPairs([...replace, { find: '', with: '' }])}>
        {words.addReplace}
      </Button>
    </div>
  )
}

const usualSeparators = [' ', ',', ';', '/', '-', '\n'] as const
type Usual = (typeof usualSeparators)[number]

const isUsual = (text: string): text is Usual => usualSeparators.some((one) => one === text)
const labelOf = (usual: Usual): string => words.separators[usual]

/** A separator: a common one, some of which cannot be typed or seen, or any other text. */
function Separator(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}): ReactNode {
  const [other, setOther] = useState(!isUsual(props.value))
  return (
    <div className="grid content-start gap-2">
      <Field label={props.label}>
        {({ id }) => (
          <Select<Usual | 'other'>
            id={id}
            label={props.label}
            value={other || !isUsual(props.value) ? 'other' : props.value}
            onChange={(next) => {
              setOther(next === 'other')
              props.onChange(next === 'other' ? '' : next)
            }}
            choices={[
              ...usualSeparators.map((one) => ({ value: one, label: labelOf(one) })),
              { value: 'other', label: words.otherSeparator },
            ]}
          />
        )}
      </Field>
      {other && (
        <input
          aria-label={words.separatorText}
          placeholder={words.separatorText}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          className={inputClass}
        />
      )}
    </div>
  )
}

export function SplitDetails({ step, onChange }: Details<'split'>): ReactNode {
  const { to: _to, ...withoutTo } = step
  const { parts: _parts, ...withoutParts } = step
  return (
    <div className="grid grid-cols-2 gap-3">
      <Separator
        label={words.separator}
        value={step.separator}
        onChange={(separator) => onChange({ ...step, separator })}
      />
      <Field label={words.missingPart}>
        {({ id }) => (
          <Select<'problem' | 'empty'>
            id={id}
            label={words.missingPart}
            value={step.missing ?? 'problem'}
            onChange={(missing) => onChange({ ...step, missing })}
            choices={(['problem', 'empty'] as const).map((value) => ({
              value,
              label: words.missingKinds[value],
            }))}
          />
        )}
      </Field>
      <div className="col-span-2 grid grid-cols-3 gap-3">
        <NumberText
          label={words.part}
          hint={words.partHint}
          value={step.part}
          onChange={(part) => onChange({ ...step, part: part ?? 0 })}
        />
        <NumberText
          label={words.partTo}
          hint={words.partToHint}
          value={step.to ?? null}
          onChange={(to) => onChange(to === null ? withoutTo : { ...step, to })}
        />
        <NumberText
          label={words.parts}
          hint={words.partsHint}
          value={step.parts ?? null}
          onChange={(parts) => onChange(parts === null ? withoutParts : { ...step, parts })}
        />
      </div>
    </div>
  )
}

/** Whole numbers typed as text, so that `-` can be on its way to `-1`. */
function NumberText(props: {
  readonly label: string
  readonly hint: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}): ReactNode {
  const [text, setText] = useState(props.value === null ? '' : String(props.value))
  return (
    <TextField
      label={props.label}
      hint={props.hint}
      inputMode="numeric"
      value={text}
      onChange={(event) => {
        const typed = event.target.value
        setText(typed)
        if (typed.trim() === '') props.onChange(null)
        else if (/^-?\d+$/.test(typed.trim())) props.onChange(Number(typed))
      }}
    />
  )
}

export function JoinDetails({
  step,
  onChange,
  subject,
}: Details<'join'> & { readonly subject: ConversionSubject }): ReactNode {
  const others = subject.columns.filter((name) => name !== subject.column && !step.with.includes(name))
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="grid content-start gap-1">
        <p className="text-sm font-medium">{words.joinWith}</p>
        <ul className="grid gap-1">
          {step.with.length === 0 && <li className="text-xs text-faint">{words.joinNone}</li>}
          {step.with.map((name) => (
            <li key={name} className="flex items-center gap-1">
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <IconButton
                icon={X}
                size="small"
                label={words.joinRemove({ column: name })}
                onClick={() => onChange({ ...step, with: step.with.filter((one) => one !== name) })}
              />
            </li>
          ))}
        </ul>
        {others.length > 0 && (
          <Select
            label={words.joinAdd}
            value={null}
            onChange={(name) => onChange({ ...step, with: [...step.with, name] })}
            choices={others.map((name) => ({ value: name, label: name }))}
          />
        )}
      </div>
      <Separator
        label={words.joinSeparator}
        value={step.separator}
        onChange={(separator) => onChange({ ...step, separator })}
      />
    </div>
  )
}
