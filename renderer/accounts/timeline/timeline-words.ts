// Converts events to sentences: one per event kind, with consecutive events of one kind merged. A kind without a
// sentence is shown by its name. Pure functions.
import type { EventView } from '../../../shared/contract/views.ts'
import { eventTexts } from '../../texts/watch/events.ts'
import { codeOf, type EventTone, type Reported as Group, textOf } from './event-facts.ts'
import { eventWords } from './event-words.ts'

export type { EventTone }

export type Reported = {
  readonly id: number
  readonly sentence: string
  readonly tone: EventTone
  /** Of the newest of them, milliseconds since 1970. */
  readonly at: number
  /** The one account it is about, where it is one. */
  readonly account: number | null
}

/** Whether consecutive events of this kind are merged. */
function joins(one: EventView, other: EventView): boolean {
  if (one.kind !== other.kind) return false
  // Two concurrent requests may both report the cause of one pause.
  if (one.kind === 'paused')
    return ['supplier', 'reason'].every((name) => textOf(one, name) === textOf(other, name))
  if (one.account === null || other.account === null) return false
  return codeOf(one) === codeOf(other)
}

function sentenceOf(group: Group, events: number): readonly [EventTone, string] {
  const { kind } = group.newest
  const words = Object.hasOwn(eventWords, kind) ? eventWords[kind] : undefined
  if (words !== undefined) return words(group)
  const name = kind.replaceAll('_', ' ')
  return ['plain', events > 1 ? eventTexts.unknown({ kind: name, events }) : name]
}

/** Newest first, as `batches.timeline` answers. */
export function tell(events: readonly EventView[], of: Group['of'] = 'batch'): readonly Reported[] {
  const groups: { newest: EventView; oldest: EventView; events: number; accounts: Set<number> }[] = []
  for (const event of events) {
    let group = groups.at(-1)
    if (group === undefined || !joins(group.oldest, event)) {
      group = { newest: event, oldest: event, events: 0, accounts: new Set() }
      groups.push(group)
    }
    group.oldest = event
    group.events += 1
    if (event.account !== null) group.accounts.add(event.account)
  }
  return groups.map(({ newest, events: n, accounts }) => {
    const [tone, sentence] = sentenceOf({ newest, accounts: accounts.size, of }, n)
    const { id, at, account } = newest
    return { id, at, tone, sentence, account: accounts.size === 1 ? account : null }
  })
}
