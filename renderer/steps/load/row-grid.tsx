// The rows of a sheet as they were read: fetched by page as they come into sight, with the sheet's own row numbers, the
// header marked, and cells with a warning marked by a corner. Reading, not editing: that is the Fix step's grid.
import { useQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef } from 'react'
import type { GridRow, SheetView } from '../../../shared/views.ts'
import { api } from '../../app/engine.ts'
import { cx } from '../../parts/classes.ts'
import { format } from '../../parts/format.ts'
import { Skeleton } from '../../parts/panel.tsx'
import { Tooltip } from '../../parts/tooltip.tsx'
import { loadTexts as words } from './load-texts.ts'

const rowHeight = 28
const pageSize = 200
/** Rows from the top that can be made the header with one click. */
const headerReach = 40

export type RowGridHandle = { readonly showRow: (row: number) => void }

/** Pixels by the longest text of the first rows, so that a column is as wide as it needs and no wider. */
function widthsOf(sheet: SheetView, rows: readonly GridRow[]): number[] {
  return sheet.info.columns.map((column) => {
    const texts = [column.name, ...rows.slice(0, 60).map((row) => row.cells[column.index] ?? '')]
    const longest = Math.max(...texts.map((text) => text.length))
    return Math.min(260, Math.max(72, Math.round(longest * 8.4) + 26))
  })
}

export function RowGrid(props: {
  readonly batch: number
  readonly sheet: SheetView
  /** Sentences by `row column-name`. */
  readonly marks: ReadonlyMap<string, string>
  readonly onHeader?: (row: number) => void
  readonly ref?: Ref<RowGridHandle>
}): ReactNode {
  const { batch, sheet, marks } = props
  const scroller = useRef<HTMLDivElement>(null)
  const count = sheet.rowCount ?? 0
  const known = useRef(0)
  const virtual = useVirtualizer({
    count: Math.max(count, known.current),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const seen = virtual.getVirtualItems()
  const first = Math.floor((seen[0]?.index ?? 0) / pageSize)
  const last = Math.max(first, Math.floor((seen.at(-1)?.index ?? 0) / pageSize))
  const numbers = [...new Set([0, ...Array.from({ length: last - first + 1 }, (_, index) => first + index)])]
  const pages = useQueries({
    queries: numbers.map((page) =>
      api.sheets.page.queryOptions({
        input: { batch, sheet: sheet.position, offset: page * pageSize, limit: pageSize },
      }),
    ),
  })
  known.current = Math.max(0, ...pages.map((page) => page.data?.total ?? 0))
  const byPage = new Map(numbers.map((page, index) => [page, pages[index]?.data?.rows]))
  const rowAt = (index: number): GridRow | undefined =>
    byPage.get(Math.floor(index / pageSize))?.[index % pageSize]
  const top = byPage.get(0)
  const widths = useMemo(() => widthsOf(sheet, top ?? []), [sheet, top])
  const template = `56px ${widths.map((width) => `${width}px`).join(' ')} minmax(0, 1fr)`
  const total = 56 + widths.reduce((sum, width) => sum + width, 0)

  useImperativeHandle(props.ref, () => ({
    showRow: (row) => {
      // Rows may be missing in the sheet, so the guess is corrected by the page that it lies in.
      const guess = Math.max(0, row - (sheet.info.headerRow ?? 0) - 1)
      const found = byPage.get(Math.floor(guess / pageSize))?.findIndex((one) => one.row === row) ?? -1
      virtual.scrollToIndex(found === -1 ? guess : Math.floor(guess / pageSize) * pageSize + found, {
        align: 'center',
      })
    },
  }))

  return (
    <div
      ref={scroller}
      role="table"
      aria-label={words.preview(sheet.info.name)}
      aria-rowcount={virtual.options.count}
      tabIndex={0}
      className="h-full overflow-auto text-sm focus-visible:-outline-offset-2"
    >
      <div style={{ minWidth: total }}>
        <div role="rowgroup" className="sticky top-0 z-10">
          <div
            role="row"
            className="grid h-9 border-b border-line bg-head"
            style={{ gridTemplateColumns: template }}
          >
            <span
              role="columnheader"
              className="sticky left-0 z-10 flex items-center justify-end border-r border-line bg-head px-2 text-[11.5px] font-medium text-accent"
              title={sheet.info.headerRow === null ? words.noHeader : words.headerRow(sheet.info.headerRow)}
            >
              {sheet.info.headerRow === null ? '' : format.number(sheet.info.headerRow)}
            </span>
            {sheet.info.columns.map((column) => (
              <span
                key={column.index}
                role="columnheader"
                title={column.name}
                className="flex items-center overflow-hidden border-r border-line px-2.5 font-[560] text-ellipsis whitespace-nowrap text-soft"
              >
                <span className="truncate">{column.name}</span>
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {seen.map((item) => (
            <Row
              key={item.key}
              row={rowAt(item.index)}
              sheet={sheet}
              marks={marks}
              top={item.start}
              template={template}
              {...(props.onHeader === undefined ? {} : { onHeader: props.onHeader })}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function Row(props: {
  readonly row: GridRow | undefined
  readonly sheet: SheetView
  readonly marks: ReadonlyMap<string, string>
  readonly top: number
  readonly template: string
  readonly onHeader?: (row: number) => void
}): ReactNode {
  const { row, sheet, onHeader } = props
  const mayHead = row !== undefined && onHeader !== undefined && row.row <= headerReach
  return (
    <div
      role="row"
      className="group absolute inset-x-0 grid hover:bg-head"
      style={{
        height: rowHeight,
        transform: `translateY(${props.top}px)`,
        gridTemplateColumns: props.template,
      }}
    >
      <span
        role="rowheader"
        className="sticky left-0 flex items-center justify-end border-r border-b border-line bg-head px-2 text-[11.5px] text-faint"
      >
        {mayHead ? (
          <Tooltip text={words.headerHere(row.row)} side="right">
            <button
              type="button"
              onClick={() => onHeader(row.row)}
              className="rounded-sm px-1 hover:bg-accent-bg hover:text-accent"
            >
              {format.number(row.row)}
            </button>
          </Tooltip>
        ) : (
          row !== undefined && format.number(row.row)
        )}
      </span>
      {sheet.info.columns.map((column) => {
        const text = row?.cells[column.index] ?? ''
        const mark = row === undefined ? undefined : props.marks.get(`${row.row} ${column.name}`)
        const kept = row?.kept?.[String(column.index)]
        return (
          <span
            key={column.index}
            role="cell"
            title={mark ?? (text.length > 24 ? text : undefined)}
            className={cx(
              'relative flex items-center overflow-hidden border-r border-b border-line px-2.5 whitespace-nowrap',
              mark !== undefined && 'bg-warn-bg text-warn',
              kept?.kind === 'error' && 'text-bad',
            )}
          >
            {row === undefined ? (
              <Skeleton className="h-3 w-3/5" />
            ) : (
              <span className="truncate">{text}</span>
            )}
            {mark !== undefined && (
              <svg
                aria-label={mark}
                role="img"
                viewBox="0 0 8 8"
                width="8"
                height="8"
                className="absolute top-0 right-0 fill-warn"
              >
                <path d="M0 0h8v8z" />
              </svg>
            )}
            {kept?.formula === true && <span className="ml-auto pl-1 text-2xs text-faint italic">ƒ</span>}
          </span>
        )
      })}
      <span aria-hidden className="border-b border-line" />
    </div>
  )
}
