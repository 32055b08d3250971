// Field for a day. It shows the day in the chosen language and opens the calendar; the browser's own date field would
// write it in the language of the system. A day can be taken out again.
import { Popover } from '@base-ui/react/popover'
import { CalendarDays, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { currentFormat } from '../../../shared/texts/current.ts'
import { texts } from '../../texts/common.ts'
import { IconButton } from '../button.tsx'
import { cx } from '../classes.ts'
import { Calendar } from './calendar.tsx'
import { type Day, timeOfDay } from './calendar-days.ts'
import { Field, inputClass } from './field.tsx'
import { localDay } from './local-day.ts'

export function DayField(props: {
  readonly label: string
  readonly hint?: string
  readonly error: string | undefined
  /** Null: no day. */
  readonly day: Day | null
  readonly onDay: (day: Day | null) => void
}): ReactNode {
  const { day, onDay } = props
  const [isOpen, setOpen] = useState(false)
  const entry = useRef<HTMLButtonElement>(null)
  const written = new Intl.DateTimeFormat(currentFormat().locale, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <Field label={props.label} optional hint={props.hint} error={props.error}>
      {(control) => (
        <div className="flex items-center gap-1">
          <Popover.Root open={isOpen} onOpenChange={setOpen}>
            <Popover.Trigger
              {...control}
              className={cx(inputClass, 'flex items-center gap-2 text-left', day === null && 'text-faint')}
            >
              <CalendarDays size={14} aria-hidden className="shrink-0 text-faint" />
              <span className="truncate">
                {day === null ? texts.calendar.choose : written.format(timeOfDay(day))}
              </span>
            </Popover.Trigger>
            <Popover.Portal>
              <Popover.Positioner sideOffset={4} align="start" className="z-50 outline-none">
                <Popover.Popup
                  aria-label={props.label}
                  initialFocus={entry}
                  className="rounded-lg bg-raised text-text shadow-lift outline-none"
                >
                  <Calendar
                    chosen={day}
                    today={localDay(Date.now())}
                    entry={entry}
                    onPick={(picked) => {
                      onDay(picked)
                      setOpen(false)
                    }}
                    onLeave={() => setOpen(false)}
                  />
                </Popover.Popup>
              </Popover.Positioner>
            </Popover.Portal>
          </Popover.Root>
          {day !== null && (
            <IconButton size="small" icon={X} label={texts.calendar.clear} onClick={() => onDay(null)} />
          )}
        </div>
      )}
    </Field>
  )
}
