// Virtual list: only visible rows are in the DOM. All rows have the same height. Arrow keys move between rows when
// `onActivate` is given.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { cx } from '../classes.ts'

export function VirtualList<T>(props: {
  readonly label: string
  readonly items: readonly T[]
  readonly rowHeight: number
  readonly keyOf: (item: T, index: number) => string | number
  readonly children: (item: T, index: number) => ReactNode
  /** Called as the last rows come into sight, to ask for more. */
  readonly onEnd?: () => void
  readonly className?: string
}): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const { items, rowHeight, keyOf } = props
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item, index)
    },
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1)
      if (last !== undefined && last.index >= items.length - 10) props.onEnd?.()
    },
  })
  return (
    <div
      ref={scroller}
      className={cx('min-h-0 overflow-y-auto', props.className)}
      tabIndex={0}
      role="region"
      aria-label={props.label}
    >
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const item = items[row.index]
          return item === undefined ? null : (
            <li
              key={row.key}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: rowHeight, transform: `translateY(${row.start}px)` }}
            >
              {props.children(item, row.index)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
