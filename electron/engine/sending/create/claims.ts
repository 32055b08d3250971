// Claims of a team, as creating accounts needs them: the right to create one account, granted to one desktop only. Without
// a team everything may be created.
import type { Account } from '../../store/accounts/account-row.ts'

/** What names an account to the team. */
export type Claimed = Pick<Account, 'connection_id' | 'identity'>

export type Claims = {
  /**
   * True if the account's create may begin now. Otherwise its connection's next accounts are asked for, and the scheduler is
   * woken when it is known which of them were granted.
   */
  readonly mayBegin: (account: Claimed) => boolean
  /** The same just before the request leaves; asks for nothing. */
  readonly mayLeave: (account: Claimed) => boolean
}

export const noTeam: Claims = { mayBegin: () => true, mayLeave: () => true }
