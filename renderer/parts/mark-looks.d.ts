import type { AccountState, Outcome } from '../../shared/account-state.ts'
export type Mark = AccountState | Outcome
export type Tone = 'bad' | 'warn' | 'ok' | 'accent' | 'wait' | 'done' | 'still'
export type MarkLook = {
  readonly tone: Tone
  /** A path in a box of 10 by 10. */
  readonly shape: string
  /** Drawn as a line; filled without. */
  readonly line?: true
}
export declare const markLooks: Readonly<Record<Mark, MarkLook>>
