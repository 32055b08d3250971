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
import { Select } from '../../components/fields/select.tsx'
import { toast } from '../../components/toast.tsx'
import { shownText } from '../../components/shown-text.ts'
import { Check } from 'lucide-react'
import { columnName, lookOf } from './line-cells.tsx'
import { PagedLines } from './paged-lines.tsx'
import { versionTexts as words } from '../../texts/version.ts'

type Choose = Parameters<typeof engine.versions.choose>[0]
type Column = { readonly sheet: number; readonly column: number }

export function ConflictList(props: {
  readonly batch: number
  readonly view: VersionView
  readonly sheets: readonly SheetView[]
}): ReactNode {
  const { batch, view, sheets } = props
  const merged = view.version.merge !== 'none'
  const client = useQueryClient()
  const [onlyOpen, setOnlyOpen] = useState(false)
  // The selection is kept: a column without remaining conflicts is not the same as all columns.
  const [column, setColumn] = useState<Column | null>(null)
  const [active, setActive] = useState(0)
  // Lines that were just decided, until the list of open ones is refetched without them: the next key must not apply
  // to them.
  const [passed, setPassed] = useState<ReadonlySet<number>>(new Set())
  const [typing, setTyping] = useState<number | null>(null)
  const choose = useMutation({
    mutationFn: (input: Omit<Choose, 'batch'>) => engine.versions.choose({ batch, ...input }),
    onError: toast.failed,
    onSuccess: ({ lines }, { where }) => {
      if (where === 'all' || !('lines' in where)) toast.done(words.chose(lines))
    },
    onSettled: async (_, __, { where }) => {
      await client.invalidateQueries({ queryKey: api.versions.key() })
      if (where !== 'all' && 'lines' in where)
        setPassed((before) => new Set([...before].filter((seq) => !where.lines.includes(seq))))
    },
  })
  const look = lookOf('conflicts', sheets, view.earlier?.id ?? null)
  const found = view.comparison?.conflictColumns ?? []
  const name = column === null ? 'all' : nameOf(column)
  const isFound = column === null || found.some((one) => nameOf(one) === name)
  const columns = isFound ? found : [...found, { ...column, lines: 0, open: 0 }]

  function one(line: VersionLine, choice: Choose['choice'], goOn = true): void {
    choose.mutate({ where: { lines: [line.seq] }, choice })
    setTyping(null)
    if (choice === null) return
    // While only open conflicts are shown, the next one moves up by itself.
    if (onlyOpen) setPassed((before) => new Set([...before, line.seq]))
    else if (goOn) setActive((index) => index + 1)
  }
  function onKey(key: string, line: VersionLine): boolean {
    if (merged) return false
    if (key === '1') one(line, { kind: 'ours' })
    else if (key === '2') one(line, { kind: 'theirs' })
    else if (key === '3' || key === 'Enter') setTyping(line.seq)
    else if (key === '0' || key === 'Delete') one(line, null, false)
    else return false
    return true
  }
  const bulk = (choice: Choose['choice']): void =>
    choose.mutate({ where: column ?? 'all', choice, open: onlyOpen })
  return (
    <>
      {!merged && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
          <Select
            label={words.column}
            className="w-48"
            value={name}
            onChange={(value) => {
              const one = columns.find((entry) => nameOf(entry) === value)
              setColumn(one === undefined ? null : { sheet: one.sheet, column: one.column })
              setActive(0)
            }}
            choices={[
              { value: 'all', label: words.allColumns },
              ...columns.map((entry) => ({
                value: nameOf(entry),
                label: words.ofColumn(columnName(sheets, entry.sheet, entry.column), entry.lines, entry.open),
              })),
            ]}
          />
          <Button onClick={() => bulk({ kind: 'ours' })}>{words.bulkOurs}</Button>
          <Button onClick={() => bulk({ kind: 'theirs' })}>{words.bulkTheirs}</Button>
          <Button tone="quiet" disabled={onlyOpen} onClick={() => bulk(null)}>
            {words.bulkClear}
          </Button>
          <Checkbox
            label={words.onlyOpen}
            checked={onlyOpen}
            onChange={(checked) => {
              setOnlyOpen(checked)
              setActive(0)
            }}
            className="ml-auto"
          />
        </div>
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
      {!merged && <p className="border-t border-line px-4 py-1.5 text-xs text-faint">{words.keysHint}</p>}
    </>
  )
}

const nothing: ReadonlySet<number> = new Set()

const nameOf = (at: Column): string => `${at.sheet} ${at.column}`

function ChoiceCell(props: {
  readonly line: VersionLine
  readonly merged: boolean
  readonly typing: boolean
  readonly onType: () => void
  readonly onLeave: () => void
  readonly onChoose: (choice: Choose['choice']) => void
}): ReactNode {
  const { line, onChoose } = props
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
  if (props.typing)
    return (
      <input
        autoFocus
        aria-label={words.typeLabel(line.key)}
        defaultValue={line.chosen ?? line.fresh ?? ''}
        onFocus={(event) => event.target.select()}
        onBlur={props.onLeave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChoose({ kind: 'typed', text: event.currentTarget.value })
          if (event.key === 'Enter' || event.key === 'Escape') {
            event.preventDefault()
            backToList(event.currentTarget)
            props.onLeave()
          }
        }}
        className={cx(inputClass, 'h-6 w-full')}
      />
    )
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
        onClick={props.onType}
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
