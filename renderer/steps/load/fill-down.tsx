// Cells that can be filled from the cell above: those behind merged ranges, listed sheet by sheet, and the empty cells
// of a column. Nothing is filled unless the user asks; the same place reverts it. The file is read again with the choice.
import { ArrowDownToLine } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { SheetView } from '../../../shared/contract/views.ts'
import type { FillChoice, FillOffer } from '../../../shared/sheet/fill-down.ts'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/fields/select.tsx'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { GroupLabel } from '../../components/panel.tsx'
import { loadTexts } from '../../texts/load/load.ts'
import { fillOn, whyFixed, withFill } from './choices.ts'
import type { RowPlace } from './odd-rows.tsx'
import type { Reread } from './use-reread.tsx'

const words = loadTexts.fillDown
const rowHeight = 44
const rowsInView = 3

type Filled = SheetView & { readonly fills: FillOffer }

export function FillDown(props: {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly shown: SheetView | null
  readonly reread: Reread
  readonly onRow: (place: RowPlace) => void
}): ReactNode {
  const { batch, shown, reread } = props
  const sheets = props.sheets.filter((sheet): sheet is Filled => sheet.fills !== null)
  const merged = sheets.filter(({ fills }) => fills.merged.ranges > 0)
  const gaps = sheets.find(({ position }) => position === shown?.position)
  if (batch.stage === 'reading' || (merged.length === 0 && gaps === undefined)) return null
  const why = whyFixed(batch, words.locked)
  const busy = why !== null || reread.pending || batch.stage === 'building'
  return (
    <section aria-label={words.title} className="grid shrink-0 gap-2 border-t border-line pt-3">
      <GroupLabel className="flex items-center gap-1.5 px-4">
        <ArrowDownToLine size={13} aria-hidden />
        {words.title}
      </GroupLabel>
      <p className="px-4 text-xs text-faint">{why ?? words.body}</p>
      {merged.map((sheet) => (
        <MergedOfSheet key={sheet.position} {...props} sheet={sheet} busy={busy} />
      ))}
      {gaps !== undefined && gaps.fills.columns.length > 0 && (
        <Columns batch={batch} sheet={gaps} reread={reread} busy={busy} />
      )}
    </section>
  )
}

/** What was done on a sheet, not what was just asked for. */
function filledAs({ files }: BatchView, { info, file, fills }: Filled): FillChoice {
  return fills.filled > 0 ? fillOn(files[file]?.readAs ?? {}, info.name) : {}
}

/** The merged ranges of a sheet: how many cells they cover, the choice, and each range with its text. */
function MergedOfSheet(props: {
  readonly batch: BatchView
  readonly sheet: Filled
  readonly reread: Reread
  readonly busy: boolean
  readonly onRow: (place: RowPlace) => void
}): ReactNode {
  const { sheet, reread, busy } = props
  const { name } = sheet.info
  const { ranges, down, across, list } = sheet.fills.merged
  const choice = filledAs(props.batch, sheet).merged
  const choose = (merged: 'down' | 'all' | undefined): void =>
    reread.read(sheet.file, withFill(reread.choicesOf(sheet.file), name, { merged }))
  return (
    <div className="grid gap-1.5">
      <p className="px-4 text-sm wrap-break-word">
        {choice === undefined
          ? words.merged({ n: ranges, sheet: name, cells: down + across })
          : words.mergedFilled({ sheet: name, cells: choice === 'all' ? down + across : down })}
      </p>
      <div className="flex flex-wrap gap-1.5 px-4">
        {choice === undefined ? (
          <>
            {down > 0 && (
              <Button size="small" disabled={busy} onClick={() => choose('down')}>
                {words.fillMerged({ n: down })}
              </Button>
            )}
            {across > 0 && (
              <Button size="small" disabled={busy} onClick={() => choose('all')}>
                {words.fillAll({ n: down + across })}
              </Button>
            )}
          </>
        ) : (
          <Button size="small" disabled={busy} onClick={() => choose(undefined)}>
            {words.revert}
          </Button>
        )}
      </div>
      <Ranges name={name} list={list} onRow={props.onRow} />
      {ranges > list.length && (
        <p className="px-4 text-xs text-faint">{words.more({ n: ranges - list.length })}</p>
      )}
    </div>
  )
}

function Ranges(props: {
  readonly name: string
  readonly list: FillOffer['merged']['list']
  readonly onRow: (place: RowPlace) => void
}): ReactNode {
  const { name, list } = props
  return (
    <div
      className="grid border-y border-line"
      style={{ height: Math.min(list.length, rowsInView) * rowHeight + 2 }}
    >
      <VirtualList
        label={words.list({ sheet: name })}
        items={list}
        rowHeight={rowHeight}
        keyOf={({ range }) => range}
      >
        {(one) => (
          <button
            type="button"
            onClick={() => props.onRow({ sheet: name, row: one.row })}
            className="grid h-full w-full content-center border-b border-line px-4 text-left hover:bg-hover"
          >
            <span className="truncate text-sm">
              <span className="text-faint tabular-nums">{one.range}</span> {one.text}
            </span>
            <span className="truncate text-xs text-faint">
              {one.column} · {words.coveredCells({ n: one.down + one.across })}
            </span>
          </button>
        )}
      </VirtualList>
    </div>
  )
}

/** Columns of the shown sheet in which only the first row of a group has a text. */
function Columns(props: {
  readonly batch: BatchView
  readonly sheet: Filled
  readonly reread: Reread
  readonly busy: boolean
}): ReactNode {
  const { batch, sheet, reread, busy } = props
  const { name } = sheet.info
  const { columns } = sheet.fills
  const chosen = filledAs(batch, sheet).columns ?? []
  const choose = (names: readonly string[]): void =>
    reread.read(
      sheet.file,
      withFill(reread.choicesOf(sheet.file), name, { columns: names.length === 0 ? undefined : [...names] }),
    )
  const open = columns.filter(({ column }) => !chosen.includes(column))
  return (
    <div className="grid gap-1.5 px-4">
      {chosen.map((column) => (
        <p key={column} className="flex min-w-0 items-center gap-2 text-sm">
          <span className="min-w-0 flex-1 truncate">
            {words.columnFilled({
              column,
              cells: columns.find((one) => one.column === column)?.cells ?? 0,
            })}
          </span>
          <Button
            size="small"
            disabled={busy}
            onClick={() => choose(chosen.filter((other) => other !== column))}
          >
            {words.revert}
          </Button>
        </p>
      ))}
      {open.length > 0 && (
        <Select
          label={words.column}
          value={null}
          placeholder={words.column}
          disabled={busy}
          onChange={(column) => choose([...chosen, column])}
          choices={open.map(({ column, cells }) => ({
            value: column,
            label: column,
            hint: words.emptyCells({ n: cells }),
          }))}
        />
      )}
    </div>
  )
}
