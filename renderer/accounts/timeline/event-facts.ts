// Reads the details of events. A missing or malformed detail is left out, so that an event of another version is still
// shown. Pure functions.
import type { EventView } from '../../../shared/contract/views.ts'
import { said, sentenceOf } from '../../../shared/texts/message.ts'

export type EventTone = 'plain' | 'good' | 'warn' | 'bad'

/** Consecutive events of one kind that are reported together. */
export type Reported = {
  readonly newest: EventView
  /** Different accounts that they are about. */
  readonly accounts: number
  /** Whether the timeline is of a batch or of an account. */
  readonly of: 'batch' | 'account'
}

export function textOf(event: EventView, name: string): string | null {
  const value = said.safeParse(event.detail[name])
  return value.success && value.data !== '' ? sentenceOf(value.data) : null
}

export function numberOf(event: EventView, name: string): number {
  const value = event.detail[name]
  return typeof value === 'number' ? value : 0
}

/** A sentence of the engine, or somebody else's words. */
export function sentenceIn(event: EventView, name: string): string | null {
  const words = said.safeParse(event.detail[name])
  return words.success && words.data !== '' ? sentenceOf(words.data) : null
}

/** The code of an answer, or its HTTP status; else `none`. */
export function codeOf(event: EventView): string {
  const code = textOf(event, 'code')
  const http = numberOf(event, 'http')
  return code ?? (http > 0 ? `HTTP ${http}` : 'none')
}

export const isOne = ({ of, accounts }: Reported): boolean => of === 'account' || accounts === 1

/** The accounts as values of a text: `this` in the history of one account. */
export function accountsOf({ of, accounts }: Reported): {
  readonly who: 'this' | 'one' | 'many'
  readonly n: number
} {
  return { who: of === 'account' ? 'this' : accounts === 1 ? 'one' : 'many', n: accounts }
}
