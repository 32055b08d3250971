// English words beside numbers: units, durations, sizes.
export const formats = {
  took: {
    underMillisecond: 'under 1 ms',
    milliseconds: '{n} ms',
    seconds: '{n} s',
  },
  duration: {
    seconds: '{n, number} s',
    minutes: '{n, number} min',
    hours: '{hours, number} h',
    hoursAndMinutes: '{hours, number} h {minutes, number} min',
    days: '{n, number} d',
  },
  bytes: { one: '{n} B', kilo: '{n} kB', mega: '{n} MB', giga: '{n} GB' },
  justNow: 'just now',
  /** The first of a list, and how many are not shown. */
  andMore: '{shown} and {rest, number} more',
  /** A remaining time in one unit. */
  range: {
    under: {
      seconds: 'under {most, number} s',
      minutes: 'under {most, number} min',
      hours: 'under {most, number} h',
      days: 'under {most, number} d',
    },
    about: {
      seconds: 'about {most, number} s',
      minutes: 'about {most, number} min',
      hours: 'about {most, number} h',
      days: 'about {most, number} d',
    },
    between: {
      seconds: '{least, number}–{most, number} s',
      minutes: '{least, number}–{most, number} min',
      hours: '{least, number}–{most, number} h',
      days: '{least, number}–{most, number} d',
    },
  },
} as const
