// What the editor of a cell shows below its field: the words of a closed list as they match what is typed, or a
// calendar. It lies in the grid's portal, so that keys in it never reach the grid and a click in it does not end editing.
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Calendar } from '../../../../components/fields/calendar.tsx'
import type { Day } from '../../../../components/fields/calendar-days.ts'
import { localDay } from '../../../../components/fields/local-day.ts'
import { cx } from '../../../../components/classes.ts'
import { gridTexts } from '../../../../texts/fix/grid.ts'

/** Pixels between the field and what is below it, and what a list needs at most. */
const gap = 3
const highest = 300

/** Below the field, or above it where there is no room below. */
function useBeside(field: RefObject<HTMLElement | null>, lines: number) {
  const [place, setPlace] = useState<{
    left: number
    top?: number
    bottom?: number
    minWidth: number
  } | null>(null)
  useLayoutEffect(() => {
    const box = field.current?.getBoundingClientRect()
    if (box === undefined) return
    const isBelow = box.bottom + highest < window.innerHeight || box.top < highest
    setPlace({
      left: Math.max(4, Math.min(box.left, window.innerWidth - 260)),
      minWidth: box.width,
      ...(isBelow ? { top: box.bottom + gap } : { bottom: window.innerHeight - box.top + gap }),
    })
    // The field grows with its lines.
  }, [field, lines])
  return place
}

type PanelProps = {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly portal: HTMLElement | null
  readonly lines: number
  readonly children: ReactNode
}

/** The library takes a click outside its own editor for the end of editing, unless it is marked. */
function Panel({ field, portal, lines, children }: PanelProps): ReactNode {
  const place = useBeside(field, lines)
  if (portal === null) return null
  return createPortal(
    <div
      className="click-outside-ignore fixed z-40 max-h-75 overflow-y-auto rounded-md bg-raised text-text shadow-lift"
      style={place ?? { visibility: 'hidden' }}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>,
    portal,
  )
}

type Shared = Omit<PanelProps, 'children'>

export function ChoicePanel(
  props: Shared & {
    readonly id: string
    readonly choices: readonly string[]
    readonly highlighted: number | null
    /** What the typed text probably means; null: nothing to ask. */
    readonly meant: string | null
    readonly onTake: (choice: string) => void
  },
): ReactNode {
  const { id, choices, highlighted, meant, onTake } = props
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [highlighted])
  if (choices.length === 0 && meant === null) return null
  return (
    <Panel {...props}>
      {meant !== null && (
        <button
          type="button"
          tabIndex={-1}
          className="block w-full border-b border-line px-2.5 py-1.5 text-left text-sm text-accent hover:bg-hover"
          onClick={() => onTake(meant)}
        >
          {gridTexts.didYouMean({ choice: meant })}
        </button>
      )}
      <ul ref={list} id={id} role="listbox" aria-label={gridTexts.choices} className="p-1">
        {choices.map((choice, at) => (
          <li
            key={choice}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === highlighted}
            className={cx(
              'flex min-h-7 cursor-default items-center rounded px-2 text-sm hover:bg-hover',
              at === highlighted && 'bg-accent-bg',
            )}
            onClick={() => onTake(choice)}
          >
            {choice}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function DatePanel(
  props: Shared & {
    readonly chosen: Day | null
    readonly pattern: string
    readonly entry: RefObject<HTMLButtonElement | null>
    readonly onPick: (day: Day) => void
  },
): ReactNode {
  return (
    <Panel {...props}>
      <Calendar
        chosen={props.chosen}
        today={localDay(Date.now())}
        entry={props.entry}
        onPick={props.onPick}
        onLeave={() => props.field.current?.focus()}
      />
      <p className="w-57 border-t border-line px-2.5 py-1 text-2xs text-faint">
        {gridTexts.dateOrder({ pattern: props.pattern })}
      </p>
    </Panel>
  )
}
