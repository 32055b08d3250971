// Input fields of the fix that rewrites dates: the patterns that are read, found among the values or typed, and the
// pattern to write.
import type { ReactNode } from 'react'
import type { FoundDates } from '../../../../../shared/fixing/rules/found.ts'
import { compilePattern } from '../../../../../shared/mapping/conversions/dates/date-patterns.ts'
import { madeVisible } from '../../../../accounts/change-preview/text-change.ts'
import { Checkbox } from '../../../../components/fields/checkbox.tsx'
import { TextField } from '../../../../components/fields/field.tsx'
import { format } from '../../../../texts/format.ts'
import { valueTexts } from '../../../../texts/fix/value.ts'
import { hasShortYear, patternsOf, type ValueFieldsProps } from '../fix-draft.ts'

export function DateFields(props: ValueFieldsProps): ReactNode {
  const { draft, proposed, onChange } = props
  const patterns = patternsOf(draft, proposed)
  return (
    <>
      <PatternChoices {...props} />
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

type Example = FoundDates['patterns'][number]['example']

/** Patterns found among the values; one of a fix that worked before stays visible, found or not. */
function PatternChoices({ draft, proposed, dates, onChange }: ValueFieldsProps): ReactNode {
  const chosen = draft.dateFrom ?? proposed.dateFrom
  const found = dates ?? []
  const shown = new Set(found.flatMap((one) => one.patterns.map(({ pattern }) => pattern)))
  const others = chosen.filter((pattern) => !shown.has(pattern))
  const choose = (pattern: string, wanted: boolean, instead: readonly string[]): void => {
    const rest = chosen.filter((one) => one !== pattern && !(wanted && instead.includes(one)))
    onChange({ dateFrom: wanted ? [...rest, pattern] : rest })
  }
  return (
    <div role="group" aria-label={valueTexts.dateFrom} className="grid gap-1.5">
      <span className="text-sm font-medium">{valueTexts.dateFrom}</span>
      {found.map((one) => (
        <FoundPatterns
          key={one.patterns.map(({ pattern }) => pattern).join()}
          found={one}
          chosen={chosen}
          firstYear={draft.firstYear}
          onChoose={choose}
        />
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
  )
}

/** The patterns that fit the same values; of several the user decides for one. */
function FoundPatterns(props: {
  readonly found: FoundDates
  readonly chosen: readonly string[]
  readonly firstYear: number
  readonly onChoose: (pattern: string, wanted: boolean, instead: readonly string[]) => void
}): ReactNode {
  const { chosen } = props
  const { patterns, cells } = props.found
  const names = patterns.map(({ pattern }) => pattern)
  return (
    <div className="grid justify-items-start gap-1">
      {patterns.map(({ pattern, example }) => (
        <Checkbox
          key={pattern}
          label={
            <>
              <span className="font-mono text-xs">{pattern}</span>{' '}
              <span className="text-xs text-faint">{valueTexts.foundIn({ cells })}</span>
            </>
          }
          hint={readsText(pattern, example, props.firstYear)}
          checked={chosen.includes(pattern)}
          onChange={(wanted) => props.onChoose(pattern, wanted, names)}
        />
      ))}
      {names.length > 1 && !names.some((pattern) => chosen.includes(pattern)) && (
        <p className="text-xs text-warn">{valueTexts.eitherWay}</p>
      )}
    </div>
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
      hint={valueTexts.firstYearHint({ first: firstYear, last: firstYear + 99 })}
      value={firstYear}
      onChange={(event) => {
        const year = event.target.valueAsNumber
        if (Number.isInteger(year) && year >= 1000 && year <= 9900) onChange({ firstYear: year })
      }}
    />
  )
}

/** The month is a word, so that nobody mistakes it for the day. A date with a time is shown as it is read. */
function readsText(pattern: string, example: Example, firstYear: number): string {
  const text = madeVisible(example.text)
  const compiled = compilePattern(pattern, 'date', firstYear)
  const read = compiled.ok ? compiled.pattern.read(example.text) : null
  if (read === null || !read.ok)
    return example.reads === ''
      ? valueTexts.readsAs({ text })
      : valueTexts.reads({ text, day: example.reads })
  const { year, month, day } = read.time
  return valueTexts.reads({ text, day: format.day(new Date(year, month - 1, day).getTime()) })
}
