// Lines of the Load step's grid: the rows above the header, the marked header, and data rows. A row that can become
// the header offers it on hover.
import { ArrowDownToLine, ArrowUpToLine } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Column, SheetInfo } from '../../../../shared/sheet/sheet.ts'
import type { GridRow, SheetView } from '../../../../shared/contract/views.ts'
import { cx } from '../../../components/classes.ts'
import { format } from '../../../texts/format.ts'
import { shownRuns, standIn } from '../../../components/text/shown-text.ts'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import { loadTexts as words } from '../../../texts/load/load.ts'

export const compactRow = 28
export const headHeight = 36
export const aboveHeight = 28
/**
 * The first rows of the sheet offer a button to become the header; for others use the keyboard or the field at the
 * right.
 */
const headerReach = 60

type OnHeader = ((row: number) => void) | null

const numberCell =
  'sticky left-0 z-[1] flex items-center justify-end border-r border-b border-line bg-head px-2 text-[11.5px] text-faint'

type AboveRow = NonNullable<SheetInfo['above']>[number]

/** Non-data rows as in the sheet; a title extends over the empty cells next to it. */
export function AboveHeader(props: {
  readonly rows: readonly AboveRow[]
  /** Columns that are in view. */
  readonly columns: readonly Column[]
  readonly template: string
  readonly onHeader: OnHeader
}): ReactNode {
  if (props.rows.length === 0) return null
  return (
    <div role="rowgroup" aria-label={words.above} className="text-faint">
      {props.rows.map(({ row, cells }) => {
        const last = cells.findLastIndex((text) => text !== '')
        const shown = props.columns.filter(({ index }) => index <= last)
        return (
          <div
            key={row}
            role="row"
            className="group grid bg-head"
            style={{ height: aboveHeight, gridTemplateColumns: props.template }}
          >
            <RowNumber row={row} onHeader={props.onHeader} />
            {shown.map(({ index }) => (
              <span
                key={index}
                role="gridcell"
                aria-colindex={index + 2}
                title={cells[index]}
                style={{ gridColumn: index === last ? `${index + 2} / -1` : index + 2 }}
                className="flex min-w-0 items-center overflow-hidden border-b border-line px-2.5 whitespace-nowrap"
              >
                <span className="truncate">{cells[index]}</span>
              </span>
            ))}
            {shown.length === 0 && <span aria-hidden className="col-[2/-1] border-b border-line" />}
          </div>
        )
      })}
    </div>
  )
}

export function GridHead(props: {
  readonly sheet: SheetView
  readonly columns: readonly Column[]
  readonly marks: ReadonlyMap<string, string>
  readonly template: string
}): ReactNode {
  const { headerRow, columns } = props.sheet.info
  const title = headerRow === null ? words.noHeader : words.headerRow({ row: headerRow })
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        className="grid bg-accent-bg"
        style={{ gridTemplateColumns: props.template, height: headHeight }}
      >
        <span
          role="columnheader"
          title={title}
          className="sticky left-0 z-10 flex flex-col items-end justify-center border-r border-b-2 border-line border-b-accent bg-accent-bg px-2 text-accent"
        >
          <span className="text-2xs leading-[14px] font-semibold">{words.header}</span>
          <span className="text-[11.5px] leading-[14px]">
            {headerRow === null ? '–' : format.number(headerRow)}
          </span>
        </span>
        {props.columns.map((column) => {
          const mark = props.marks.get(`${headerRow} ${column.name}`)
          return (
            <span
              key={column.index}
              role="columnheader"
              aria-colindex={column.index + 2}
              title={mark ?? column.name}
              style={{ gridColumnStart: column.index + 2 }}
              className="relative flex items-center overflow-hidden border-r border-b-2 border-line border-b-accent px-2.5 font-[560] whitespace-nowrap"
            >
              <span className="truncate">{column.name}</span>
              {mark !== undefined && <Corner sentence={mark} />}
            </span>
          )
        })}
        <span
          aria-hidden
          className="border-b-2 border-accent"
          style={{ gridColumnStart: columns.length + 2 }}
        />
      </div>
    </div>
  )
}

