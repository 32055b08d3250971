// Colour tone and shape of every account state and outcome. No other module defines them.
import type { AccountState, Outcome } from '../../../shared/sending/states.ts'

/** `excluded`: decided not to be migrated, whatever its state. `held`: kept from going on. */
export type Mark = AccountState | Outcome | 'held' | 'excluded'
export type Tone = 'bad' | 'warn' | 'ok' | 'accent' | 'wait' | 'done' | 'still'

export type MarkLook = {
  readonly tone: Tone
  /** A path in a box of 10 by 10. */
  readonly shape: string
  /** Drawn as a line; filled without. */
  readonly line?: true
}

export const markLooks: Readonly<Record<Mark, MarkLook>> = {
  invalid: { tone: 'bad', shape: 'M1.5 1.5h7v7h-7z' },
  rejected: { tone: 'warn', shape: 'M5 1 9.4 9H.6z' },
  unvalidated: { tone: 'accent', shape: 'M5 1.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2z' },
  validated: { tone: 'ok', shape: 'M1.4 5.4 4 8l4.8-6', line: true },
  queued: { tone: 'wait', shape: 'M1 2h8M1 5h8M1 8h5', line: true },
  sending: { tone: 'wait', shape: 'M1 5h7M5 1.8 8.4 5 5 8.2', line: true },
  unconfirmed: {
    tone: 'warn',
    shape: 'M3 3.4C3 2 4 1.4 5 1.4s2 .7 2 1.8C7 4.6 5 4.5 5 6.2M5 8.2v.6',
    line: true,
  },
  processing: {
    tone: 'wait',
    shape: 'M5 1.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6M5 2.8V5l1.6 1.2',
    line: true,
  },
  done: { tone: 'done', shape: 'M5 .8 9.2 5 5 9.2.8 5z' },
  created: { tone: 'done', shape: 'M.6 5.6 2.8 8 7 2.2M5.6 7.6l.4.4L9.8 2.2', line: true },
  already_there: { tone: 'still', shape: 'M1 3.4h8M1 6.6h8', line: true },
  whose_account_unsure: {
    tone: 'warn',
    shape: 'M1 3.4h4M1 6.6h4M6.4 3.6c0-1 .7-1.5 1.5-1.5s1.5.6 1.5 1.4c0 1.1-1.4 1.1-1.4 2.3M8 7.6v.5',
    line: true,
  },
  failed: { tone: 'bad', shape: 'M1.8 1.8l6.4 6.4M8.2 1.8 1.8 8.2', line: true },
  cancelled: {
    tone: 'still',
    shape: 'M5 1.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6M2.4 7.6l5.2-5.2',
    line: true,
  },
  with_member: {
    tone: 'wait',
    shape: 'M5 1.3a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6M1.6 8.7c.2-2 1.6-3 3.4-3s3.2 1 3.4 3',
    line: true,
  },
  excluded: { tone: 'still', shape: 'M1.5 1.5h7v7h-7zM3.2 5h3.6', line: true },
  held: { tone: 'still', shape: 'M3.2 1.5v7M6.8 1.5v7', line: true },
  dry_run: { tone: 'still', shape: 'M5 1 9 5 5 9 1 5z', line: true },
  dry_run_failed: {
    tone: 'bad',
    shape: 'M5 .8 9.2 5 5 9.2.8 5zM3.7 3.7l2.6 2.6M6.3 3.7 3.7 6.3',
    line: true,
  },
}
