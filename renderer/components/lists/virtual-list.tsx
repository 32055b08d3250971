// Virtual list: only visible rows are in the DOM. Rows have a set height, or grow with their text, or are measured where
// their heights differ.
import { measureElement, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { cx } from '../classes.ts'
import { useRowHeight } from '../density.ts'

export type VirtualListHandle = {
  /** Scrolls to a row and focuses the first element in it that matches the selector. */
  readonly focusIn: (index: number, selector: string) => void
  /** Scrolls as little as brings the row into sight. */
  readonly show: (index: number) => void
}

type Props<T> = {
  readonly label: string
  readonly items: readonly T[]
  /** Pixels in a compact list. A function gives an estimate for each row, whose height is then measured. */
  readonly rowHeight: number | ((item: T) => number)
  /** The set height is the least: a row is as tall as its text needs. @default false */
  readonly grows?: boolean
  readonly keyOf: (item: T, index: number) => string | number
  readonly children: (item: T, index: number) => ReactNode
  /** Called as the last rows come into sight, to ask for more. */
  readonly onEnd?: () => void
  /** False: the rows have controls of their own to scroll by. @default true */
  readonly focusable?: boolean
  /** `index` is the row of the event's target. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>, index: number) => void
  readonly handle?: Ref<VirtualListHandle>
  /** Pixels that the list is scrolled by, for a list that is taken out of the page and shown again. */
  readonly top?: RefObject<number>
  /** The items belong to an earlier question and are about to be replaced: they are dimmed. */
  readonly busy?: boolean
  readonly className?: string
}

export function VirtualList<T>(props: Props<T>): ReactNode {
  const { items, onKeyDown, focusable = true, grows = false } = props
  const scroller = useRef<HTMLDivElement>(null)
  const set = useRowHeight(typeof props.rowHeight === 'number' ? props.rowHeight : 0)
  const rowHeight = typeof props.rowHeight === 'number' ? set : props.rowHeight
  const rows = useRows({ ...props, rowHeight }, scroller)
  const isMeasured = grows || typeof rowHeight === 'function'
  return (
    <div
      ref={scroller}
      className={cx('min-h-0 overflow-y-auto', props.busy === true && 'opacity-60', props.className)}
      aria-busy={props.busy}
      onScroll={({ currentTarget }) => {
        if (props.top !== undefined) props.top.current = currentTarget.scrollTop
      }}
      {...(focusable ? { tabIndex: 0, role: 'region', 'aria-label': props.label } : {})}
      onKeyDown={onKeyDown && ((event) => onKeyDown(event, rowOf(event)))}
    >
      <ul
        aria-label={focusable ? undefined : props.label}
        className="relative"
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index]
          return item === undefined ? null : (
            <li
              key={key}
              ref={isMeasured ? rows.measureElement : undefined}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={cx('absolute inset-x-0 top-0', grows && 'grid')}
              style={{
                height: isMeasured ? undefined : rowHeight,
                minHeight: grows && typeof rowHeight === 'number' ? rowHeight : undefined,
                transform: `translateY(${start}px)`,
              }}
            >
              {props.children(item, index)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function useRows<T>(props: Props<T>, scroller: { readonly current: HTMLDivElement | null }) {
  const { items, rowHeight, keyOf } = props
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    initialOffset: () => props.top?.current ?? 0,
    estimateSize: (index) => {
      const item = items[index]
      return typeof rowHeight === 'number' ? rowHeight : item === undefined ? 0 : rowHeight(item)
    },
    overscan: 8,
    // A new row's height comes from the observer, after the page's layout; reading it here would force a layout.
    measureElement: (row, entry, instance) => {
      if (entry !== undefined) return measureElement(row, entry, instance)
      const index = instance.indexFromElement(row)
      return (
        instance.itemSizeCache.get(instance.options.getItemKey(index)) ?? instance.options.estimateSize(index)
      )
    },
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item, index)
    },
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1)
      if (last !== undefined && last.index >= items.length - 10) props.onEnd?.()
    },
  })
  // Heights that were set are kept by the virtualizer.
  const height = typeof rowHeight === 'number' ? rowHeight : null
  useLayoutEffect(() => {
    if (height !== null) rows.measure()
  }, [rows, height])
  useImperativeHandle(props.handle, () => ({
    show: (index) => rows.scrollToIndex(index, { align: 'auto' }),
    focusIn(index, selector) {
      rows.scrollToIndex(index)
      const focus = (): void =>
        scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] ${selector}`)?.focus()
      // The row may have just been added to the page.
      requestAnimationFrame(() => requestAnimationFrame(focus))
    },
  }))
  return rows
}

/** -1 outside all rows. */
function rowOf({ target }: KeyboardEvent<HTMLElement>): number {
  const row = target instanceof HTMLElement ? target.closest('li') : null
  return Number(row?.dataset['index'] ?? -1)
}
