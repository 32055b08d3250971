// What happened, in words: one sentence a kind of event, neighbours of the same kind told together. Pure. A kind that
// nobody has words for is shown as it is.
import type { EventView } from '../../../shared/views.ts'
import { count, format } from '../../parts/format.ts'
import { pauseTitles } from './submit-texts.ts'

export type EventTone = 'plain' | 'good' | 'warn' | 'bad'

export type Told = {
  readonly id: number
  readonly sentence: string
  readonly tone: EventTone
  /** Of the newest of them, milliseconds since 1970. */
  readonly at: number
  /** The one account it is about, where it is one. */
  readonly account: number | null
}

type Group = {
  readonly newest: EventView
  readonly events: number
  /** The accounts that they are about; one account may have had several. */
  readonly accounts: ReadonlySet<number>
}

/** Whose timeline it is: of an account, its own events need no count. */
type Of = 'batch' | 'account'

const accounts = (n: number): string => count(n, 'account', 'accounts')

function textOf(event: EventView, name: string): string | null {
  const value = event.detail[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function numberOf(event: EventView, name: string): number {
  const value = event.detail[name]
  return typeof value === 'number' ? value : 0
}

function because(event: EventView): string {
  const code = textOf(event, 'code')
  const http = numberOf(event, 'http')
  if (code !== null) return ` (${code})`
  return http > 0 ? ` (HTTP ${http})` : ''
}

function pausedWords(event: EventView): string {
  const supplier = textOf(event, 'supplier')
  const reason = textOf(event, 'reason') ?? ''
  const title = Object.hasOwn(pauseTitles, reason) ? pauseTitles[reason as keyof typeof pauseTitles] : reason
  return `Sending paused${supplier === null || supplier === '' ? '' : ` for ${supplier}`}: ${title}.`
}

/** A choice about many accounts at once, or its taking back. */
function decidedWords(event: EventView): string {
  const reason = textOf(event, 'reason')
  const all = accounts(numberOf(event, 'accounts'))
  const why = reason === null ? '' : `: ${reason}`
  switch (textOf(event, 'what')) {
    case 'hold':
      return `Held ${all}${why}`
    case 'exclude':
      return `Excluded ${all}${why}`
    case 'release':
      return `Ended the hold of ${all}.`
    default:
      return `Put back how ${all} stood before a hold or an exclusion.`
  }
}

/** Whether neighbours of this kind are told as one. */
function joins(one: EventView, other: EventView): boolean {
  if (one.kind !== other.kind) return false
  // Two requests under way may both find the reason for one pause.
  if (one.kind === 'paused') return pausedWords(one) === pausedWords(other)
  if (one.account === null || other.account === null) return false
  return because(one) === because(other)
}

function sentenceOf({ newest, events, accounts: all }: Group, of: Of): readonly [EventTone, string] {
  const one = of === 'account' || all.size === 1
  const some = of === 'account' ? 'this account' : accounts(all.size)
  switch (newest.kind) {
    case 'released': {
      const elsewhere = numberOf(newest, 'elsewhere')
      const left =
        elsewhere === 0
          ? ''
          : ` ${accounts(elsewhere)} ${elsewhere === 1 ? 'is' : 'are'} on the way in another batch and ${elsewhere === 1 ? 'was' : 'were'} left out.`
      return ['plain', `Released ${accounts(numberOf(newest, 'released'))}.${left}`]
    }
    case 'taken_back':
      return ['plain', `Took back ${accounts(numberOf(newest, 'takenBack'))} that had not been sent.`]
    case 'unconfirmed':
      return [
        'warn',
        `The answer to ${some} was lost${because(newest)}. ${one ? 'Its status is' : 'Their statuses are'} read before anything is sent again.`,
      ]
    case 'confirmed':
      return ['good', `The service has ${some} whose answer was lost.`]
    case 'not_received':
      return ['plain', `The service never received ${some}: ${one ? 'it is' : 'they are'} sent again.`]
    case 'refused_at_create':
      return [
        'bad',
        `The service refused ${some} at creation${because(newest)}. What to fix is found by validating again.`,
      ]
    case 'already_imported_ours':
      return ['good', `The service says it has ${some} already, from an earlier attempt of ours.`]
    case 'already_there':
      return ['warn', `The platform had ${some} already.`]
    case 'create_slow_down':
      return ['plain', `The service asked for fewer requests; ${some} went back into the queue.`]
    case 'create_sign_in':
      return ['warn', `The service did not accept the sign-in; ${some} went back into the queue.`]
    case 'create_not_sent':
      return ['plain', `The service could not be reached; ${some} went back into the queue.`]
    case 'create_closed':
      return ['warn', `The supplier does not take accounts now; ${some} went back into the queue.`]
    case 'create_odd':
      return [
        'warn',
        `The service answered ${some} in a way it does not document${because(newest)}; ${one ? 'it' : 'they'} went back into the queue.`,
      ]
    case 'found_in_flight':
      return [
        'warn',
        `${of === 'account' ? 'This account' : some} ${one ? 'was' : 'were'} in flight when Carryover last ended; ${one ? 'it is' : 'they are'} unconfirmed.`,
      ]
    case 'paused':
      return ['warn', pausedWords(newest)]
    case 'resumed': {
      const supplier = textOf(newest, 'supplier')
      return ['good', `Sending resumed${supplier === null || supplier === '' ? '' : ` for ${supplier}`}.`]
    }
    case 'merged':
      return [
        'plain',
        numberOf(newest, 'later') > 0
          ? `A newer version of the file was merged: batch ${numberOf(newest, 'later')}. ${accounts(numberOf(newest, 'replaced') + numberOf(newest, 'gone'))} are held here.`
          : `Merged with the earlier version, batch ${numberOf(newest, 'earlier')}: ${accounts(numberOf(newest, 'settled'))} are on the platform already.`,
      ]
    case 'merge_taken_back':
      return ['plain', 'The merge of the two versions was taken back.']
    case 'followed_version':
      return ['plain', `The earlier version came to its end for ${some}.`]
    case 'held':
      return ['plain', `Held ${some}.`]
    case 'excluded':
      return ['plain', `Excluded ${some}: not to be migrated.`]
    case 'decided':
      return ['plain', decidedWords(newest)]
    case 'released_from_hold':
      return ['plain', `Ended the hold of ${some}.`]
    default:
      return [
        'plain',
        `${newest.kind.replaceAll('_', ' ')}${events > 1 ? ` × ${format.number(events)}` : ''}`,
      ]
  }
}

/** Newest first, as `batches.timeline` answers. */
export function tell(events: readonly EventView[], of: Of = 'batch'): readonly Told[] {
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
  return groups.map((group) => {
    const [tone, sentence] = sentenceOf(group, of)
    const { id, at, account } = group.newest
    return { id, at, tone, sentence, account: group.accounts.size === 1 ? account : null }
  })
}
