// Column chooser: which columns the grid shows and which are pinned left. It has a searchable list, presets, and for
// each column its field and its number of problems. Arrow keys move between columns.
import { Popover } from '@base-ui/react/popover'
import { Columns3, Pin, PinOff } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../../../components/button.tsx'
import { Checkbox } from '../../../../components/fields/checkbox.tsx'
import { cx } from '../../../../components/classes.ts'
import { SearchField } from '../../../../components/fields/search-field.tsx'
import { fixTexts } from '../../../../texts/fix/fix.ts'
import { mostPinned } from './grid-columns.ts'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import type { Columns } from './use-columns.ts'

type Props = {
  readonly columns: Columns
  /** Whether any column of this sheet has problems. */
  readonly hasProblems: (column: number) => boolean
}

export function ColumnChooser(props: Props): ReactNode {
  const [open, setOpen] = useState(false)
  const hidden = props.columns.hidden.length
  const troubled = props.columns.hidden.filter(props.hasProblems).length
  const words =
    hidden === 0
      ? gridTexts.columnsLabel
      : troubled === 0
        ? gridTexts.hidden({ n: hidden })
        : gridTexts.hiddenWithProblems({ n: hidden, troubled })
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={hidden === 0 ? gridTexts.columnsLabel : `${gridTexts.columnsLabel}: ${words}`}
        title={words}
        className={cx(
          'flex h-6 shrink-0 items-center gap-1.5 rounded px-1.5 font-medium hover:bg-hover hover:text-text data-popup-open:bg-hover',
          troubled > 0 ? 'text-bad' : hidden > 0 ? 'text-accent' : 'text-soft',
        )}
      >
        <Columns3 size={14} aria-hidden className={troubled > 0 ? '' : 'text-faint'} />
        {hidden > 0 && gridTexts.hiddenShort({ n: hidden, troubled })}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-40 outline-none">
          <Popover.Popup className="flex max-h-[min(30rem,var(--available-height))] w-84 flex-col rounded-lg bg-raised text-text shadow-lift outline-none">
            <Popover.Title className="px-3 pt-2.5 text-sm font-semibold">{gridTexts.columns}</Popover.Title>
            <Choices {...props} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Arrow keys go from one box to the next. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="checkbox"]:not([disabled])')]
  const at = boxes.indexOf(document.activeElement as HTMLElement)
  const next = boxes[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function Choices({ columns, hasProblems }: Props): ReactNode {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const listed = columns.all.filter(
    ({ title, field }) =>
      wanted === '' || title.toLowerCase().includes(wanted) || (field ?? '').toLowerCase().includes(wanted),
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={walk}>
      <div className="grid gap-2 px-3 py-2">
        <SearchField label={gridTexts.findColumn} value={text} onChange={setText} />
        <Presets columns={columns} hasProblems={hasProblems} />
      </div>
      {listed.length === 0 && <p className="px-3 pb-3 text-sm text-soft">{gridTexts.noColumn}</p>}
      <ul className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-1.5 pb-1.5">
        {listed.map((column) => (
          <ColumnLine
            key={column.index}
            column={column}
            columns={columns}
            isTroubled={hasProblems(column.index)}
          />
        ))}
      </ul>
    </div>
  )
}

function Presets({ columns, hasProblems }: Props): ReactNode {
  const { all, hidden, hide } = columns
  const onlyWhere = (shown: (one: Columns['all'][number]) => boolean): void =>
    hide(all.filter((one) => !one.key && !shown(one)).map((one) => one.index))
  return (
    <div className="flex flex-wrap gap-1.5">
      <Button size="small" disabled={hidden.length === 0} onClick={() => hide([])}>
        {gridTexts.showAllColumns}
      </Button>
      <Button size="small" onClick={() => onlyWhere(({ field }) => field !== null)}>
        {gridTexts.onlyMapped}
      </Button>
      <Button size="small" onClick={() => onlyWhere(({ index }) => hasProblems(index))}>
        {gridTexts.onlyProblems}
      </Button>
    </div>
  )
}

type LineProps = { readonly column: Columns['all'][number]; readonly columns: Columns }

function ColumnLine(props: LineProps & { readonly isTroubled: boolean }): ReactNode {
  const { index, title, field, key } = props.column
  const { hidden, hide } = props.columns
  return (
    <li className="flex items-center gap-1 rounded px-1.5 py-1 [contain-intrinsic-height:38px] [content-visibility:auto] focus-within:bg-hover hover:bg-hover">
      <Checkbox
        className="min-w-0 flex-1 text-sm"
        checked={key || !hidden.includes(index)}
        disabled={key}
        onChange={(on) => hide(on ? hidden.filter((one) => one !== index) : [...hidden, index])}
        label={<span className="block truncate">{title === '' ? '–' : title}</span>}
        hint={
          <span className="block truncate">
            {key ? gridTexts.alwaysShown : (field ?? fixTexts.ignoredColumn)}
          </span>
        }
      />
      {props.isTroubled && (
        <span className="shrink-0 text-2xs font-medium text-bad">{gridTexts.withProblems}</span>
      )}
      {!key && <PinButton column={props.column} columns={props.columns} />}
    </li>
  )
}

function PinButton({ column, columns }: LineProps): ReactNode {
  const { index, title } = column
  const { pinned, pin } = columns
  const isPinned = pinned.includes(index)
  const isFull = pinned.length >= mostPinned
  return (
    <IconButton
      size="small"
      icon={isPinned ? PinOff : Pin}
      label={
        isPinned
          ? gridTexts.unpin({ column: title })
          : isFull
            ? gridTexts.pinLimit({ most: mostPinned })
            : gridTexts.pin({ column: title })
      }
      aria-pressed={isPinned}
      disabled={!isPinned && isFull}
      className={cx(isPinned && 'text-accent')}
      onClick={() => pin(isPinned ? pinned.filter((one) => one !== index) : [...pinned, index])}
    />
  )
}
