// Tooltip for any focusable element. It repeats or explains; no information exists only in a tooltip.
import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from '../text/kbd.tsx'

export function TooltipProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return <Base.Provider delay={350}>{children}</Base.Provider>
}

export function Tooltip(props: {
  readonly text: ReactNode
  readonly keys?: string | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  /** It has nothing to say now. @default false */
  readonly isOff?: boolean
  readonly children: ReactElement<Record<string, unknown>>
}): ReactNode {
  return (
    <Base.Root disabled={props.isOff ?? false}>
      <Base.Trigger render={props.children} />
      <Base.Portal>
        <Base.Positioner side={props.side ?? 'bottom'} sideOffset={6} className="z-50">
          <Base.Popup className="flex max-w-80 items-center gap-2 rounded-md bg-raised px-2 py-1 text-xs text-text shadow-lift transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            <span>{props.text}</span>
            {props.keys !== undefined && <Kbd keys={props.keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
