// German words beside numbers.
import type { Translation } from '../../../shared/texts/texts.ts'
import type { formats as english } from '../en/format.ts'

export const formats = {
  took: {
    underMillisecond: 'unter 1 ms',
    milliseconds: '{n} ms',
    seconds: '{n} s',
  },
  duration: {
    seconds: '{n, number} s',
    minutes: '{n, number} min',
    hours: '{hours, number} h',
    hoursAndMinutes: '{hours, number} h {minutes, number} min',
    days: '{n, plural, one {# Tag} other {# Tage}}',
  },
  bytes: { one: '{n}\u00a0B', kilo: '{n}\u00a0kB', mega: '{n}\u00a0MB', giga: '{n}\u00a0GB' },
  justNow: 'gerade eben',
  andMore: '{shown} und {rest, number} weitere',
  range: {
    under: {
      seconds: 'unter {most, number} s',
      minutes: 'unter {most, number} min',
      hours: 'unter {most, number} h',
      days: '{most, plural, one {unter # Tag} other {unter # Tagen}}',
    },
    about: {
      seconds: 'etwa {most, number} s',
      minutes: 'etwa {most, number} min',
      hours: 'etwa {most, number} h',
      days: '{most, plural, one {etwa # Tag} other {etwa # Tage}}',
    },
    between: {
      seconds: '{least, number}–{most, number} s',
      minutes: '{least, number}–{most, number} min',
      hours: '{least, number}–{most, number} h',
      days: '{least, number}–{most, number} Tage',
    },
  },
} as const satisfies Translation<typeof english>
