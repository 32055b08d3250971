// Calendar of one month to pick a day from. Arrow keys go from day to day, Page keys by month, with Shift by year; Enter
// picks. One day is the tab stop; the caller decides where it is shown and what picking does.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { currentFormat } from '../../../shared/texts/current.ts'
import { texts } from '../../texts/common.ts'
import { IconButton } from '../button.tsx'
import { cx } from '../classes.ts'
import { type Day, isSameDay, movedBy, plusMonths, timeOfDay, weeksOf } from './calendar-days.ts'

type Props = {
  /** The day that is written now; null: none. */
  readonly chosen: Day | null
  readonly today: Day
  readonly onPick: (day: Day) => void
  /** Escape: back to where it was opened. */
  readonly onLeave: () => void
  /** Receives the focus when the user goes into the calendar. */
  readonly entry: RefObject<HTMLButtonElement | null>
}

export function Calendar(props: Props): ReactNode {
  const { chosen, today } = props
  const [at, setAt] = useState<Day>(chosen ?? today)
  const known = chosen === null ? null : timeOfDay(chosen)
  useEffect(() => {
    if (chosen !== null) setAt(chosen)
    // Another day was typed.
  }, [known])
  const { locale } = currentFormat()
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <div role="group" aria-label={texts.calendar.label} className="w-57 p-2 text-sm">
      <div className="mb-1 flex items-center">
        <IconButton
          size="small"
          icon={ChevronLeft}
          label={texts.calendar.previous}
          tabIndex={-1}
          onClick={() => setAt(plusMonths(at, -1))}
        />
        <span aria-live="polite" className="flex-1 text-center font-medium">
          {month.format(timeOfDay(at))}
        </span>
        <IconButton
          size="small"
          icon={ChevronRight}
          label={texts.calendar.next}
          tabIndex={-1}
          onClick={() => setAt(plusMonths(at, 1))}
        />
      </div>
      <Days {...props} at={at} onMove={setAt} />
    </div>
  )
}

type DaysProps = Props & { readonly at: Day; readonly onMove: (day: Day) => void }

function Days(props: DaysProps): ReactNode {
  const { at, onMove, onPick, onLeave } = props
  const box = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    moved.current = false
  }, [timeOfDay(at)])
  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation()
    const next = movedBy(event.key, at, event.shiftKey)
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' || event.key === ' ') onPick(at)
    else if (next === null) return
    else {
      moved.current = true
      onMove(next)
    }
    event.preventDefault()
  }
  const weeks = weeksOf(at)
  return (
    <table ref={box} role="grid" className="w-full border-collapse" onKeyDown={onKeyDown}>
      <WeekDays week={weeks[0] ?? []} />
      <tbody>
        {weeks.map((week) => (
          <tr key={timeOfDay(week[0] ?? at)}>
            {week.map((day) => (
              <DayCell key={timeOfDay(day)} {...props} day={day} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function WeekDays({ week }: { readonly week: readonly Day[] }): ReactNode {
  const { locale } = currentFormat()
  const long = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const short = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return (
    <thead>
      <tr>
        {week.map((day) => (
          <th key={day.day} scope="col" abbr={long.format(timeOfDay(day))} className="h-6 font-normal">
            <span className="text-2xs text-faint">{short.format(timeOfDay(day)).slice(0, 2)}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

function DayCell({ day, at, chosen, today, entry, onPick }: DaysProps & { readonly day: Day }): ReactNode {
  const isAt = isSameDay(day, at)
  const isChosen = isSameDay(day, chosen)
  const full = new Intl.DateTimeFormat(currentFormat().locale, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <td role="gridcell" aria-selected={isChosen} className="p-0">
      <button
        ref={isAt ? entry : undefined}
        type="button"
        tabIndex={isAt ? 0 : -1}
        aria-label={full.format(timeOfDay(day))}
        aria-current={isSameDay(day, today) ? 'date' : undefined}
        onClick={() => onPick(day)}
        className={cx(
          'grid h-7 w-full place-items-center rounded outline-none hover:bg-hover focus-visible:ring-2 focus-visible:ring-accent',
          day.month !== at.month && 'text-faint',
          isChosen
            ? 'bg-accent font-medium text-pane hover:bg-accent'
            : isSameDay(day, today) && 'font-semibold text-accent',
        )}
      >
        {day.day}
      </button>
    </td>
  )
}
