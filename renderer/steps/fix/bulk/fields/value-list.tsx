// Distinct values of a column with the number of cells for each: as a table in which the user enters replacements, or
// read-only before a fix is chosen. The list is virtual and states which values are omitted.
import { shortened } from '../../../../accounts/typed/shortened.ts'
import type { ReactNode } from 'react'
import { Button } from '../../../../components/button.tsx'
import { Checkbox } from '../../../../components/fields/checkbox.tsx'
import { cx } from '../../../../components/classes.ts'
import { inputClass } from '../../../../components/fields/field.tsx'
import { TextWithList } from '../../../../components/fields/text-with-list.tsx'
import { format } from '../../../../texts/format.ts'
import { ErrorState, GroupLabel, SkeletonRows } from '../../../../components/panel.tsx'
import { VirtualList } from '../../../../components/lists/virtual-list.tsx'
import { bulkTexts } from '../../../../texts/fix/bulk.ts'
import type { ColumnValue } from './column-values.ts'
import { madeVisible } from '../../../../accounts/change-preview/text-change.ts'
import type { Knowledge } from './use-proposed.ts'
import { valueTexts } from '../../../../texts/fix/value.ts'

type Seen = Pick<Knowledge, 'found' | 'error' | 'retry' | 'onlyWrong'>
type ValueTableProps = Seen &
  Pick<Knowledge, 'onOnlyWrong' | 'choices' | 'nearest'> & {
    readonly table: ReadonlyMap<string, string>
    readonly onChange: (table: ReadonlyMap<string, string>) => void
  }

function ValueWords({ value }: { readonly value: ColumnValue }): ReactNode {
  const { text } = value
  return (
    <span className={cx('min-w-0 wrap-anywhere', text.trim() === '' && 'text-faint italic')} title={text}>
      {text.trim() === '' ? bulkTexts.emptyValue : madeVisible(text)}
    </span>
  )
}

function Rest({ found, onlyWrong }: Seen): ReactNode {
  if (found === undefined) return null
  const { values, distinct, cutAt } = found
  const words = [
    ...(distinct === 0 ? [onlyWrong ? bulkTexts.noWrong : bulkTexts.noValues] : []),
    ...(distinct > values.length ? [valueTexts.moreValues({ n: distinct - values.length })] : []),
    ...(cutAt === null ? [] : [valueTexts.countedTo({ row: cutAt })]),
  ]
  return words.length === 0 ? null : <p className="py-1 text-xs text-faint">{words.join(' ')}</p>
}

export function ValueTable(props: ValueTableProps): ReactNode {
  const { found, table, nearest } = props
  const become = (folded: string, text: string): void => {
    const next = new Map(table)
    if (text === '') next.delete(folded)
    else next.set(folded, text)
    props.onChange(next)
  }
  return (
    <div className="grid gap-1.5">
      <Checkbox label={bulkTexts.onlyWrong} checked={props.onlyWrong} onChange={props.onOnlyWrong} />
      <Values
        {...props}
        values={found === undefined ? [] : withTable(found.values, table)}
        skeletonRows={4}
        rowHeight={32}
        className="-mx-1 max-h-49 overscroll-contain px-1 py-0.5"
      >
        {(value) => (
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-center gap-2 py-0.5">
            <span className="flex min-w-0 items-baseline justify-between gap-2 text-sm">
              <ValueWords value={value} />
              <span className="shrink-0 text-xs text-faint">{format.number(value.cells)}</span>
            </span>
            <Becomes
              value={value}
              choices={props.choices}
              text={table.get(value.folded) ?? ''}
              nearest={nearest.get(value.folded)}
              onChange={(text) => become(value.folded, text)}
            />
          </div>
        )}
      </Values>
      <UseAllProposed {...props} />
      <Rest {...props} />
    </div>
  )
}

