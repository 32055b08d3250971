// The different values of a column with how many cells hold each: as a table in which a person says what each becomes, or
// just to be seen before a fix is thought of.
import { type ReactNode, useId } from 'react'
import { cx } from '../../../parts/classes.ts'
import { Checkbox } from '../../../parts/checkbox.tsx'
import { inputClass } from '../../../parts/field.tsx'
import { format } from '../../../parts/format.ts'
import { GroupLabel, SkeletonRows } from '../../../parts/panel.tsx'
import { bulkTexts } from './bulk-texts.ts'
import type { ColumnValue } from './column-values.ts'
import { madeVisible } from './text-change.ts'
import type { ColumnValues } from './use-column-values.ts'

const mostListed = 100

type Props = {
  /** Undefined while they are read. */
  readonly found: ColumnValues | undefined
  readonly onlyWrong: boolean
}

function ValueWords({ value }: { readonly value: ColumnValue }): ReactNode {
  const { text } = value
  return (
    <span className={cx('truncate', text.trim() === '' && 'text-faint italic')} title={text}>
      {text.trim() === '' ? bulkTexts.emptyValue : madeVisible(text)}
    </span>
  )
}

function Rest({ found, onlyWrong }: Props): ReactNode {
  if (found === undefined) return null
  const all = found.values.length
  const words = [
    ...(all === 0 ? [onlyWrong ? bulkTexts.noWrong : bulkTexts.noValues] : []),
    ...(all > mostListed ? [bulkTexts.valuesCut(mostListed, all)] : []),
    ...(found.cutAt === null ? [] : [bulkTexts.rowsCut(found.cutAt)]),
  ]
  return words.length === 0 ? null : <p className="py-1 text-xs text-faint">{words.join('. ')}</p>
}

export function ValueTable(
  props: Props & {
    readonly table: ReadonlyMap<string, string>
    readonly onChange: (table: ReadonlyMap<string, string>) => void
    readonly onOnlyWrong: (onlyWrong: boolean) => void
    /** What the field takes, where it takes only that. */
    readonly choices: readonly string[]
  },
): ReactNode {
  const { found, table, choices } = props
  const list = useId()
  function become(folded: string, text: string): void {
    const next = new Map(table)
    if (text === '') next.delete(folded)
    else next.set(folded, text)
    props.onChange(next)
  }
  return (
    <div className="grid gap-1.5">
      <Checkbox label={bulkTexts.onlyWrong} checked={props.onlyWrong} onChange={props.onOnlyWrong} />
      {found === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <ul
          aria-label={bulkTexts.values}
          className="-mx-1 grid max-h-57 gap-1 overflow-y-auto overscroll-contain px-1 py-0.5"
        >
          {found.values.slice(0, mostListed).map((value) => (
            <li
              key={value.folded}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-center gap-2"
            >
              <span className="flex min-w-0 items-baseline justify-between gap-2 text-sm">
                <ValueWords value={value} />
                <span className="shrink-0 text-xs text-faint">{format.number(value.cells)}</span>
              </span>
              <input
                autoComplete="off"
                spellCheck={false}
                list={choices.length === 0 ? undefined : list}
                aria-label={bulkTexts.becomes(value.text)}
                placeholder={bulkTexts.becomesPlaceholder}
                value={table.get(value.folded) ?? ''}
                onChange={(event) => become(value.folded, event.target.value)}
                className={cx(inputClass, '[&::-webkit-calendar-picker-indicator]:hidden!')}
              />
            </li>
          ))}
        </ul>
      )}
      <Rest {...props} />
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </div>
  )
}

/** What stands in the column before anything is done. */
export function ValuesNow(props: Props): ReactNode {
  const { found } = props
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={bulkTexts.valuesNow}
      className="overflow-y-auto rounded-md border border-line px-3 py-2"
    >
      <GroupLabel className="mb-1">{bulkTexts.valuesNow}</GroupLabel>
      {found === undefined ? (
        <SkeletonRows rows={5} />
      ) : (
        <ul>
          {found.values.slice(0, mostListed).map((value) => (
            <li key={value.folded} className="flex h-6 min-w-0 items-center justify-between gap-3 text-sm">
              <ValueWords value={value} />
              <span className="shrink-0 text-xs text-faint">{format.number(value.cells)}</span>
            </li>
          ))}
        </ul>
      )}
      <Rest {...props} />
    </div>
  )
}
