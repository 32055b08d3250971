// Options of the reading "Any usual date": which number comes first, with how many cells each order reads, and the
// years that two digits stand for.
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { ConversionStep } from '../../../../shared/mapping/file.ts'
import { TextField } from '../../../components/fields/field.tsx'
import type { ConversionSubject } from '../map-props.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { useTrial } from './column-trial.tsx'

type AnyDate = Extract<ConversionStep, { kind: 'any_date' }>

export function AnyDateDetails(props: {
  readonly step: AnyDate
  readonly onChange: (next: AnyDate) => void
  readonly subject: ConversionSubject
}): ReactNode {
  const { step, onChange, subject } = props
  const { firstYear } = step
  return (
    <div className="grid gap-3">
      <div role="radiogroup" aria-label={words.anyDateOrder} className="grid gap-1">
        <p className="text-sm font-medium">{words.anyDateOrder}</p>
        {(['day', 'month'] as const).map((order) => (
          <Order
            key={order}
            order={order}
            chosen={step.order === order}
            firstYear={firstYear}
            subject={subject}
            onChoose={() => onChange({ ...step, order })}
          />
        ))}
      </div>
      <FirstYear value={firstYear} onChange={(year) => onChange({ ...step, firstYear: year })} />
    </div>
  )
}

function Order(props: {
  readonly order: AnyDate['order']
  readonly chosen: boolean
  readonly firstYear: number
  readonly subject: ConversionSubject
  readonly onChoose: () => void
}): ReactNode {
  const { order, firstYear } = props
  const trial = useTrial(props.subject, { kind: 'any_date', order, firstYear })
  return (
    <button
      type="button"
      role="radio"
      aria-checked={props.chosen}
      onClick={props.onChoose}
      className="flex min-h-8 items-center justify-between gap-3 rounded border border-control bg-raised px-2 text-left text-sm hover:border-soft aria-checked:border-accent aria-checked:bg-accent-bg aria-checked:text-accent"
    >
      <span>{words.anyDateOrders[order]}</span>
      <span className="text-xs">
        {trial === null ? '…' : words.anyDateReads({ read: trial.read, cells: trial.cells })}
      </span>
    </button>
  )
}

/** A year is taken once four digits stand there. */
function FirstYear(props: { readonly value: number; readonly onChange: (year: number) => void }): ReactNode {
  const [text, setText] = useState(String(props.value))
  return (
    <TextField
      label={words.firstYear}
      hint={words.firstYearHint({ from: String(props.value), to: String(props.value + 99) })}
      inputMode="numeric"
      value={text}
      onChange={(event) => {
        const typed = event.target.value
        setText(typed)
        if (/^(?:1\d{3}|20\d{2})$/.test(typed.trim())) props.onChange(Number(typed))
      }}
    />
  )
}
