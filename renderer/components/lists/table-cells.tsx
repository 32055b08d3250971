// Cells of small tables: a sticky header cell, and a body cell that truncates its text or wraps it.
import type { ReactNode } from 'react'
import { cx } from '../classes.ts'

type Props = { readonly className?: string; readonly children: ReactNode }

export function HeadCell(props: Props): ReactNode {
  return (
    <th
      scope="col"
      className={cx(
        'sticky top-0 h-6 border-b border-line bg-head px-2 text-left text-xs font-medium text-soft',
        props.className,
      )}
    >
      {props.children}
    </th>
  )
}

export function BodyCell(props: Props & { readonly wraps?: boolean }): ReactNode {
  return (
    <td
      className={cx(
        'h-[calc(var(--row)-2px)] max-w-0 border-b border-line px-2',
        props.wraps === true ? 'py-0.5 wrap-anywhere' : 'truncate',
        props.className,
      )}
    >
      {props.children}
    </td>
  )
}
