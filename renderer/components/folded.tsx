// Something that opens below its title, as the browser's own element for it: found by a search in the page, and operated by
// keyboard without code of ours.
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './classes.ts'

export function Folded(props: {
  /** The line that opens and closes it. */
  readonly title: ReactNode
  /** Open from the start. */
  readonly open?: boolean
  readonly className?: string
  readonly titleClassName?: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <details open={props.open} className={cx('group', props.className)}>
      <summary
        className={cx(
          'flex w-fit cursor-default list-none items-center gap-1.5 rounded',
          props.titleClassName,
        )}
      >
        <ChevronRight
          size={12}
          aria-hidden
          className="shrink-0 text-faint transition-transform duration-100 group-open:rotate-90"
        />
        {props.title}
      </summary>
      {props.children}
    </details>
  )
}
