// Parser of `--quiet-hours`: "22:00-06:00", "Mon-Fri 20:00-07:30; Sat,Sun 00:00-12:00". Days are those on which the
// hours begin; "Sun 00:00-24:00" is the whole day.
import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import { quietHours } from '../../../shared/sending/quiet-hours.ts'
import { firstFault } from '../../../shared/texts/issues.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { helpTexts } from '../texts/help.ts'

export type Hours = z.infer<typeof quietHours>

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Adds to an earlier `--quiet-hours`; "none" removes all of them. */
export function quietHoursFrom(text: string, before: readonly Hours[] | undefined): readonly Hours[] {
  if (text.trim().toLowerCase() === 'none') return []
  const all = [...(before ?? []), ...text.split(';').map((part) => hoursFrom(part.trim()))]
  if (all.length > 20) throw new InvalidArgumentError(helpTexts.invalid.mostHours)
  return all
}

function hoursFrom(text: string): Hours {
  const parts = /^(?:([a-z][a-z\s,-]*?)\s+)?(\d{1,2}:\d{2})\s*(?:-|–|to)\s*(\d{1,2}:\d{2})$/i.exec(text)
  if (parts === null) throw new InvalidArgumentError(helpTexts.invalid.hours)
  const [, named, from = '', to = ''] = parts
  const parsed = quietHours.safeParse({
    ...(named === undefined ? {} : { days: daysFrom(named) }),
    from: from.padStart(5, '0'),
    // The end of a day is the beginning of the next one.
    to: to === '24:00' ? '00:00' : to.padStart(5, '0'),
  })
  if (!parsed.success) {
    const why = sentenceOf(firstFault(parsed.error))
    throw new InvalidArgumentError(helpTexts.invalid.hoursWrong({ text, why }))
  }
  return parsed.data
}

/** “Mon-Fri”, “Sat,Sun”, “Fri-Mon” as numbers from 1 for Monday, each once and in order. */
function daysFrom(text: string): number[] {
  const found = new Set<number>()
  for (const part of text.split(',')) {
    const [first, last, ...more] = part.split('-').map((name) => dayFrom(name))
    if (first === undefined || more.length > 0) throw new InvalidArgumentError(helpTexts.invalid.hours)
    for (let day = first; ; day = (day % 7) + 1) {
      found.add(day)
      if (day === (last ?? first)) break
    }
  }
  return [...found].toSorted((left, right) => left - right)
}

function dayFrom(name: string): number {
  const said = name.trim().toLowerCase()
  const at = days.findIndex((day) => said.length >= 3 && day.startsWith(said))
  if (at < 0) throw new InvalidArgumentError(helpTexts.invalid.day({ name: name.trim() }))
  return at + 1
}
