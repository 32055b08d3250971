// Conflict list of a version merge. Each row shows the old file, our text and the new file; the user chooses by key,
// one by one or for a whole column. Each choice is saved at once; nothing is chosen automatically.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { VersionLine, VersionView } from '../../../shared/contract/fixing/versions.ts'
import type { SheetView } from '../../../shared/contract/views.ts'
import { api, engine } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { cx } from '../../components/classes.ts'
import { inputClass } from '../../components/fields/field.tsx'
import { EmptyState } from '../../components/panel.tsx'
import { Kbd } from '../../components/text/kbd.tsx'
import { Select } from '../../components/fields/select.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { shownText } from '../../components/text/shown-text.ts'
import { Check } from 'lucide-react'
import { columnName, lookOf } from './line-cells.tsx'
import { PagedLines } from './paged-lines.tsx'
import { versionTexts as words } from '../../texts/load/version.ts'

type Choose = Parameters<typeof engine.versions.choose>[0]
/** A column stays chosen when it has no conflicts left: that is not the same as all columns. */
type Filter = { readonly column: Column | null; readonly onlyOpen: boolean }
type Column = { readonly sheet: number; readonly column: number }

export function ConflictList(props: {
  readonly batch: number
  readonly view: VersionView
  readonly sheets: readonly SheetView[]
}): ReactNode {
  const { batch, view, sheets } = props
  const merged = view.version.merge !== 'none'
  const [{ column, onlyOpen }, setFilter] = useState<Filter>({ column: null, onlyOpen: false })
  const { choose, one, passed, active, setActive, typing, setTyping } = useDeciding(batch, onlyOpen)
  const look = lookOf('conflicts', sheets, view.earlier?.id ?? null)
  const name = column === null ? 'all' : nameOf(column)

  const onKey = (key: string, line: VersionLine): boolean =>
    !merged && pressed(key, { choose: (choice) => one(line, choice), type: () => setTyping(line.seq) })
  return (
    <>
      {!merged && (
        <ConflictBar
          columns={columnChoices(view, sheets, column)}
          filter={{ column, onlyOpen }}
          onFilter={(next) => {
            setFilter(next)
            setActive(0)
          }}
          onBulk={(choice) => choose.mutate({ where: column ?? 'all', choice, open: onlyOpen })}
        />
      )}
      <PagedLines
        // Other lines begin at their top.
        key={`${name} ${onlyOpen}`}
        label={words.lists.conflicts.label}
        wanted={{ batch, list: 'conflicts', open: onlyOpen, column }}
        active={active}
        passed={onlyOpen ? passed : nothing}
        onActive={setActive}
        onKey={onKey}
        heads={[...look.heads, words.heads.choice]}
        template={`${look.template} 184px`}
        empty={<EmptyState icon={Check} title={onlyOpen ? words.allDecided : words.none} />}
      >
        {(line) => [
          ...look.cells(line),
          <ChoiceCell
            key="choice"
            line={line}
            merged={merged}
            typing={typing === line.seq}
            onType={() => setTyping(line.seq)}
            onLeave={() => setTyping(null)}
            onChoose={(choice) => one(line, choice, choice?.kind === 'typed')}
          />,
        ]}
      </PagedLines>
      {!merged && <KeyHints />}
    </>
  )
}

