// Panes next to the grid, which can be hidden and resized. The user's choices are saved as display settings
// (app/display/display.ts); the grid always keeps a minimum width.
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { chooseDisplay, useDisplayChoices } from '../../app/display/display.ts'
import type { DisplayChoices } from '../../app/display/display-choices.ts'
import { fixTexts } from '../../texts/fix/fix.ts'

export type PaneName = 'causes' | 'account'
export type Pane = {
  readonly shown: boolean
  /** Pixels. */
  readonly width: number
  readonly limits: Limits
}
export type Panes = Readonly<Record<PaneName, Pane>>
/** Pixels. */
type Limits = { readonly least: number; readonly most: number }

const limitsOf: Readonly<Record<PaneName, Limits>> = {
  causes: { least: 168, most: 400 },
  account: { least: 248, most: 560 },
}
/** On a small and on a large screen. */
const usual: Readonly<Record<PaneName, readonly [number, number]>> = {
  causes: [200, 236],
  account: [288, 328],
}
/** Share of the step's width; the rest is the grid's. */
const mostShare: Readonly<Record<PaneName, number>> = { causes: 30, account: 42 }

const large = window.matchMedia('(min-width: 1400px)')
function subscribe(listener: () => void): () => void {
  large.addEventListener('change', listener)
  return () => large.removeEventListener('change', listener)
}

const keysOf = {
  causes: { shown: 'causesShown', width: 'causesWidth' },
  account: { shown: 'accountShown', width: 'accountWidth' },
} as const satisfies Record<PaneName, { shown: keyof DisplayChoices; width: keyof DisplayChoices }>

export function usePanes(): Panes {
  const chosen = useDisplayChoices()
  const isLarge = useSyncExternalStore(subscribe, () => large.matches)
  const pane = (name: PaneName): Pane => {
    const limits = limitsOf[name]
    const wanted = chosen[keysOf[name].width] ?? usual[name][isLarge ? 1 : 0]
    return {
      shown: chosen[keysOf[name].shown],
      width: Math.min(limits.most, Math.max(limits.least, wanted)),
      limits,
    }
  }
  const panes = { causes: pane('causes'), account: pane('account') }
  // The same object while they are the same.
  return useMemo(() => panes, [JSON.stringify(panes)])
}

export function togglePane(name: PaneName, shown: boolean): void {
  chooseDisplay({ [keysOf[name].shown]: !shown })
}

/** A pane's width in CSS, inside the step (which is a container for its units). */
export function paneWidth(name: PaneName, pane: Pane): string {
  return pane.shown ? `min(${pane.width}px, ${mostShare[name]}cqw)` : '0px'
}

/** The step's columns: causes, grid, account. */
export function paneColumns({ causes, account }: Panes): string {
  return `${paneWidth('causes', causes)} minmax(0, 1fr) ${paneWidth('account', account)}`
}

const step = 16

/** Divider between a pane and the grid, dragged or moved with the arrow keys. Its pane must be positioned. */
export function PaneSeparator(props: { readonly name: PaneName; readonly pane: Pane }): ReactNode {
  const { name, pane } = props
  const { width, limits } = pane
  const { dragged, ...handlers } = useSeparator(name, pane)
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={name === 'causes' ? fixTexts.causesWidth : fixTexts.accountWidth}
      aria-valuemin={limits.least}
      aria-valuemax={limits.most}
      aria-valuenow={width}
      aria-valuetext={`${width} px`}
      title={fixTexts.separatorHint}
      data-dragged={dragged || undefined}
      className={`absolute inset-y-0 z-10 w-[7px] cursor-col-resize touch-none outline-none after:absolute after:inset-y-0 after:left-[3px] after:w-px after:bg-transparent hover:after:w-0.5 hover:after:bg-accent focus-visible:after:w-0.5 focus-visible:after:bg-accent data-dragged:after:w-0.5 data-dragged:after:bg-accent ${name === 'causes' ? '-right-[4px]' : '-left-[4px]'}`}
      {...handlers}
    />
  )
}

/** Resizes a pane by dragging and by keys; a double click restores its usual width. */
function useSeparator(name: PaneName, { width, limits }: Pane) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const [dragged, setDragged] = useState(false)
  /** The causes grow to the right, the account to the left. */
  const sign = name === 'causes' ? 1 : -1
  const choose = (next: number | null): void => {
    const whole = next === null ? null : Math.round(Math.min(limits.most, Math.max(limits.least, next)))
    chooseDisplay({ [keysOf[name].width]: whole })
  }
  const end = (): void => {
    start.current = null
    setDragged(false)
  }
  return {
    dragged,
    onKeyDown(event: KeyboardEvent): void {
      const moves: Readonly<Record<string, number | undefined>> = {
        ArrowRight: width + step * sign,
        ArrowLeft: width - step * sign,
        Home: limits.least,
        End: limits.most,
      }
      const next = moves[event.key]
      if (event.key === 'Enter') togglePane(name, true)
      else if (next === undefined) return
      else choose(next)
      event.preventDefault()
      event.stopPropagation()
    },
    onPointerDown(event: PointerEvent<HTMLDivElement>): void {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? width }
      setDragged(true)
    },
    onPointerMove(event: PointerEvent): void {
      if (start.current !== null) choose(start.current.width + (event.clientX - start.current.x) * sign)
    },
    onPointerUp: end,
    onPointerCancel: end,
    onDoubleClick: () => choose(null),
  }
}
