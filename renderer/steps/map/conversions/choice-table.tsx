// Table that maps a column's words to the field's values, one row per word. Unmapped words of the column are listed
// with suggested values, each accepted with one click.
import { ArrowRight, Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ConversionStep } from '../../../../shared/mapping/file.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { inputClass } from '../../../components/fields/field.tsx'
import { GroupLabel } from '../../../components/panel.tsx'
import { Select } from '../../../components/fields/select.tsx'
import type { ConversionSubject } from '../map-props.ts'
import { useTrial } from './column-trial.tsx'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { type Said, sentenceOf } from '../../../../shared/texts/message.ts'

type Choice = Extract<ConversionStep, { kind: 'choice' }>
type Row = { readonly id: number; readonly word: string; readonly meaning: string }

const folded = (text: string): string => text.trim().toLowerCase()

function valuesOf(rows: readonly Row[]): Choice['values'] {
  return Object.fromEntries(
    rows.filter(({ word }) => word.trim() !== '').map(({ word, meaning }) => [word.trim(), meaning]),
  )
}

/** Rows are local state while the user types: two words may be equal for a moment, or one empty. */
export function ChoiceTable(props: {
  readonly step: Choice
  readonly onChange: (next: Choice) => void
  readonly subject: ConversionSubject
}): ReactNode {
  const { step, subject } = props
  const [rows, setRows] = useState<readonly Row[]>(() =>
    Object.entries(step.values).map(([word, meaning], id) => ({ id, word, meaning })),
  )
  function become(next: readonly Row[]): void {
    setRows(next)
    props.onChange({ ...step, values: valuesOf(next) })
  }
  const add = (word: string, meaning: string): void =>
    become([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, word, meaning }])
  return (
    <div className="grid gap-3">
      <div className="grid justify-items-start gap-2">
        <GroupLabel>{words.table}</GroupLabel>
        {rows.map((row, at) => (
          <div
            key={row.id}
            className="grid w-full grid-cols-[minmax(0,1fr)_14px_minmax(0,1fr)_auto] items-center gap-2"
          >
            <input
              aria-label={words.tableWord({ n: at + 1 })}
              value={row.word}
              onChange={(event) => become(rows.with(at, { ...row, word: event.target.value }))}
              className={inputClass}
            />
            <ArrowRight size={12} aria-hidden className="text-faint" />
            <Meaning
              word={row.word}
              meaning={row.meaning}
              choices={subject.field.choices}
              onChange={(meaning) => become(rows.with(at, { ...row, meaning }))}
            />
            <IconButton
              icon={X}
              size="small"
              label={words.removeWord({ word: row.word })}
              onClick={() => become(rows.filter((one) => one !== row))}
            />
          </div>
        ))}
        <Button size="small" icon={Plus} onClick={() => add('', '')}>
          {words.addWord}
        </Button>
      </div>
      <UnknownWords subject={subject} rows={rows} onAdd={add} />
    </div>
  )
}

/** One of the field's choices; any text where the field takes any. */
function Meaning(props: {
  readonly word: string
  readonly meaning: string
  readonly choices: readonly string[] | null
  readonly onChange: (meaning: string) => void
}): ReactNode {
  const label = props.word === '' ? words.tableMeansUnnamed : words.tableMeans({ word: props.word })
  if (props.choices === null)
    return (
      <input
        aria-label={label}
        value={props.meaning}
        onChange={(event) => props.onChange(event.target.value)}
        className={inputClass}
      />
    )
  return (
    <Select
      label={label}
      placeholder={words.chooseMeaning}
      value={props.meaning === '' ? null : props.meaning}
      onChange={props.onChange}
      choices={props.choices.map((value) => ({ value, label: value }))}
    />
  )
}

/** That nothing is suggested shows by itself. */
function isShown(reason: Said | null): reason is Said {
  return reason !== null && (typeof reason === 'string' || reason.key !== 'conversions.choice_none')
}

function UnknownWords(props: {
  readonly subject: ConversionSubject
  readonly rows: readonly Row[]
  readonly onAdd: (word: string, meaning: string) => void
}): ReactNode {
  const { proposal, field } = props.subject
  const trial = useTrial(props.subject, { kind: 'choice', values: valuesOf(props.rows) })
  const known = new Set(props.rows.map(({ word }) => folded(word)))
  const cells = new Map((trial?.rest ?? []).map(({ text, cells: count }) => [folded(text), count]))
  const sampled = proposal?.kind === 'table' ? proposal.unknown : []
  const listed = new Set(sampled.map(({ value }) => folded(value)))
  // Words further down the column, which the engine's proposal has not seen.
  const further = (trial?.rest ?? [])
    .filter(({ text }) => !listed.has(folded(text)))
    .map(({ text }) => ({ value: text, choice: null, reason: null }))
  const unknown = [...sampled, ...further].filter(({ value }) => !known.has(folded(value)))
  if (unknown.length === 0) return null
  return (
    <section aria-label={words.unknownWords} className="grid gap-1 rounded-md bg-head px-3 py-2">
      <GroupLabel>{words.unknownWords}</GroupLabel>
      <ul tabIndex={0} className="grid max-h-[min(24rem,50vh)] gap-2 overflow-y-auto pr-2">
        {unknown.map(({ value, choice, reason }) => (
          <li
            key={value}
            className="grid grid-cols-[minmax(0,1fr)_14px_minmax(0,1fr)] items-center gap-2 py-0.5"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{value}</span>
              <span className="block text-xs text-soft">
                {cells.has(folded(value)) && `${words.wordRows({ n: cells.get(folded(value)) ?? 0 })} `}
                {isShown(reason) && sentenceOf(reason)}
              </span>
            </span>
            <ArrowRight size={12} aria-hidden className="text-faint" />
            {choice === null ? (
              <Meaning
                word={value}
                meaning=""
                choices={field.choices}
                onChange={(meaning) => props.onAdd(value, meaning)}
              />
            ) : (
              <Button
                className="justify-self-start"
                aria-label={words.takeMeaning({ word: value, choice })}
                onClick={() => props.onAdd(value, choice)}
              >
                {choice}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
