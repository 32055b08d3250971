// Virtual grid of lines. Only visible lines are in the DOM and only the pages around them are fetched. One line is
// active; arrow keys move it.
import { useQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { VersionLine } from '../../../shared/contract/fixing/versions.ts'
import type { LineList } from '../../../shared/fixing/version-lines.ts'
import { api } from '../../app/engine.ts'
import { cx } from '../../components/classes.ts'
import { ErrorState, Skeleton, SkeletonRows } from '../../components/panel.tsx'

const pageSize = 100
/** Room for two lines of a cell's text. */
const rowHeight = 40

export type LinesWanted = {
  readonly batch: number
  readonly list: LineList
  readonly open: boolean
  readonly column: { readonly sheet: number; readonly column: number } | null
}

type PagedLinesProps = {
  readonly label: string
  readonly wanted: LinesWanted
  readonly active: number
  /** Numbers of the lines that are about to leave the list; the active line becomes the next one that stays. */
  readonly passed?: ReadonlySet<number>
  readonly onActive: (index: number) => void
  /** Handler for keys that the list does not handle; returns true if it used the key. */
  readonly onKey?: (key: string, line: VersionLine, total: number) => boolean
  readonly empty: ReactNode
  /** Widths of the columns, as CSS has them for a grid. */
  readonly template: string
  readonly heads: readonly string[]
  /** The cells of a line, as many as there are heads. */
  readonly children: (line: VersionLine, active: boolean) => readonly ReactNode[]
}

export function PagedLines(props: PagedLinesProps): ReactNode {
  const { onActive } = props
  const { scroller, virtual, total, lineAt, broken, isPassed, active } = useLines(props)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (total === null) return
    const step = keySteps[event.key]
    const line = lineAt(active)
    if (step !== undefined) {
      const next = Math.max(0, Math.min(total - 1, active + step))
      onActive(next)
      virtual.scrollToIndex(next)
    } else if (line === undefined || isPassed(line) || props.onKey?.(event.key, line, total) !== true) return
    event.preventDefault()
  }

  if (broken !== undefined) return <ErrorState error={broken.error} onRetry={() => void broken.refetch()} />
  if (total === null) return <SkeletonRows rows={8} className="p-4" />
  if (total === 0) return props.empty
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={total + 1}
      aria-activedescendant={`version-line-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
    >
      <LineHead heads={props.heads} template={props.template} />
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => (
          <LineRow
            // Keyed by line, so text being typed stays with its line when lines above are removed.
            key={lineAt(item.index)?.seq ?? `at ${item.index}`}
            index={item.index}
            top={item.start}
            line={lineAt(item.index)}
            isActive={item.index === active}
            template={props.template}
            onActive={() => onActive(item.index)}
          >
            {props.children}
          </LineRow>
        ))}
      </div>
    </div>
  )
}

/** The visible lines and the active one, which is never a line that is about to leave. */
function useLines({ wanted, passed, active: asked }: PagedLinesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [known, setKnown] = useState<number | null>(null)
  const virtual = useVirtualizer({
    count: known ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  const items = virtual.getVirtualItems()
  const pages = useLinePages(wanted, items[0]?.index ?? 0, items.at(-1)?.index ?? 0, known)
  const { total, lineAt } = pages
  if (total !== null && total !== known) setKnown(total)
  const isPassed = (line: VersionLine | undefined): boolean =>
    line !== undefined && passed?.has(line.seq) === true
  let active = Math.max(0, Math.min((total ?? 1) - 1, asked))
  while (isPassed(lineAt(active)) && active < (total ?? 1) - 1) active += 1
  return { ...pages, scroller, virtual, isPassed, active }
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 12,
  PageUp: -12,
  Home: -Infinity,
  End: Infinity,
}

/** The pages between two positions. `known`: the total until one of them has arrived. */
function useLinePages(wanted: LinesWanted, from: number, to: number, known: number | null) {
  const { batch, list, open, column } = wanted
  const first = Math.floor(from / pageSize)
  const last = Math.floor(to / pageSize)
  const pages = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const results = useQueries({
    // No placeholder from another page: a key pressed on its lines would decide for the wrong account.
    queries: pages.map((page) =>
      api.versions.lines.queryOptions({
        input: {
          batch,
          list,
          open,
          ...(column === null ? {} : { column }),
          offset: page * pageSize,
          limit: pageSize,
        },
      }),
    ),
  })
  return {
    total: results.find((result) => result.data !== undefined)?.data?.total ?? known,
    lineAt: (index: number): VersionLine | undefined =>
      results[Math.floor(index / pageSize) - first]?.data?.lines[index % pageSize],
    broken: results.find((result) => result.isError && result.data === undefined),
  }
}

function LineHead(props: { readonly heads: readonly string[]; readonly template: string }): ReactNode {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-10 grid h-7 items-center gap-3 border-b border-line bg-head px-4 text-xs text-soft"
      style={{ gridTemplateColumns: props.template }}
    >
      {props.heads.map((head, at) => (
        <span key={at} role="columnheader" className="truncate">
          {head}
        </span>
      ))}
    </div>
  )
}

function LineRow(props: {
  readonly index: number
  /** Pixels from the top of the list. */
  readonly top: number
  /** Undefined until its page has arrived. */
  readonly line: VersionLine | undefined
  readonly isActive: boolean
  readonly template: string
  readonly onActive: () => void
  readonly children: PagedLinesProps['children']
}): ReactNode {
  const { index, line, isActive } = props
  return (
    <div
      id={`version-line-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      onMouseDown={props.onActive}
      className={cx(
        'absolute inset-x-0 top-0 grid items-center gap-3 border-b border-line px-4 text-sm',
        isActive && 'bg-sel',
      )}
      style={{
        gridTemplateColumns: props.template,
        height: rowHeight,
        transform: `translateY(${props.top}px)`,
      }}
    >
      {line === undefined ? (
        <span role="gridcell" className="col-span-full">
          <Skeleton className="h-4 w-2/3" />
        </span>
      ) : (
        props.children(line, isActive).map((cell, at) => (
          <span key={at} role="gridcell" className="flex min-w-0 items-center gap-2">
            {cell}
          </span>
        ))
      )}
    </div>
  )
}
