// Totals of a team's board: how many accounts of all batches are created, by how many desktops. An account that several
// batches hold counts once: where it is with another member, it is that member's.
import type { TeamBoard } from '../contract/team/team.ts'

export type TeamTotals = {
  readonly created: number
  readonly accounts: number
  readonly needsPerson: number
  /** Accounts created a minute by all desktops; null: nothing is being sent. */
  readonly perMinute: number | null
  /** Desktops that answered in the last ten seconds. */
  readonly desktops: number
}

export function teamTotals({ desktops, batches }: TeamBoard): TeamTotals {
  const known = batches.flatMap(({ progress }) => progress ?? [])
  const sum = (of: (one: (typeof known)[number]) => number): number =>
    known.reduce((before, one) => before + of(one), 0)
  const isSending = known.some(({ perMinute }) => perMinute !== null)
  return {
    created: sum(({ outcomes }) => outcomes.created ?? 0),
    accounts: sum(({ accounts, outcomes }) => accounts - (outcomes.with_member ?? 0)),
    needsPerson: sum((one) => one.needsPerson),
    perMinute: isSending ? sum(({ perMinute }) => perMinute ?? 0) : null,
    desktops: desktops.filter(({ isThere }) => isThere).length,
  }
}
