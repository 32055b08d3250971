// Totals of a team's board: how many accounts of the whole migration are created, by how many desktops, and at which
// pace. With a target they are those of its keys; without one, of all batches, where an account that several batches hold
// counts once: where it is with another member, it is that member's.
import type { TeamBoard } from '../contract/team/board.ts'

export type TeamTotals = {
  /** On the platform. With a target that includes what was there already; without one, what the team created. */
  readonly created: number
  /** Of so many: the keys of the targets, or the accounts of all batches. */
  readonly accounts: number
  /** Still to be created: the other keys of the targets, or what is released in the batches. */
  readonly rest: number
  readonly hasTarget: boolean
  readonly needsPerson: number
  /** Accounts created a minute by all desktops; null: nothing is being sent. */
  readonly perMinute: number | null
  /** Desktops that answered in the last ten seconds. */
  readonly desktops: number
  /** Those of them that are sending. */
  readonly sending: number
}

export function teamTotals({ sums, targets }: Pick<TeamBoard, 'sums' | 'targets'>): TeamTotals {
  const { states, outcomes, needsPerson, perMinute, desktops, sending } = sums
  const all = { hasTarget: targets.length > 0, needsPerson, perMinute, desktops, sending }
  if (targets.length === 0)
    return {
      ...all,
      created: outcomes.created ?? 0,
      accounts: sums.accounts - (outcomes.with_member ?? 0),
      rest: (states.queued ?? 0) + (states.sending ?? 0),
    }
  const created = targets.reduce((before, one) => before + one.created + one.found, 0)
  const accounts = targets.reduce((before, { keys }) => before + keys, 0)
  return { ...all, created, accounts, rest: accounts - created }
}