/** The values, or that they are still read or could not be. */
function Values(
  props: Seen & {
    readonly values: readonly ColumnValue[]
    readonly skeletonRows: number
    readonly rowHeight: number
    readonly className: string
    readonly children: (value: ColumnValue) => ReactNode
  },
): ReactNode {
  const { found, error } = props
  if (found === undefined)
    return error === null ? (
      <SkeletonRows rows={props.skeletonRows} />
    ) : (
      <ErrorState error={error} onRetry={props.retry} />
    )
  return (
    <VirtualList
      label={bulkTexts.values}
      items={props.values}
      rowHeight={props.rowHeight}
      grows
      keyOf={({ folded }) => folded}
      focusable={false}
      className={props.className}
    >
      {props.children}
    </VirtualList>
  )
}

function UseAllProposed({ nearest, table, onChange }: ValueTableProps): ReactNode {
  const open = [...nearest].filter(([folded]) => !table.has(folded))
  if (open.length < 2) return null
  return (
    <Button
      size="small"
      tone="quiet"
      className="justify-self-end"
      title={open
        .map(([value, choice]) => valueTexts.useProposed({ value, choice }))
        .slice(0, 12)
        .join('\n')}
      onClick={() => onChange(new Map([...table, ...open]))}
    >
      {valueTexts.useAll({ n: open.length })}
    </Button>
  )
}

/** Entries of a table for values that are absent here, for example from an earlier fix, are shown too. */
function withTable(
  values: readonly ColumnValue[],
  table: ReadonlyMap<string, string>,
): readonly ColumnValue[] {
  const here = new Set(values.map(({ folded }) => folded))
  const others = [...table.keys()].filter((folded) => !here.has(folded))
  return [...values, ...others.map((folded) => ({ folded, text: folded, cells: 0 }))]
}

function Becomes(props: {
  readonly value: ColumnValue
  /** The words that the column takes; empty: any text. */
  readonly choices: readonly string[]
  readonly text: string
  readonly nearest: string | undefined
  readonly onChange: (text: string) => void
}): ReactNode {
  const { value, nearest, choices } = props
  const shared = {
    label: value.text === '' ? bulkTexts.emptyBecomes : bulkTexts.becomes({ value: shortened(value.text) }),
    placeholder: nearest === undefined ? bulkTexts.becomesPlaceholder : '',
    value: props.text,
    onChange: props.onChange,
  }
  return (
    <span className="relative block min-w-0">
      {choices.length === 0 ? <AnyText {...shared} /> : <TextWithList {...shared} choices={choices} />}
      {nearest !== undefined && props.text === '' && (
        <button
          type="button"
          aria-label={valueTexts.useProposed({ value: value.text, choice: nearest })}
          onClick={() => props.onChange(nearest)}
          className="absolute inset-y-1 left-1 max-w-[calc(100%-32px)] truncate rounded px-1 text-sm text-accent italic hover:bg-hover"
        >
          {valueTexts.proposed({ choice: nearest })}
        </button>
      )}
    </span>
  )
}

function AnyText(props: {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (text: string) => void
}): ReactNode {
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      aria-label={props.label}
      placeholder={props.placeholder}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      className={inputClass}
    />
  )
}

/** Values of the column before the fix. `onPick`: a press on a value; null: they are only shown. */
export function ValuesNow(props: Seen & { readonly onPick: ((text: string) => void) | null }): ReactNode {
  const { found, onPick, onlyWrong } = props
  const title = onlyWrong ? bulkTexts.wrongNow : bulkTexts.valuesNow
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={title}
      className="flex min-h-0 flex-col rounded-md border border-line px-3 py-2"
    >
      <GroupLabel className="mb-1">{title}</GroupLabel>
      <Values
        {...props}
        values={found?.values ?? []}
        skeletonRows={5}
        rowHeight={24}
        className="flex-1 overscroll-contain"
      >
        {(value) => (
          <div className="flex min-w-0 items-center justify-between gap-3 text-sm">
            {onPick === null || value.text === '' ? (
              <ValueWords value={value} />
            ) : (
              <button
                type="button"
                title={bulkTexts.pickValue}
                onClick={() => onPick(value.text)}
                className="flex min-w-0 rounded-sm text-left hover:text-accent hover:underline"
              >
                <ValueWords value={value} />
              </button>
            )}
            <span className="shrink-0 text-xs text-faint">{format.number(value.cells)}</span>
          </div>
        )}
      </Values>
      <Rest {...props} />
    </div>
  )
}
