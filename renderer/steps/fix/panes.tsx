// Panes next to the grid, which can be hidden and resized. In a narrow window the account lies over the grid instead,
// so that it resizes nothing; in the narrowest it stands below the grid and covers nothing. The user's choices are saved as display settings (app/display/display.ts).
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { chooseDisplay, useDisplayChoices } from '../../app/display/display.ts'
import { useHasRoomFor } from '../../app/display/screen.ts'
import { fixTexts } from '../../texts/fix/fix.ts'

export type PaneName = 'causes' | 'account'
export type Pane = {
  readonly shown: boolean
  /** Where it stands as seen from the grid. */
  readonly place: 'beside' | 'over' | 'below'
  /** Pixels. */
  readonly width: number
  readonly limits: Limits
}
export type Panes = Readonly<Record<PaneName, Pane>>
/** Pixels. */
type Limits = { readonly least: number; readonly most: number }

const limitsOf: Readonly<Record<PaneName, Limits>> = {
  causes: { least: 200, most: 420 },
  account: { least: 280, most: 560 },
}
/** Pixels, where the user has chosen none. */
const usual: Readonly<Record<PaneName, number>> = { causes: 276, account: 320 }
/** Share of the step's width; the rest is the grid's. */
const mostShare: Readonly<Record<PaneName, number>> = { causes: 26, account: 42 }

export function usePanes(): Panes {
  const chosen = useDisplayChoices()
  const isBeside = useHasRoomFor('account')
  const mayBeOver = useHasRoomFor('accountOver')
  const pane = (name: PaneName): Pane => {
    const limits = limitsOf[name]
    const wanted = chosen[name === 'causes' ? 'causesWidth' : 'accountWidth'] ?? usual[name]
    const place = name === 'causes' || isBeside ? 'beside' : mayBeOver ? 'over' : 'below'
    return {
      shown: chosen[shownKey(name, place)],
      place,
      width: Math.min(limits.most, Math.max(limits.least, wanted)),
      limits,
    }
  }
  const panes = { causes: pane('causes'), account: pane('account') }
  // The same object while they are the same.
  return useMemo(() => panes, [JSON.stringify(panes)])
}

function shownKey(name: PaneName, place: Pane['place']): 'causesShown' | 'accountShown' | 'accountOver' {
  if (name === 'causes') return 'causesShown'
  return place === 'beside' ? 'accountShown' : 'accountOver'
}

export function togglePane(name: PaneName, { shown, place }: Pick<Pane, 'shown' | 'place'>): void {
  chooseDisplay({ [shownKey(name, place)]: !shown })
}

/** A pane's width in CSS, inside the step (which is a container for its units). */
export function paneWidth(name: PaneName, pane: Pane): string {
  return pane.shown && pane.place === 'beside' ? `min(${pane.width}px, ${mostShare[name]}cqw)` : '0px'
}

/** Pixels that the account covers at the right end of the grid. */
export function coveredBy(pane: Pane): number {
  return pane.shown && pane.place === 'over' ? pane.width + 16 : 0
}

/** The step's rows: toolbar, filters, grid, sheets, account. */
export function paneRows(isAccountBelow: boolean): string {
  return `44px auto minmax(0, 1fr) 32px ${isAccountBelow ? 'min(268px, 45%)' : '0px'}`
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
function useSeparator(name: PaneName, pane: Pane) {
  const { width, limits } = pane
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const [dragged, setDragged] = useState(false)
  /** The causes grow to the right, the account to the left. */
  const sign = name === 'causes' ? 1 : -1
  const choose = (next: number | null): void => {
    const whole = next === null ? null : Math.round(Math.min(limits.most, Math.max(limits.least, next)))
    chooseDisplay({ [name === 'causes' ? 'causesWidth' : 'accountWidth']: whole })
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
      if (event.key === 'Enter') togglePane(name, pane)
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
