// When refusals are the supplier's and not its accounts': the rule that pauses a supplier instead of refusing thousands.
// Counted are refusals that name no field of an account, each supplier by itself; any other answer begins the count anew.
//
// - Undocumented (a coded 4xx that is no validation error, at create or validate), or about the supplier alone: the same of
//   `refusalsInARow` accounts in a row pauses it. One account that gets it as often, while others do not, is refused.
// - A documented validation error at no field may be a rule that a whole file breaks (no billing address): only after
//   `sameProblemInARow` accounts without any other answer, and once: when a person has gone on, it is the data.
//
// In memory: a restart counts anew, which costs a few requests and no account.
import type { ServiceAnswers } from '../../../shared/service-answers.ts'
import type { RefusalScope } from '../service-client/read-replies.ts'

export type RefusalVerdict =
  /** Not known yet: the account is asked about again. */
  | 'again'
  /** It is this account's. */
  | 'own'
  /** It is everybody's: the supplier is paused. */
  | 'everybody'

export type RefusalOf = {
  /** Empty: accounts without a supplier. */
  readonly supplier: string
  readonly account: number
  /** Status and code: what has to be the same. */
  readonly what: string
  readonly scope: Exclude<RefusalScope, 'account'>
}

type Run = { readonly what: string; readonly accounts: Set<number> }

export type SameRefusals = ReturnType<typeof createSameRefusals>

export function createSameRefusals(answers: Pick<ServiceAnswers, 'refusalsInARow' | 'sameProblemInARow'>) {
  const runs = new Map<string, Run>()
  /** How often each account got its latest refusal that may be everybody's. */
  const times = new Map<number, { readonly what: string; readonly count: number }>()
  /** What has paused a supplier, and a person has gone on since. */
  const wentOn = new Set<string>()

  function countTimes({ account, what }: RefusalOf): number {
    const before = times.get(account)
    const count = before?.what === what ? before.count + 1 : 1
    times.set(account, { what, count })
    return count
  }

  function runOf({ supplier, what }: RefusalOf): Run {
    const run = runs.get(supplier)
    if (run?.what === what) return run
    const begun = { what, accounts: new Set<number>() }
    runs.set(supplier, begun)
    return begun
  }

  function mostOf(refusal: RefusalOf): number | null {
    if (refusal.scope !== 'whole_account') return answers.refusalsInARow
    return wentOn.has(keyOf(refusal)) ? null : answers.sameProblemInARow
  }

  return {
    /** The service refused an account without naming a field of it. */
    refused(refusal: RefusalOf): RefusalVerdict {
      const isOften = countTimes(refusal) >= answers.refusalsInARow
      const run = runOf(refusal)
      run.accounts.add(refusal.account)
      const most = mostOf(refusal)
      if (most !== null && run.accounts.size >= most) {
        runs.delete(refusal.supplier)
        if (refusal.scope === 'whole_account') wentOn.add(keyOf(refusal))
        for (const account of run.accounts) times.delete(account)
        return 'everybody'
      }
      if (isOften) times.delete(refusal.account)
      return isOften ? 'own' : 'again'
    },
    /** Any other answer about an account of this supplier. */
    otherwise(supplier: string, account: number): void {
      runs.delete(supplier)
      times.delete(account)
    },
  }
}

function keyOf({ supplier, what }: RefusalOf): string {
  return JSON.stringify([supplier, what])
}
