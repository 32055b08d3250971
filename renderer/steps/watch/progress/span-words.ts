// The stretch of time that a chart shows, in words. Pure functions.
import { format } from '../../../texts/format.ts'
import { watchTexts } from '../../../texts/watch/watch.ts'

const words = watchTexts.progress

/** Within a day only the times, and within a second one of them. */
export function spanWords(from: number, to: number): string {
  if (format.day(from) !== format.day(to))
    return words.span({ from: format.dateTime(from), to: format.dateTime(to) })
  return format.clock(from) === format.clock(to)
    ? words.moment({ time: format.time(to) })
    : words.span({ from: format.clock(from), to: format.time(to) })
}
