// Readers of event details and the longer sentences built from them. A missing or malformed detail is left out. Pure
// functions.
import type { EventView } from '../../shared/contract/views.ts'
import { texts } from './common.ts'
import { count, format } from './format.ts'
import { planTexts } from './plan.ts'
import { pauseTitles } from './submit.ts'

export type EventTone = 'plain' | 'good' | 'warn' | 'bad'

/** Consecutive events of one kind that are reported together. */
export type Reported = {
  readonly newest: EventView
  /** Different accounts that they are about. */
  readonly accounts: number
  /** Whether the timeline is of a batch or of an account. */
  readonly of: 'batch' | 'account'
}

export const accounts = (n: number): string => count(n, 'account', 'accounts')

export function textOf(event: EventView, name: string): string | null {
  const value = event.detail[name]
  return typeof value === 'string' && value !== '' ? value : null
}

export function numberOf(event: EventView, name: string): number {
  const value = event.detail[name]
  return typeof value === 'number' ? value : 0
}

/** In brackets: the code of an answer, or its HTTP status. */
export function because(event: EventView): string {
  const code = textOf(event, 'code')
  const http = numberOf(event, 'http')
  if (code !== null) return ` (${code})`
  return http > 0 ? ` (HTTP ${http})` : ''
}

export const isOne = ({ of, accounts: n }: Reported): boolean => of === 'account' || n === 1
export const some = ({ of, accounts: n }: Reported): string =>
  of === 'account' ? 'this account' : accounts(n)
export const Some = (reported: Reported): string =>
  reported.of === 'account' ? 'This account' : accounts(reported.accounts)

export function pausedWords(event: EventView): string {
  const supplier = textOf(event, 'supplier')
  const reason = textOf(event, 'reason') ?? ''
  const title = Object.hasOwn(pauseTitles, reason) ? pauseTitles[reason as keyof typeof pauseTitles] : reason
  return `Sending paused${supplier === null ? '' : ` for ${supplier}`}: ${title}.`
}

export function forSupplier(event: EventView): string {
  const supplier = textOf(event, 'supplier')
  return supplier === null ? '' : ` of ${supplier}`
}

/** A bulk decision, or its undo. */
export function decidedWords(event: EventView): string {
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
      return `Undid a hold or an exclusion of ${all}.`
  }
}

export function releasedWords(event: EventView): string {
  const elsewhere = numberOf(event, 'elsewhere')
  const wave = numberOf(event, 'wave')
  const left =
    elsewhere === 0
      ? ''
      : ` ${accounts(elsewhere)} ${elsewhere === 1 ? 'is' : 'are'} on the way in another batch and ${elsewhere === 1 ? 'was' : 'were'} left out.`
  const which = wave === 0 ? 'Released' : `Wave ${format.number(wave)}: released`
  return `${which} ${accounts(numberOf(event, 'released'))}.${left}`
}

/** `Wave 2 is done: 9 created, 1 went wrong.` */
export function waveWords(event: EventView, what: string): readonly [EventTone, string] {
  const wrong = numberOf(event, 'wrong')
  const parts = [
    [numberOf(event, 'created'), 'created'],
    [numberOf(event, 'other'), 'dry run'],
    [wrong, 'went wrong'],
  ] as const
  const reported = parts.filter(([n]) => n > 0).map(([n, word]) => `${format.number(n)} ${word}`)
  const sentence = `Wave ${format.number(numberOf(event, 'wave'))} ${what}${reported.length === 0 ? '' : `: ${reported.join(', ')}`}.`
  return [wrong > 0 ? 'warn' : 'good', sentence]
}

export function stoppedWords(event: EventView): string {
  const [wave, answers, wrong, times] = (['wave', 'answers', 'wrong', 'times'] as const).map((name) =>
    numberOf(event, name),
  )
  const code = textOf(event, 'code') ?? 'a code'
  const which = wave === 0 ? 'A brake stopped this batch' : `A brake stopped wave ${format.number(wave ?? 0)}`
  switch (textOf(event, 'reason')) {
    case 'error_rate':
      return `${which}: ${format.number(wrong ?? 0)} of ${format.number(answers ?? 0)} answers were wrong.`
    case 'same_code':
      return `${which}: ${code} came ${format.number(times ?? 0)} times in a row.`
    default:
      return `${which}: ${code} came, which always stops.`
  }
}

export function planWords(event: EventView): string {
  const { sizes, between } = event.detail
  const list = Array.isArray(sizes) ? sizes.filter((size) => typeof size === 'number') : []
  const waves = [...list.map((size) => format.number(size)), 'the rest'].join(', ')
  const way = between === 'when_sent' || between === 'when_done' || between === 'ask' ? between : 'ask'
  return `The plan was changed: ${waves}; ${planTexts.betweenLabels[way].toLowerCase()}.`
}

/** `Failed (ERRORED)`. */
function saidWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '–'
  const outcome = 'outcome' in value && typeof value.outcome === 'string' ? value.outcome : null
  const status = 'status' in value && typeof value.status === 'string' ? value.status : null
  const known: Readonly<Record<string, string>> = texts.outcomes
  const word =
    outcome === null
      ? 'not finished'
      : (Object.hasOwn(known, outcome) ? known[outcome] : outcome)?.toLowerCase()
  return status === null ? `${word}` : `${word} (${status})`
}

export function mindWords(reported: Reported): string {
  const { detail } = reported.newest
  if (!isOne(reported))
    return `The service says something else of ${some(reported)} than when they were done.`
  const from = saidWords(detail['before'])
  const to = saidWords(detail['after'])
  return from === to
    ? `The service gave ${some(reported)} another identifier since it was done.`
    : `The service changed its mind about ${some(reported)}: from ${from} to ${to}.`
}

/** More accounts' service times have been compared since the doubt was reported. */
export function whoseWords(reported: Reported): string {
  const { after } = reported.newest.detail
  const isOurs =
    typeof after === 'object' && after !== null && 'outcome' in after && after.outcome === 'created'
  if (!isOne(reported)) return `It is known by now who made ${some(reported)}.`
  return `It is known by now who made ${some(reported)}: ${isOurs ? 'our own create' : 'somebody else'}.`
}

export function mergedWords(event: EventView): string {
  return numberOf(event, 'later') > 0
    ? `A newer version of the file was merged: batch ${numberOf(event, 'later')}. ${accounts(numberOf(event, 'replaced') + numberOf(event, 'gone'))} are held here.`
    : `Merged with the earlier version, batch ${numberOf(event, 'earlier')}: ${accounts(numberOf(event, 'done'))} are on the platform already.`
}

export function clockWords(event: EventView): string {
  const by = numberOf(event, 'byMs')
  return `This machine’s clock was set ${by < 0 ? 'back' : 'forward'} by ${format.duration(Math.abs(by))}.`
}

export function refusedBefore(reported: Reported): string {
  const { codes } = reported.newest.detail
  const list = Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : []
  const why = isOne(reported) && list.length > 0 ? ` (${list.join(', ')})` : ''
  return `Revalidated just before the create, ${some(reported)} ${isOne(reported) ? 'was' : 'were'} refused${why}; no account was created.`
}

export function looked(event: EventView): readonly [EventTone, string] {
  const changed = numberOf(event, 'changed')
  const all = `Rechecked at ${accounts(numberOf(event, 'accounts'))}:`
  return changed === 0
    ? ['good', `${all} the service says what it said.`]
    : ['warn', `${all} of ${accounts(changed)} the service says something else now.`]
}
