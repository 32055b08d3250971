// Read-only grid of a sheet's rows, fetched page by page while scrolling, with the sheet's own row numbers. It shows
// the movable header, the rows above it, and a corner mark on cells with a warning. One row is active; arrow keys
// move it. Editing is in the Fix step's grid.
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { FileWarning } from '../../../../shared/sheet/sheet.ts'
import type { GridRow, SheetView } from '../../../../shared/contract/views.ts'
import { api } from '../../../app/engine.ts'
import { useShortcuts } from '../../../app/keys.ts'
import { useRowHeight } from '../../../components/density.ts'
import { AboveHeader, aboveHeight, compactRow, GridHead, headHeight, Row } from './grid-rows.tsx'
import { loadTexts as words } from '../../../texts/load/load.ts'
import { placeOfRow } from './row-place.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

const pageSize = 200
const numberWidth = 64

/** The sticky cells of the grid lie over its own outline. */
const focusFrame =
  'relative h-full after:pointer-events-none after:absolute after:inset-0 after:z-20 after:-outline-offset-2 after:outline-accent has-[>:focus-visible]:after:outline-2'

/** A cell to go to; a new object goes there again. */
export type Wanted = { readonly sheet: string; readonly row: number | null; readonly column: string | null }

/** Pixels by the longest text of the first rows, so that a column is as wide as it needs and no wider. */
function widthsOf(sheet: SheetView, rows: readonly GridRow[]): number[] {
  return sheet.info.columns.map((column) => {
    const texts = [column.name, ...rows.slice(0, 60).map((row) => row.cells[column.index] ?? '')]
    const longest = Math.max(...texts.map((text) => text.length))
    return Math.min(260, Math.max(72, Math.round(longest * 8.4) + 26))
  })
}

type GridProps = {
  readonly batch: number
  readonly sheet: SheetView
  /** Of this sheet. */
  readonly warnings: readonly FileWarning[]
  readonly wanted: Wanted | null
  /** Null: the header cannot be moved (any more). */
  readonly onHeader: ((row: number) => void) | null
}