/** The sheet's own number; with the pointer on the row, the way to make it the header. */
function RowNumber(props: { readonly row: number | null; readonly onHeader: OnHeader }): ReactNode {
  const { row, onHeader } = props
  return (
    <span role="rowheader" className={numberCell}>
      {row !== null && onHeader !== null && row <= headerReach ? (
        <Tooltip text={words.headerHere({ row })} keys="h" side="right">
          <button
            type="button"
            tabIndex={-1}
            aria-label={words.headerHere({ row })}
            onClick={(event) => {
              event.stopPropagation()
              onHeader(row)
            }}
            className="-mr-1 flex items-center gap-1 rounded-sm px-1 hover:bg-accent-bg hover:text-accent"
          >
            <ArrowUpToLine size={12} aria-hidden className="opacity-0 group-hover:opacity-100" />
            {format.number(row)}
          </button>
        </Tooltip>
      ) : (
        row !== null && format.number(row)
      )}
    </span>
  )
}

export function Row(props: {
  readonly id: string
  /** Undefined while it is fetched. */
  readonly row: GridRow | undefined
  readonly columns: readonly Column[]
  /** Columns of the sheet. */
  readonly last: number
  readonly marks: ReadonlyMap<string, string>
  readonly top: number
  readonly height: number
  readonly template: string
  readonly current: { readonly column: string | null } | null
  readonly onHeader: OnHeader
  readonly onCurrent: () => void
}): ReactNode {
  const { row, current } = props
  return (
    <div
      role="row"
      id={props.id}
      aria-selected={current !== null}
      onClick={props.onCurrent}
      className={cx('group absolute inset-x-0 grid', current === null ? 'hover:bg-head' : 'bg-sel')}
      style={{
        height: props.height,
        transform: `translateY(${props.top}px)`,
        gridTemplateColumns: props.template,
      }}
    >
      <RowNumber row={row?.row ?? null} onHeader={props.onHeader} />
      {props.columns.map((column) => (
        <Cell
          key={column.index}
          row={row}
          column={column}
          mark={row === undefined ? undefined : props.marks.get(`${row.row} ${column.name}`)}
          wanted={current?.column === column.name}
        />
      ))}
      <span aria-hidden className="border-b border-line" style={{ gridColumnStart: props.last + 2 }} />
    </div>
  )
}

function Cell(props: {
  readonly row: GridRow | undefined
  readonly column: Column
  readonly mark: string | undefined
  readonly wanted: boolean
}): ReactNode {
  const { row, column, mark } = props
  const text = row?.cells[column.index] ?? ''
  const kept = row?.kept?.[String(column.index)]
  const fromAbove = kept?.filled === undefined ? undefined : words.fillDown.from({ row: kept.filled.row })
  return (
    <span
      role="gridcell"
      aria-colindex={column.index + 2}
      title={mark ?? fromAbove ?? (text.length > 24 ? text : undefined)}
      style={{ gridColumnStart: column.index + 2 }}
      className={cx(
        'relative flex items-center overflow-hidden border-r border-b border-line px-2.5 whitespace-nowrap',
        mark !== undefined && 'bg-warn-bg text-warn',
        kept?.kind === 'error' && 'text-bad',
        // An italic letter leans over its width.
        fromAbove !== undefined && 'text-soft italic *:first:pr-0.5',
        props.wanted && 'outline-2 -outline-offset-2 outline-accent',
      )}
    >
      {row === undefined ? (
        // Still, because hundreds of animations delay the first frame.
        <span className="h-3 w-3/5 rounded-sm bg-hover" />
      ) : (
        <span className="truncate">
          {shownRuns(text).map((run, index) =>
            run.kind === 'text' ? (
              run.text
            ) : (
              <span key={index} title={words.unseen[run.kind]} className="text-warn">
                {standIn(run)}
              </span>
            ),
          )}
        </span>
      )}
      {mark !== undefined && <Corner sentence={mark} />}
      {fromAbove !== undefined && (
        <ArrowDownToLine
          size={9}
          role="img"
          aria-label={fromAbove}
          className="absolute top-0.5 right-0.5 text-faint"
        />
      )}
      {kept?.formula === true && <span className="ml-auto pl-1 text-2xs text-faint italic">ƒ</span>}
    </span>
  )
}

function Corner({ sentence }: { readonly sentence: string }): ReactNode {
  return (
    <svg
      aria-label={sentence}
      role="img"
      viewBox="0 0 8 8"
      width="8"
      height="8"
      className="absolute top-0 right-0 fill-warn"
    >
      <path d="M0 0h8v8z" />
    </svg>
  )
}
