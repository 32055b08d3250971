// Tabs over panes (underlined) and a filter bar (filled). Both are controlled: the caller keeps the selection in the
// URL or in its state.
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from './classes.ts'
import { format } from '../texts/format.ts'

export type Tab<T extends string> = {
  readonly value: T
  readonly label: ReactNode
  readonly count?: number | undefined
  readonly disabled?: boolean
}

/** Give the panes as children, each a `TabPane`. */
export function Tabs<T extends string>(props: {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly tabs: readonly Tab<T>[]
  readonly look?: 'lined' | 'filled'
  readonly className?: string
  readonly listClassName?: string
  readonly children?: ReactNode
}): ReactNode {
  const lined = props.look !== 'filled'
  return (
    <Base.Root
      value={props.value}
      onValueChange={(value: T) => props.onChange(value)}
      className={cx('min-w-0', props.className)}
    >
      <Base.List
        aria-label={props.label}
        activateOnFocus
        className={cx(
          'flex items-center',
          lined ? 'h-9 gap-4 border-b border-line px-3.5' : 'gap-1',
          props.listClassName,
        )}
      >
        {props.tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled ?? false}
            className={cx(
              'flex items-center gap-1.5 text-sm whitespace-nowrap text-soft transition-colors duration-100 hover:text-text data-disabled:opacity-50',
              lined
                ? 'h-full border-b-2 border-transparent pt-0.5 data-active:border-accent data-active:font-medium data-active:text-text'
                : 'h-[26px] rounded px-2.5 font-medium data-active:bg-accent-bg data-active:text-accent',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="font-normal text-faint">{format.number(tab.count)}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {props.children}
    </Base.Root>
  )
}

export function TabPane(props: {
  readonly value: string
  readonly className?: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <Base.Panel value={props.value} className={cx('outline-none', props.className)}>
      {props.children}
    </Base.Panel>
  )
}