export function RowGrid(props: GridProps): ReactNode {
  const { batch, sheet, onHeader, warnings, wanted } = props
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const above = sheet.info.above ?? []
  const marks = useMemo(() => marksOf(warnings), [warnings])
  const top = above.length * aboveHeight + headHeight
  const { virtual, seen, rowAt, first, rowHeight } = useRows(batch, sheet, scroller, top)
  const { columns, shown, template, width } = useColumns(sheet, first, scroller)
  const { current, setCurrent } = useCurrent(sheet)
  useWanted({ batch, sheet, wanted, setCurrent, scroller, columns, virtual })
  const onKeyDown = useRowKeys({ scroller, virtual, rowHeight, current, setCurrent })
  const currentRow = current === null ? undefined : rowAt(current.place)
  useShortcuts(
    onHeader === null || currentRow === undefined
      ? []
      : [{ keys: 'h', label: words.makeHeader, run: () => onHeader(currentRow.row) }],
  )
  return (
    <div className={focusFrame}>
      <div
        ref={scroller}
        role="grid"
        aria-label={words.preview({ sheet: sheet.info.name })}
        aria-rowcount={virtual.options.count}
        aria-colcount={sheet.info.columns.length + 1}
        aria-activedescendant={currentRow === undefined ? undefined : `${id}-${current?.place ?? ''}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="h-full overflow-auto text-sm focus-visible:-outline-offset-2"
      >
        <div style={{ minWidth: width }}>
          <AboveHeader rows={above} columns={shown} template={template} onHeader={onHeader} />
          <GridHead sheet={sheet} columns={shown} marks={marks} template={template} />
          <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
            {seen.map((item) => (
              <Row
                key={item.key}
                id={`${id}-${item.index}`}
                row={rowAt(item.index)}
                columns={shown}
                last={sheet.info.columns.length}
                marks={marks}
                top={item.start - top}
                height={rowHeight}
                template={template}
                current={current?.place === item.index ? { column: current.column } : null}
                onHeader={onHeader}
                onCurrent={() => setCurrent({ place: item.index, column: null })}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

type Scroller = RefObject<HTMLDivElement | null>
type Virtual = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>
/** The active row by its place in the list; the column if somebody came for a cell. */
type Current = { readonly place: number; readonly column: string | null }
type SetCurrent = (current: Current | null) => void

/** Only the rows in sight are in the DOM, and only their pages are fetched. `top`: pixels above the first row. */
function useRows(batch: number, sheet: SheetView, scroller: Scroller, top: number) {
  const known = useRef(0)
  const rowHeight = useRowHeight(compactRow)
  const virtual: Virtual = useVirtualizer({
    count: Math.max(sheet.rowCount ?? 0, known.current),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollMargin: top,
    scrollPaddingStart: headHeight,
    overscan: 12,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight])
  const seen = virtual.getVirtualItems()
  const pages = usePages(batch, sheet, seen[0]?.index ?? 0, seen.at(-1)?.index ?? 0)
  known.current = pages.total
  return { virtual, seen, rowAt: pages.rowAt, first: pages.first, rowHeight }
}

/** Only the columns in sight are in the DOM. `template`: all widths, as CSS has them for a grid. */
function useColumns(sheet: SheetView, firstRows: readonly GridRow[], scroller: Scroller) {
  const widths = useMemo(() => widthsOf(sheet, firstRows), [sheet, firstRows])
  const columns: Virtual = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 72,
    scrollMargin: numberWidth,
    scrollPaddingStart: numberWidth,
    overscan: 4,
  })
  useEffect(() => columns.measure(), [columns, widths])
  return {
    columns,
    shown: columns.getVirtualItems().flatMap((item) => sheet.info.columns[item.index] ?? []),
    template: `${numberWidth}px ${widths.map((width) => `${width}px`).join(' ')} minmax(0, 1fr)`,
    width: numberWidth + widths.reduce((sum, one) => sum + one, 0),
  }
}

function useCurrent(sheet: SheetView) {
  const [current, setCurrent] = useState<Current | null>(null)
  // Places shift with the header.
  const [header, setHeader] = useState(sheet.info.headerRow)
  if (header !== sheet.info.headerRow) {
    setHeader(sheet.info.headerRow)
    setCurrent(null)
  }
  return { current, setCurrent }
}

/** Scrolls to the wanted cell and makes its row the active one. */
function useWanted(parts: {
  readonly batch: number
  readonly sheet: SheetView
  readonly wanted: Wanted | null
  readonly setCurrent: SetCurrent
  readonly scroller: Scroller
  readonly columns: Virtual
  readonly virtual: Virtual
}): void {
  const { batch, sheet, wanted, setCurrent, scroller, columns, virtual } = parts
  const placeIn = usePlaceIn(batch, sheet)
  const show = useEffectEvent(async ({ row, column }: Wanted): Promise<void> => {
    const at = sheet.info.columns.findIndex((one) => one.name === column)
    if (at !== -1) columns.scrollToIndex(at, { align: 'auto' })
    if (row === null) return
    const headed = row <= (sheet.info.headerRow ?? 0)
    const place = headed ? null : await placeIn(row, virtual.options.count)
    setCurrent(place === null ? null : { place, column })
    if (place === null) scroller.current?.scrollTo({ top: 0 })
    else virtual.scrollToIndex(place, { align: 'center' })
  })
  useEffect(() => {
    if (wanted !== null && wanted.sheet === sheet.info.name) void show(wanted)
  }, [wanted, sheet.info.name])
}

/** The keys that move the active row. */
function useRowKeys(parts: {
  readonly scroller: Scroller
  readonly virtual: Virtual
  readonly rowHeight: number
  readonly current: Current | null
  readonly setCurrent: SetCurrent
}): (event: KeyboardEvent) => void {
  const { scroller, virtual, rowHeight, current, setCurrent } = parts
  return (event) => {
    if (scroller.current === null || event.target !== scroller.current) return
    const now = current?.place ?? -1
    const screen = Math.max(1, Math.floor((scroller.current.clientHeight - headHeight) / rowHeight) - 1)
    const last = virtual.options.count - 1
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: now + 1,
      ArrowUp: now - 1,
      PageDown: now + screen,
      PageUp: now - screen,
      Home: 0,
      End: last,
    }
    const wanted = steps[event.key]
    if (wanted === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const place = Math.max(0, Math.min(last, wanted))
    setCurrent({ place, column: null })
    virtual.scrollToIndex(place, { align: 'auto' })
  }
}

/** Pages between two positions, and the first page, which determines the column widths. */
function usePages(batch: number, sheet: SheetView, from: number, to: number) {
  const first = Math.floor(from / pageSize)
  const last = Math.max(first, Math.floor(to / pageSize))
  const numbers = [...new Set([0, ...Array.from({ length: last - first + 1 }, (_, index) => first + index)])]
  const pages = useQueries({
    queries: numbers.map((page) =>
      api.sheets.page.queryOptions({
        input: { batch, sheet: sheet.position, offset: page * pageSize, limit: pageSize },
      }),
    ),
  })
  const byPage = new Map(numbers.map((page, index) => [page, pages[index]?.data?.rows]))
  return {
    first: byPage.get(0) ?? noRows,
    total: Math.max(0, ...pages.map((page) => page.data?.total ?? 0)),
    rowAt: (place: number): GridRow | undefined =>
      byPage.get(Math.floor(place / pageSize))?.[place % pageSize],
  }
}
const noRows: readonly GridRow[] = []

/** Finds the place of a row by its number, asking the engine for single rows. */
function usePlaceIn(batch: number, sheet: SheetView): (row: number, count: number) => Promise<number | null> {
  const client = useQueryClient()
  return (row, count) =>
    placeOfRow(row, row - (sheet.info.headerRow ?? 0) - 1, count, async (offset) => {
      const input = { batch, sheet: sheet.position, offset, limit: 1 }
      const page = await client.fetchQuery(api.sheets.page.queryOptions({ input })).catch(() => null)
      return page?.rows[0]?.row ?? null
    })
}

/** Sentences by `row column-name`. */
function marksOf(warnings: readonly FileWarning[]): ReadonlyMap<string, string> {
  return new Map(
    warnings
      .filter((one) => one.row !== null && one.column !== null)
      .map((one) => [`${one.row} ${one.column}`, sentenceOf(one.message)]),
  )
}
