// Bar above the columns: filters with the number of columns of each, and a search by header or field. While columns are
// selected, it offers what can be done to all of them instead.
import { Search } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { EmptyState } from '../../../components/panel.tsx'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { cx } from '../../../components/classes.ts'
import { format } from '../../../texts/format.ts'
import { mapTexts } from '../../../texts/load/map.ts'
import { columnFilters } from '../draft/find-columns.ts'
import type { SeveralProps } from './several-columns-bar.tsx'
import { SeveralColumnsBar } from './several-columns-bar.tsx'
import type { ColumnChoice } from './use-column-choice.ts'

const words = mapTexts.filters

export function ColumnBar(props: SeveralProps & { readonly locked: boolean }): ReactNode {
  const { choice, locked } = props
  const { selected, shown } = choice
  const bar = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={bar}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 pr-4 pl-7"
    >
      {!locked && (
        <Checkbox
          label={<span className="sr-only">{mapTexts.several.selectAll}</span>}
          checked={selected.length > 0 && selected.length === shown.length}
          some={selected.length > 0 && selected.length < shown.length}
          disabled={shown.length === 0}
          onChange={() => choice.selectAll(selected.length < shown.length)}
          className="gap-0"
        />
      )}
      {selected.length > 0 ? (
        <SeveralColumnsBar
          {...props}
          onClear={() => {
            choice.selectAll(false)
            // The button that was pressed is gone.
            bar.current?.querySelector<HTMLElement>('[role="checkbox"]')?.focus()
          }}
        />
      ) : (
        <Filters choice={choice} />
      )}
    </div>
  )
}

function Filters({ choice }: { readonly choice: ColumnChoice }): ReactNode {
  return (
    <>
      <div role="group" aria-label={words.label} className="flex flex-wrap items-center gap-1">
        {columnFilters.map((filter) => (
          <button
            key={filter}
            type="button"
            aria-pressed={choice.filter === filter}
            disabled={filter !== 'all' && choice.counts[filter] === 0}
            onClick={() => choice.setFilter(filter)}
            className={cx(
              'flex h-7 items-center gap-1.5 rounded-md px-2 text-sm font-medium text-soft',
              'hover:not-disabled:bg-hover hover:not-disabled:text-text disabled:opacity-50 aria-pressed:bg-accent-bg aria-pressed:text-accent',
            )}
          >
            {words[filter]}
            <span className="text-xs font-normal tabular-nums">{format.number(choice.counts[filter])}</span>
          </button>
        ))}
      </div>
      <SearchField
        label={words.find}
        value={choice.text}
        onChange={choice.setText}
        className="ml-auto w-52 min-w-32 shrink"
      />
    </>
  )
}

/** Which filter and which text hide the columns, and the way back. */
export function NoneFound({ choice }: { readonly choice: ColumnChoice }): ReactNode {
  const { filter, text } = choice
  const shown = filter === 'all' ? '' : `${words[filter]}: `
  return (
    <EmptyState
      icon={Search}
      title={words.none}
      actions={
        <Button
          onClick={() => {
            choice.setFilter('all')
            choice.setText('')
          }}
        >
          {words.showAll}
        </Button>
      }
    >
      {shown}
      {words.noneOf({ text })}
    </EmptyState>
  )
}