/** The keys as a keyboard has them: bare numbers would read as totals. */
function KeyHints(): ReactNode {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1.5 text-xs text-faint">
      {choiceKeys.map(([key, does]) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <Kbd keys={key} /> {words.keyHints[does]}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5">
        <Kbd keys="up" /> <Kbd keys="down" /> {words.keyHints.move}
      </span>
    </p>
  )
}

const choiceKeys = [
  ['1', 'ours'],
  ['2', 'theirs'],
  ['3', 'typed'],
  ['0', 'none'],
] as const

/** What a key does with the active conflict; false if it does nothing. */
function pressed(
  key: string,
  acts: { readonly choose: (choice: Choose['choice']) => void; readonly type: () => void },
): boolean {
  const { choose, type } = acts
  if (key === '1') choose({ kind: 'ours' })
  else if (key === '2') choose({ kind: 'theirs' })
  else if (key === '3' || key === 'Enter') type()
  else if (key === '0' || key === 'Delete') choose(null)
  else return false
  return true
}

/**
 * Saves choices and moves on to the next line. `passed`: lines decided a moment ago that the list of open ones still
 * has.
 */
function useDeciding(batch: number, onlyOpen: boolean) {
  const client = useQueryClient()
  const [active, setActive] = useState(0)
  const [typing, setTyping] = useState<number | null>(null)
  // Until the list of open ones is refetched without them, the next key must not apply to them.
  const [passed, setPassed] = useState<ReadonlySet<number>>(new Set())
  const choose = useMutation({
    mutationFn: (input: Omit<Choose, 'batch'>) => engine.versions.choose({ batch, ...input }),
    onError: toast.failed,
    onSuccess: ({ lines }, { where }) => {
      if (where === 'all' || !('lines' in where)) toast.done(words.chose({ n: lines }))
    },
    onSettled: async (_, __, { where }) => {
      await client.invalidateQueries({ queryKey: api.versions.key() })
      if (where !== 'all' && 'lines' in where)
        setPassed((before) => new Set([...before].filter((seq) => !where.lines.includes(seq))))
    },
  })
  function one(line: VersionLine, choice: Choose['choice'], goOn = true): void {
    choose.mutate({ where: { lines: [line.seq] }, choice })
    setTyping(null)
    if (choice === null) return
    // While only open conflicts are shown, the next one moves up by itself.
    if (onlyOpen) setPassed((before) => new Set([...before, line.seq]))
    else if (goOn) setActive((index) => index + 1)
  }
  return { choose, one, passed, active, setActive, typing, setTyping }
}

type ColumnChoice = { readonly value: string; readonly label: string; readonly column: Column | null }

/** All columns, each column with conflicts, and the chosen one even if it has none left. */
function columnChoices(
  view: VersionView,
  sheets: readonly SheetView[],
  chosen: Column | null,
): readonly ColumnChoice[] {
  const found = view.comparison?.conflictColumns ?? []
  const isFound = chosen === null || found.some((one) => nameOf(one) === nameOf(chosen))
  const columns = isFound ? found : [...found, { ...chosen, lines: 0, open: 0 }]
  return [
    { value: 'all', label: words.allColumns, column: null },
    ...columns.map(({ sheet, column, lines, open }) => ({
      value: nameOf({ sheet, column }),
      label: columnLabel(columnName(sheets, sheet, column), lines, open),
      column: { sheet, column },
    })),
  ]
}

function ConflictBar(props: {
  readonly columns: readonly ColumnChoice[]
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
  readonly onBulk: (choice: Choose['choice']) => void
}): ReactNode {
  const { columns, filter, onFilter, onBulk } = props
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <Select
        label={words.column}
        className="w-48"
        value={filter.column === null ? 'all' : nameOf(filter.column)}
        onChange={(value) =>
          onFilter({ ...filter, column: columns.find((one) => one.value === value)?.column ?? null })
        }
        choices={columns.map(({ value, label }) => ({ value, label }))}
      />
      <Button onClick={() => onBulk({ kind: 'ours' })}>{words.bulkOurs}</Button>
      <Button onClick={() => onBulk({ kind: 'theirs' })}>{words.bulkTheirs}</Button>
      <Button tone="quiet" disabled={filter.onlyOpen} onClick={() => onBulk(null)}>
        {words.bulkClear}
      </Button>
      <Checkbox
        label={words.onlyOpen}
        checked={filter.onlyOpen}
        onChange={(checked) => onFilter({ ...filter, onlyOpen: checked })}
        className="ml-auto"
      />
    </div>
  )
}

const nothing: ReadonlySet<number> = new Set()

const nameOf = (at: Column): string => `${at.sheet} ${at.column}`

type CellProps = {
  readonly line: VersionLine
  readonly onType: () => void
  readonly onLeave: () => void
  readonly onChoose: (choice: Choose['choice']) => void
}

function ChoiceCell(props: CellProps & { readonly merged: boolean; readonly typing: boolean }): ReactNode {
  const { line } = props
  if (props.merged)
    return (
      <span className="truncate text-soft">
        {line.choice === 'typed'
          ? shownText(line.chosen ?? '')
          : line.choice === 'ours' || line.choice === 'theirs'
            ? words.chosen[line.choice]
            : '–'}
      </span>
    )
  return props.typing ? <TypedChoice {...props} /> : <ChoiceButtons {...props} />
}

function TypedChoice({ line, onChoose, onLeave }: CellProps): ReactNode {
  return (
    <input
      autoFocus
      aria-label={words.typeLabel({ key: line.key })}
      defaultValue={line.chosen ?? line.fresh ?? ''}
      onFocus={(event) => event.target.select()}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChoose({ kind: 'typed', text: event.currentTarget.value })
        if (event.key === 'Enter' || event.key === 'Escape') {
          event.preventDefault()
          backToList(event.currentTarget)
          onLeave()
        }
      }}
      className={cx(inputClass, 'h-6 w-full')}
    />
  )
}

function ChoiceButtons({ line, onChoose, onType }: CellProps): ReactNode {
  const press = (kind: 'ours' | 'theirs'): ReactNode => (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={line.choice === kind}
      onClick={() => onChoose(line.choice === kind ? null : { kind })}
      className={pressLook}
    >
      {words.choose[kind]}
    </button>
  )
  return (
    <span className="inline-flex min-w-0 gap-1">
      {press('ours')}
      {press('theirs')}
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={line.choice === 'typed'}
        onClick={onType}
        title={line.choice === 'typed' ? (line.chosen ?? '') : undefined}
        className={cx(pressLook, 'max-w-24 min-w-0')}
      >
        <span className="truncate">
          {line.choice === 'typed' ? shownText(line.chosen ?? '') || words.empty : words.choose.typed}
        </span>
      </button>
    </span>
  )
}

const pressLook =
  'inline-flex h-6 items-center rounded border border-edge px-2 text-xs hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-bg aria-pressed:font-medium aria-pressed:text-accent'

/** The grid has the keys again. */
function backToList(from: HTMLElement): void {
  const grid = from.closest('[role="grid"]')
  if (grid instanceof HTMLElement) grid.focus()
}

function columnLabel(column: string, lines: number, open: number): string {
  return open === 0 ? words.ofColumn({ column, lines }) : words.ofColumnOpen({ column, open, lines })
}
