// Colours of the endings where no style sheet applies: those that the printed summary has (summary-style.ts).
import type { Ending } from '../../../../shared/sending/endings.ts'

type Colours = {
  /** Six hexadecimal digits. */
  readonly fill: string
  /** Of the line around it; null: there is none. */
  readonly line: string | null
}

export const endingColours: Readonly<Record<Ending, Colours>> = {
  created: { fill: '17809B', line: null },
  already_there: { fill: 'A5ABB6', line: null },
  whose_account_unsure: { fill: 'FDF3E0', line: 'D9952F' },
  dry_run: { fill: 'EEF0F3', line: '59606C' },
  failed: { fill: 'D3564B', line: null },
  cancelled: { fill: '59606C', line: null },
  dry_run_failed: { fill: 'FDECEA', line: 'D3564B' },
  with_member: { fill: 'EFECFB', line: '8B919C' },
  in_progress: { fill: '5B45B0', line: null },
  unconfirmed: { fill: 'E8BF82', line: null },
  queued: { fill: 'EFECFB', line: '5B45B0' },
  ready: { fill: '2C9C7C', line: null },
  not_validated: { fill: '5B79E0', line: null },
  to_fix: { fill: 'D9952F', line: null },
  held: { fill: 'EEF0F3', line: 'A5ABB6' },
  excluded: { fill: 'E3E5E9', line: '8B919C' },
}
