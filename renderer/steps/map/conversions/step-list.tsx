// List of conversion steps in execution order. A single step is shown as a choice of its kind; several are a list
// whose steps can be moved and removed by keyboard.
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ConversionStep } from '../../../../shared/mapping/file.ts'
import { IconButton } from '../../../components/button.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { Select } from '../../../components/fields/select.tsx'
import type { ConversionSubject } from '../map-props.ts'
import {
  freshStep,
  kindsAt,
  kindsToAdd,
  movedStep,
  type StepKind,
  type Steps,
  withStep,
} from './conversion-steps.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { StepDetails } from './step-details.tsx'

/** A step keeps its number wherever it goes, so that its fields and the focus go with it. */
type Numbered = { readonly id: number; readonly step: ConversionStep }

function numbered(steps: Steps, before: readonly Numbered[]): readonly Numbered[] {
  let next = Math.max(0, ...before.map(({ id }) => id))
  return steps.map((step) => before.find((one) => one.step === step) ?? { id: (next += 1), step })
}

type StepListProps = {
  readonly subject: ConversionSubject
  readonly steps: Steps
  readonly onChange: (steps: Steps) => void
}

/** The steps with their numbers, and the changes of the list. */
function useRows({ steps, onChange }: StepListProps) {
  const [rows, setRows] = useState(() => numbered(steps, []))
  const [reported, setReported] = useState('')
  function become(next: readonly Numbered[]): void {
    setRows(next)
    onChange(next.map(({ step }) => step))
  }
  const becomeSteps = (next: Steps): void => become(numbered(next, rows))
  const change = (at: number, step: ConversionStep): void =>
    become(rows.map((row, index) => (index === at ? { id: row.id, step } : row)))
  const remove = (at: number): void => become(rows.filter((_, index) => index !== at))
  function move(at: number, by: -1 | 1): void {
    const next = movedStep(steps, at, by)
    if (next === steps) return
    becomeSteps(next)
    setReported(words.steps.moved({ n: at + by + 1 }))
  }
  return { rows, reported, becomeSteps, change, remove, move }
}

export function StepList(props: StepListProps): ReactNode {
  const { subject, steps } = props
  const { field } = subject
  const { rows, reported, becomeSteps, change, remove, move } = useRows(props)
  const add = kindsToAdd(steps, field)
  const [only] = rows
  return (
    <div className="grid gap-3">
      {rows.length <= 1 && (
        <OnlyKind
          value={only?.step.kind ?? 'none'}
          kinds={kindsAt(steps, 0, field)}
          onChange={(kind) => becomeSteps(kind === 'none' ? [] : [freshStep(kind, field)])}
        />
      )}
      {rows.length === 1 && only !== undefined && (
        <StepDetails key={only.id} subject={subject} step={only.step} onChange={(step) => change(0, step)} />
      )}
      {rows.length > 1 && (
        <ol aria-label={words.steps.label} className="grid gap-2">
          {rows.map(({ id, step }, at) => (
            <StepRow
              key={id}
              subject={subject}
              step={step}
              at={at}
              last={rows.length - 1}
              kinds={kindsAt(steps, at, field)}
              onKind={(kind) => becomeSteps(steps.with(at, freshStep(kind, field)))}
              onMove={(by) => move(at, by)}
              onRemove={() => remove(at)}
              onChange={(next) => change(at, next)}
            />
          ))}
        </ol>
      )}
      {rows.length > 0 && add.length > 0 && (
        <Select<StepKind>
          label={words.steps.add}
          value={null}
          onChange={(kind) => becomeSteps(withStep(steps, freshStep(kind, field)))}
          choices={add.map(named)}
          className="w-40"
          quiet
        />
      )}
      <p role="status" className="sr-only">
        {reported}
      </p>
    </div>
  )
}

function named(kind: StepKind): { readonly value: StepKind; readonly label: string } {
  return { value: kind, label: words.conversions[kind] }
}

/** The kind of the only step, or that there is none. */
function OnlyKind(props: {
  readonly value: StepKind | 'none'
  readonly kinds: readonly StepKind[]
  readonly onChange: (kind: StepKind | 'none') => void
}): ReactNode {
  return (
    <Field label={words.conversion}>
      {({ id }) => (
        <Select<StepKind | 'none'>
          id={id}
          label={words.conversion}
          value={props.value}
          onChange={props.onChange}
          choices={[{ value: 'none', label: words.asField }, ...props.kinds.map(named)]}
        />
      )}
    </Field>
  )
}

/** One of several steps: its kind, the buttons that move and remove it, and its options. */
function StepRow(props: {
  readonly subject: ConversionSubject
  readonly step: ConversionStep
  readonly at: number
  /** Index of the last step. */
  readonly last: number
  readonly kinds: readonly StepKind[]
  readonly onKind: (kind: StepKind) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
  readonly onChange: (step: ConversionStep) => void
}): ReactNode {
  const { step, at, onMove } = props
  const n = at + 1
  return (
    <li
      onKeyDownCapture={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        event.stopPropagation()
        onMove(event.key === 'ArrowUp' ? -1 : 1)
      }}
      className="grid gap-3 rounded-md border border-line p-3"
    >
      <div className="flex items-center gap-1">
        <span aria-hidden className="w-4 shrink-0 text-xs text-faint">
          {n}
        </span>
        <Select<StepKind>
          label={words.steps.one({ n })}
          value={step.kind}
          onChange={props.onKind}
          choices={props.kinds.map(named)}
          className="min-w-0 flex-1"
        />
        <IconButton
          icon={ArrowUp}
          size="small"
          label={words.steps.up({ n })}
          keys="alt+up"
          aria-disabled={at === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          size="small"
          label={words.steps.down({ n })}
          keys="alt+down"
          aria-disabled={at === props.last}
          onClick={() => onMove(1)}
        />
        <IconButton icon={X} size="small" label={words.steps.remove({ n })} onClick={props.onRemove} />
      </div>
      <StepDetails subject={props.subject} step={step} onChange={props.onChange} />
    </li>
  )
}
